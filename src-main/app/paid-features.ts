import type { Services } from '#shared/operations/index.ts';
import type { AccountKeeper } from '../paid-requests/account.ts';
import { createAddressedSpeech } from '../features/speech/addressed.ts';
import type { Budget } from '../paid-requests/budget/budget.ts';
import type { ConnectionKeeper } from '../service-client/connection.ts';
import { createDesigns, designSaveWork, designWork } from '../features/designs/service.ts';
import { DesignStore } from '../features/designs/store.ts';
import { createDubbing, dubbingWork } from '../features/dubbing/service.ts';
import { jobV1Work, speechV1CachedWork, speechV1Work } from '../features/speech/earlier-versions.ts';
import { Jobs, type SpeechJobs } from '../features/jobs/service.ts';
import type { Clock } from '../paid-requests/clock.ts';
import type { Throttle } from '../paid-requests/throttle.ts';
import type { Ledger, LedgerEntry } from '../paid-requests/ledger/types.ts';
import type { Exports } from '../library/exports.ts';
import type { RemovedResults } from '../library/removed-results.ts';
import type { KeptFiles } from '../library/kept-files.ts';
import type { SendReachable } from '../features/bucket/uploads.ts';
import { createLipSync, lipSyncWork } from '../features/lip-sync/service.ts';
import type { Live } from '../features/live/service.ts';
import { createMedia, imageWork, videoWork } from '../features/media/generation.ts';
import { PaidCoordinator } from '../paid-requests/coordinator.ts';
import { cloneWork, createPersonalVoices, deletionWork, type PersonalVoices } from '../features/voices/personal.ts';
import type { Log } from '../infra/platform.ts';
import { profileWork } from '../features/account/profile.ts';
import { sleepOnTimer } from '../service-client/exchange.ts';
import type { KeptFile } from '#shared/operations/kept-file.ts';
import type { PaidOperation, paidOperations } from '#shared/operations/paid.ts';
import { createTranscription, transcriptionWork, type Transcriptions } from '../features/transcripts/transcription.ts';
import { lineJobWork, lineSpeechWork } from '../features/speech/line-works.ts';
import { VoiceLines } from '../features/speech/lines.ts';
import type { VoiceDirectory } from '../features/voices/service.ts';

export interface PaidWork {
  services: Pick<Services, keyof typeof paidOperations>;
  coordinator: PaidCoordinator;
  /** An operation as windows show it, with an estimate where no charge was reported. */
  shown(entry: LedgerEntry): Promise<PaidOperation>;
  lines: VoiceLines;
  clone: PersonalVoices['clone'];
  transcribe: Transcriptions['transcribe'];
  /** Whether a person took a design out of the history. */
  designRemoved(operationId: string): boolean;
}

/** Every domain of paid work that is no sound of a block, on one coordinator. */
export function createPaidWork(options: {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  voices: VoiceDirectory;
  kept: KeptFiles;
  uploadPath: (uploadId: string) => string | undefined;
  profileDirectory: string;
  throttle: Throttle;
  log: Log;
  clock?: Clock;
  idempotencyKey?: string | undefined;
  /** Makes addresses of files of this machine such that the service can fetch them; without, they are sent as they are. */
  sendReachable?: SendReachable;
  /** The sound of blocks and live sessions, which are paid for in ways of their own, and files for a person; Jobs shows and does more with them. */
  speech?: SpeechJobs;
  live?: Pick<Live, 'retry'>;
  exports?: Pick<Exports, 'text'>;
  /** What a project is called, where that is known. */
  projectTitle?: (projectId: string) => string | undefined;
  budget?: Pick<Budget, 'estimates' | 'estimateUnreported'>;
  removed?: RemovedResults;
  /** Called with each line of a voice that is on this machine. */
  onLine?: (voiceId: string, file: KeptFile) => void;
}): PaidWork {
  const { connection, ledger, account, voices, uploadPath, profileDirectory, log } = options;
  const clock: Clock = options.clock ?? { now: Date.now, sleep: sleepOnTimer };
  const media = [lipSyncWork, dubbingWork, imageWork, videoWork];
  const earlier = [speechV1Work, speechV1CachedWork, jobV1Work];
  const coordinator = new PaidCoordinator({
    ...options,
    clock,
    works: [
      ...media,
      transcriptionWork,
      cloneWork,
      deletionWork,
      designWork,
      designSaveWork,
      lineJobWork,
      lineSpeechWork,
      ...earlier,
      profileWork,
    ],
  });
  const connectionId = (): string => connection.current().id;
  const designs = new DesignStore(profileDirectory, log);
  const sendReachable: SendReachable = options.sendReachable ?? ((given, _call, send) => send(given, () => Promise.resolve()));
  const dubbing = createDubbing(coordinator, ledger, connectionId, sendReachable);
  const transcriptions = createTranscription(coordinator, connectionId);
  const personalVoices = createPersonalVoices({ coordinator, ledger, account, connection, voices, uploadPath, log });
  const jobs = new Jobs({
    budget: options.budget,
    ledger,
    coordinator,
    dubbing,
    connection,
    kept: options.kept,
    speech: options.speech,
    live: options.live,
    exports: options.exports,
    projectTitle: options.projectTitle,
    removed: options.removed,
  });
  const lines = new VoiceLines({ ...options, coordinator });
  return {
    coordinator,
    lines,
    shown: (entry) => jobs.describe(entry),
    designRemoved: (operationId) => designs.read(operationId).removed,
    clone: (order, signal, watch) => personalVoices.clone(order, signal, watch),
    transcribe: (order, signal, noted) => transcriptions.transcribe(order, signal, noted),
    services: {
      ...jobs.services,
      ...createLipSync(coordinator, ledger, connectionId, sendReachable),
      ...createAddressedSpeech({ coordinator, ledger, voices, connectionId, clock }),
      ...dubbing.services,
      ...createMedia(coordinator, connection),
      ...transcriptions.services,
      ...personalVoices.services,
      ...lines.services,
      ...createDesigns({ coordinator, ledger, account, voices, designs, connectionId }),
    },
  };
}
