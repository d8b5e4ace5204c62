import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, toFailure } from '#shared/failure.ts';
import { serviceInUse } from '#shared/operations/connections.ts';
import type { Pronunciation } from '#shared/narration/pronunciation.ts';
import { ServiceAccount } from '../../paid-requests/account.ts';
import type { Batch } from '../../paid-requests/budget/batch.ts';
import { Budget } from '../../paid-requests/budget/budget.ts';
import { openSpending } from '../../paid-requests/budget/spending.ts';
import { createConnection, environmentTarget, localTarget, type ConnectionKeeper, type Target } from '../../service-client/connection.ts';
import { lastTarget, createTarget } from '../../features/connections/targets.ts';
import { baseOrigin, realtimeOrigin } from '../../service-client/addresses.ts';
import { openConnectionStore, type ConnectionStore } from '../../features/connections/store.ts';
import { createKeys } from '../../infra/secrets/keys.ts';
import { createPreferences, preferencesName } from '../shared/preferences.ts';
import { keyringSecrets } from '../shared/keyring.ts';
import type { IntegrationTools } from './integrations.ts';
import { createThrottle } from '../../paid-requests/throttle.ts';
import { ledgerFile, openLedger } from '../../paid-requests/ledger/ledger.ts';
import { interrupted } from '../../paid-requests/recovery.ts';
import { withListedPrices } from '../../paid-requests/ledger/listed-prices.ts';
import { isSpeech, type Ledger, type Price } from '../../paid-requests/ledger/types.ts';
import { KeptFiles } from '../../library/kept-files.ts';
import { openLibrary, type LibraryService } from '../../library/library.ts';
import { DialogGrants } from '../../library/writable-path.ts';
import { Live } from '../../features/live/service.ts';
import type { AddedModelsResource } from '../../service-client/resources/added-models.ts';
import { startLocalService } from '../../service-client/local-service-process.ts';
import { createLog, type ProfileLog } from '../../infra/log.ts';
import { createPaidWork, type PaidWork } from '../../app/paid-features.ts';
import type { ConnectionEnvironment, Log } from '../../infra/platform.ts';
import type { PriceList } from '../../infra/price-list.ts';
import { sleepOnTimer } from '../../service-client/exchange.ts';
import { Speech } from '../../features/speech/service.ts';
import { openKeptLists } from '../../features/voices/list-store.ts';
import { ServiceVoices, type VoiceDirectory } from '../../features/voices/service.ts';
import { usageError } from './output.ts';
import { ProjectSlot } from './project-slot.ts';
import { message } from '#shared/messages/message.ts';

export interface SessionOptions {
  profileDirectory: string;
  environment: ConnectionEnvironment;
  baseUrl?: string | undefined;
  realtimeUrl?: string | undefined;
  /** Seconds. */
  timeout: number;
  /** A person's own, of the one thing that this run buys. */
  idempotencyKey?: string | undefined;
  /** The file of the project that the run generates. */
  project?: string | undefined;
  signal: AbortSignal;
}

/** One run's service and ledger. */
export interface Session extends IntegrationTools {
  /** Paid work that is no speech, and the files that came of it; made when it is first asked for. */
  paid(): { work: PaidWork; kept: KeptFiles };
  live(): Live;
  /** Voices that a person adds to the local service. Fails with `conflict` where the run is for another one. */
  localVoices(): AddedModelsResource;
  /** The sound of blocks, and the library that it goes to. `watch` sees what is bought. Once in a run. */
  speech(watch: (batch: Batch) => Batch): Promise<SpeechOfRun>;
  close(): Promise<void>;
}

export interface SpeechOfRun {
  speech: Speech;
  library: LibraryService;
  voices: VoiceDirectory;
  connectionId: string;
}

/** Folders of the studio's local service, which the runs' own services share. */
const localVoiceFolders = { added: 'added', packages: 'packages' } as const;
/** Runs at one time, at most: each has a ledger of its own, for a ledger is held by one process. */
const maximumSlots = 16;
/** Bound of the decoded sound that a run leaves for the next one, in bytes. */
const maximumCacheBytes = 1024 ** 3;
const slotDirectory = (profileDirectory: string, slot: number): string => join(profileDirectory, 'command-line', String(slot));

/** Reads the balance when a command asks for it, and not after a payment: the run may be over by then. */
class AccountOfRun extends ServiceAccount {
  override paid(): void {
    // nothing is read
  }
}

