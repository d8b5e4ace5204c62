import { createReconciliation } from '../features/account/reconciliation.ts';
import { OwnBucket } from '../features/bucket/own-bucket.ts';
import { createBucketServices } from '../features/bucket/service.ts';
import { UploadStore } from '../features/bucket/upload-store.ts';
import { TemporaryUploads } from '../features/bucket/uploads.ts';
import { createClone } from '../features/clone/service.ts';
import { createDubbingTimeline } from '../features/dubbing-timeline/service.ts';
import { ProjectExports } from '../features/exports/service.ts';
import { createLocalVoices } from '../features/local-voices/service.ts';
import { Live } from '../features/live/service.ts';
import { LiveSessions } from '../features/live/sessions.ts';
import { MediaSources } from '../features/media-sources/service.ts';
import { createMediaGallery } from '../features/media/service.ts';
import { Proof } from '../features/proof/service.ts';
import { Pronunciations } from '../features/pronunciations/service.ts';
import { RecordedTakes } from '../features/recorded-takes/service.ts';
import { Speech } from '../features/speech/service.ts';
import { createStorage } from '../features/storage/service.ts';
import { createUnusedResults } from '../features/storage/unused-results/unused-results.ts';
import { VoiceSamples } from '../features/voices/samples.ts';
import { WordTimes } from '../features/word-times/service.ts';
import { RemovedResults } from '../library/removed-results.ts';
import { createManuscripts } from '../features/manuscript/service.ts';
import { Transcripts } from '../features/transcripts/service.ts';
import { sleepOnTimer } from '../service-client/exchange.ts';
import type { Core } from './core.ts';
import { createPaidWork } from './paid-features.ts';

export type Features = ReturnType<typeof createFeatures>;

/** Each from what comes before it. */
export function createFeatures(core: Core) {
  const { platform, announcements, connectionStore, keys, connection, budget, library, account, voices, throttle, recent } = core;
  const { log, profileDirectory } = platform;
  const { ledger } = budget;
  const { kept, exports } = library;
  const uploadPath = (uploadId: string): string | undefined => library.uploadPath(uploadId);

  const bucket = new OwnBucket({ store: connectionStore, keys, sleep: sleepOnTimer, log });
  const uploads = new TemporaryUploads({ bucket, ledger, store: new UploadStore(profileDirectory, log), log });
  const removed = new RemovedResults(profileDirectory, log);
  const live = new Live({ connection, ledger, account, profileDirectory, log });
  const speech = new Speech({ connection, ledger, library, account, voices, budget, log, profileDirectory, throttle });
  const sources = new MediaSources({
    profileDirectory,
    connection,
    ledger,
    kept,
    exports,
    uploadPath,
    uploads,
    ownBytes: (request) => library.bytes(request),
    log,
  });
  const voiceSamples = new VoiceSamples({
    profileDirectory,
    kept,
    connectionId: () => connection.current().id,
    log,
    onSample: (voiceId, sample) => announcements.say({ type: 'voice-sample', voiceId, sample }),
  });
  const paidWork = createPaidWork({
    connection,
    ledger,
    account,
    voices,
    throttle,
    log,
    kept,
    uploadPath,
    profileDirectory,
    speech: {
      askAgain: (entry, signal) => speech.askAgain(entry, signal),
      stop: (entry) => speech.stop(entry),
      paidSound: (operationId) => library.paidSound(operationId),
    },
    live,
    exports,
    projectTitle: (projectId) => recent.list().find((project) => project.projectId === projectId)?.title,
    budget,
    removed,
    sendReachable: sources.sendReachable,
    onLine: (voiceId, file) => voiceSamples.note(voiceId, file),
  });
  const { coordinator } = paidWork;
  const storage = createStorage({
    profileDirectory,
    library,
    onPaid: (bytes) => announcements.say({ type: 'paid-results', bytes }),
  });
  const voiceLanguages = (voiceId: string): readonly string[] => findLanguages(voices, voiceId);
  const wordTimes = new WordTimes({ takes: library.takes, voiceLanguages, log });
  const proof = new Proof({
    library,
    connectionId: () => connection.current().id,
    voiceLanguages,
    wordsSettled: () => wordTimes.settled(),
    log,
    pickups: library.pickups,
    onProgress: (projectId, progress) => announcements.say({ type: 'checks', projectId, ...progress }),
  });
  const transcripts = new Transcripts({
    connection,
    ledger,
    coordinator,
    kept,
    uploadPath,
    profileDirectory,
    exports,
    uploads,
    library,
    removed,
    log,
  });
  return {
    uploads,
    live,
    sessions: new LiveSessions({ profileDirectory, ledger, library, running: live.running }),
    speech,
    sources,
    paidWork,
    voiceSamples,
    bucket: createBucketServices({ bucket, uploads, keys, secrets: platform.secrets }),
    localVoices: createLocalVoices({ connection, voices, uploadPath }),
    reconciliation: createReconciliation({ connection, account, budget, log }),
    clone: createClone({ profileDirectory, connection, paidWork, uploads, keepSound: transcripts.keepSound, log }),
    dubs: createDubbingTimeline({
      profileDirectory,
      kept,
      exports,
      uploadPath,
      voices,
      lines: paidWork.lines,
      batch: () => budget.batch(),
      findTranscript: (path, name) => transcripts.findPaid(path, name),
      log,
    }),
    storage,
    unused: createUnusedResults({
      profileDirectory,
      ledger,
      library,
      designRemoved: (operationId) => paidWork.designRemoved(operationId),
      storage: storage.read,
      log,
    }),
    pronunciations: new Pronunciations({ exports, log }),
    manuscripts: createManuscripts({ uploadPath, log }),
    transcripts,
    recordedTakes: new RecordedTakes({ library, profileDirectory, log }),
    wordTimes,
    projectExports: new ProjectExports({
      library,
      ledger,
      uploadPath,
      connectionId: () => connection.current().id,
      nameOfVoice: (voiceId) => voices.lastKnown(voiceId)?.name,
      wordsSettled: () => wordTimes.settled(),
    }),
    proof,
    gallery: createMediaGallery({
      connection,
      ledger,
      coordinator,
      kept,
      exports,
      uploads,
      removed,
      sourceFile: (address) => sources.file(address),
    }),
  };
}

function findLanguages(voices: Core['voices'], voiceId: string): readonly string[] {
  const voice = voices.lastKnown(voiceId);
  if (voice === undefined) return [];
  return voice.languages.length > 0 ? voice.languages : [voice.primaryLanguage];
}
