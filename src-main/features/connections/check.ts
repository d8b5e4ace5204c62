import { fail, FailureError, toFailure, type Failure, readText, reword } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import { toAccount } from '../../paid-requests/account.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../../service-client/client.ts';
import { message, type Message } from '#shared/messages/message.ts';

export type ServiceCheck = Out<Operations['connections.test']>;

/** Somebody waits for it: a read is asked once, and given up after these milliseconds. */
const checkLimits = { requestTimeout: 10_000, readTries: 1 } as const;

/**
 * Asks a service who the key's account is, what it offers, and whether its realtime address takes a connection. Charges nothing. Throws what
 * stops it; `field` is `baseUrl`, `key` or `realtimeUrl` where one of them is wrong.
 */
export async function checkService(service: ServiceClientOptions, signal: AbortSignal): Promise<ServiceCheck> {
  return withClient(service, async (client) => {
    const account = toAccount(await readProfile(client, signal), Date.now());
    const [models, declares, live] = await Promise.all([
      client.capabilities(signal).then(
        ({ models: listed }) => listed.length,
        () => null,
      ),
      client.documents.read('all', signal).then(
        () => true,
        () => false,
      ),
      checkRealtime(client, service.realtimeUrl, signal),
    ]);
    signal.throwIfAborted();
    return { account, models, declares, live };
  });
}

/** Asks a service whether it is there and takes the key; throws as `checkService` where it is not, or does not. */
export async function checkReachable(service: ServiceClientOptions, signal: AbortSignal): Promise<void> {
  await withClient(service, async (client) => {
    await readProfile(client, signal).catch((thrown: unknown) => {
      // It is there and took the key, whatever else it says of the account.
      if (toFailure(thrown).kind !== 'payment-required') throw thrown;
    });
  });
}

async function withClient<T>(service: ServiceClientOptions, use: (client: ServiceClient) => Promise<T>): Promise<T> {
  const client = createServiceClient({ ...service, ...checkLimits });
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

async function readProfile(client: ServiceClient, signal: AbortSignal): ReturnType<ServiceClient['profile']> {
  try {
    return await client.profile(signal);
  } catch (thrown) {
    throw new FailureError(blame(toFailure(thrown), client.origin), { cause: thrown });
  }
}

/** The failure of reading the profile, in words that name what a person has to correct. */
function blame(failure: Failure, origin: string): Failure {
  const of = (field: string, text: Message): Failure => reword(failure, text, { field });
  switch (failure.kind) {
    case 'unreachable':
      return of('baseUrl', message('connections.checkAddress', readText(failure)));
    case 'service-timeout':
      return of('baseUrl', message('connections.noAnswer', origin));
    case 'unauthorized':
      return of('key', message('connections.originRefusesKey', origin));
    case 'forbidden':
      if (failure.next === 'trust-origin') return { ...failure, field: 'baseUrl' };
      return of('key', message('connections.accountNotAllowed', origin));
    case 'not-found':
    case 'bad-response':
    case 'conflict':
    case 'invalid-input':
      // It is a speech service; only what paid work is bound to is missing.
      if (failure.field === 'user_id') return failure;
      return {
        ...of('baseUrl', message('connections.originNotASpeechService', origin)),
        kind: 'bad-response',
        next: 'check-connection',
      };
    default:
      return failure;
  }
}

/** Whether Live works: false where there is no realtime address. */
async function checkRealtime(client: ServiceClient, realtimeUrl: string | undefined, signal: AbortSignal): Promise<boolean> {
  if (realtimeUrl === undefined || realtimeUrl === '') return false;
  try {
    await openRealtime(client, signal);
    return true;
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.kind === 'cancelled') throw thrown;
    throw fail('unreachable', message('connections.liveWouldNotWork', reasonOf(failure, realtimeUrl)), {
      field: 'realtimeUrl',
      next: 'check-connection',
      ...(failure.status === undefined ? {} : { status: failure.status }),
    });
  }
}

/** Opens a connection and closes it. A service may have one of the two versions alone. */
async function openRealtime({ realtime }: ServiceClient, signal: AbortSignal): Promise<void> {
  try {
    (await realtime.open('v3', signal)).terminate();
  } catch (thrown) {
    if (['unreachable', 'cancelled', 'unauthorized'].includes(toFailure(thrown).kind)) throw thrown;
    (await realtime.open('v2', signal)).terminate();
  }
}

function reasonOf(failure: Failure, realtimeUrl: string): Message {
  const { kind } = failure;
  if (kind === 'unreachable') return readText(failure);
  if (kind === 'unauthorized' || kind === 'forbidden') return message('connections.realtimeKeyRefused', realtimeUrl);
  return message('connections.notARealtimeService', realtimeUrl);
}
