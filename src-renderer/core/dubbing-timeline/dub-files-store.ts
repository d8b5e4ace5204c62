import { faultySegments, silentSegments, staleSegments } from '#shared/dubbing/fit.ts';
import { cutText } from '#shared/cut-text.ts';
import { create } from 'zustand';
import { readCaptions, toSegments, type ReadCue } from '#shared/dubbing/captions-in.ts';
import { captionLimits } from '#shared/dubbing/captions-in.ts';
import { takeTexts } from '#shared/dubbing/caption-texts.ts';
import { textOfSegments } from '#shared/dubbing/voice-languages.ts';
import { containerFor, dubbedName, dubLimits, inOrder, type Dub } from '#shared/dubbing/timeline.ts';
import { fail, type Failure, readText } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { DubExportFormat } from '#shared/operations/dubbing-timeline.ts';
import { formatPeak } from '../../lib/peak-words.ts';
import { attempt } from '../host/attempt.ts';
import { textOf } from '../files/file-text.ts';
import { waitingLines, type Lines } from './waiting-lines.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { DubsStore } from './dubs-store.ts';
import { formatList } from '../../lib/format.ts';
import { findTextLanguages } from '../voices/text-languages.ts';
import type { VoicesStore } from '../voices/voices-store.ts';
import type { HostStore } from '../host/host-store.ts';
import type { StudioFiles } from '../files/studio-files.ts';
import type { toast, toastReason } from '../../lib/toast.tsx';
import type { announce } from '../../lib/live-region.tsx';
import { message } from '#shared/messages/message.ts';

/** What goes into dubs from files, and out of them. */
interface DubFilesState {
  /** A video that is coming in: handed over, then opened, 0 to 1 each; `undefined` while that is not known. */
  coming: { name: string; stage: 'sending' | 'opening'; fraction: number | undefined } | undefined;
  /** Captions that were read, while the dub has segments: the person says what becomes of those. */
  pending: Lines | undefined;
  /** Lines without a video: the dub that is made or opened next takes them. */
  waiting: Lines | undefined;
  /** The notice of them takes the focus: who sent them comes from another panel, and goes on with the video. */
  focusWaiting: boolean;
  /** The list of segments takes the focus as soon as it is there. */
  focusSegments: boolean;
  /** Asked before audio is written of which some lacks or has an older state of its line. */
  exportQuestion: ExportChoice | undefined;
  /** Captions are exported with the names of their speakers. */
  speakerNames: boolean;
  exporting: { format: DubExportFormat; fraction: number } | undefined;
  /** What was written last. */
  exported: { name: string; place: string; format: DubExportFormat } | undefined;
  exportFailure: Failure | undefined;
}

interface ExportChoice {
  format: DubExportFormat;
  audioCodec: 'opus' | undefined;
}

export interface DubFilesDependencies {
  client: StudioClient;
  dubs: Pick<DubsStore, 'store' | 'flushDub' | 'showDub' | 'loadDubs' | 'openDub' | 'editDub' | 'select'>;
  voices: Pick<VoicesStore, 'voiceOfId'>;
  host: Pick<HostStore, 'store'>;
  files: Pick<StudioFiles, 'chooseFile' | 'download'>;
  toast: typeof toast;
  toastReason: typeof toastReason;
  announce: typeof announce;
}

/** Sounds that a notice names; more are counted. */
const shownSounds = 3;

/** What goes into dubs from files, and out of them. */
export class DubFilesStore {
  readonly store = create<DubFilesState>(() => ({
    coming: undefined,
    pending: undefined,
    waiting: waitingLines.get(),
    focusWaiting: false,
    focusSegments: false,
    exportQuestion: undefined,
    speakerNames: false,
    exporting: undefined,
    exported: undefined,
    exportFailure: undefined,
  }));
  readonly #deps: DubFilesDependencies;
  readonly #set = this.store.setState;
  #coming: AbortController | undefined;
  #writing: AbortController | undefined;

  constructor(dependencies: DubFilesDependencies) {
    this.#deps = dependencies;
    // An edit or another dub: what was written last is the file of another state.
    dependencies.dubs.store.subscribe((after, before) => {
      if (after.history !== before.history || after.dub?.id !== before.dub?.id) this.#set({ exported: undefined });
      if (after.dub?.id !== before.dub?.id) this.#set({ exportQuestion: undefined });
    });
  }

  readonly stopComing = (): void => this.#coming?.abort();

