import { bytesInWords, isSound, judgeFile, nameFrom } from '#shared/clone/files.ts';
import { maximumRecordings, type Recording } from '#shared/clone/recordings.ts';
import { fail, type Failure, readText, formatFailure } from '#shared/failure.ts';
import { changeForm, dropHeld, putRecording, useClone, type HeldFile } from './store.ts';
import { attempt, studio } from '../../core/host/host.ts';
import { announce } from '../../lib/live-region.tsx';
import { plural } from '../../lib/format.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** Entries of a folder that are looked at, and files that are listed as not usable. */
const maximumEntries = 5_000;
const maximumHeld = 8;
const pieceBytes = 1024 * 1024;

/** What a drop carried. Taken in the event itself: afterwards the browser forgets it. */
export interface Dropped {
  files: File[];
  folders: FileSystemDirectoryEntry[];
}

export function droppedIn(transfer: DataTransfer): Dropped {
  const dropped: Dropped = { files: [], folders: [] };
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory === true) dropped.folders.push(entry as FileSystemDirectoryEntry);
    else {
      const file = item.getAsFile();
      if (file) dropped.files.push(file);
    }
  }
  return dropped;
}

/** True where the drop has something that Clone can look at. */
export const hasSound = ({ files, folders }: Dropped): boolean => folders.length > 0 || files.some(({ name }) => isSound(name));

/** Sound files of folders, in the order of their paths, whatever lies between them left out. */
async function filesOf(folders: readonly FileSystemDirectoryEntry[]): Promise<{ files: File[]; more: boolean }> {
  const files: File[] = [];
  const left: FileSystemEntry[] = [...folders];
  for (let seen = 0; seen < maximumEntries; seen += 1) {
    const entry = left.shift();
    if (!entry) break;
    if (entry.isDirectory) left.unshift(...(await entriesOf(entry as FileSystemDirectoryEntry)));
    else if (isSound(entry.name)) {
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file) files.push(file);
    }
  }
  return { files, more: left.length > 0 };
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    // A browser hands them out by the hundred.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0 || found.length > maximumEntries) break;
    found.push(...some);
  }
  return found.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}

const fileOf = (entry: FileSystemFileEntry): Promise<File | undefined> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

/** Takes what was dropped or chosen: what may be sent is opened, the rest is listed with why not. */
export async function addDropped({ files, folders }: Dropped): Promise<void> {
  const inFolders = await filesOf(folders);
  const all = [...files, ...inFolders.files];
  const notices: string[] = [];
  if (folders.length > 0 && inFolders.files.length === 0)
    notices.push(
      messages.clone.thereIsNoRecordingIn(
        folders.length === 1 ? messages.clone.theFolder(folders[0]?.name ?? '') : messages.clone.theseFolders,
      ),
    );
  if (inFolders.more)
    notices.push(messages.clone.theFolderIsVeryLargeOnly(plural(maximumEntries, messages.clone.entry, messages.clone.entries)));
  let room = maximumRecordings - useClone.getState().recordings.length;
  const taken: File[] = [];
  const held: HeldFile[] = [];
  let over = 0;
  for (const file of all) {
    const verdict = judgeFile(file);
    if (verdict.kind !== 'open') held.push({ id: crypto.randomUUID(), file, why: verdict.why, opens: verdict.kind === 'ask' });
    else if (room > 0) {
      room -= 1;
      taken.push(file);
    } else over += 1;
  }
  if (over > 0)
    notices.push(
      messages.clone.moreLeftOutTheListHoldsRecordings(plural(over, messages.clone.file), over === 1 ? 'was' : 'were', maximumRecordings),
    );
  const listed = [...useClone.getState().held, ...held];
  if (listed.length > maximumHeld)
    notices.push(
      messages.clone.moreCannotBeUsedAs(
        plural(listed.length - maximumHeld, messages.clone.file),
        listed.length - maximumHeld === 1 ? messages.clone.itIs : messages.clone.theyAre,
      ),
    );
  useClone.setState({ held: listed.slice(0, maximumHeld), notice: notices.length > 0 ? notices.join(' ') : undefined, failure: undefined });
  announce(
    [taken.length > 0 ? messages.clone.opening(plural(taken.length, messages.clone.recording)) : '', held[0]?.why ?? '', ...notices]
      .filter(Boolean)
      .join(' '),
  );
  const begun: { recording: Recording; file: File }[] = [];
  for (const file of taken) {
    const recording = await listFile(file);
    if (recording) begun.push({ recording, file });
  }
  // One after the other: main decodes them one after the other, too.
  for (const { recording, file } of begun) await openFile(recording, file);
}

