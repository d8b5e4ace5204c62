import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import type { Connection } from '#shared/operations.ts';
import { baseOrigin, realtimeOriginOf } from './connections/addresses.ts';
import type { ConnectionEnvironment, LocalServiceProcess, Log, Platform, Secret } from './platform.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';

/** A service to connect to. */
export interface Target {
  /** `local`, or the origin of a hosted service. */
  id: string;
  name: string;
  /** Of a hosted one: looked at when it is connected, and thrown where it cannot be. A key is asked for here alone, and goes there alone. */
  hosted?: () => Promise<{ origin: string; realtimeUrl: string | undefined; key: Secret }>;
  trustedOrigins?: () => readonly string[];
}
export const localTarget: Target = { id: 'local', name: 'Local service' };

/** Which service the studio is connected to; owns its client and, for the local service, its process. */
export interface ConnectionKeeper {
  current(): Connection;
  /** Told on every change of state. Answers with what stops the telling. */
  onChange(listener: (connection: Connection) => void): () => void;
  /** The client, as soon as there is one: waits while the service starts, and throws why it did not. */
  ready(signal?: AbortSignal): Promise<ServiceClient>;
  /** Starts the local service again, or tries the account's address again. Throws why it did not start. */
  restart(): Promise<void>;
  /** Leaves this service for another. What is under way goes on with the one that it was begun with. Throws why the new one did not start. */
  use(target: Target): Promise<void>;
  close(): Promise<void>;
}

export function createConnection(options: {
  platform: Pick<Platform, 'environment' | 'profileDirectory' | 'startLocalService'>;
  log: Log;
  /** What is connected at first, where the environment names nothing. */
  first?: Target;
  /** Milliseconds that a request may take to be answered, where not the usual ones. */
  requestTimeout?: number | undefined;
}): ConnectionKeeper {
  const { platform, log } = options;
  const listeners = new Set<(connection: Connection) => void>();
  const closing = new AbortController();
  let target = environmentTarget(platform.environment) ?? options.first ?? localTarget;
  let current: Connection = startingAt(target);
  let turn: Promise<void> = Promise.resolve();
  let changing: Promise<void> | undefined;
  let client: ServiceClient | undefined;
  let service: LocalServiceProcess | undefined;
  let starting: Promise<ServiceClient> | undefined;

  const clientOptions = { requestTimeout: options.requestTimeout };

  const tell = (change: Pick<Connection, 'state'> & { failure?: Failure }): void => {
    const { id, kind, name } = current;
    current = { id, kind, name, ...change };
    for (const listener of listeners) listener(current);
  };

  const drop = (): void => {
    client?.close();
    client = undefined;
  };

  const startHosted = async (hosted: NonNullable<Target['hosted']>, trustedOrigins: Target['trustedOrigins']): Promise<ServiceClient> => {
    const connectionId = current.id;
    const { origin, realtimeUrl, key } = await hosted();
    return createServiceClient({
      connectionId,
      origin,
      realtimeUrl,
      key,
      log,
      ...clientOptions,
      ...(trustedOrigins !== undefined && { trustedOrigins }),
    });
  };

  const startLocal = async (): Promise<ServiceClient> => {
    const dataDirectory = join(platform.profileDirectory, 'local-service');
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    const started = await platform.startLocalService({ dataDirectory, signal: closing.signal });
    service = started;
    void started.exited.then((words) => {
      if (service !== started) return; // stopped by us, or another runs by now
      service = undefined;
      drop();
      log.error('the local service ended', { words });
      tell({ state: 'failed', failure: localFailure('The local service has stopped.').failure });
    });
    return createServiceClient({
      connectionId: current.id,
      origin: new URL(started.baseUrl).origin,
      realtimeUrl: started.realtimeUrl,
      key: started.apiKey,
      log,
      ...clientOptions,
      whenUnreachable: 'restart-local-service',
    });
  };

  const start = (): Promise<ServiceClient> => {
    const attempt = async (): Promise<ServiceClient> => {
      try {
        const { hosted, trustedOrigins } = target;
        const made = hosted === undefined ? await startLocal() : await startHosted(hosted, trustedOrigins);
        if (closing.signal.aborted) {
          made.close();
          throw fail('cancelled', 'The studio is closing.');
        }
        // The process may have ended in the turn in which it was ready.
        if (hosted === undefined && service === undefined) {
          made.close();
          throw localFailure('The local service has stopped.');
        }
        client = made;
        tell({ state: 'ready' });
        return made;
      } catch (thrown) {
        if (!(thrown instanceof FailureError)) log.error('the local service did not start', { error: String(thrown) });
        const failure = thrown instanceof FailureError ? thrown : localFailure('The local service did not start.');
        tell({ state: 'failed', failure: failure.failure });
        throw failure;
      } finally {
        starting = undefined;
      }
    };
    starting = attempt();
    starting.catch(() => undefined); // told by `current`, and thrown to whoever waits
    return starting;
  };

  const stop = async (): Promise<void> => {
    drop();
    const running = service;
    service = undefined;
    await running?.stop();
  };

  /** Ends what there is and starts `next`; one such change after another. */
  const change = (next: () => Target): Promise<void> => {
    const changed = turn.then(async () => {
      await starting?.catch(() => undefined);
      if (closing.signal.aborted) throw fail('cancelled', 'The studio is closing.');
      await stop();
      target = next();
      current = startingAt(target);
      tell({ state: 'starting' });
      await start();
    });
    const over = changed.catch(() => undefined);
    turn = over;
    changing = over;
    void over.then(() => {
      if (changing === over) changing = undefined;
    });
    return changed;
  };

  void start();

  return {
    current: () => current,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: async (signal) => {
      if (client === undefined && starting === undefined && changing !== undefined) await untilAborted(changing, signal);
      if (client !== undefined) return client;
      if (starting !== undefined) return untilAborted(starting, signal);
      throw new FailureError(current.failure ?? localFailure('The local service is not running.').failure);
    },
    restart: () => change(() => target),
    use: (next) => change(() => next),
    close: async () => {
      closing.abort();
      listeners.clear();
      await starting?.catch(() => undefined);
      await stop();
    },
  };
}

