import type { Failure } from '#shared/failure.ts';

/** Nothing was sent since the service could not be reached: once it can be, there is nothing to say of it any more. */
export function isOfConnection({ kind, charged, next }: Failure): boolean {
  return charged === 'no' && (kind === 'unreachable' || next === 'restart-local-service');
}

/** The service gives no answer: it is down, or the way to it is. What its certificate or its address is refused for has words of its own. */
export const isSilent = ({ kind, message }: Pick<Failure, 'kind' | 'message'>): boolean =>
  (kind === 'unreachable' && !/certificate|secure connection/u.test(message)) || kind === 'service-timeout';