/** Opens a file that is too large or of another type, to be trimmed and converted. */
export async function openHeld({ id, file }: HeldFile): Promise<void> {
  dropHeld(id);
  const recording = await listFile(file);
  if (recording) await openFile(recording, file);
}

async function listFile(file: File): Promise<Recording | undefined> {
  const name = file.name.slice(0, 1000);
  const begun = await attempt(() => studio().run('clone.begin', { name, kind: 'file', bytes: file.size }));
  if (!begun.ok) {
    useClone.setState({ failure: begun.failure });
    return undefined;
  }
  putRecording(begun.value, true);
  if (useClone.getState().form.name.trim() === '') changeForm({ name: nameFrom(file.name) });
  return begun.value;
}

async function openFile(recording: Recording, file: File): Promise<void> {
  const failure = await handOver(recording, file);
  if (failure) putRecording({ ...recording, state: 'failed', failure });
  else await finishRecording(recording.id);
}

/** All of it is with main: it is decoded, and measured. */
export async function finishRecording(id: string): Promise<Recording | undefined> {
  const answer = await attempt(() => studio().run('clone.finish', { recordingId: id }));
  const coming = Object.entries(useClone.getState().coming).filter(([other]) => other !== id);
  useClone.setState({ coming: Object.fromEntries(coming) });
  if (answer.ok) {
    putRecording(answer.value);
    announce(
      answer.value.failure ? `${answer.value.name}: ${formatFailure(answer.value.failure)}` : messages.clone.isOpen(answer.value.name),
    );
    return answer.value;
  }
  const recording = useClone.getState().recordings.find((one) => one.id === id);
  if (recording) putRecording({ ...recording, state: 'failed', failure: answer.failure });
  return undefined;
}

async function handOver({ id }: Recording, file: File): Promise<Failure | undefined> {
  for (let at = 0; at < file.size;) {
    // Removed meanwhile: nothing is read any more.
    if (!useClone.getState().recordings.some((recording) => recording.id === id)) return undefined;
    const answer = await attempt(() => sendPiece(id, at, file.slice(at, at + pieceBytes)));
    if (!answer.ok) return answer.failure;
    at = answer.value.taken;
    useClone.setState({ coming: { ...useClone.getState().coming, [id]: at } });
    if (answer.value.enough) return undefined;
  }
  return undefined;
}

type Piece = Blob | Uint8Array<ArrayBuffer>;
/** Hands a piece of a recording to main. */
export const sendPiece = (id: string, at: number, piece: Piece): Promise<{ taken: number; enough: boolean }> =>
  sendRecordingPiece(`${id}?at=${at}`, piece);

/** Hands a piece to an address of a recording. */
export async function sendRecordingPiece(address: string, piece: Piece): Promise<{ taken: number; enough: boolean }> {
  let response: Response;
  try {
    response = await fetch(`/bytes/clone/${address}`, { method: 'POST', body: piece });
  } catch (cause) {
    throw fail('file-failed', message('clone.itCouldNotBeReadTo'), { cause, next: 'retry' });
  }
  const answer = (await response.json().catch(() => ({}))) as { taken?: number; enough?: boolean; failure?: Failure };
  if (answer.failure) throw fail(answer.failure.kind, readText(answer.failure), { next: answer.failure.next });
  if (!response.ok || answer.taken === undefined) throw fail('file-failed', message('clone.theStudioDidNotTakeIt'), { next: 'retry' });
  return { taken: answer.taken, enough: answer.enough === true };
}

/** Size and what has come of it, in words. */
export const comingInWords = (taken: number, bytes: number): string =>
  bytes > 0 ? messages.clone.ofWord(bytesInWords(taken), bytesInWords(bytes)) : bytesInWords(taken);
