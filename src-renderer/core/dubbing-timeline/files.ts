import { create } from 'zustand';
import { readCaptions, segmentsOf, type ReadCue } from '#shared/dubbing/captions-in.ts';
import { captionLimits } from '#shared/dubbing/captions-in.ts';
import { containerFor, dubbedName, dubLimits, inOrder, type Dub } from '#shared/dubbing/timeline.ts';
import { fail, type Failure, readText } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { DubExportFormat } from '#shared/operations/dubbing-timeline.ts';
import { plural } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { formatPeak } from '../../lib/peak-words.ts';
import { editDub, flushDub, loadDubs, openDub, select, showDub, useDubs } from './dubbing-timeline.ts';
import { chooseFile, download } from '../files/files.ts';
import { attempt, studio, useHost } from '../host/host.ts';
import { textOf } from '../files/file-text.ts';
import { voiceOfId } from '../voices/voices.ts';
import { waitingLines, type Lines } from './waiting-lines.ts';
import { messages } from '#shared/messages/index.ts';
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
  exporting: { format: DubExportFormat; fraction: number } | undefined;
  /** What was written last. */
  exported: { name: string; place: string; format: DubExportFormat } | undefined;
  exportFailure: Failure | undefined;
}
export const useDubFiles = create<DubFilesState>(() => ({
  coming: undefined,
  pending: undefined,
  waiting: waitingLines.get(),
  focusWaiting: false,
  focusSegments: false,
  exporting: undefined,
  exported: undefined,
  exportFailure: undefined,
}));
const set = useDubFiles.setState;

export const videoEndings = ['.mp4', '.m4v', '.mov', '.webm', '.mkv'] as const;
export const captionEndings = ['.srt', '.vtt'] as const;
const ends = (name: string, endings: readonly string[]): boolean => endings.some((ending) => name.toLowerCase().endsWith(ending));

let coming: AbortController | undefined;
export const stopComing = (): void => coming?.abort();

/** A video becomes a dub; captions become segments of the one that is open. */
export async function addFiles(files: readonly File[]): Promise<void> {
  const captions = files.find(({ name }) => ends(name, captionEndings));
  const video = files.find(({ name, type }) => ends(name, videoEndings) || type.startsWith('video/'));
  if (video) await createDub(video);
  if (captions) await importCaptions(captions);
  if (!video && !captions && files.length > 0)
    useDubs.setState({
      failure: {
        failure: fail(
          'unsupported-media',
          message('dubbingTimeline.isNeitherAVideoMp4Mov', files[0]?.name ?? messages.dubbingTimeline.that),
          { next: 'choose-file' },
        ).failure,
        about: messages.dubbingTimeline.nothingWasTaken,
      },
    });
}

