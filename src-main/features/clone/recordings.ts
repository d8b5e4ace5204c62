import { readdir, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isCleanedUp, noCleanUp, type CleanUp, type Kept } from '#shared/clone/clean-up.ts';
import { bytesInWords } from '#shared/clone/files.ts';
import {
  canBeCleanedUp,
  lengthOf,
  listForms,
  maximumRecordings,
  chooseForm,
  trimWithin,
  wholeOf,
  type CloneDraft,
  type Recording,
  type SendForm,
  type Trim,
} from '#shared/clone/recordings.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import type { Log } from '../../infra/platform.ts';
import type { FormFile } from '../../service-client/multipart-form.ts';
import { threadUrl } from '../../infra/threads.ts';
import { Arrival, removeFiles, type RecordingPaths } from './arrivals.ts';
import { sourceOf } from './cleaning-files.ts';
import { DraftFile, emptyDraft } from './draft-file.ts';
import { Listening } from './listening.ts';
import type { RecordingThread } from './recording-thread.ts';
import { WindowDecoding } from './window-decoding.ts';
import { message } from '#shared/messages/message.ts';

/** The draft of a clone and its recordings, in a folder of the profile; they last until the person starts another. */
export class Recordings {
  readonly #directory: string;
  readonly #file: DraftFile;
  readonly #log: Log;
  readonly #arrivals = new Map<string, Arrival>();
  readonly #decodings = new Map<string, WindowDecoding>();
  #draft: CloneDraft;
  #clips: Record<string, number[]>;
  #thread: ThreadClient<RecordingThread> | undefined;
  readonly #listening = new Listening(() => this.#threads());
  #tail: Promise<unknown> = Promise.resolve();
  /** What a crash left of a recording is taken in before anything else is done. */
  readonly #ready: Promise<void>;

  constructor(profileDirectory: string, log: Log) {
    this.#directory = join(profileDirectory, 'clone');
    this.#log = log;
    this.#file = new DraftFile(this.#directory);
    const { clips, ...draft } = this.#file.read();
    this.#draft = draft;
    this.#clips = clips;
    this.#ready = this.#takeInWhatIsLeft();
  }

  async draft(): Promise<CloneDraft> {
    await this.#ready;
    return this.#draft;
  }

  /** The draft with the changes that are under way: what a person sees when they send it. */
  async settled(): Promise<CloneDraft> {
    await this.#ready;
    await this.#tail;
    return this.#draft;
  }

  find(id: string): Recording | undefined {
    return this.#draft.recordings.find((recording) => recording.id === id);
  }

