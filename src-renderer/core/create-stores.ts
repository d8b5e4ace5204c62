import type { announce } from '../lib/live-region.tsx';
import type {
  toast,
  toastFailure,
  toastLasting,
  toastOffer,
  toastProgress,
  toastReason,
  toastReplay,
  withdrawOffer,
  withdrawReplay,
  withdrawUndo,
} from '../lib/toast.tsx';
import { AccountStore } from './account/account-store.ts';
import { UnknownPriceStore } from './account/unknown-price-store.ts';
import { ChapterStore } from './chapter/chapter-store.ts';
import { ChaptersStore } from './chapter/chapters-store.ts';
import { CommandsStore } from './commands/commands-store.ts';
import { PanelUndoStore } from './commands/panel-undo-store.ts';
import { ChosenKeysStore } from './commands/chosen-keys-store.ts';
import { ConnectionsStore } from './connections/connections-store.ts';
import { DubFilesStore } from './dubbing-timeline/dub-files-store.ts';
import { DubFromResult } from './dubbing-timeline/dub-from-result.ts';
import { DubsStore } from './dubbing-timeline/dubs-store.ts';
import { StudioFiles } from './files/studio-files.ts';
import { GenerationStore } from './generation/generation-store.ts';
import { DubbingModeStore } from './hand-over/dubbing-mode-store.ts';
import { HandOverStore } from './hand-over/hand-over-store.ts';
import { HostStore, type HostDependencies } from './host/host-store.ts';
import { JobsStore } from './jobs/jobs-store.ts';
import { RetryAllStore } from './jobs/retry-all-store.ts';
import { MediaJobsService } from './media-jobs/media-jobs-service.ts';
import { OutputStore, type OutputDependencies } from './output/output-store.ts';
import { PlayerStore, type ChapterPlayer } from './player/player-store.ts';
import { SoundsStore } from './player/sounds-store.ts';
import { TransportStore } from './player/transport-store.ts';
import { NewProject } from './project/new-project.ts';
import { ProjectCopy } from './project/project-copy.ts';
import { ProjectStore } from './project/project-store.ts';
import { ResultRemoval } from './removal/result-removal.ts';
import { SourcesStore } from './sources/sources-store.ts';
import { UploadingStore } from './sources/uploading-store.ts';
import { StudioStore } from './studio/studio-store.ts';
import { LinesStore } from './voices/lines-store.ts';
import { SamplesStore, type SamplesDependencies } from './voices/samples-store.ts';
import { VoicesStore } from './voices/voices-store.ts';
import { WindowStore } from './window/window-store.ts';

/** What the stores need from outside: the wire to main, what speaks to the user, and what plays sound. */
export interface StoreEnvironment extends HostDependencies {
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
  toastLasting: typeof toastLasting;
  toastOffer: typeof toastOffer;
  withdrawOffer: typeof withdrawOffer;
  toastProgress: typeof toastProgress;
  toastReason: typeof toastReason;
  toastReplay: typeof toastReplay;
  withdrawReplay: typeof withdrawReplay;
  withdrawUndo: typeof withdrawUndo;
  audio: ChapterPlayer;
  sound: OutputDependencies['sound'];
  measureSound: SamplesDependencies['measureSound'];
  whenLeft: SamplesDependencies['whenLeft'];
}

/**
 * Makes the stores of one window. Read from the top: a store is given only what is made above it. A test makes its own, with a fake
 * in place of the wire.
 */
export function createStores({
  openHost,
  announce,
  toast,
  toastFailure,
  toastLasting,
  toastOffer,
  withdrawOffer,
  toastProgress,
  toastReason,
  toastReplay,
  withdrawReplay,
  withdrawUndo,
  audio,
  sound,
  measureSound,
  whenLeft,
}: StoreEnvironment) {
  const host = new HostStore({ openHost });
  const { client } = host;
  const window = new WindowStore();
  const commands = new CommandsStore();
  const panelUndo = new PanelUndoStore();
  const transports = new TransportStore();
  const files = new StudioFiles({ client });
  const studio = new StudioStore({ client, host });
  const output = new OutputStore({ studio, sound, announce, toastReason, toastLasting, withdrawOffer });
  const chosenKeys = new ChosenKeysStore({ commands, studio });
  const connections = new ConnectionsStore({ client, host, studio });
  const account = new AccountStore({ client, studio });
  const unknownPrice = new UnknownPriceStore({ client, studio });
  const removal = new ResultRemoval({ client, announce, toast, toastFailure });
  const mediaJobs = new MediaJobsService({ client, host, studio, files, removal });

  const project = new ProjectStore({
    client,
    host,
    window,
    studio,
    playhead: () => audio.moment().seconds,
    announce,
    toast,
    toastFailure,
    toastReplay,
    withdrawReplay,
    withdrawUndo,
  });
  const newProject = new NewProject({ host, files, project });
  const projectCopy = new ProjectCopy({ client, host, files, project });
  const chapters = new ChaptersStore({ project, studio, announce, toast, toastFailure });
  const voices = new VoicesStore({ client, host, window, studio, project, announce, toast, toastFailure });
  const jobs = new JobsStore({ client, host, studio, window, files, project, voices });
  const retryAll = new RetryAllStore({ client, studio, jobs, toast });
  const lines = new LinesStore({ client });
  const generation = new GenerationStore({ client, project, studio, account });
  const chapter = new ChapterStore({ project, studio, generation });
  const player = new PlayerStore({ client, studio, project, chapter, generation, audio, window });
  const sounds = new SoundsStore({ player, announce });
  const samples = new SamplesStore({
    client,
    host,
    window,
    studio,
    project,
    chapter,
    voices,
    lines,
    sounds,
    measureSound,
    whenLeft,
    announce,
    toastFailure,
    toastReason,
  });

  const handOver = new HandOverStore({ window, announce });
  const sources = new SourcesStore({ client, announce });
  const uploading = new UploadingStore({ client, announce });
  const dubbingMode = new DubbingModeStore();
  const dubs = new DubsStore({ client, dubbingMode, announce, toastFailure });
  const dubFiles = new DubFilesStore({ client, host, files, voices, dubs, toast, toastReason, announce });
  const dubFromResult = new DubFromResult({ dubs, dubFiles, toastReason });

  return {
    announce,
    toast,
    toastFailure,
    toastOffer,
    withdrawOffer,
    toastProgress,
    toastReason,
    host,
    client,
    window,
    commands,
    panelUndo,
    transports,
    files,
    studio,
    output,
    chosenKeys,
    connections,
    account,
    unknownPrice,
    jobs,
    retryAll,
    removal,
    mediaJobs,
    project,
    newProject,
    projectCopy,
    chapters,
    voices,
    lines,
    samples,
    generation,
    chapter,
    player,
    sounds,
    handOver,
    sources,
    uploading,
    dubbingMode,
    dubs,
    dubFiles,
    dubFromResult,
  };
}

export type Stores = ReturnType<typeof createStores>;