/** Opens the first free ledger of the command line and connects: to what was named, else what is stored, else the local service. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { profileDirectory, project } = options;
  const own = project === undefined ? undefined : new ProjectSlot(profileDirectory, project);
  const { directory, slot, ledger: whole, log } = await (own ? openOwn(profileDirectory, own) : firstFree(profileDirectory));
  const closers: (() => Promise<void> | void)[] = [() => log.close(), () => whole.close()];
  if (own)
    closers.push(async () => {
      if ((await whole.pending()).length === 0) own.clear(slot);
    });
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    await settleCrashed(whole);
    const store = openConnectionStore(options.profileDirectory, log);
    const spending = openSpending(options.profileDirectory, `command-line/${slot}`);
    closers.push(() => spending.close());
    const connection = connect(options, directory, log, store);
    closers.push(() => connection.close());
    const listOf = (id: string): PriceList | undefined => connection.prices(id);
    const budget = new Budget({ ledger: withListedPrices(whole, listOf), caps: store, spending, log });
    const { ledger } = budget;
    const account = new AccountOfRun({ connection, log });
    const client = await connection.ready(options.signal);
    const clock = { now: Date.now, sleep: sleepOnTimer };
    const parts = { connection, ledger, account, log };
    let paid: ReturnType<Session['paid']> | undefined;
    const openPaid = (): ReturnType<Session['paid']> => {
      const kept = new KeptFiles(directory);
      const voices = new ServiceVoices({ connection, log });
      const { idempotencyKey } = options;
      const work = createPaidWork({
        ...parts,
        profileDirectory: directory,
        voices,
        kept,
        throttle: createThrottle(clock),
        idempotencyKey,
        uploadPath: () => undefined,
      });
      closers.push(
        () => voices.close(),
        () => work.coordinator.close(),
      );
      return { work, kept };
    };
    const openLive = (): Live => {
      const live = new Live({ ...parts, profileDirectory: directory });
      closers.push(() => live.close());
      return live;
    };
    const openSpeech: Session['speech'] = async (watch) => {
      const { id: connectionId } = connection.current();
      const sharedPronunciations = readSharedPronunciations(options.profileDirectory, log);
      const ground = { log, connectionId: () => connectionId, sharedPronunciations };
      const { library } = await openRunLibrary(options.profileDirectory, directory, ground);
      closers.push(() => library.close());
      const voices = new ServiceVoices({ connection, log });
      closers.push(() => voices.close());
      const price = findPrices(options.profileDirectory, directory, whole);
      const priced = withListedPrices({ ...ledger, price }, listOf);
      const speech = new Speech({
        ...parts,
        ledger: priced,
        library,
        voices,
        budget: { batch: () => watch(budget.batch()) },
        profileDirectory: directory,
        clock,
        throttle: createThrottle(clock),
      });
      closers.push(() => speech.close());
      return { speech, library, voices, connectionId };
    };
    const localVoices = (): AddedModelsResource => {
      if (serviceInUse(connection.current()).id !== localTarget.id) throw fail('conflict', message('localVoices.otherServiceInUse'));
      return client.addedModels;
    };
    return {
      client,
      ledger,
      account,
      log,
      clock,
      paid: () => (paid ??= openPaid()),
      live: openLive,
      localVoices,
      speech: openSpeech,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** The service that a run is for, by its options and the profile: `named` as the environment has it, or `first`, else the local service. */
function findTarget(
  {
    profileDirectory,
    environment,
    baseUrl,
    realtimeUrl,
  }: Pick<SessionOptions, 'profileDirectory' | 'environment' | 'baseUrl' | 'realtimeUrl'>,
  { store, log }: { store: ConnectionStore; log: ProfileLog },
): { named: ConnectionEnvironment; first: Target | undefined } {
  const keys = createKeys(keyringSecrets(profileDirectory), log);
  const named: ConnectionEnvironment = { ...environment };
  let first: Target | undefined;
  if (realtimeUrl !== undefined) named.realtimeUrl = realtimeOrigin(realtimeUrl, '--realtime-url');
  if (baseUrl !== undefined) {
    const origin = baseOrigin(baseUrl, '--base-url');
    const bound = environment.baseUrl === undefined ? undefined : URL.parse(environment.baseUrl)?.origin;
    if (environment.apiKey !== undefined && bound !== undefined && bound !== origin)
      throw usageError(message('cli.connection.keyOfOther', bound, origin), '--base-url');
    named.baseUrl = origin;
    const kept = store.read().connections.find((one) => one.id === origin);
    if (environment.apiKey === undefined && kept !== undefined) {
      delete named.baseUrl;
      first = createTarget(kept, { store, keys });
    }
  } else if (environmentTarget(environment) === undefined) first = lastTarget({ store, keys });
  const { hosted } = first ?? {};
  if (first !== undefined && hosted !== undefined && named.realtimeUrl !== undefined)
    first = { ...first, hosted: async () => ({ ...(await hosted()), realtimeUrl: named.realtimeUrl }) };
  else if (realtimeUrl !== undefined && named.baseUrl === undefined)
    throw usageError(message('cli.connection.realtimeNeedsBase'), '--realtime-url');
  return { named: first === undefined ? named : {}, first };
}

