import { FailureError, toFailure } from '#shared/failure.ts';
import { checkReachable } from '../../features/connections/check.ts';
import type { Session } from './session.ts';

/**
 * Where nothing is found, or nothing can be read, at an address that is no speech service at all, it is the address that is wrong and not what
 * was asked for. Answers with what to say: that, or what was thrown.
 */
export async function explainWrongAddress(
  thrown: unknown,
  session: Pick<Session, 'client' | 'log'> | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { kind, charged } = toFailure(thrown);
  if (session === undefined || charged !== 'no' || (kind !== 'not-found' && kind !== 'bad-response')) return thrown;
  const { connectionId, origin, key } = session.client;
  try {
    await checkReachable({ connectionId, origin, key, log: session.log }, signal);
    return thrown;
  } catch (checked) {
    return checked instanceof FailureError && checked.failure.kind === 'bad-response' ? checked : thrown;
  }
}
