import type { Failure } from '#shared/failure.ts';

/** Nothing was sent since the service could not be reached: once it can be, there is nothing to say of it any more. */
export function isOfConnection({ kind, charged, next }: Failure): boolean {
  return charged === 'no' && (kind === 'unreachable' || next === 'restart-local-service');
}
