import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceAccount } from '#main/paid-requests/account.ts';
import { createConnection, type ConnectionKeeper } from '#main/service-client/connection.ts';
import { createThrottle, type Throttle } from '#main/paid-requests/throttle.ts';
import { Budget } from '#main/paid-requests/budget/budget.ts';
import type { Counted } from '#main/paid-requests/budget/caps.ts';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import type { Ledger } from '#main/paid-requests/ledger/types.ts';
import { KeptFiles } from '#main/library/kept-files.ts';
import { RemovedResults } from '#main/library/removed-results.ts';
import { createPaidWork, type PaidWork } from '#main/app/paid-features.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { sleepOnTimer } from '#main/service-client/exchange.ts';
import { ServiceVoices } from '#main/features/voices/service.ts';
import { FailureError, type Failure } from '#shared/failure.ts';
import { paidOperations, type KeptFile, type PaidOperation } from '#shared/operations/paid.ts';
import type { CallContext, In } from '#shared/rpc.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import type { LocalService } from '../../helpers/local-service.ts';

type Names = keyof typeof paidOperations;
type Services = PaidWork['services'];

const nothing: Counted = { credits: 0, unpriced: new Set() };
/** Of a profile with no other ledger. */
const noOthers = {
  others: () => nothing,
  reserve: (_operation: unknown, _since: number, check: (others: Counted) => void) => check(nothing),
  charged: () => undefined,
  release: () => undefined,
  close: () => undefined,
};

/** Main's side of paid work with its real ledger and store, on a profile of its own, against a service at an address. */
export class PaidStudio {
  readonly directory: string;
  readonly log = quietLog();
  readonly ledger: Ledger;
  readonly kept: KeptFiles;
  readonly throttle: Throttle;
  readonly connection: ConnectionKeeper;
  readonly removed: RemovedResults;
  /** Credits; null for none. */
  capPerDay: number | null = null;
  readonly work: PaidWork;
  /** Milliseconds that were waited for, as they were asked for; none lasts longer than a moment here. */
  readonly waits: number[] = [];
  readonly #uploads = new Map<string, string>();
  #shut: Promise<void> | undefined;

  private constructor(directory: string, ledger: Ledger, service: { baseUrl: string; apiKey: string }) {
    this.directory = directory;
    const { log } = this;
    const caps = { read: () => ({ budget: { perBatch: null, perDay: this.capPerDay } }) };
    this.ledger = new Budget({ ledger, caps, spending: noOthers, log }).ledger;
    const clock = {
      now: Date.now,
      sleep: (milliseconds: number, signal?: AbortSignal): Promise<void> => {
        this.waits.push(milliseconds);
        return sleepOnTimer(Math.min(milliseconds, 40), signal);
      },
    };
    this.kept = new KeptFiles(directory);
    this.removed = new RemovedResults(directory, log);
    this.throttle = createThrottle(clock);
    this.connection = createConnection({
      platform: {
        environment: {},
        profileDirectory: directory,
        startLocalService: () =>
          Promise.resolve({
            baseUrl: service.baseUrl,
            realtimeUrl: '',
            apiKey: secret(service.apiKey),
            exited: new Promise<string>(() => undefined),
            stop: () => Promise.resolve(),
          }),
      },
      log,
    });
    const { connection, kept, throttle } = this;
    const account = new ServiceAccount({ connection, log });
    const voices = new ServiceVoices({ connection, log });
    const uploadPath = (id: string): string | undefined => this.#uploads.get(id);
    this.work = createPaidWork({
      connection,
      ledger: this.ledger,
      account,
      voices,
      kept,
      profileDirectory: directory,
      throttle,
      clock,
      log,
      uploadPath,
      removed: this.removed,
    });
  }

  static async open(service: { baseUrl: string; apiKey: string }, directory = mkdtempSync(join(tmpdir(), 'voicewright-paid-'))) {
    mkdirSync(directory, { recursive: true });
    return new PaidStudio(directory, await openLedger({ profileDirectory: directory, log: quietLog() }), service);
  }

  upload(id: string, path: string): void {
    this.#uploads.set(id, path);
  }

  call<Name extends Names>(name: Name, input: In<(typeof paidOperations)[Name]>, signal = new AbortController().signal) {
    const handler = this.work.services[name] as (input: unknown, context: CallContext<never>) => ReturnType<Services[Name]>;
    const sends = (async function* () {
      // nothing is sent
    })();
    return handler(paidOperations[name].in.parse(input), { signal, emit: () => undefined, sends });
  }

  /** What the call failed with; throws when it did not fail. */
  async failureOf(call: Promise<unknown>): Promise<Failure> {
    const thrown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(thrown instanceof FailureError)) throw new Error(`It did not fail as it should: ${String(thrown)}`);
    return thrown.failure;
  }

  /** Until it is over. */
  async over(operation: Pick<PaidOperation, 'operationId'>): Promise<PaidOperation> {
    return this.call('jobs.follow', { operationId: operation.operationId });
  }

  /** The newest operation of the ledger. */
  async newest(): Promise<PaidOperation> {
    const { operations } = await this.call('jobs.list', { limit: 1 });
    if (operations[0] === undefined) throw new Error('The ledger is empty.');
    return operations[0];
  }

  bytes(file: KeptFile | undefined): Promise<Buffer> {
    return readFile(this.kept.path(file?.url.split('/').at(-1) ?? ''));
  }

  shut(): Promise<void> {
    this.#shut ??= (async () => {
      await this.work.coordinator.close();
      await this.connection.close();
      await this.ledger.close();
    })();
    return this.#shut;
  }

  async close(): Promise<void> {
    await this.shut();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** What the account was charged, without what it was given. */
export const chargesOf = async (service: LocalService, key: string) =>
  (await service.charges(key)).entries.filter((entry) => entry.state !== 'granted');
