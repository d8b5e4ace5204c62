import type { Services } from '#shared/operations/index.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { Budget } from '../../paid-requests/budget/budget.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Ledger, SpeechEntry } from '../../paid-requests/ledger/types.ts';
import type { Library } from '../../library/types.ts';
import type { Log } from '../../infra/platform.ts';
import { sleepOnTimer } from '../../service-client/exchange.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Unsettled } from '../../paid-requests/recovery.ts';
import type { Throttle } from '../../paid-requests/throttle.ts';
import { BlockTakes } from './block-takes.ts';
import { createEstimates } from './estimate.ts';
import { SingleFlight } from './single-flight.ts';
import { askAgain } from './make.ts';
import { land, type Made, type MakingEvent, type MakingTools } from './operation.ts';
import { Splicer } from '../../media/repair/splicer.ts';
import { createKeepSound } from './keep-sound.ts';
import { ProjectQueues } from './project-queues.ts';
import { Repairs } from './repairs.ts';
import { SpeechRecovery } from './recovery.ts';
import { GenerationRun, type RunTools } from './run.ts';
import { createUnsentServices } from './unsent-services.ts';
import { Unsent } from './unsent.ts';
import type { VoiceDirectory } from '../voices/service.ts';

export type { Ended } from './recovery.ts';

export interface SpeechOptions {
  connection: ConnectionKeeper;
  ledger: Ledger;
  library: Library;
  account: AccountKeeper;
  voices: VoiceDirectory;
  budget: Pick<Budget, 'batch'>;
  log: Log;
  profileDirectory: string;
  clock?: Clock;
  /** How much goes to the service at a time, and whether anything goes by itself. */
  throttle?: Throttle;
}

/** The sound of blocks: estimated, generated once however often it is asked for, and found again after a crash. */
export class Speech {
  readonly services: Pick<
    Services,
    | 'speech.estimate'
    | 'speech.estimate-texts'
    | 'speech.generate'
    | 'speech.repair-plan'
    | 'speech.repair'
    | 'speech.keep-sound'
    | 'speech.unsent'
    | 'speech.forget-unsent'
    | 'speech.announce'
  >;
  readonly #options: SpeechOptions;
  readonly #clock: Clock;
  readonly #singleFlight = new SingleFlight<MakingEvent, Made>(keepWhatMatters);
  readonly #underWay = new Set<string>();
  readonly #queues = new ProjectQueues();
  readonly #closing = new AbortController();
  readonly #recovery: SpeechRecovery;
  readonly #takes: BlockTakes;
  readonly #unsent: Unsent;

  constructor(options: SpeechOptions) {
    const { connection, ledger, library, voices, log, clock = { now: Date.now, sleep: sleepOnTimer } } = options;
    const tools = (signal?: AbortSignal): Promise<MakingTools> => this.#tools(signal);
    const underWay = this.#underWay;
    const singleFlight = this.#singleFlight;
    this.#options = options;
    this.#clock = clock;
    this.#recovery = new SpeechRecovery({ ...options, clock, underWay, singleFlight, tools });
    this.#takes = new BlockTakes({ ledger, library, voices, singleFlight, tools });
    this.#unsent = new Unsent(options.profileDirectory, log, () => clock.now());
    const splicer = new Splicer((text, facts) => log.error(text, facts));
    this.services = {
      ...createEstimates({
        library,
        ledger,
        account: options.account,
        voices: voices.orLastKnown,
        connectionId: () => connection.current().id,
        isUnderWay: (fingerprint) => singleFlight.has(fingerprint),
      }),
      'speech.generate': (input, context) => this.#queues.run(input.projectId, context.signal, () => this.#generate(input, context)),
      ...new Repairs({ ...options, splicer, takes: this.#takes.find, recovery: this.#recovery, closing: this.#closing.signal }).services,
      'speech.keep-sound': createKeepSound({ library, connection, splicer }),
      ...createUnsentServices({ unsent: this.#unsent, library, ledger, connection, closing: this.#closing.signal }),
    };
  }

  /**
   * Goes on with jobs in the background, and answers with what a person has to know of. Needs the service; what a crash left
   * of broken streams is stored without it, as soon as this exists. Can be asked again at any time.
   */
  recover(): Promise<Unsettled[]> {
    return this.#recovery.recover();
  }

  readonly onUnsettled: SpeechRecovery['onUnsettled'] = (listener) => this.#recovery.onUnsettled(listener);

  /** Of an operation that is open: asks for its outcome with its own ids, and fetches its sound. Never a second charge. */
  async askAgain(entry: SpeechEntry, signal: AbortSignal): Promise<void> {
    await this.#recovery.crashed();
    try {
      await this.#singleFlight.run(
        entry.fingerprint,
        async (flight) => {
          flight.letGo();
          const tools = await this.#tools(flight.signal);
          return land(askAgain(entry, tools, flight), tools);
        },
        () => undefined,
        signal,
      );
    } finally {
      await this.#recovery.reportUnsettled();
    }
  }

  /** Ends what is under way of an operation, no matter who waits for it. */
  stop({ fingerprint }: SpeechEntry): Promise<void> {
    return this.#singleFlight.stop(fingerprint);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#recovery.close();
    await this.#singleFlight.close();
    await this.#queues.idle();
  }

  async #generate(...[input, context]: Parameters<Services['speech.generate']>): ReturnType<Services['speech.generate']> {
    await this.#recovery.crashed();
    const { connection, account, budget, library, log, throttle } = this.#options;
    const chapter = library.liveChapter(input.projectId, input.chapterId);
    const tools: RunTools = {
      connection,
      account,
      recovery: this.#recovery,
      unsent: this.#unsent,
      budget,
      clock: this.#clock,
      log,
      throttle,
      closing: this.#closing.signal,
      takeOf: this.#takes.find,
    };
    return new GenerationRun(tools, chapter, input, context).make();
  }

  async #tools(signal?: AbortSignal): Promise<MakingTools> {
    const { connection, ledger, library, account, voices, log, throttle } = this.#options;
    return {
      client: await connection.ready(signal),
      ledger,
      library,
      account,
      clock: this.#clock,
      log,
      underWay: this.#underWay,
      throttle,
      modelRefused: () => voices.forgetModels(),
    };
  }
}

/** Who joins late needs to know where the sound is, and the latest of everything else. */
function keepWhatMatters(events: readonly MakingEvent[], next: MakingEvent): MakingEvent[] {
  if (next.type === 'received') return [...events];
  return next.type === 'queued' ? [next] : [...events.filter((event) => event.type === 'receiving' && next.type !== 'sending'), next];
}
