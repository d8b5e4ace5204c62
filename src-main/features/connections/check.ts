import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import { accountOf } from '../../paid-requests/account.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../../service-client/client.ts';

export type ServiceCheck = Out<Operations['connections.test']>;

/** Somebody waits for it: a read is asked once, and given up after these milliseconds. */
const checkLimits = { requestTimeout: 10_000, readTries: 1 } as const;

/**
 * Asks a service who the key's account is, what it offers, and whether its realtime address takes a connection. Charges nothing. Throws what
 * stops it; `field` is `baseUrl`, `key` or `realtimeUrl` where one of them is wrong.
 */
export async function checkService(service: ServiceClientOptions, signal: AbortSignal): Promise<ServiceCheck> {
  return withClient(service, async (client) => {
    const account = accountOf(await readProfile(client, signal), Date.now());
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
  const of = (field: string, message: string): Failure => ({ ...failure, field, message });
  switch (failure.kind) {
    case 'unreachable':
      return of('baseUrl', `${failure.message} Check the base address.`);
    case 'service-timeout':
      return of('baseUrl', `${origin} does not answer. Check the base address, or try again later.`);
    case 'unauthorized':
      return of('key', `${origin} does not accept this key. Check that it is complete, and that it is a key of this service.`);
    case 'forbidden':
      if (failure.next === 'trust-origin') return of('baseUrl', failure.message);
      return of('key', `${origin} refuses this key: the account may not use the interface. Use another key.`);
    case 'not-found':
    case 'bad-response':
    case 'conflict':
    case 'invalid-input':
      // It is a speech service; only what paid work is bound to is missing.
      if (failure.field === 'user_id') return failure;
      return {
        ...of('baseUrl', `${origin} answers, but not as a speech service does. Check the base address.`),
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
    const message = `Live would not work: ${reasonOf(failure, realtimeUrl)} Correct the realtime address, or leave it empty.`;
    throw fail('unreachable', message, {
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

function reasonOf({ kind, message }: Failure, realtimeUrl: string): string {
  if (kind === 'unreachable') return message.replace(/^The/u, 'the');
  if (kind === 'unauthorized' || kind === 'forbidden') return `${realtimeUrl} does not accept the key.`;
  return `${realtimeUrl} is not a realtime speech service.`;
}