  paths(id: string): RecordingPaths {
    const at = (ending: string): string => join(this.#directory, `${id}.${ending}`);
    return { original: at('original'), pcm: at('pcm'), peaks: at('peaks'), reduced: at('reduced'), voice: at('voice') };
  }

  async change(change: Partial<CloneDraft>): Promise<CloneDraft> {
    await this.#ready;
    this.#draft = { ...this.#draft, ...change };
    await this.#file.save({ ...this.#draft, clips: this.#clips });
    return this.#draft;
  }

  async begin({ name, kind, bytes = 0 }: { name: string; kind: Recording['kind']; bytes?: number | undefined }): Promise<Recording> {
    await this.#ready;
    if (this.#draft.recordings.length >= maximumRecordings)
      throw fail('conflict', message('clone.recordingLimitReached', maximumRecordings), { field: 'recordings' });
    const recording: Recording = {
      id: newId(),
      name,
      kind,
      state: 'arriving',
      bytes,
      original: false,
      codec: null,
      seconds: 0,
      samples: 0,
      aacBytes: 0,
      cutShort: false,
      truncated: false,
      failure: null,
      trim: null,
      sendAs: 'auto',
      cleanUp: noCleanUp,
      cleaned: null,
      facts: null,
    };
    this.#arrivals.set(recording.id, new Arrival(recording, this.paths(recording.id), () => this.#threads()));
    await this.change({ recordings: [...this.#draft.recordings, recording] });
    return recording;
  }

  /** `undefined` for what is not arriving. */
  arrival(id: string): Arrival | undefined {
    return this.#arrivals.get(id);
  }

  async finish(id: string): Promise<Recording> {
    const arrival = this.#arrivals.get(id);
    const before = this.find(id);
    if (arrival === undefined || before === undefined) throw gone();
    this.#arrivals.delete(id);
    return this.#settled(before, () => arrival.finish());
  }

  /** What a window decodes of a recording that main has no decoder for; `undefined` for any other. */
  decoding(id: string): WindowDecoding | undefined {
    const recording = this.find(id);
    if (recording?.state !== 'ready' || recording.samples > 0 || !recording.original) return undefined;
    const known = this.#decodings.get(id) ?? new WindowDecoding(recording, this.paths(id), () => this.#threads());
    this.#decodings.set(id, known);
    return known;
  }

  async decoded(id: string): Promise<Recording> {
    const before = this.find(id);
    const decoding = this.#decodings.get(id);
    if (decoding === undefined || before === undefined) throw gone();
    this.#decodings.delete(id);
    const { clips, ...sound } = await decoding.finish();
    this.#clips[id] = clips;
    const next = await this.#replace({ ...before, ...sound });
    return next.trim === null ? next : this.update(id, { trim: next.trim });
  }

  /** Its facts are measured again where the trim is another. */
  update(id: string, { trim, sendAs }: { trim?: Trim | null | undefined; sendAs?: Recording['sendAs'] | undefined }): Promise<Recording> {
    return this.#inTurn(async () => {
      const before = this.#findReady(id);
      const next = { ...before, ...(sendAs !== undefined && { sendAs }) };
      if (trim === undefined) return this.#replace(next);
      next.trim = trim === null ? null : trimWithin(wholeOf(before), trim);
      return this.#replace(await this.#measured(next));
    });
  }

  /** How it is cleaned up from now on. Fails as `clone.cleanUp` says; the settings then stay as they were. */
  async cleanUp(id: string, cleanUp: CleanUp, signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<Recording> {
    await this.#ready;
    const recording = this.#findReady(id);
    if (!canBeCleanedUp(recording))
      throw fail('unsupported-media', message('clone.cannotCleanUp', recording.name), { field: 'recordingId' });
    if (isCleanedUp(cleanUp)) await this.#listening.listen(recording, this.paths(id), signal, onProgress);
    return this.#inTurn(async () => this.#replace(await this.#measured({ ...this.#findReady(id), cleanUp })));
  }

  async arrange(ids: readonly string[]): Promise<void> {
    const { recordings } = await this.draft();
    const place = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    await this.change({ recordings: recordings.toSorted((one, other) => place(one.id) - place(other.id)) });
  }

  async remove(id: string): Promise<void> {
    const { recordings } = await this.draft();
    const arrival = this.#arrivals.get(id);
    const decoding = this.#decodings.get(id);
    this.#arrivals.delete(id);
    this.#decodings.delete(id);
    this.#listening.stop(id);
    Reflect.deleteProperty(this.#clips, id);
    await this.change({ recordings: recordings.filter((recording) => recording.id !== id) });
    for (const one of [arrival, decoding])
      await one?.abort().catch((thrown: unknown) => this.#log.debug('an arrival ended', { kind: toFailure(thrown).kind }));
    await removeFiles(this.paths(id));
  }

  async clear(): Promise<CloneDraft> {
    for (const { id } of (await this.draft()).recordings) await this.remove(id);
    return this.change(emptyDraft());
  }

  /** The file that goes out for a recording; what was made for it is to be removed by `done`. */
  async fileToSend(recording: Recording, form?: SendForm): Promise<FormFile & { done(): Promise<void> }> {
    const paths = this.paths(recording.id);
    if (this.#listening.isUnderWay(recording.id))
      throw fail('conflict', message('clone.stillCleaning', recording.name), { field: 'recordings' });
    const chosen = form ?? chooseForm(recording)?.form;
    if (chosen === undefined) throw fail('too-large', message('clone.recordingTooLarge', recording.name), { field: 'recordings' });
    if (chosen === 'as-is') return { path: paths.original, name: recording.name, done: () => Promise.resolve() };
    const path = join(this.#directory, `${recording.id}.sending`);
    const source = chosen === 'm4a' ? paths.original : sourceOf(recording.cleanUp, paths);
    const bytes = await this.#threads().call('render', { form: chosen, source, kept: keptOf(recording), out: path });
    this.#log.debug('a recording was made ready to be sent', { form: chosen, bytes: bytesInWords(bytes), samples: lengthOf(recording) });
    const name = `${formatFileName(recording.name.replace(/\.[^.]*$/u, ''), 'Recording')}.${chosen}`;
    return { path, name, done: () => rm(path, { force: true }) };
  }

  async close(): Promise<void> {
    await this.#ready;
    await this.#thread?.close();
  }

  #findReady(id: string): Recording {
    const recording = this.find(id);
    if (recording?.state !== 'ready') throw gone();
    return recording;
  }

  /** Changes follow one another: each begins from what the one before it left. */
  async #inTurn(change: () => Promise<Recording>): Promise<Recording> {
    await this.#ready;
    const result = this.#tail.then(change);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** With what cleaning up makes of it, and the facts of what is sent. */
  async #measured(recording: Recording): Promise<Recording> {
    if (recording.samples === 0) return recording;
    const paths = this.paths(recording.id);
    const clips = this.#clips[recording.id] ?? [];
    const stretch = stretchOf(recording);
    if (!isCleanedUp(recording.cleanUp)) {
      const facts = await this.#threads().call('measure', paths.pcm, [stretch.from, stretch.to], clips);
      return { ...recording, cleaned: null, facts };
    }
    const { facts, ...cleaned } = await this.#threads().call('cleanUp', { paths, stretch, cleanUp: recording.cleanUp, clips });
    const next = { ...recording, cleaned: { ...cleaned, revision: newId() }, facts };
    // What is cleaned up is not sent as it came.
    return listForms(next).some(({ form }) => form === next.sendAs) ? next : { ...next, sendAs: 'auto' };
  }

  #threads(): ThreadClient<RecordingThread> {
    if (this.#thread?.alive === true) return this.#thread;
    const onUnexpected = (message: string, facts: Record<string, unknown>): void => this.#log.error(message, facts);
    return (this.#thread = new ThreadClient<RecordingThread>(threadUrl('recording-thread'), { name: 'recordings', onUnexpected }));
  }

  async #settled(before: Recording, finish: () => ReturnType<Arrival['finish']>): Promise<Recording> {
    try {
      const { opened, original, bytes } = await finish();
      const { clips, ...sound } = opened;
      this.#clips[before.id] = clips;
      return await this.#replace({ ...before, ...sound, state: 'ready', original, bytes });
    } catch (thrown) {
      const failure = toFailure(thrown);
      this.#log.info('a recording could not be opened', { kind: failure.kind });
      await removeFiles(this.paths(before.id));
      return this.#replace({ ...before, state: 'failed', failure });
    }
  }

  async #replace(next: Recording): Promise<Recording> {
    // Removed while it was opened.
    if (this.find(next.id) === undefined) throw gone();
    await this.change({ recordings: this.#draft.recordings.map((recording) => (recording.id === next.id ? next : recording)) });
    return next;
  }

  /** A recording is on the disk as far as it came; a file that was being handed over is still where it came from. */
  async #takeInWhatIsLeft(): Promise<void> {
    const known = new Set(this.#draft.recordings.map(({ id }) => id));
    for (const name of await readdir(this.#directory)) {
      const id = /^([0-9a-z]{8,64})\.(?:original|pcm|peaks|reduced|voice|sending)$/u.exec(name)?.[1];
      if (id !== undefined && (!known.has(id) || name.endsWith('.sending'))) await rm(join(this.#directory, name), { force: true });
    }
    const left = this.#draft.recordings.filter(({ state }) => state === 'arriving');
    for (const recording of left) {
      const { pcm, peaks } = this.paths(recording.id);
      const recorded = recording.kind === 'recording' && (statSync(pcm, { throwIfNoEntry: false })?.size ?? 0) > 0;
      let next: Recording | undefined;
      if (recorded) {
        try {
          const { clips, ...sound } = await this.#threads().call('openPcm', pcm, { pcm, peaks });
          this.#clips[recording.id] = clips;
          next = { ...recording, ...sound, state: 'ready' };
        } catch (thrown) {
          this.#log.error('what was left of a recording could not be opened', { kind: toFailure(thrown).kind });
        }
      }
      if (next === undefined) await removeFiles(this.paths(recording.id));
      const recordings = this.#draft.recordings.flatMap((one) => (one.id !== recording.id ? [one] : (next ?? [])));
      this.#draft = { ...this.#draft, recordings };
    }
    if (left.length > 0) await this.#file.save({ ...this.#draft, clips: this.#clips });
  }
}

/** Of what is sent, before it is cleaned up. */
const stretchOf = (recording: Recording): Trim => recording.trim ?? { from: 0, to: wholeOf(recording) };

function keptOf(recording: Recording): Kept {
  const { from, to } = stretchOf(recording);
  return recording.cleaned?.kept ?? [from, to];
}

const gone = (): Error => fail('not-found', message('clone.recordingRemoved'), { field: 'recordingId' });
