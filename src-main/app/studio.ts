import { toFailure } from '#shared/failure.ts';
import type { Connection } from '#shared/operations/connections.ts';
import type { Services } from '#shared/operations/index.ts';
import { joinUnique } from '#shared/operations/join.ts';
import { createAccount } from '../paid-requests/account.ts';
import { createAnnouncements } from './events.ts';
import { createClone } from '../features/clone/service.ts';
import { createDubbingTimeline } from '../features/dubbing-timeline/service.ts';
import { UploadStore } from '../features/bucket/upload-store.ts';
import { TemporaryUploads } from '../features/bucket/uploads.ts';
import { createBucket } from '../features/bucket/service.ts';
import { createConnection } from '../service-client/connection.ts';
import { createBudget } from '../paid-requests/budget/budget.ts';
import { openSpending } from '../paid-requests/budget/spending.ts';
import { createConnections, lastTarget } from '../features/connections/service.ts';
import { openConnectionBook, type BookPages } from '../features/connections/store.ts';
import { checkReachable } from '../features/connections/check.ts';
import { createKeys } from '../infra/secrets/keys.ts';
import { createFiles } from '../features/files/service.ts';
import type { SpeechJobs } from '../features/jobs/service.ts';
import { createThrottle } from '../paid-requests/throttle.ts';
import { openLedger } from '../paid-requests/ledger/ledger.ts';
import { observable } from '../paid-requests/ledger/observable.ts';
import { openLibrary } from '../library/library.ts';
import { DialogGrants } from '../library/writable-path.ts';
import { openLiveDesk } from '../features/live/phrase-store.ts';
import { LiveSessions } from '../features/live/sessions.ts';
import { Live } from '../features/live/service.ts';
import { createMediaGallery } from '../features/media/service.ts';
import { MediaSources } from '../features/media-sources/service.ts';
import { isGivenUp } from '../paid-requests/failures.ts';
import { createPaidWork } from './paid-features.ts';
import type { Platform } from '../infra/platform.ts';
import { createProfile } from '../features/account/profile.ts';
import { createRecent } from './recent.ts';
import { sleepOnTimer } from '../service-client/exchange.ts';
import { createReconciliation } from '../features/account/reconciliation.ts';
import { createStorage } from '../features/storage/service.ts';
import { createSpeech } from '../features/speech/service.ts';
import type { Unsettled } from '../paid-requests/recovery.ts';
import type { Ended } from '../features/speech/recovery.ts';
import { createTranscripts } from '../features/transcripts/service.ts';
import { createUnusedResults } from '../features/storage/unused-results/unused-results.ts';
import { openVoiceMarks } from '../features/voices/annotations.ts';
import { createVoices } from '../features/voices/service.ts';

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
  const { log, preferences, profileDirectory } = platform;
  const announcements = createAnnouncements();
  const recent = createRecent(preferences, (list) => announcements.say({ type: 'recent', recent: list }));
  const book = openConnectionBook(platform.profileDirectory, log);
  const keys = createKeys(platform.secrets, log);
  const first = lastTarget({ book, keys });
  const { lastAnswered } = book.read();
  const connection = createConnection({
    platform,
    log,
    check: checkReachable,
    ...(first !== undefined && { first }),
    ...(lastAnswered !== null && { lastAnswered }),
  });
  /** What the coordinator does not tell of by itself: the sound of blocks. */
  const onLedger = (operationId: string): void => {
    const tell = async (): Promise<void> => {
      const entry = await budget.ledger.entry(operationId);
      if (entry !== undefined && paidWork.coordinator.workOf(entry) === undefined)
        announcements.say({ type: 'operation', operation: await paidWork.shown(entry) });
    };
    tell().catch((thrown: unknown) => log.warn('a change could not be told', { operationId, kind: toFailure(thrown).kind }));
  };
  const opened = await openLedger({ profileDirectory: platform.profileDirectory, log });
  const spending = openSpending(platform.profileDirectory, 'studio');
  const budget = createBudget({ ledger: observable(opened, onLedger), book, spending, log });
  const { ledger, estimates } = budget;
  const grants = new DialogGrants();
  const library = await openLibrary({
    profileDirectory: platform.profileDirectory,
    projectsDirectory: platform.projectsDirectory,
    ...(platform.host.nativeDialogs && { grants }),
    log,
    recent,
    connectionId: () => connection.current().id,
    onTake: (projectId, take) => announcements.say({ type: 'take', projectId, take }),
    onFocus: (projectId) => announcements.say({ type: 'focus', projectId }),
  });
  const account = createAccount({ connection, log });
  const voices = createVoices({ connection, log, profileDirectory: platform.profileDirectory });
  const live = new Live({ connection, ledger, account, profileDirectory: platform.profileDirectory, log });
  const sessions = new LiveSessions({ profileDirectory: platform.profileDirectory, ledger, library, running: live.running });
  const throttle = createThrottle({ now: Date.now, sleep: sleepOnTimer });
  const speech = createSpeech({ connection, ledger, library, account, voices, budget, log, profileDirectory, throttle });
  const { kept, exports } = library;
  const asked: SpeechJobs = {
    askAgain: (entry, signal) => speech.askAgain(entry, signal),
    stop: (entry) => speech.stop(entry),
    paidSound: (operationId) => library.paidSound(operationId),
  };
  const uploadPath = (uploadId: string): string | undefined => library.uploadPath(uploadId);
  const bucket = createBucket({
    book,
    keys,
    secrets: platform.secrets,
    sleep: sleepOnTimer,
    log,
    inUse: (whole) => uploads.sweep(whole),
    forget: () => uploads.forget(),
  });
  const uploads = new TemporaryUploads({ bucket, ledger, store: new UploadStore(profileDirectory, log), log });
  const beside = { kept, uploadPath, profileDirectory, speech: asked, live, exports, uploads, estimates };
  const paidWork = createPaidWork({
    connection,
    ledger,
    account,
    voices,
    throttle,
    log,
    ...beside,
    sendReachable: (given, call, send) => sources.sendReachable(given, call, send),
  });
  const { close: stopReckoning, ...reconciliation } = createReconciliation({ connection, account, budget, log });

  const clone = createClone({ profileDirectory: platform.profileDirectory, connection, paidWork, uploads, log });
  const dubs = createDubbingTimeline({ profileDirectory, kept, exports, uploadPath, voices, lines: paidWork.services, log });
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

  const onPaid = (bytes: number): void => announcements.say({ type: 'paid-results', bytes });
  const storage = createStorage({ profileDirectory, library, onPaid });
  void storage.countPaid();
  const designRemoved = (operationId: string): boolean => paidWork.designRemoved(operationId);
  const unused = createUnusedResults({ profileDirectory, ledger, library, designRemoved, storage: storage.read, log });
  const finished = unused.finish();

  const transcripts = createTranscripts({ ...beside, connection, ledger, coordinator: paidWork.coordinator, log });
  const gallery = createMediaGallery({ connection, ledger, coordinator: paidWork.coordinator, kept, exports, uploads });

  announcements.say({ type: 'settings', settings: preferences.get('settings') });
  announcements.say({ type: 'recent', recent: recent.list() });
  announcements.say({ type: 'connection', connection: connection.current() });
  const noteAnswered = (answered: NonNullable<BookPages['lastAnswered']>): void => {
    const pages = book.read();
    if (JSON.stringify(pages.lastAnswered) === JSON.stringify(answered)) return;
    try {
      book.write({ ...pages, lastAnswered: answered });
    } catch (thrown) {
      log.warn('the service that answered could not be noted', { kind: toFailure(thrown).kind });
    }
  };
  const onAnswered = ({ id, kind, name, state }: Connection): void => {
    if (state !== 'ready') return;
    noteAnswered({ id, kind, name });
    void settle();
  };
  const unsettled: { speech: Unsettled[]; other: Unsettled[]; ended: Ended[] } = { speech: [], other: [], ended: [] };
  const sayUnsettled = (): void => {
    const { speech: sounds, other, ended } = unsettled;
    announcements.say({ type: 'unsettled', operations: [...sounds, ...other], ended });
  };
  const lookForUnsettled = (): void => {
    paidWork.coordinator.unsettled().then(
      (operations) => {
        unsettled.other = operations;
        sayUnsettled();
      },
      (thrown: unknown) => log.error('the open operations could not be listed', { kind: toFailure(thrown).kind }),
    );
  };
  const stopListening = [
    connection.onChange((current) => announcements.say({ type: 'connection', connection: current })),
    connection.onChange(onAnswered),
    account.onChange((current) => announcements.say({ type: 'account', account: current })),
    account.onFailure((failure) => announcements.say({ type: 'account-failed', failure })),
    voices.onChange(() => announcements.say({ type: 'voices' })),
    voices.onStatus((status) => announcements.say({ type: 'voices-status', status })),
    speech.onUnsettled((operations, ended) => {
      unsettled.speech = operations;
      unsettled.ended = [...ended];
      sayUnsettled();
    }),
    paidWork.coordinator.onChange((operation) => {
      announcements.say({ type: 'operation', operation });
      if (operation.state === 'done' || operation.state === 'failed' || isGivenUp(operation)) void uploads.release(operation.operationId);
      // Adopted, or gone on with from Jobs: whoever did that did not wait for a voice.
      const made = operation.result?.['voiceId'];
      if (operation.state === 'done' && operation.family === 'voice-create' && typeof made === 'string') void voices.changed({ made });
      const known = unsettled.other.some(({ operationId }) => operationId === operation.operationId);
      if (known || operation.state === 'unknown' || operation.failure !== null) lookForUnsettled();
    }),
  ];

  // What a crash left open is settled as soon as it can be; a window does not wait for it.
  let settling: Promise<void> | undefined;
  const settleOnce = async (): Promise<void> => {
    const outcomes = await Promise.allSettled([speech.recover(), live.recover(), paidWork.coordinator.recover(), account.refresh()]);
    lookForUnsettled();
    uploads.sweep().catch((thrown: unknown) => log.warn('the bucket could not be looked after', { kind: toFailure(thrown).kind }));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') log.warn('Not everything could be settled yet.', { failure: toFailure(outcome.reason) });
  };
  const settle = (): Promise<void> => (settling ??= settleOnce().finally(() => (settling = undefined)));
  void settle();
  onAnswered(connection.current()); // it may have answered while the rest was opened

  const own: Pick<
    Services,
    'studio.start' | 'studio.watch' | 'settings.update' | 'connection.restart' | 'account.refresh' | 'project.forget'
  > = {
    'studio.start': () => Promise.resolve({ version: platform.version, host: platform.host, settings: preferences.get('settings') }),
    'studio.watch': async (_input, { emit, signal }) => {
      await announcements.listen(emit, signal);
      return null;
    },
    'settings.update': (change) => {
      const known = preferences.get('settings');
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const settings = { ...known, ...Object.fromEntries(given) };
      preferences.set('settings', settings);
      announcements.say({ type: 'settings', settings });
      return Promise.resolve(settings);
    },
    'connection.restart': async () => {
      await connection.restart();
      await settle();
      return null;
    },
    'account.refresh': () => account.refresh(),
    'project.forget': ({ path }) => {
      recent.forget(path);
      return Promise.resolve(null);
    },
  };
  const services: Services = joinUnique('handler of an operation', [
    own,
    createFiles(platform, grants),
    createConnections({ connection, book, keys, account, budget, log, secrets: platform.secrets, environment: platform.environment }),
    reconciliation,
    storage.services,
    unused.services,
    createProfile({ connection, ledger, account, log }),
    voices.services,
    openVoiceMarks({
      profileDirectory: platform.profileDirectory,
      log,
      connectionId: () => connection.current().id,
      onMark: (voiceId, mark) => announcements.say({ type: 'voice-mark', voiceId, mark }),
    }),
    library.services,
    speech.services,
    live.services,
    sessions.services,
    openLiveDesk({ profileDirectory: platform.profileDirectory, log }),
    paidWork.services,
    clone.services,
    dubs.services,
    transcripts,
    gallery,
    sources.services,
    bucket.services,
  ]);

  return {
    services,
    openAhead: () => library.openAhead(),
    bytes: async (request) =>
      (await sessions.bytes(request)) ??
      (await clone.bytes(request)) ??
      (await dubs.bytes(request)) ??
      (await sources.bytes(request)) ??
      library.bytes(request),
    focus: () => announcements.say({ type: 'focus' }),
    close: async () => {
      for (const stop of [...stopListening, stopReckoning]) stop();
      await Promise.all([speech.close(), live.close(), paidWork.coordinator.close(), clone.close(), dubs.close(), sources.close()]);
      await finished;
      await voices.close();
      await connection.close();
      await library.close();
      await ledger.close();
      spending.close();
    },
  };
}
