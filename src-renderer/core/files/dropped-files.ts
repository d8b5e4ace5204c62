/** A file of a drop or of a dialog; `name` begins with that of the folder that it came in. */
export interface DroppedFile {
  name: string;
  file: File;
}

/** As a dialog for files or for a folder gave them. */
export const chosenFiles = (files: readonly File[]): DroppedFile[] =>
  files.map((file) => ({ name: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }));

/**
 * What a drop carried, with everything in its folders; at most about `maximum` files: one more tells that there are others. To be called in the event itself:
 * afterwards the browser forgets the drop.
 */
export async function droppedFiles(transfer: DataTransfer, maximum: number): Promise<DroppedFile[]> {
  const items = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  // What has no place in a file system, such as a picture of another window, has no entry.
  const loose = items.flatMap(({ entry, file }) => (entry === null && file !== null ? [{ name: file.name, file }] : []));
  const entries = items.map(({ entry }) => entry).filter((entry) => entry !== null);
  return [...loose, ...(await walk(entries, maximum))];
}

async function walk(entries: readonly FileSystemEntry[], maximum: number): Promise<DroppedFile[]> {
  const found: DroppedFile[] = [];
  const left = [...entries];
  for (let entry = left.shift(); entry !== undefined && found.length <= maximum; entry = left.shift()) {
    if (entry.isDirectory) left.unshift(...(await entriesOf(entry as FileSystemDirectoryEntry)));
    else {
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file) found.push({ name: entry.fullPath.replace(/^\/+/u, ''), file });
    }
  }
  return found;
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    // A browser hands them out by the hundred.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return found;
    found.push(...some);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File | undefined> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
