import { cutText } from '#shared/cut-text.ts';
import { bytesInWords, isSound, judgeFile, nameFrom } from '#shared/clone/files.ts';
import { maximumRecordings, type Recording } from '#shared/clone/recordings.ts';
import { fail, type Failure, readText } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { type HeldFile } from './clone-store.ts';
import { attempt } from '../../core/host/attempt.ts';
import { locale, messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { CloneStore } from './clone-store.ts';
import type { announce } from '../../lib/live-region.tsx';
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
  return found.sort((one, other) => one.name.localeCompare(other.name, locale(), { numeric: true }));
}

const fileOf = (entry: FileSystemFileEntry): Promise<File | undefined> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

export interface CloneFilesDependencies {
  client: StudioClient;
  clone: Pick<CloneStore, 'store' | 'dropHeld' | 'putRecording' | 'changeForm' | 'startAnother'>;
  announce: typeof announce;
}

/** Hands dropped and chosen recordings to main. */
export class CloneFiles {
  readonly #deps: CloneFilesDependencies;
  #drops = 0;

  constructor(dependencies: CloneFilesDependencies) {
    this.#deps = dependencies;
  }

  /** How many drops were taken in this window, whatever came of them. */
  readonly drops = (): number => this.#drops;

  /**
   * Takes what was dropped or chosen: what may be sent is opened, the rest is listed with why not. While a voice is made, it waits: it is no part of
   * that voice. Once the voice is made, another is begun.
   */
  readonly addDropped = async ({ files, folders }: Dropped): Promise<void> => {
    const { clone } = this.#deps;
    this.#drops += 1;
    await this.#whenSent();
    if (clone.store.getState().made) await clone.startAnother();
    if (clone.store.getState().made) return; // its failure says why
    const inFolders = await filesOf(folders);
    const all = [...files, ...inFolders.files];
    const notices: string[] = [];
    if (folders.length > 0 && inFolders.files.length === 0)
      notices.push(
        messages.clone.noRecordings(folders.length === 1 ? messages.clone.theFolder(folders[0]?.name ?? '') : messages.clone.theseFolders),
      );
    if (inFolders.more) notices.push(messages.clone.folderTooLarge(messages.clone.entry(maximumEntries)));
    let room = maximumRecordings - this.#deps.clone.store.getState().recordings.length;
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
    if (over > 0) notices.push(messages.clone.filesLeftOut(messages.clone.file(over), over === 1 ? 'was' : 'were', maximumRecordings));
    const listed = [...this.#deps.clone.store.getState().held, ...held];
    if (listed.length > maximumHeld) notices.push(messages.clone.filesUnusable(messages.clone.file(listed.length - maximumHeld)));
    this.#deps.clone.store.setState({
      held: listed.slice(0, maximumHeld),
      notice: notices.length > 0 ? notices.join(' ') : undefined,
      failure: undefined,
    });
    this.#deps.announce(
      [taken.length > 0 ? messages.clone.openingFiles(messages.clone.recording(taken.length)) : '', held[0]?.why ?? '', ...notices]
        .filter(Boolean)
        .join(' '),
    );
    const begun: { recording: Recording; file: File }[] = [];
    for (const file of taken) {
      const recording = await this.#listFile(file);
      if (recording) begun.push({ recording, file });
    }
    // One after the other: main decodes them one after the other, too.
    for (const { recording, file } of begun) await this.#openFile(recording, file);
  };

  /** Resolves when no voice is being made. */
  #whenSent(): Promise<void> {
    const { store } = this.#deps.clone;
    return new Promise((resolve) => {
      const look = (): void => {
        if (store.getState().sending !== undefined) return;
        stop();
        resolve();
      };
      const stop = store.subscribe(look);
      look();
    });
  }

  /** Opens a file that is too large or of another type, to be trimmed and converted. */
  readonly openHeld = async ({ id, file }: HeldFile): Promise<void> => {
    this.#deps.clone.dropHeld(id);
    const recording = await this.#listFile(file);
    if (recording) await this.#openFile(recording, file);
  };

  async #listFile(file: File): Promise<Recording | undefined> {
    const name = cutText(file.name, 1000);
    const begun = await attempt(() => this.#deps.client.run('clone.begin', { name, kind: 'file', bytes: file.size }));
    if (!begun.ok) {
      this.#deps.clone.store.setState({ failure: begun.failure });
      return undefined;
    }
    this.#deps.clone.putRecording(begun.value, true);
    if (this.#deps.clone.store.getState().form.name.trim() === '') this.#deps.clone.changeForm({ name: nameFrom(file.name) });
    return begun.value;
  }

  async #openFile(recording: Recording, file: File): Promise<void> {
    const failure = await this.#handOver(recording, file);
    if (failure) this.#deps.clone.putRecording({ ...recording, state: 'failed', failure });
    else await this.finishRecording(recording.id);
  }

  /** All of it is with main: it is decoded, and measured. */
  readonly finishRecording = async (id: string): Promise<Recording | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('clone.finish', { recordingId: id }));
    const coming = Object.entries(this.#deps.clone.store.getState().coming).filter(([other]) => other !== id);
    this.#deps.clone.store.setState({ coming: Object.fromEntries(coming) });
    if (answer.ok) {
      this.#deps.clone.putRecording(answer.value);
      this.#deps.announce(
        answer.value.failure
          ? `${answer.value.name}: ${plainFailure(answer.value.failure)}`
          : messages.clone.recordingOpened(answer.value.name),
      );
      return answer.value;
    }
    const recording = this.#deps.clone.store.getState().recordings.find((one) => one.id === id);
    if (recording) this.#deps.clone.putRecording({ ...recording, state: 'failed', failure: answer.failure });
    return undefined;
  };

  async #handOver({ id }: Recording, file: File): Promise<Failure | undefined> {
    for (let at = 0; at < file.size;) {
      // Removed meanwhile: nothing is read any more.
      if (!this.#deps.clone.store.getState().recordings.some((recording) => recording.id === id)) return undefined;
      const answer = await attempt(() => sendPiece(id, at, file.slice(at, at + pieceBytes)));
      if (!answer.ok) return answer.failure;
      // What makes no progress would be sent forever.
      if (answer.value.taken <= at && !answer.value.enough)
        return fail('file-failed', message('clone.fileRefused'), { next: 'retry' }).failure;
      at = answer.value.taken;
      this.#deps.clone.store.setState({ coming: { ...this.#deps.clone.store.getState().coming, [id]: at } });
      if (answer.value.enough) return undefined;
    }
    return undefined;
  }
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
    throw fail('file-failed', message('clone.fileNotRead'), { cause, next: 'retry' });
  }
  const answer = (await response.json().catch(() => ({}))) as { taken?: number; enough?: boolean; failure?: Failure };
  if (answer.failure) throw fail(answer.failure.kind, readText(answer.failure), { next: answer.failure.next });
  if (!response.ok || answer.taken === undefined) throw fail('file-failed', message('clone.fileRefused'), { next: 'retry' });
  return { taken: answer.taken, enough: answer.enough === true };
}

/** Size and what has come of it, in words. */
export const comingInWords = (taken: number, bytes: number): string =>
  bytes > 0 ? messages.clone.bytesOf(bytesInWords(taken), bytesInWords(bytes)) : bytesInWords(taken);
