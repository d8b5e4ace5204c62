import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, FailureError, toFailure, type Failure, type FailureKind } from '#shared/failure.ts';
import type { Connection } from '#shared/operations/connections.ts';
import { baseOrigin, realtimeOrigin } from './addresses.ts';
import type { ConnectionEnvironment, LocalServiceProcess, Log, Platform, Secret } from '../infra/platform.ts';
import type { PriceList } from '../infra/price-list.ts';
import { RestartLimit, restartLimits } from './restart-limit.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from './client.ts';
import { sleepOnTimer, type Sleep } from './exchange.ts';
import { messages } from '#shared/messages/index.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** A service to connect to. */
export interface Target {
  /** `local`, or the origin of a hosted service. */
  id: string;
  name: string;
  /** Of a hosted one: looked at when it is connected, and thrown where it cannot be. A key is asked for here alone, and goes there alone. */
  hosted?: () => Promise<{ origin: string; realtimeUrl: string | undefined; key: Secret }>;
  trustedOrigins?: () => readonly string[];
}
export const localTarget: Target = {
  id: 'local',
  get name() {
    return messages.connections.localService;
  },
};

/** Which service the studio is connected to; owns its client and, for the local service, its process. */
export interface ConnectionKeeper {
  current(): Connection;
  /** The price list of a service that the studio started itself; a hosted one shows no prices. */
  prices(connectionId: string): PriceList | undefined;
  /** Called on every change of state. Answers with what stops the calls. */
  onChange(listener: (connection: Connection) => void): () => void;
  /** The client, as soon as there is one: waits while the service starts, and throws why it did not. */
  ready(signal?: AbortSignal): Promise<ServiceClient>;
  /**
   * Starts the local service again, or tries the account's address again. Throws why it did not start. A local service in use whose process ends
   * is restarted without this, as often as {@link restartLimits} allows.
   */
  restart(): Promise<void>;
  /**
   * Leaves this service for another, once the other works; else this one stays in use, and what stopped the other is thrown. `anyway` takes
   * the other without that, and throws nothing. What is under way goes on with the service that it was begun with, and the local service
   * runs on.
   */
  use(target: Target, options?: { anyway?: boolean; signal?: AbortSignal }): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between one try to reach a hosted service again and the next: doubling, up to the longest. */
const reconnectDelays = { first: 1000, longest: 30_000 } as const;

/** Failures that pass without anybody's doing: what failed so is tried again by itself. */
const passing: readonly FailureKind[] = ['unreachable', 'service-failed', 'service-unavailable', 'service-timeout', 'rate-limited'];

export interface ConnectionOptions {
  platform: Pick<Platform, 'environment' | 'profileDirectory' | 'startLocalService'>;
  log: Log;
  /** What is connected at first, where the environment names nothing. */
  first?: Target;
  /** The service that answered last in an earlier run: what it named is shown until the first one answers. */
  lastAnswered?: Pick<Connection, 'id' | 'kind' | 'name'>;
  /**
   * Asks a hosted service whether it is there and takes the key; throws what stops it. With it a hosted service is `ready` once it has answered,
   * its loss is noticed, and it is tried again by itself; without, it is `ready` at once.
   */
  check?: (service: ServiceClientOptions, signal: AbortSignal) => Promise<void>;
  /** Waits between two tries to reach a service again; tests give one that they end. */
  sleep?: Sleep;
  /** Unix milliseconds; tests give a clock that they set. */
  now?: () => number;
  /** Milliseconds that a request may take to be answered, where not the usual ones. */
  requestTimeout?: number | undefined;
}

export function createConnection(options: ConnectionOptions): ConnectionKeeper {
  return new StudioConnection(options);
}

/** A client, and what it was made of: a check asks with the same. */
interface Opened {
  client: ServiceClient;
  service: ServiceClientOptions;
}

class StudioConnection implements ConnectionKeeper {
  readonly #options: ConnectionOptions;
  readonly #listeners = new Set<(connection: Connection) => void>();
  readonly #closing = new AbortController();
  #target: Target;
  #current: Connection;
  #opened: Opened | undefined;
  #local: LocalServiceProcess | undefined;
  /** What the process said last: work of one that ended costs the same. */
  #localPrices: PriceList | undefined;
  #localStarting: Promise<LocalServiceProcess> | undefined;
  #starting: Promise<ServiceClient> | undefined;
  /** Ends the try that is under way, and the wait for the next one. */
  #trying = new AbortController();
  #isRechecking = false;
  readonly #restarts: RestartLimit;
  #queue: Promise<void> = Promise.resolve();
  #changing: Promise<void> | undefined;
  #changes = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#restarts = new RestartLimit(options.now ?? Date.now);
    this.#target = environmentTarget(options.platform.environment) ?? options.first ?? localTarget;
    const { lastAnswered } = options;
    this.#current =
      lastAnswered === undefined || lastAnswered.id === this.#target.id
        ? { ...namesOf(this.#target), state: 'starting' }
        : { ...lastAnswered, awaited: namesOf(this.#target), state: 'starting' };
    void this.#start();
  }

  current(): Connection {
    return this.#current;
  }

  prices(connectionId: string): PriceList | undefined {
    return connectionId === localTarget.id ? this.#localPrices : undefined;
  }

  onChange(listener: (connection: Connection) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async ready(signal?: AbortSignal): Promise<ServiceClient> {
    if (this.#opened === undefined && this.#starting === undefined && this.#changing !== undefined)
      await untilAborted(this.#changing, signal);
    if (this.#opened !== undefined) return this.#opened.client;
    const starting = this.#starting;
    if (starting !== undefined)
      return untilAborted(starting, signal).catch((thrown: unknown) => {
        const isReplaced = this.#opened !== undefined || (this.#starting !== undefined && this.#starting !== starting);
        if (isReplaced && signal?.aborted !== true) return this.ready(signal);
        throw thrown;
      });
    throw new FailureError(this.#current.failure ?? localFailure(message('connections.localNotRunning')).failure);
  }

  restart(): Promise<void> {
    return this.#change(async (replaced) => {
      this.#stopTrying();
      this.#restarts.clear();
      if (this.#target.hosted === undefined) await this.#stopLocal();
      await this.#take(this.#target, replaced);
    });
  }

  use(next: Target, { anyway = false, signal }: { anyway?: boolean; signal?: AbortSignal } = {}): Promise<void> {
    return this.#change(async (replaced) => {
      if (anyway)
        await this.#take(next, replaced).catch(() => undefined); // shown by `current`
      else await this.#changeTo(next, AbortSignal.any([this.#closing.signal, replaced, ...(signal === undefined ? [] : [signal])]));
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#listeners.clear();
    this.#stopTrying();
    await this.#starting?.catch(() => undefined);
    this.#dropClient();
    await this.#stopLocal();
  }

  #publish(connection: Connection): void {
    this.#current = connection;
    for (const listener of this.#listeners) listener(connection);
  }

  /** One change after another; a later one ends the test of an earlier one. */
  #change(work: (replaced: AbortSignal) => Promise<void>): Promise<void> {
    this.#changes.abort();
    const { signal } = (this.#changes = new AbortController());
    const changed = this.#queue.then(async () => {
      if (this.#closing.signal.aborted) throw closing();
      await work(signal);
    });
    const over = changed.catch(() => undefined);
    this.#queue = over;
    this.#changing = over;
    void over.then(() => {
      if (this.#changing === over) this.#changing = undefined;
    });
    return changed;
  }

  /** Opens `next` beside what is in use, and goes over to it. */
  async #changeTo(next: Target, signal: AbortSignal): Promise<void> {
    try {
      const opened = await this.#open(next, signal);
      this.#stopTrying();
      this.#dropClient();
      this.#target = next;
      this.#adopt(opened);
    } catch (thrown) {
      // What this change replaced may have been a try to reach the one that stays in use.
      if (this.#current.state === 'starting' && this.#starting === undefined && !this.#closing.signal.aborted) void this.#start();
      throw thrown;
    }
  }

  /** Takes `next` whether it answers or not. A later change does not wait for the answer. */
  async #take(next: Target, replaced: AbortSignal): Promise<void> {
    this.#leave(next);
    const stop = (): void => this.#stopTrying();
    replaced.addEventListener('abort', stop, { once: true });
    try {
      if (replaced.aborted) stop();
      await this.#start();
    } finally {
      replaced.removeEventListener('abort', stop);
    }
  }

  /** Nothing is sent from here on until `next` is there; what is shown stays that of the service that answered last. */
  #leave(next: Target): void {
    this.#stopTrying();
    this.#dropClient();
    this.#target = next;
    this.#publish({ ...this.#names(), state: 'starting' });
  }

  /** How the service in use is named while it has not answered. */
  #names(): Pick<Connection, 'id' | 'kind' | 'name' | 'awaited'> {
    const own = namesOf(this.#target);
    const { id, kind, name } = this.#current;
    return id === own.id ? own : { id, kind, name, awaited: own };
  }

  /** Connects `#target`, by `open` where not in the usual way. */
  #start(open = (signal: AbortSignal): Promise<Opened> => this.#open(this.#target, signal)): Promise<ServiceClient> {
    const { signal } = this.#trying;
    const attempt = async (): Promise<ServiceClient> => {
      try {
        const opened = await open(AbortSignal.any([this.#closing.signal, signal]));
        if (signal.aborted) {
          opened.client.close();
          throw fail('cancelled', message('failures.stopped'));
        }
        this.#adopt(opened);
        return opened.client;
      } catch (thrown) {
        if (!(thrown instanceof FailureError)) this.#options.log.error('a service could not be connected', { error: String(thrown) });
        const failure = toFailure(thrown);
        if (!signal.aborted && !this.#closing.signal.aborted) this.#failed(failure);
        throw new FailureError(failure, { cause: thrown });
      } finally {
        if (this.#starting === starting) this.#starting = undefined;
      }
    };
    const starting = attempt();
    this.#starting = starting;
    starting.catch(() => undefined); // shown by `current`, and thrown to those who wait
    return starting;
  }

  async #open(target: Target, signal: AbortSignal): Promise<Opened> {
    const opened = target.hosted === undefined ? await this.#openLocal() : await this.#openHosted(target, target.hosted, signal);
    if (!this.#closing.signal.aborted) return opened;
    opened.client.close();
    throw closing();
  }

  async #openHosted({ id, trustedOrigins }: Target, hosted: NonNullable<Target['hosted']>, signal: AbortSignal): Promise<Opened> {
    const { log, requestTimeout, check } = this.#options;
    const service: ServiceClientOptions = { connectionId: id, ...(await hosted()), log, requestTimeout };
    if (trustedOrigins !== undefined) service.trustedOrigins = trustedOrigins;
    await check?.(service, signal);
    if (check === undefined) return { client: createServiceClient(service), service };
    const onOutcome = (failure: Failure | undefined): void => {
      if (this.#opened === opened) this.#onOutcome(opened, failure);
    };
    const opened: Opened = { client: createServiceClient({ ...service, onOutcome }), service };
    return opened;
  }

  async #openLocal(): Promise<Opened> {
    const { log, requestTimeout } = this.#options;
    const { baseUrl, realtimeUrl, apiKey: key } = this.#local ?? (await this.#startLocal());
    // The process may have ended in the turn in which it was ready.
    if (this.#local === undefined) throw localFailure(message('connections.localStopped'));
    const service: ServiceClientOptions = {
      connectionId: localTarget.id,
      origin: new URL(baseUrl).origin,
      realtimeUrl,
      key,
      log,
      requestTimeout,
      whenUnreachable: 'restart-local-service',
    };
    return { client: createServiceClient(service), service };
  }

  #startLocal(): Promise<LocalServiceProcess> {
    this.#localStarting ??= this.#startLocalProcess().finally(() => (this.#localStarting = undefined));
    return this.#localStarting;
  }

  async #startLocalProcess(): Promise<LocalServiceProcess> {
    const { platform, log } = this.#options;
    const dataDirectory = join(platform.profileDirectory, 'local-service');
    try {
      mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
      const started = await platform.startLocalService({ dataDirectory, signal: this.#closing.signal });
      this.#local = started;
      this.#localPrices = started.prices;
      void started.exited.then((words) => this.#localEnded(started, words));
      return started;
    } catch (thrown) {
      if (thrown instanceof FailureError) throw thrown;
      log.error('the local service did not start', { error: String(thrown) });
      throw localFailure(message('connections.localNotStarted'));
    }
  }

  #localEnded(ended: LocalServiceProcess, words: string): void {
    if (this.#local !== ended) return; // stopped by the studio, or another one runs by now
    this.#local = undefined;
    this.#options.log.error('the local service ended', { words });
    if (this.#opened === undefined || this.#target.hosted !== undefined) return; // it was not in use
    this.#dropClient();
    this.#restartLocal();
  }

  /** Starts the local service in use again, which ended without having been asked to; as often as the limit allows. */
  #restartLocal(): void {
    if (!this.#restarts.take()) {
      this.#failed(stoppedTooOften().failure);
      return;
    }
    this.#publish({ ...this.#names(), state: 'starting' });
    void this.#start((signal) => this.#openLocalAgain(signal)).catch(() => undefined); // shown by `current`
  }

  async #openLocalAgain(signal: AbortSignal): Promise<Opened> {
    for (;;) {
      try {
        return await this.#open(localTarget, signal);
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        if (!this.#restarts.take()) throw stoppedTooOften();
      }
    }
  }

  async #stopLocal(): Promise<void> {
    await this.#localStarting?.catch(() => undefined);
    const running = this.#local;
    this.#local = undefined;
    await running?.stop();
  }

  #dropClient(): void {
    this.#opened?.client.close();
    this.#opened = undefined;
  }

  #stopTrying(): void {
    this.#trying.abort();
    this.#trying = new AbortController();
  }

  #adopt(opened: Opened): void {
    if (this.#target.hosted === undefined && this.#local === undefined) {
      opened.client.close(); // the process ended in the turn in which it was ready
      this.#restartLocal();
      return;
    }
    this.#opened = opened;
    this.#publish({ ...namesOf(this.#target), state: 'ready' });
  }

  /** Shows why the service in use cannot be used, and tries again later where that may help. */
  #failed(failure: Failure, delay: number = reconnectDelays.first): void {
    const isRetried = this.#target.hosted !== undefined && this.#options.check !== undefined && passing.includes(failure.kind);
    this.#publish({ ...this.#names(), state: 'failed', failure, isRetried });
    if (isRetried) void this.#retry(delay, this.#trying.signal);
  }

  async #retry(delay: number, signal: AbortSignal): Promise<void> {
    const sleep = this.#options.sleep ?? sleepOnTimer;
    try {
      await sleep(delay, signal);
      await this.#tryOnce(signal);
    } catch (thrown) {
      if (!signal.aborted) this.#failed(toFailure(thrown), Math.min(delay * 2, reconnectDelays.longest));
    }
  }

  /** Asks the service in use again: with its client where it answered before, which goes on with what it had under way. */
  async #tryOnce(signal: AbortSignal): Promise<void> {
    const opened = this.#opened;
    if (opened === undefined) {
      const made = await this.#open(this.#target, signal);
      if (signal.aborted) made.client.close();
      else this.#adopt(made);
      return;
    }
    await this.#options.check?.(opened.service, signal);
    if (!signal.aborted) this.#adopt(opened);
  }

  /** How a request to the service in use ended: whether the service itself is lost, or back, is for a check to say. */
  #onOutcome(opened: Opened, failure: Failure | undefined): void {
    const isReady = this.#current.state === 'ready';
    const doubtful = isReady ? failure?.kind === 'unreachable' || failure?.kind === 'unauthorized' : failure === undefined;
    if (!doubtful || this.#isRechecking) return;
    this.#isRechecking = true;
    const { signal } = this.#trying;
    this.#options
      .check?.(opened.service, signal)
      .then(
        () => {
          if (signal.aborted || this.#current.state === 'ready') return;
          this.#stopTrying();
          this.#adopt(opened);
        },
        (thrown: unknown) => {
          if (!signal.aborted && this.#current.state === 'ready') this.#failed(toFailure(thrown));
        },
      )
      .finally(() => (this.#isRechecking = false));
  }
}

function localFailure(why: Message): FailureError {
  return fail('unreachable', why, { next: 'restart-local-service' });
}

function stoppedTooOften(): FailureError {
  const { times, within } = restartLimits;
  return localFailure(message('connections.localStoppedAgain', times, within / 60_000));
}

function closing(): FailureError {
  return fail('cancelled', message('studio.closing'));
}

function namesOf({ id, name, hosted }: Target): Pick<Connection, 'id' | 'kind' | 'name'> {
  return { id, kind: hosted === undefined ? 'local' : 'account', name };
}

/** The service that the environment names; `undefined` where it names none. */
export function environmentTarget({ baseUrl, realtimeUrl, apiKey }: ConnectionEnvironment): Target | undefined {
  // A key alone names no service: that it goes nowhere is reported, instead of the local service speaking in its place.
  if (baseUrl === undefined && apiKey === undefined) return undefined;
  const url = URL.parse(baseUrl ?? '');
  const hosted: Target['hosted'] = () =>
    Promise.resolve().then(() => {
      if (baseUrl === undefined)
        throw fail('invalid-input', message('connections.keyWithoutAddress'), {
          field: 'VOICEWRIGHT_BASE_URL',
          next: 'check-connection',
        });
      const origin = baseOrigin(baseUrl, 'VOICEWRIGHT_BASE_URL');
      const realtime = realtimeUrl === undefined ? undefined : realtimeOrigin(realtimeUrl, 'VOICEWRIGHT_REALTIME_URL');
      if (apiKey === undefined || apiKey.reveal().trim() === '')
        throw fail('unauthorized', message('connections.keyNotSet', new URL(origin).host));
      return { origin, realtimeUrl: realtime, key: apiKey };
    });
  return { id: url?.origin ?? 'account', name: url?.host ?? 'Service', hosted };
}

/** Waits for `promise`, or for the caller to give up; the promise itself goes on. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(fail('cancelled', message('failures.stopped')));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise
      .then(resolve, (thrown: unknown) => reject(new FailureError(toFailure(thrown))))
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