async function createDub(file: File): Promise<void> {
  if (useDubFiles.getState().coming) return;
  const controller = (coming = new AbortController());
  const { signal } = controller;
  const name = file.name.slice(0, 1_000);
  set({ coming: { name, stage: 'sending', fraction: 0 } });
  useDubs.setState({ failure: undefined });
  const answer = await attempt(async () => {
    const uploadId = await upload(file, signal, (fraction) => set({ coming: { name, stage: 'sending', fraction } }));
    await flushDub();
    set({ coming: { name, stage: 'opening', fraction: undefined } });
    const call = studio().call('dubs.create', { uploadId, name }, { signal });
    for await (const { fraction } of call) set({ coming: { name, stage: 'opening', fraction } });
    return call.result;
  });
  set({ coming: undefined });
  if (answer.ok) {
    showDub(answer.value);
    if (!takeWaiting()) announce(messages.dubbingTimeline.isOpenImportCaptionsOrAdd(answer.value.title));
    void loadDubs();
  } else if (answer.failure.kind === 'cancelled') announce(messages.dubbingTimeline.stoppedNothingWasKept);
  else useDubs.setState({ failure: { failure: answer.failure, about: messages.dubbingTimeline.couldNotBeOpened(name) } });
}

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
      else reject(fail('file-failed', message('dubbingTimeline.theStudioDidNotTakeTheVideo'), { next: 'retry' }));
    };
    request.onerror = () => reject(fail('file-failed', message('dubbingTimeline.theVideoCouldNotBeRead'), { next: 'retry' }));
    request.onabort = () => reject(fail('cancelled', message('dubbingTimeline.stopped')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

export async function importCaptions(file: File): Promise<void> {
  const { dub } = useDubs.getState();
  const answer = await attempt(async () => {
    if (!dub) throw fail('conflict', message('dubbingTimeline.openADubFirstCaptionsBelong'), { next: 'choose-file' });
    if (file.size > captionLimits.bytes)
      throw fail('too-large', message('dubbingTimeline.theCaptionsAreTooLargeUp', captionLimits.bytes / 1024 / 1024));
    return readCaptions(await textOf(file));
  });
  if (!answer.ok) {
    useDubs.setState({ failure: { failure: answer.failure, about: messages.dubbingTimeline.wasNotImported(file.name) } });
    return;
  }
  useDubs.setState({ failure: undefined });
  takeLines({ name: file.name, cues: answer.value });
}

/** Makes segments of them in the dub that is open; what it has already is not replaced unasked: Dubbing asks what becomes of it. */
export function takeLines(lines: Lines): void {
  if ((useDubs.getState().dub?.segments.length ?? 0) > 0) set({ pending: lines });
  else takeCaptions(lines.cues, 'replace');
}

/** Keeps lines until there is a dub for them, or they are given up. */
export function awaitVideo(lines: Lines): void {
  waitingLines.set(lines);
  set({ waiting: lines, focusWaiting: true });
  announce(messages.dubbingTimeline.ofWaitForAVideo(plural(lines.cues.length, messages.dubbingTimeline.line), lines.name));
}
export function dropWaiting(): void {
  waitingLines.set(undefined);
  set({ waiting: undefined, focusWaiting: false });
}

/** The lines that wait go into the dub that is open now; false where none do. */
function takeWaiting(): boolean {
  const { waiting } = useDubFiles.getState();
  if (!waiting || !useDubs.getState().dub) return false;
  set({ waiting: undefined, focusWaiting: false });
  takeLines(waiting);
  // Until they are segments on the disk, a restart finds them waiting.
  void flushDub().then((saved) => {
    if (saved && !useDubFiles.getState().waiting) waitingLines.set(undefined);
  });
  return true;
}

/** Opens a dub of the list. */
export async function openListed(dubId: string): Promise<void> {
  await openDub(dubId);
  takeWaiting();
}

export function takeCaptions(cues: readonly ReadCue[], how: 'replace' | 'add'): void {
  const { dub } = useDubs.getState();
  set({ pending: undefined, focusSegments: dub !== undefined });
  if (!dub) return;
  const read = segmentsOf(cues, newId, dub.segments);
  const segments = (how === 'add' ? inOrder([...dub.segments, ...read]) : read).slice(0, dubLimits.segments);
  editDub(messages.dubbingTimeline.importCaptions, () => ({ segments }));
  const [first] = read;
  if (first) select(first.id);
  const speakers = new Set(read.flatMap(({ speaker }) => speaker ?? []));
  announce(
    messages.dubbingTimeline.importedChooseVoices(
      plural(read.length, messages.dubbingTimeline.caption),
      speakers.size > 0 ? messages.dubbingTimeline.by(plural(speakers.size, messages.dubbingTimeline.speaker)) : '',
    ),
  );
}

/** Of all its lines, `en`; undefined where they are of several, or of voices that are not known. */
function languageOf({ segments }: Dub): string | undefined {
  const spoken = new Set(
    segments.map(({ voiceId }) =>
      voiceOfId(voiceId ?? undefined)
        ?.primaryLanguage.replace(/[-_].*$/u, '')
        .toLowerCase(),
    ),
  );
  const [only] = spoken;
  return spoken.size === 1 && only !== undefined && /^[a-z]{2,3}$/u.test(only) ? only : undefined;
}

// An edit or another dub: what was written last is the file of another state.
useDubs.subscribe((after, before) => {
  if (after.history !== before.history || after.dub?.id !== before.dub?.id) set({ exported: undefined });
});
export const dismissExported = (): void => set({ exported: undefined });

let writing: AbortController | undefined;
export const stopExport = (): void => writing?.abort();

/** Writes to a place that the person chooses, or hands it over as a download. */
export async function exportDub(format: DubExportFormat, audioCodec?: 'opus'): Promise<void> {
  const { dub } = useDubs.getState();
  if (!dub || useDubFiles.getState().exporting) return;
  const language = languageOf(dub);
  const controller = (writing = new AbortController());
  const { host } = useHost.getState();
  let path: string | undefined;
  if (host?.nativeDialogs === true && host.writesToChosenPath) {
    const extension = format === 'mp4' ? containerFor(dub.video) : format;
    const chosen = await chooseFile({ purpose: 'export', suggestedName: dubbedName(dub.title.slice(0, 60), language), extension });
    if (!chosen.ok) set({ exportFailure: chosen.failure });
    if (!chosen.ok || chosen.value === null) return;
    path = chosen.value;
  }
  set({ exporting: { format, fraction: 0 }, exported: undefined, exportFailure: undefined });
  const answer = await attempt(async () => {
    if (!(await flushDub())) throw fail('conflict', message('dubbingTimeline.theDubIsNotSavedSo'));
    // The system's own dialog has asked before a file is written over.
    const place = path === undefined ? {} : { path, overwrite: true };
    const call = studio().call(
      'dubs.export',
      { dubId: dub.id, format, ...(audioCodec !== undefined && { audioCodec }), ...place, ...(language !== undefined && { language }) },
      { signal: controller.signal },
    );
    for await (const { fraction } of call) set({ exporting: { format, fraction } });
    return call.result;
  });
  set({ exporting: undefined });
  if (answer.ok) {
    const { name, url, path: written, peak } = answer.value;
    if (url !== null) download(url, name);
    const place = `${written === null ? messages.dubbingTimeline.itIsAmongYourBrowsersDownloads : messages.dubbingTimeline.itIsAt(written)}${formatPeak(peak)}`;
    set({ exported: { name, place, format } });
    announce(messages.dubbingTimeline.exported(name, place));
  } else if (answer.failure.kind === 'cancelled') announce(messages.dubbingTimeline.theExportWasStoppedNoFile);
  else set({ exportFailure: answer.failure });
}
