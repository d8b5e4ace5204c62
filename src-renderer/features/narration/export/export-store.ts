import { z } from 'zod';
import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { ExportFormat, ExportOrder } from '#shared/masters/export-order.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Call, Event, In, Out } from '#shared/rpc.ts';
import { messages } from '#shared/messages/index.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { HostStore } from '../../../core/host/host-store.ts';
import type { ChaptersStore } from '../../../core/chapter/chapters-store.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { StudioFiles } from '../../../core/files/studio-files.ts';
import { uploadFile } from '../../../core/files/upload-file.ts';
import { keptInWindow } from '../../../lib/kept-in-window.ts';
import type { announce } from '../../../lib/live-region.tsx';
import type { WindowStore } from '../../../core/window/window-store.ts';
import type { toastOffer, withdrawOffer } from '../../../lib/toast.tsx';
import { chooseFormat, choosePreset, isSound, keptChoices, settle, toOrder, type ExportChoices, type PresetId } from './export-choices.ts';
import type { ExportPlan, MeasuredFile } from './export-checks.ts';

type JobState = 'running' | 'paused' | 'stopped' | 'done' | 'failed';

/** A file that was written, and its place among those of the export. */
type PlacedFile = ExportedFile & { index: number };

/** An export that was started. */
export interface ExportJob {
  projectId: string;
  state: JobState;
  fraction: number;
  /** Of the file that is written, from 0. */
  index: number;
  of: number;
  name: string;
  /** How long it has run without its pauses, in milliseconds, up to `since`; `since` is `undefined` while it does not run. */
  ranMs: number;
  since: number | undefined;
  /** In the order of the book, the last of them; `written` counts all. */
  files: readonly PlacedFile[];
  written: number;
  /** Empty for downloads. */
  folder: string;
  result: Out<Operations['export.run']> | undefined;
  failure: Failure | undefined;
  /** It ended while Export was closed, and is shown until the next one. */
  isUnwatched: boolean;
  /** The same, and Export was not opened since. */
  isUnseen: boolean;
}

interface ExportState {
  isOpen: boolean;
  choices: ExportChoices;
  /** Something was chosen since it was opened. */
  isChanged: boolean;
  /** Blocks without audio are left out of it. */
  leavesOut: boolean;
  cover: { name: string; uploadId: string } | undefined;
  coverFailure: Failure | undefined;
  plan: ExportPlan | undefined;
  planFailure: Failure | undefined;
  measured: readonly MeasuredFile[];
  isMeasuring: boolean;
  /** Names that stand in the folder, while the person is asked what to do. */
  existing: readonly string[] | undefined;
  job: ExportJob | undefined;
}

/** Of the toast about an export. */
const offerId = 'export';

/** Files that are listed after an export. */
const listedFiles = 500;

interface Dependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'flushProject'>;
  chapters: Pick<ChaptersStore, 'progressByChapter'>;
  host: Pick<HostStore, 'store'>;
  files: Pick<StudioFiles, 'chooseFile' | 'download'>;
  announce: typeof announce;
  window: Pick<WindowStore, 'store'>;
  toastOffer: typeof toastOffer;
  withdrawOffer: typeof withdrawOffer;
}

/** The export that runs, with what no project remembers of its choices: a window that is loaded again meanwhile ends it, and says so. */
const begun = keptInWindow(
  'export',
  z.object({
    projectId: z.string(),
    folder: z.string(),
    leavesOut: z.boolean(),
    cover: z.object({ name: z.string(), uploadId: z.string() }).optional(),
  }),
);

