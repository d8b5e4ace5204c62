import { formatFailure, type Failure } from '#shared/failure.ts';

/** Equal for failures that say the same to people, whatever their request ids. */
export function failureKey(failure: Failure): string {
  return JSON.stringify([failure.kind, formatFailure(failure), failure.charged, failure.next, failure.code ?? '']);
}

/** What all of them say, with the ids of their requests; `undefined` where they differ or there are none. */
export function sharedFailure(failures: readonly Failure[]): { failure: Failure; requestIds: string[] } | undefined {
  const [failure] = failures;
  if (!failure || failures.some((other) => failureKey(other) !== failureKey(failure))) return undefined;
  return { failure, requestIds: [...new Set(failures.flatMap(({ requestId }) => requestId ?? []))] };
}
