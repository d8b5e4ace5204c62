import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import type { Connection } from '#shared/operations.ts';
import type { ConnectionEnvironment, LocalServiceProcess, Log, Platform } from './platform.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';

/** Which service the studio is connected to; owns its client and, for the local service, its process. */
export interface ConnectionKeeper {
  current(): Connection;
  /** Told on every change of state. Answers with what stops the telling. */
  onChange(listener: (connection: Connection) => void): () => void;
  /** The client, as soon as there is one: waits while the service starts, and throws why it did not. */
  ready(signal?: AbortSignal): Promise<ServiceClient>;
  /** Starts the local service again, or tries the account's address again. Throws why it did not start. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export function createConnection(options: {
  platform: Pick<Platform, 'environment' | 'profileDirectory' | 'startLocalService'>;
  log: Log;
}): ConnectionKeeper {
  const { platform, log } = options;
  const listeners = new Set<(connection: Connection) => void>();
  const isAccount = platform.environment.baseUrl !== undefined;
  const closing = new AbortController();
  let current: Connection = isAccount
    ? accountConnection(platform.environment)
    : { id: 'local', kind: 'local', name: 'Local service', state: 'starting' };
  let client: ServiceClient | undefined;
  let service: LocalServiceProcess | undefined;
  let starting: Promise<ServiceClient> | undefined;

  const tell = (change: Pick<Connection, 'state'> & { failure?: Failure }): void => {
    const { id, kind, name } = current;
    current = { id, kind, name, ...change };
    for (const listener of listeners) listener(current);
  };

  const drop = (): void => {
    client?.close();
    client = undefined;
  };

  const startAccount = (): ServiceClient => {
    const { origin, key } = accountOf(platform.environment);
    return createServiceClient({ connectionId: current.id, origin, key, log });
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
      key: started.apiKey,
      log,
      whenUnreachable: 'restart-local-service',
    });
  };

  const start = (): Promise<ServiceClient> => {
    const attempt = async (): Promise<ServiceClient> => {
      try {
        const made = isAccount ? startAccount() : await startLocal();
        if (closing.signal.aborted) {
          made.close();
          throw fail('cancelled', 'The studio is closing.');
        }
        // The process may have ended in the turn in which it was ready.
        if (!isAccount && service === undefined) {
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

  void start();

  return {
    current: () => current,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: async (signal) => {
      if (client !== undefined) return client;
      if (starting !== undefined) return untilAborted(starting, signal);
      throw new FailureError(current.failure ?? localFailure('The local service is not running.').failure);
    },
    restart: async () => {
      await starting?.catch(() => undefined);
      if (closing.signal.aborted) throw fail('cancelled', 'The studio is closing.');
      await stop();
      tell({ state: 'starting' });
      await start();
    },
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

function accountConnection(environment: ConnectionEnvironment): Connection {
  const url = URL.parse(environment.baseUrl ?? '');
  return { id: url?.origin ?? 'account', kind: 'account', name: url?.host ?? 'Service', state: 'starting' };
}

/** The service that the environment names. Interface: `{base_url}` is an HTTP origin. */
function accountOf(environment: ConnectionEnvironment): { origin: string; key: NonNullable<ConnectionEnvironment['apiKey']> } {
  const url = URL.parse(environment.baseUrl ?? '');
  const isOrigin = url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.pathname === '/' && url.search === '';
  if (!isOrigin || url.username !== '' || url.password !== '')
    throw fail('invalid-input', 'VOICEWRIGHT_BASE_URL must be an address such as https://service.example, without a path.', {
      field: 'VOICEWRIGHT_BASE_URL',
      next: 'check-connection',
    });
  if (environment.apiKey === undefined || environment.apiKey.reveal().trim() === '')
    throw fail('unauthorized', `No key is set for ${url.host}: set VOICEWRIGHT_API_KEY, then start the studio again.`);
  return { origin: url.origin, key: environment.apiKey };
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