function connect(options: SessionOptions, directory: string, log: ProfileLog, store: ConnectionStore): ConnectionKeeper {
  const { named, first } = findTarget(options, { store, log });
  const studio = join(options.profileDirectory, 'local-service');
  return createConnection({
    platform: {
      environment: named,
      profileDirectory: directory,
      // With the voices that were added in the studio.
      startLocalService: (request) =>
        startLocalService(
          { ...request, added: join(studio, localVoiceFolders.added), packages: join(studio, localVoiceFolders.packages) },
          { log },
        ),
    },
    log,
    requestTimeout: options.timeout * 1000,
    ...(first !== undefined && { first }),
  });
}

/** The library of one run, without a service. */
export interface ProjectFiles {
  readonly library: LibraryService;
  /** The folder of this run. */
  readonly profileDirectory: string;
  /** Of the service that the run is for: whether a take is of what its block is now depends on it. */
  readonly connectionId: string;
  readonly log: Log;
  /** Those of all projects, as the studio's settings have them. */
  readonly sharedPronunciations: readonly Pronunciation[];
  /** Lets the run write a file to this path, in place of one that is there. */
  allowOutput(path: string): void;
  /** Names of the service's voices by their ids, as the studio read them last; without a service. */
  readVoiceNames(): Promise<ReadonlyMap<string, string>>;
  /** Every ledger of the profile that nothing else holds, this run's own first. Answers how many are held. */
  readLedgers(read: (ledger: Ledger) => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** Opens the first free folder of the command line for work on projects. Nothing is connected. */
export async function openProjectFiles(
  options: Pick<SessionOptions, 'profileDirectory' | 'environment' | 'baseUrl' | 'realtimeUrl'>,
): Promise<ProjectFiles> {
  // Its ledger is what holds the folder.
  const { directory, ledger, log } = await firstFree(options.profileDirectory);
  const release = async (): Promise<void> => {
    await ledger.close();
    log.close();
  };
  try {
    const { named, first } = findTarget(options, { store: openConnectionStore(options.profileDirectory, log), log });
    const connectionId = (environmentTarget(named) ?? first ?? localTarget).id;
    const sharedPronunciations = readSharedPronunciations(options.profileDirectory, log);
    const ground = { log, connectionId: () => connectionId, sharedPronunciations };
    const { library, grants } = await openRunLibrary(options.profileDirectory, directory, ground);
    const close = async (): Promise<void> => {
      await library.close();
      await release();
    };
    return {
      library,
      profileDirectory: directory,
      connectionId,
      log,
      sharedPronunciations,
      allowOutput: (path) => grants.add(path, true),
      readVoiceNames: async () => {
        const list = await openKeptLists(options.profileDirectory, log).read(connectionId);
        return new Map(list?.voices.map(({ voiceId, name }) => [voiceId, name]));
      },
      readLedgers: async (read) => {
        await read(ledger);
        return readLedgers(options.profileDirectory, read, { besides: directory });
      },
      close,
    };
  } catch (thrown) {
    await release();
    throw thrown;
  }
}

/** Prices that this run's ledger has learned, else those that another ledger of the profile has, the studio's for one, where nothing holds it. */
function findPrices(profileDirectory: string, directory: string, own: Ledger): Ledger['price'] {
  const others = new Map<string, Promise<Price | undefined>>();
  return async (...asked) => {
    const price = await own.price(...asked);
    if (price !== undefined) return price;
    const key = JSON.stringify(asked);
    const known = others.get(key) ?? findElsewhere(...asked);
    others.set(key, known);
    return known;
  };
  async function findElsewhere(...asked: Parameters<Ledger['price']>): Promise<Price | undefined> {
    let found: Price | undefined;
    await readLedgers(profileDirectory, async (ledger) => void (found ??= await ledger.price(...asked)), { besides: directory });
    return found;
  }
}

interface RunGround {
  log: ProfileLog;
  connectionId: () => string;
  sharedPronunciations: readonly Pronunciation[];
}

/** A person's own words on the command line are what a dialog returns to the studio: `grants` has the paths that may be written to. */
async function openRunLibrary(
  profileDirectory: string,
  directory: string,
  { log, connectionId, sharedPronunciations }: RunGround,
): Promise<{ library: LibraryService; grants: DialogGrants }> {
  const grants = new DialogGrants();
  const library = await openLibrary({
    profileDirectory: directory,
    // Projects are where the command says: this one stays empty.
    projectsDirectory: join(directory, 'projects'),
    ownFolder: profileDirectory,
    cacheBytes: maximumCacheBytes,
    recent: { list: () => [], opened: () => undefined },
    sharedPronunciations: () => sharedPronunciations,
    log,
    connectionId,
    grants,
  });
  return { library, grants };
}

/** Those of the studio’s settings. */
function readSharedPronunciations(profileDirectory: string, log: ProfileLog): readonly Pronunciation[] {
  const preferences = createPreferences({ get: (key) => readPreference(profileDirectory, key), set: () => undefined }, log);
  return preferences.get('settings').pronunciations;
}

function readPreference(profileDirectory: string, key: string): unknown {
  try {
    const all: unknown = JSON.parse(readFileSync(join(profileDirectory, `${preferencesName}.json`), 'utf8'));
    return typeof all === 'object' && all !== null ? (all as Record<string, unknown>)[key] : undefined;
  } catch {
    return undefined;
  }
}

interface Slot {
  directory: string;
  slot: number;
  ledger: Ledger;
  log: ProfileLog;
}

async function firstFree(profileDirectory: string): Promise<Slot> {
  for (let slot = 1; slot <= maximumSlots; slot++) {
    const opened = await openSlot(profileDirectory, slot);
    if (opened) return opened;
  }
  throw fail('overloaded', message('cli.connection.tooManyRuns', maximumSlots));
}

/** `undefined` where another run has it. */
async function openSlot(profileDirectory: string, slot: number): Promise<Slot | undefined> {
  const directory = slotDirectory(profileDirectory, slot);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const log = createLog(directory, { write: () => undefined });
  try {
    return { directory, slot, ledger: await openLedger({ profileDirectory: directory, log }), log };
  } catch (thrown) {
    log.close();
    if (toFailure(thrown).kind !== 'file-in-use') throw thrown;
    return undefined;
  }
}

/** The ledger that has what an earlier run bought for the project and did not finish, else the first free one. Fails with `file-in-use`. */
async function openOwn(profileDirectory: string, own: ProjectSlot): Promise<Slot> {
  const recorded = own.read();
  if (recorded === undefined) {
    const free = await firstFree(profileDirectory);
    if (own.record(free.slot)) return free;
    await free.ledger.close();
    free.log.close();
    return openOwn(profileDirectory, own); // another run recorded its ledger meanwhile
  }
  const opened = await openSlot(profileDirectory, recorded);
  if (!opened) throw fail('file-in-use', message('cli.connection.purchasesHeld'), { charged: 'no', next: 'retry' });
  return opened;
}

/**
 * What an earlier run left on its way: nobody knows how it ended. Jobs that the service has taken stay as they are, and so does the sound of
 * blocks, which `project generate` goes on with: it looks for what arrived of it.
 */
async function settleCrashed(ledger: Ledger): Promise<void> {
  for (const entry of await ledger.pending()) {
    if (entry.state !== 'sending' || isSpeech(entry)) continue;
    const failure = interrupted(entry, message('cli.connection.interrupted'));
    await ledger.settle(entry.operationId, 'unknown', { failure });
  }
}

/**
 * Every ledger of the profile that nothing holds at the moment, the studio's too, for reading. The process that began what is `sending` in one of them is
 * gone: in those of the command line that is settled now; the studio's own is left to the studio, which may go on with it. `besides`: the folder
 * of one that is not read. Answers how many ledgers are held.
 */
export async function readLedgers(
  profileDirectory: string,
  read: (ledger: Ledger) => Promise<void>,
  { besides }: { besides?: string } = {},
): Promise<number> {
  const directories = [profileDirectory];
  for (let slot = 1; slot <= maximumSlots; slot++) directories.push(slotDirectory(profileDirectory, slot));
  let held = 0;
  for (const directory of directories) {
    if (directory === besides || !existsSync(join(directory, ledgerFile))) continue;
    const log = createLog(directory, { write: () => undefined });
    try {
      const ledger = await openLedger({ profileDirectory: directory, log });
      try {
        if (directory !== profileDirectory) await settleCrashed(ledger);
        await read(ledger);
      } finally {
        await ledger.close();
      }
    } catch (thrown) {
      if (toFailure(thrown).kind !== 'file-in-use') throw thrown;
      held++;
    } finally {
      log.close();
    }
  }
  return held;
}
