import { expect } from 'vitest';
import type { Secret } from '#main/infra/platform.ts';
import { FailureError, failureSchema, toFailure, type Failure } from '#shared/failure.ts';

/** What was thrown is one of the closed union of failures, told in bounded words that do not hold the key. */
export function toldFailure(thrown: unknown, key: Secret): Failure {
  expect(thrown).toBeInstanceOf(FailureError);
  const failure = toFailure(thrown);
  expect(failureSchema.safeParse(failure).error).toBeUndefined();
  expect(failure.kind).not.toBe('internal');
  expect(JSON.stringify(failure)).not.toContain(key.reveal());
  expect(JSON.stringify(failure).length).toBeLessThan(8000);
  return failure;
}
