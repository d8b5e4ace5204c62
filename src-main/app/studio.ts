import type { Services } from '#shared/operations/index.ts';
import { joinUnique } from '#shared/operations/join.ts';
import { createUsage } from '../features/account/usage.ts';
import { createProfile } from '../features/account/profile.ts';
import { Connections } from '../features/connections/service.ts';
import { createFiles } from '../features/files/service.ts';
import { openLiveState, takeOverOutput, type LiveState } from '../features/live/phrase-store.ts';
import { openVoiceMarks } from '../features/voices/annotations.ts';
import type { Platform } from '../infra/platform.ts';
import { announceChanges } from './announce-changes.ts';
import { openCore, type Core } from './core.ts';
import { createFeatures, type Features } from './features.ts';
import { Settling } from './settling.ts';
import { createStudioServices } from './studio-services.ts';
import { UnsettledOperations } from './unsettled.ts';

export interface Studio {
  readonly services: Services;
  /** A window is loading: what it will resume with is opened meanwhile. */
  openAhead(): void;
  /** Answers `/bytes/…`; `undefined` for any other path. */
  bytes(request: Request): Promise<Response | undefined>;
  /** Brings the windows to the front, as a second start on the same profile asks. */
  focus(): void;
  close(): Promise<void>;
}

/** Puts the services together. Everything a host gives comes in through `platform`; nothing here knows which host it is. */
export async function createStudio(platform: Platform): Promise<Studio> {
  const core = await openCore(platform);
  const features = createFeatures(core);
  const { announcements, library } = core;
  const { sessions, clone, dubs, sources } = features;
  void features.storage.countPaid();
  const removed = features.unused.finish();

  const liveState = openLiveState(platform);
  takeOverOutput(platform.preferences, liveState);
  announcements.say({ type: 'settings', settings: platform.preferences.get('settings') });
  announcements.say({ type: 'recent', recent: core.recent.list() });
  announcements.say({ type: 'connection', connection: core.connection.current() });
  const unsettled = new UnsettledOperations(features.paidWork.coordinator, announcements, platform.log);
  const stopAnnouncing = announceChanges(core, features, unsettled);
  const settling = new Settling(core, features, unsettled);
  const stopSettling = settling.start();

  return {
    services: joinServices(core, features, settling, liveState),
    openAhead: () => library.openAhead(),
    bytes: async (request) =>
      (await sessions.bytes(request)) ??
      (await clone.bytes(request)) ??
      (await dubs.bytes(request)) ??
      (await sources.bytes(request)) ??
      library.bytes(request),
    focus: () => announcements.say({ type: 'focus' }),
    close: async () => {
      for (const stop of [stopAnnouncing, stopSettling, features.reconciliation.close]) stop();
      await closeFeatures(features);
      await removed;
      await closeCore(core);
    },
  };
}

function joinServices(core: Core, features: Features, settling: Settling, liveState: LiveState): Services {
  const { platform, announcements, connection, account, budget, connectionStore, keys, library } = core;
  const { log, profileDirectory } = platform;
  const { speech, live, sessions, paidWork, clone, dubs, sources, storage, unused } = features;
  return joinUnique('handler of an operation', [
    createStudioServices(core, settling),
    createFiles(platform, core.grants, (projectId) => library.projectPath(projectId)),
    new Connections({
      connection,
      store: connectionStore,
      keys,
      account,
      budget,
      log,
      secrets: platform.secrets,
      environment: platform.environment,
    }).services,
    features.reconciliation.services,
    createUsage({ connection, ledger: budget.ledger, budget }),
    storage.services,
    unused.services,
    createProfile({ connection, ledger: budget.ledger, account, log }),
    core.voices.services,
    openVoiceMarks({
      profileDirectory,
      log,
      connectionId: () => connection.current().id,
      onMark: (voiceId, mark) => announcements.say({ type: 'voice-mark', voiceId, mark }),
    }),
    features.voiceSamples.services,
    library.services,
    features.projectExports.services,
    speech.services,
    features.recordedTakes.services,
    features.proof.services,
    live.services,
    sessions.services,
    liveState.services,
    paidWork.services,
    clone.services,
    dubs.services,
    features.pronunciations.services,
    features.manuscripts,
    features.transcripts.services,
    features.gallery,
    sources.services,
    features.bucket,
    features.localVoices,
  ]);
}

async function closeFeatures({
  speech,
  live,
  paidWork,
  clone,
  dubs,
  sources,
  recordedTakes,
  transcripts,
  wordTimes,
  proof,
  pronunciations,
}: Features): Promise<void> {
  await Promise.all([
    speech.close(),
    live.close(),
    paidWork.coordinator.close(),
    clone.close(),
    dubs.close(),
    sources.close(),
    recordedTakes.close(),
    transcripts.close(),
    wordTimes.close(),
    proof.close(),
    pronunciations.close(),
  ]);
}

async function closeCore({ voices, connection, library, budget, spending }: Core): Promise<void> {
  await voices.close();
  await connection.close();
  await library.close();
  await budget.ledger.close();
  spending.close();
}