/** Chapters of the open project as files: what is chosen, what will come of it, and the job. */
export class ExportStore {
  readonly store = create<ExportState>(() => ({
    isOpen: false,
    choices: keptChoices.get(''),
    isChanged: false,
    leavesOut: false,
    cover: undefined,
    coverFailure: undefined,
    plan: undefined,
    planFailure: undefined,
    measured: [],
    isMeasuring: false,
    existing: undefined,
    job: undefined,
  }));
  readonly #deps: Dependencies;
  #call: Call<Operations['export.run']> | undefined;
  #stopping: AbortController | undefined;
  /** Of the job. */
  #lastInput: In<Operations['export.run']> | undefined;
  #measuring: AbortController | undefined;
  /** What was measured last, or is being measured. */
  #measuredFor = '';
  #planning: Promise<void> | undefined;
  /** How often a plan was asked for. */
  #asked = 0;
  #unwatch: (() => void) | undefined;
  /** The project whose choices these are. */
  #chosenFor: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  readonly open = async (): Promise<void> => {
    const { details } = this.#deps.project.store.getState();
    if (!details) return;
    const { job, isOpen } = this.store.getState();
    if (isOpen) return;
    const isOther = job !== undefined && job.projectId !== details.projectId && !isUnderWay(job);
    const isSame = this.#chosenFor === details.projectId;
    this.#chosenFor = details.projectId;
    const { choices: before } = this.store.getState();
    const kept = keptChoices.get(details.projectId);
    const choices = { ...kept, leftOut: [...new Set([...kept.leftOut, ...this.#chaptersWithoutAudio()])] };
    this.store.setState({
      isOpen: true,
      // The system's dialog allows a folder for as long as the studio runs.
      choices: this.#isNative() ? { ...choices, folder: isSame ? before.folder : '' } : choices,
      isChanged: false,
      ...(!isSame && { leavesOut: false, cover: undefined, coverFailure: undefined }),
      plan: undefined,
      planFailure: undefined,
      measured: [],
      existing: undefined,
      ...((isOther || (job?.state === 'done' && !job.isUnwatched)) && { job: undefined }),
    });
    this.#changeJob({ isUnseen: false });
    this.#deps.withdrawOffer(offerId);
    this.#measuredFor = '';
    // Takes that come while the sheet is open change what it says.
    this.#unwatch = this.#deps.project.store.subscribe((now, before) => {
      if (now.takes !== before.takes || now.outline !== before.outline) void this.refresh();
    });
    const unsaved = await this.#deps.project.flushProject();
    if (unsaved) this.store.setState({ planFailure: unsaved });
    else await this.refresh();
  };

  /** Opens Export from any panel. */
  readonly show = async (): Promise<void> => {
    this.#deps.window.store.setState({ panel: 'narration' });
    await this.open();
  };

  /** Says, as soon as a project is open, that its export was ended when the window was loaded again, and offers the same choices. */
  readonly watchStopped = (): (() => void) => {
    const { store } = this.#deps.project;
    this.#offerStopped();
    return store.subscribe((now, before) => {
      if (now.details?.projectId !== before.details?.projectId) this.#offerStopped();
    });
  };

  /** An export goes on; so does nothing else. */
  readonly close = (): void => {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#measuring?.abort();
    this.#measuredFor = '';
    this.store.setState({ isOpen: false, existing: undefined, isMeasuring: false });
  };

  readonly change = (change: Partial<ExportChoices>): void => {
    this.#setChoices(settle({ ...this.store.getState().choices, ...change }));
  };

  readonly choosePreset = (presetId: PresetId): void => {
    this.#setChoices(choosePreset(this.store.getState().choices, presetId));
  };

  readonly chooseFormat = (format: ExportFormat): void => {
    this.#setChoices(chooseFormat(this.store.getState().choices, format));
  };

  readonly leaveOut = (leavesOut: boolean): void => this.store.setState({ leavesOut, isChanged: true });

  readonly chooseCover = async (file: File | undefined): Promise<void> => {
    this.store.setState({ isChanged: true });
    if (!file) {
      this.store.setState({ cover: undefined, coverFailure: undefined });
      await this.refresh();
      return;
    }
    const answer = await attempt(() => uploadFile(file));
    if (answer.ok) this.store.setState({ cover: { name: file.name, uploadId: answer.value }, coverFailure: undefined });
    else this.store.setState({ cover: undefined, coverFailure: answer.failure });
    await this.refresh();
  };

  /** The system's own dialog, where the host has one. */
  readonly chooseFolder = async (): Promise<boolean> => {
    const chosen = await this.#deps.files.chooseFile({ purpose: 'export-folder', suggestedName: '', extension: '' });
    if (!chosen.ok || chosen.value === null) return false;
    this.change({ folder: chosen.value });
    return true;
  };

  /** In the system's file manager; with `file`, that file in it. */
  readonly showFolder = (file?: string): void => {
    const { job } = this.store.getState();
    if (!job || job.folder === '') return;
    void attempt(() => this.#deps.client.run('files.showFolder', { path: job.folder, ...(file !== undefined && { file }) }));
  };

  /** Asks main what would be written; calls that come meanwhile are one more. */
  readonly refresh = async (): Promise<void> => {
    this.#asked += 1;
    this.#planning ??= this.#planUntilFresh().finally(() => (this.#planning = undefined));
    await this.#planning;
  };

  /** Starts it, unless files stand in the folder: then the person is asked. */
  readonly start = async (existing: 'ask' | 'replace' | 'keep' = 'ask'): Promise<void> => {
    const { choices, job } = this.store.getState();
    const order = this.#order();
    if (!order || (job && isUnderWay(job))) return;
    if (this.#isNative() && choices.folder === '' && !(await this.chooseFolder())) return;
    await this.refresh();
    const { plan, planFailure, choices: now } = this.store.getState();
    if (!plan || planFailure) return;
    if (existing === 'ask' && plan.existing.length > 0) {
      this.store.setState({ existing: plan.existing });
      return;
    }
    this.store.setState({ existing: undefined });
    this.#measuring?.abort();
    if (isSound(order.format))
      this.#remember({ ...now, lastLevel: order.preset ?? 'none', lastEach: order.each === 'chapter' ? 'chapter' : 'one' });
    const folder = now.folder.trim();
    await this.#run({
      ...order,
      jobId: newId(),
      ...(folder !== '' && { folder }),
      ...(existing === 'replace' && { overwrite: true }),
      ...(existing === 'keep' && { keepExisting: true }),
      ...(isSound(order.format) && { withReport: true, withReceipts: choices.receipts }),
    });
  };

  /** What a stopped or failed export has written stays; the rest is written. */
  readonly resumeStopped = async (): Promise<void> => {
    const { job } = this.store.getState();
    const input = this.#lastInput;
    if (!job || !input || isUnderWay(job)) return;
    // Where main was started again since, it knows nothing of this job: what is whole stays then too.
    await this.#run({ ...input, ...(input.overwrite !== true && { keepExisting: true }) });
  };

  readonly cancelQuestion = (): void => this.store.setState({ existing: undefined });

  readonly pause = (): void => this.#call?.send({ type: 'pause' });
  readonly resume = (): void => this.#call?.send({ type: 'resume' });
  readonly stop = (): void => this.#stopping?.abort();

  /** From what came of an export back to its choices. */
  readonly backToChoices = (): void => {
    const { job } = this.store.getState();
    if (job && isUnderWay(job)) return;
    this.store.setState({ job: undefined });
    void this.refresh();
  };

  async #run(input: In<Operations['export.run']>): Promise<void> {
    this.#lastInput = input;
    const stopping = new AbortController();
    this.#stopping = stopping;
    const job: ExportJob = {
      projectId: input.projectId,
      state: 'running',
      fraction: 0,
      index: 0,
      of: this.store.getState().plan?.files ?? 1,
      name: '',
      ranMs: 0,
      since: Date.now(),
      files: [],
      written: 0,
      folder: input.folder ?? '',
      result: undefined,
      failure: undefined,
      isUnwatched: false,
      isUnseen: false,
    };
    const { leavesOut, cover } = this.store.getState();
    this.store.setState({ job });
    begun.set({ projectId: input.projectId, folder: job.folder, leavesOut, cover });
    this.#deps.announce(messages.exportSheet.started);
    const answer = await attempt(async () => {
      const call = this.#deps.client.call('export.run', input, { signal: stopping.signal });
      this.#call = call;
      for await (const event of call) this.#take(event);
      return call.result;
    });
    this.#call = undefined;
    this.#stopping = undefined;
    begun.set(undefined);
    const isStopped = !answer.ok && stopping.signal.aborted;
    const state: JobState = answer.ok ? 'done' : isStopped ? 'stopped' : 'failed';
    this.#changeJob({
      state,
      ...this.#clock(false),
      ...(answer.ok ? { result: answer.value, fraction: 1 } : !isStopped && { failure: answer.failure }),
    });
    this.#announceEnd();
  }

  /** What main says of the job. */
  #take(event: Event<Operations['export.run']>): void {
    const { job } = this.store.getState();
    if (!job) return;
    if (event.type === 'progress') {
      const { fraction, index, of, name } = event;
      this.#changeJob({ fraction, index, of, name });
    } else if (event.type === 'file') {
      const files = [...job.files, { ...event.file, index: event.index }].sort((one, other) => one.index - other.index);
      this.#changeJob({ files: files.slice(-listedFiles), written: job.written + 1 });
      if (event.file.url !== null) this.#deps.files.download(event.file.url, event.file.name);
    } else {
      const isPaused = event.type === 'paused';
      this.#changeJob({ state: isPaused ? 'paused' : 'running', ...this.#clock(!isPaused) });
      this.#deps.announce(isPaused ? messages.exportSheet.paused : messages.exportSheet.resumed);
    }
  }

  /** The time that it has run, and from when it goes on. */
  #clock(runs: boolean): Pick<ExportJob, 'ranMs' | 'since'> {
    const { job } = this.store.getState();
    const ranMs = (job?.ranMs ?? 0) + (job?.since === undefined ? 0 : Date.now() - job.since);
    return { ranMs, since: runs ? Date.now() : undefined };
  }

  #changeJob(change: Partial<ExportJob>): void {
    const { job } = this.store.getState();
    if (job) this.store.setState({ job: { ...job, ...change } });
  }

  #announceEnd(): void {
    const { job, isOpen } = this.store.getState();
    if (!job) return;
    const [only] = job.written === 1 && job.state === 'done' ? job.files : [];
    const said = only ? messages.exportSheet.finished(only.name) : describeEnd(job);
    this.#deps.announce(said);
    if (isOpen) return;
    this.#changeJob({ isUnwatched: true, isUnseen: true });
    this.#deps.toastOffer(said, '', messages.exportSheet.showExport, () => void this.show(), offerId);
  }

  #offerStopped(): void {
    const { details } = this.#deps.project.store.getState();
    const { job } = this.store.getState();
    const stopped = job && isUnderWay(job) ? undefined : begun.get();
    if (!details || stopped === undefined) return;
    begun.set(undefined);
    if (stopped.projectId !== details.projectId) return;
    const { folder, leavesOut, cover } = stopped;
    this.#chosenFor = details.projectId;
    this.store.setState({ choices: { ...keptChoices.get(details.projectId), folder }, leavesOut, cover });
    const { stoppedByReload, startAgain, openExport } = messages.exportSheet;
    this.#deps.announce(stoppedByReload);
    this.#deps.toastOffer(stoppedByReload, startAgain, openExport, () => void this.show(), offerId, true);
  }

  #setChoices(choices: ExportChoices): void {
    this.store.setState({ isChanged: true });
    this.#remember(choices);
    void this.refresh();
  }

  #remember(choices: ExportChoices): void {
    const { details } = this.#deps.project.store.getState();
    this.store.setState({ choices });
    if (!details) return;
    const silent = this.#chaptersWithoutAudio();
    keptChoices.set(details.projectId, { ...choices, leftOut: choices.leftOut.filter((id) => !silent.includes(id)) });
  }

  /** Left out until they have audio, unless a person ticks them; none where no chapter has audio: then Export says what the book lacks. */
  #chaptersWithoutAudio(): readonly string[] {
    const progress = [...this.#deps.chapters.progressByChapter()];
    const silent = progress.flatMap(([id, { seconds }]) => (seconds > 0 ? [] : [id]));
    return silent.length === progress.length ? [] : silent;
  }

  #order(): ExportOrder | undefined {
    const { details, outline } = this.#deps.project.store.getState();
    if (!details) return undefined;
    const { choices, cover } = this.store.getState();
    const chapterIds = outline.map(({ id }) => id);
    return toOrder(choices, { projectId: details.projectId, chapterIds, coverUploadId: cover?.uploadId });
  }

  #isNative(): boolean {
    const { host } = this.#deps.host.store.getState();
    return host?.nativeDialogs === true && host.writesToChosenPath;
  }

  async #planUntilFresh(): Promise<void> {
    let planned = 0;
    while (planned !== this.#asked && this.store.getState().isOpen) {
      planned = this.#asked;
      const order = this.#order();
      if (!order) return;
      const folder = this.store.getState().choices.folder.trim();
      const answer = await attempt(() => this.#deps.client.run('export.plan', { ...order, ...(folder !== '' && { folder }) }));
      if (planned !== this.#asked) continue;
      this.store.setState(answer.ok ? { plan: answer.value, planFailure: undefined } : { plan: undefined, planFailure: answer.failure });
      if (answer.ok) this.#measure(order);
    }
  }

  /** Begins again only where something else is to be measured. */
  #measure(order: ExportOrder): void {
    const { projectId, chapterIds, format, each, preset, sampleRate, sample } = order;
    const { takes } = this.#deps.project.store.getState();
    const wanted = JSON.stringify([projectId, chapterIds, format, each, preset, sampleRate, sample, takes.length, takes.at(-1)?.id]);
    if (wanted === this.#measuredFor) return;
    this.#measuredFor = wanted;
    this.#measuring?.abort();
    this.store.setState({ measured: [], isMeasuring: false });
    if (preset === undefined || !isSound(format)) return;
    const measuring = new AbortController();
    this.#measuring = measuring;
    this.store.setState({ isMeasuring: true });
    void this.#follow(order, measuring);
  }

  async #follow(order: ExportOrder, { signal }: AbortController): Promise<void> {
    const measured: MeasuredFile[] = [];
    const answer = await attempt(async () => {
      const call = this.#deps.client.call('export.measure', order, { signal });
      for await (const event of call) measured.push(event);
      return call.result;
    });
    if (signal.aborted) return;
    this.store.setState({ measured: answer.ok ? measured : [], isMeasuring: false });
  }
}

export const isUnderWay = ({ state }: ExportJob): boolean => state === 'running' || state === 'paused';

/** How an export ended, in words. */
export function describeEnd({ state, written }: Pick<ExportJob, 'state' | 'written'>): string {
  if (state === 'done') return messages.exportSheet.finished(messages.exportSheet.file(written));
  return state === 'stopped' ? messages.exportSheet.stopped : messages.exportSheet.failed;
}

/** Milliseconds that are left, once enough is done to say so. */
export function timeLeft({ fraction, ranMs, since }: ExportJob, now: number): number | undefined {
  const ran = ranMs + (since === undefined ? 0 : now - since);
  return fraction < 0.03 || fraction >= 1 || ran < 2000 ? undefined : (ran * (1 - fraction)) / fraction;
}
