import { join } from 'node:path';
import { ServiceAccount, type AccountKeeper } from '#main/paid-requests/account.ts';
import { createBatch } from '#main/paid-requests/budget/batch.ts';
import { createConnection, type ConnectionKeeper } from '#main/service-client/connection.ts';
import type { IntegrationTools } from '#main/hosts/cli/integrations.ts';
import type { Clock } from '#main/paid-requests/clock.ts';
import { createThrottle, type Throttle } from '#main/paid-requests/throttle.ts';
import type { Ledger } from '#main/paid-requests/ledger/types.ts';
import { Live } from '#main/features/live/service.ts';
import { createPaidWork, type PaidWork } from '#main/app/paid-features.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { sleepOnTimer } from '#main/service-client/exchange.ts';
import { Speech } from '#main/features/speech/service.ts';
import { ServiceVoices } from '#main/features/voices/service.ts';
import { paidOperations } from '#shared/operations/paid.ts';
import type { CallContext, In } from '#shared/rpc.ts';
import { context } from '../speech/fixture.ts';
import { MortalLedger, type Fate, type Profile } from './profile.ts';
import type { Makings, Script } from './world.ts';

type Names = keyof typeof paidOperations;

export interface Place {
  baseUrl: string;
  realtimeUrl: string;
  apiKey: string;
}

/** Milliseconds. A tenth of what is asked for, and no more than this: still long enough that waiting for a job is not one question after another. */
const longestWait = 100;

/** Main without its hosts, on a profile that others open before and after it, in a time whose waits are short. */
export class CampaignStudio {
  readonly profile: Profile;
  readonly makings: Makings;
  readonly script: Script;
  readonly ledger: Ledger;
  readonly account: AccountKeeper;
  readonly throttle: Throttle;
  readonly clock: Clock;
  readonly speech: Speech;
  readonly live: Live;
  readonly work: PaidWork;
  readonly connection: ConnectionKeeper;
  readonly #mortal: MortalLedger;
  readonly #ending = new AbortController();

  constructor(place: Place, profile: Profile, parts: { makings: Makings; script: Script; fate?: Fate | undefined }) {
    this.profile = profile;
    this.makings = parts.makings;
    this.script = parts.script;
    const { library, log, kept, directory } = profile;
    this.#mortal = new MortalLedger(profile.ledger, parts.fate, () => this.#ending.abort());
    this.ledger = this.#mortal.ledger;
    this.clock = { now: Date.now, sleep: (milliseconds, signal) => sleepOnTimer(Math.min(milliseconds / 10, longestWait), signal) };
    this.connection = createConnection({
      platform: {
        environment: {},
        profileDirectory: directory,
        startLocalService: () =>
          Promise.resolve({
            baseUrl: place.baseUrl,
            realtimeUrl: place.realtimeUrl,
            apiKey: secret(place.apiKey),
            exited: new Promise<string>(() => undefined),
            stop: () => Promise.resolve(),
          }),
      },
      log,
    });
    const { connection, ledger, clock } = this;
    this.account = new ServiceAccount({ connection, log });
    this.throttle = createThrottle(clock);
    const { account, throttle } = this;
    const voices = new ServiceVoices({ connection, log });
    const budget = { batch: () => createBatch(() => null) };
    this.speech = new Speech({ connection, ledger, library, account, voices, budget, log, profileDirectory: directory, clock, throttle });
    this.live = new Live({ connection, ledger, account, profileDirectory: directory, log, clock });
    const uploadPath = (): string => this.makings.recording;
    const own = { connection, ledger, account, voices, log, profileDirectory: directory };
    this.work = createPaidWork({ ...own, kept, uploadPath, throttle, clock });
  }

  /** Whether its ledger is lost by now. */
  get isLost(): boolean {
    return this.#mortal.isLost;
  }

  /** Aborted when it is lost: the caller is gone with it. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  call<Name extends Names>(name: Name, input: In<(typeof paidOperations)[Name]>): ReturnType<PaidWork['services'][Name]> {
    const handler = this.work.services[name] as (input: unknown, context: CallContext<never>) => ReturnType<PaidWork['services'][Name]>;
    return handler(paidOperations[name].in.parse(input), context(this.signal));
  }

  async generate(blockId: string): Promise<void> {
    const { projectId, chapterId } = this.script;
    await this.speech.services['speech.generate']({ projectId, chapterId, blockIds: [blockId] }, context(this.signal));
  }

  async tools(): Promise<IntegrationTools> {
    const { connection, ledger, account, clock, throttle } = this;
    return { client: await connection.ready(this.signal), ledger, account, clock, throttle, log: this.profile.log };
  }

  /** Goes on with what an earlier run left, as a start does. */
  async recover(): Promise<void> {
    await Promise.all([this.speech.recover(), this.live.recover(), this.work.coordinator.recover()]);
  }

  landing(operationTag: string): string {
    return join(this.profile.directory, `${operationTag}.landed`);
  }

  /** Ends it in order; killed first, it takes nothing more down. */
  async close(how: 'in order' | 'killed' = 'in order'): Promise<void> {
    if (how === 'killed') this.#mortal.kill();
    await Promise.allSettled([this.speech.close(), this.live.close(), this.work.coordinator.close()]);
    await this.connection.close();
  }
}