function localFailure(message: string): FailureError {
  return fail('unreachable', message, { next: 'restart-local-service' });
}

function startingAt({ id, name, hosted }: Target): Connection {
  return { id, kind: hosted === undefined ? 'local' : 'account', name, state: 'starting' };
}

/** The service that the environment names; `undefined` where it names none. */
export function environmentTarget({ baseUrl, realtimeUrl, apiKey }: ConnectionEnvironment): Target | undefined {
  // A key alone names no service: that it goes nowhere is told, instead of the local service speaking in its place.
  if (baseUrl === undefined && apiKey === undefined) return undefined;
  const url = URL.parse(baseUrl ?? '');
  const hosted: Target['hosted'] = () =>
    Promise.resolve().then(() => {
      if (baseUrl === undefined)
        throw fail('invalid-input', 'VOICEWRIGHT_API_KEY is set and VOICEWRIGHT_BASE_URL is not: set the address of the service too.', {
          field: 'VOICEWRIGHT_BASE_URL',
          next: 'check-connection',
        });
      const origin = baseOrigin(baseUrl, 'VOICEWRIGHT_BASE_URL');
      const realtime = realtimeUrl === undefined ? undefined : realtimeOriginOf(realtimeUrl, 'VOICEWRIGHT_REALTIME_URL');
      if (apiKey === undefined || apiKey.reveal().trim() === '')
        throw fail('unauthorized', `No key is set for ${new URL(origin).host}: set VOICEWRIGHT_API_KEY, then start again.`);
      return { origin, realtimeUrl: realtime, key: apiKey };
    });
  return { id: url?.origin ?? 'account', name: url?.host ?? 'Service', hosted };
}

/** Waits for `promise`, or for the caller to give up; the promise itself goes on. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(fail('cancelled', 'Stopped.'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise
      .then(resolve, (thrown: unknown) => reject(new FailureError(toFailure(thrown))))
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