  /** A video becomes a dub; captions become segments of it, or of the one that is open. What else came is named. */
  readonly addFiles = async (files: readonly File[]): Promise<void> => {
    const captions = files.find(isCaptions);
    const video = files.find(({ name, type }) => ends(name, videoEndings) || type.startsWith('video/'));
    if (!video && !captions) {
      if (files.length > 0) this.#refuse(files);
      return;
    }
    const unused = files.filter((file) => file !== video && file !== captions);
    // Captions that came with a video are of no other dub.
    const hasDub = !video || (await this.#createDub(video));
    if (captions && hasDub) await this.importCaptions(captions);
    reportUnused(hasDub || !captions ? unused : [captions, ...unused], this.#deps.toastReason);
  };

  #refuse([file]: readonly File[]): void {
    const name = file?.name ?? messages.dubbingTimeline.thatFile;
    const { failure } = fail('unsupported-media', message('dubbingTimeline.wrongFileType', name), { next: 'choose-file' });
    this.#deps.dubs.store.setState({ failure: { failure, about: messages.dubbingTimeline.nothingAdded } });
  }

  /** False where there is none: another one is coming, it failed, or it was stopped. */
  async #createDub(file: File): Promise<boolean> {
    if (this.store.getState().coming) {
      reportUnused([file], this.#deps.toastReason);
      return false;
    }
    const controller = (this.#coming = new AbortController());
    const { signal } = controller;
    const name = file.name.slice(0, 1_000);
    this.#set({ coming: { name, stage: 'sending', fraction: 0 } });
    this.#deps.dubs.store.setState({ failure: undefined });
    const answer = await attempt(async () => {
      const uploadId = await upload(file, signal, (fraction) => this.#set({ coming: { name, stage: 'sending', fraction } }));
      await this.#deps.dubs.flushDub();
      this.#set({ coming: { name, stage: 'opening', fraction: undefined } });
      const call = this.#deps.client.call('dubs.create', { uploadId, name }, { signal });
      for await (const { fraction } of call) this.#set({ coming: { name, stage: 'opening', fraction } });
      return call.result;
    });
    this.#set({ coming: undefined });
    if (answer.ok) {
      this.#deps.dubs.showDub(answer.value);
      if (!this.#takeWaiting()) this.#deps.announce(messages.dubbingTimeline.videoOpened(answer.value.title));
      void this.#deps.dubs.loadDubs();
    } else if (answer.failure.kind === 'cancelled') this.#deps.announce(messages.dubbingTimeline.importStopped);
    else this.#deps.dubs.store.setState({ failure: { failure: answer.failure, about: messages.dubbingTimeline.fileNotOpened(name) } });
    return answer.ok;
  }

  readonly importCaptions = async (file: File): Promise<void> => {
    const { dub } = this.#deps.dubs.store.getState();
    const answer = await attempt(async () => {
      if (!dub) throw fail('conflict', message('dubbingTimeline.openDubFirst'), { next: 'choose-file' });
      if (file.size > captionLimits.bytes)
        throw fail('too-large', message('dubbingTimeline.captionsTooLarge', captionLimits.bytes / 1024 / 1024));
      return readCaptions(await textOf(file));
    });
    if (!answer.ok) {
      this.#deps.dubs.store.setState({
        failure: { failure: answer.failure, about: messages.dubbingTimeline.captionsNotImported(file.name) },
      });
      return;
    }
    this.#deps.dubs.store.setState({ failure: undefined });
    const { cues, sounds } = answer.value;
    if (sounds.length > 0) {
      const { soundsLeftOut, sound, quoted } = messages.dubbingTimeline;
      const more = sounds.length - shownSounds;
      const shown = [
        ...sounds.slice(0, shownSounds).map((text) => quoted(cutText(text, 60))),
        ...(more > 0 ? [messages.dubbingTimeline.more(more)] : []),
      ];
      this.#deps.toastReason(soundsLeftOut(sound(sounds.length)), `${formatList(shown)}.`);
    }
    this.takeLines({ name: file.name, cues });
  };

  /** Makes segments of them in the dub that is open; what it has already is not replaced unasked: Dubbing asks what becomes of it. */
  readonly takeLines = (lines: Lines): void => {
    if ((this.#deps.dubs.store.getState().dub?.segments.length ?? 0) > 0) this.#set({ pending: lines });
    else this.takeCaptions(lines.cues, 'replace');
  };

  /** Keeps lines until there is a dub for them, or they are given up. */
  readonly awaitVideo = (lines: Lines): void => {
    waitingLines.set(lines);
    this.#set({ waiting: lines, focusWaiting: true });
    this.#deps.announce(messages.dubbingTimeline.linesWaiting(messages.dubbingTimeline.line(lines.cues.length), lines.name));
  };

  readonly dropWaiting = (): void => {
    waitingLines.set(undefined);
    this.#set({ waiting: undefined, focusWaiting: false });
  };

  /** The lines that wait go into the dub that is open now; false where none do. */
  #takeWaiting(): boolean {
    const { waiting } = this.store.getState();
    if (!waiting || !this.#deps.dubs.store.getState().dub) return false;
    this.#set({ waiting: undefined, focusWaiting: false });
    this.takeLines(waiting);
    // Until they are segments on the disk, a restart finds them waiting.
    void this.#deps.dubs.flushDub().then((saved) => {
      if (saved && !this.store.getState().waiting) waitingLines.set(undefined);
    });
    return true;
  }

  /** Opens a dub of the list. */
  readonly openListed = async (dubId: string): Promise<void> => {
    await this.#deps.dubs.openDub(dubId);
    this.#takeWaiting();
  };

  readonly takeCaptions = (cues: readonly ReadCue[], how: 'replace' | 'add'): void => {
    const { dub } = this.#deps.dubs.store.getState();
    this.#set({ pending: undefined, focusSegments: dub !== undefined });
    if (!dub) return;
    const read = toSegments(cues, newId, dub.segments);
    const segments = (how === 'add' ? inOrder([...dub.segments, ...read]) : read).slice(0, dubLimits.segments);
    this.#deps.dubs.editDub(messages.dubbingTimeline.importCaptions, () => ({ segments }));
    const [first] = read;
    if (first) this.#deps.dubs.select(first.id);
    const speakers = new Set(read.flatMap(({ speaker }) => speaker ?? []));
    this.#deps.announce(
      messages.dubbingTimeline.captionsImported(
        messages.dubbingTimeline.caption(read.length),
        speakers.size > 0 ? messages.dubbingTimeline.bySpeakers(messages.dubbingTimeline.speaker(speakers.size)) : '',
      ),
    );
  };

  /** The segments take the texts of captions at the same time; their speakers, voices, times and takes stay. */
  readonly takeCaptionTexts = (cues: readonly ReadCue[]): void => {
    const { dub } = this.#deps.dubs.store.getState();
    this.#set({ pending: undefined, focusSegments: dub !== undefined });
    if (!dub) return;
    const { segments, replaced, added, kept } = takeTexts(cues, dub.segments, newId);
    this.#deps.dubs.editDub(messages.dubbingTimeline.replaceTexts, () => ({ segments }));
    const first = segments.find(({ id, text }) => dub.segments.find((before) => before.id === id)?.text !== text);
    if (first) this.#deps.dubs.select(first.id);
    this.#deps.announce(messages.dubbingTimeline.textsTaken(replaced, added, kept));
  };

  /** Of its text, `en`; where that does not tell, of all its voices. */
  async #languageOf({ segments }: Dub, signal: AbortSignal): Promise<string | undefined> {
    const text = textOfSegments(inOrder(segments));
    const [plain] = (await findTextLanguages(this.#deps.client, [text], signal)) ?? [];
    if (typeof plain === 'string') return plain;
    const spoken = new Set(
      segments.map(({ voiceId }) =>
        this.#deps.voices
          .voiceOfId(voiceId ?? undefined)
          ?.primaryLanguage.replace(/[-_].*$/u, '')
          .toLowerCase(),
      ),
    );
    const [only] = spoken;
    return spoken.size === 1 && only !== undefined && /^[a-z]{2,3}$/u.test(only) ? only : undefined;
  }

  readonly dismissExported = (): void => this.#set({ exported: undefined });

  readonly stopExport = (): void => this.#writing?.abort();

  /** Exports, or asks first where some audio is missing or older than its line. Captions have the text of now. */
  readonly askToExport = async (format: DubExportFormat, audioCodec?: 'opus'): Promise<void> => {
    const { dub } = this.#deps.dubs.store.getState();
    if (dub && !isCaptionFormat(format) && !this.store.getState().exporting && staleSegments(dub).length + silentSegments(dub).length > 0)
      this.#set({ exportQuestion: { format, audioCodec } });
    else await this.exportDub(format, audioCodec);
  };

  readonly answerExport = async (anyway: boolean): Promise<void> => {
    const { exportQuestion } = this.store.getState();
    this.#set({ exportQuestion: undefined });
    if (exportQuestion && anyway) await this.exportDub(exportQuestion.format, exportQuestion.audioCodec);
  };

  /** Writes to a place that the person chooses, or hands it over as a download. */
  readonly exportDub = async (format: DubExportFormat, audioCodec?: 'opus'): Promise<void> => {
    const { dub } = this.#deps.dubs.store.getState();
    const { exporting, exported: before } = this.store.getState();
    if (!dub || exporting) return;
    const controller = (this.#writing = new AbortController());
    this.#set({ exporting: { format, fraction: 0 }, exported: undefined, exportFailure: undefined });
    const language = await this.#languageOf(dub, controller.signal);
    const { host } = this.#deps.host.store.getState();
    let path: string | undefined;
    if (host?.nativeDialogs === true && host.writesToChosenPath) {
      const extension = format === 'mp4' ? containerFor(dub.video) : format;
      const chosen = await this.#deps.files.chooseFile({
        purpose: 'export',
        suggestedName: dubbedName(cutText(dub.title, 60), language),
        extension,
      });
      // Nothing is written: what was written before still holds.
      if (!chosen.ok || chosen.value === null) {
        this.#set({ exporting: undefined, exported: before, exportFailure: chosen.ok ? undefined : chosen.failure });
        return;
      }
      path = chosen.value;
    }
    const answer = await attempt(async () => {
      if (!(await this.#deps.dubs.flushDub())) throw fail('conflict', message('dubbingTimeline.exportNeedsSave'));
      // The system's own dialog has asked before a file is written over.
      const place = path === undefined ? {} : { path, overwrite: true };
      const call = this.#deps.client.call(
        'dubs.export',
        {
          dubId: dub.id,
          format,
          ...(audioCodec !== undefined && { audioCodec }),
          ...(isCaptionFormat(format) && { speakers: this.store.getState().speakerNames }),
          ...place,
          ...(language !== undefined && { language }),
        },
        { signal: controller.signal },
      );
      for await (const { fraction } of call) this.#set({ exporting: { format, fraction } });
      return call.result;
    });
    this.#set({ exporting: undefined });
    if (answer.ok) {
      const { name, url, path: written, peak } = answer.value;
      if (url !== null) this.#deps.files.download(url, name);
      const isCaptionFile = isCaptionFormat(format);
      const stale = staleSegments(dub).length;
      const silent = isCaptionFile ? 0 : silentSegments(dub).length;
      const faulty = isCaptionFile ? 0 : faultySegments(dub).length;
      const place = [
        `${written === null ? messages.dubbingTimeline.savedToDownloads : messages.dubbingTimeline.savedAt(written)}${formatPeak(peak)}`,
        stale === 0 ? '' : isCaptionFile ? messages.dubbingTimeline.captionsNewer(stale) : messages.dubbingTimeline.exportedStale(stale),
        silent > 0 ? messages.dubbingTimeline.exportedSilent(silent) : '',
        faulty > 0 ? messages.dubbingTimeline.exportedFaulty(faulty) : '',
      ]
        .filter(Boolean)
        .join(' ');
      // Who has left the dub reads it where they are.
      if (this.#deps.dubs.store.getState().dub?.id === dub.id) this.#set({ exported: { name, place, format } });
      else this.#deps.toast(messages.dubbingTimeline.exportedTitle(name), place);
      this.#deps.announce(messages.dubbingTimeline.exported(name, place));
    } else if (answer.failure.kind === 'cancelled') this.#deps.announce(messages.dubbingTimeline.exportStopped);
    else this.#set({ exportFailure: answer.failure });
  };
}

const isCaptionFormat = (format: DubExportFormat): boolean => format === 'srt' || format === 'vtt';

export const videoEndings = ['.mp4', '.m4v', '.mov', '.webm', '.mkv'] as const;

export const captionEndings = ['.srt', '.vtt'] as const;

const ends = (name: string, endings: readonly string[]): boolean => endings.some((ending) => name.toLowerCase().endsWith(ending));

export const isCaptions = ({ name }: Pick<File, 'name'>): boolean => ends(name, captionEndings);

/** Names the files that came with others and are not used. */
export function reportUnused(files: readonly Pick<File, 'name'>[], report: typeof toastReason): void {
  if (files.length === 0) return;
  const names = files.slice(0, mostNamed).map(({ name }) => name);
  report(messages.dubbingTimeline.notUsed, [...names, ...(files.length > mostNamed ? ['…'] : [])].join(', '));
}

const mostNamed = 5;

/** Hands a file to main. `fetch` tells of nothing on the way. */
function upload(file: File, signal: AbortSignal, onFraction: (fraction: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/bytes/upload');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onFraction(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const answer = request.response as { uploadId?: string; failure?: Failure } | null;
      if (answer?.uploadId !== undefined) resolve(answer.uploadId);
      else if (answer?.failure) reject(fail(answer.failure.kind, readText(answer.failure), { next: answer.failure.next }));
      else reject(fail('file-failed', message('dubbingTimeline.videoRefused'), { next: 'retry' }));
    };
    request.onerror = () => reject(fail('file-failed', message('dubbingTimeline.videoNotRead'), { next: 'retry' }));
    request.onabort = () => reject(fail('cancelled', message('dubbingTimeline.stopped')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
