import { formatFailure, type Failure } from '#shared/failure.ts';

/** Equal for failures that say the same to people, whatever their request ids. */
export function failureKey(failure: Failure): string {
  return JSON.stringify([failure.kind, formatFailure(failure), failure.charged, failure.next, failure.code ?? '']);
}

interface SharedFailure {
  failure: Failure;
  requestIds: string[];
}

/** What most of them say, with the ids of their requests, and how many say something else; `undefined` where there are none. */
export function commonFailure(failures: readonly Failure[]): (SharedFailure & { others: number }) | undefined {
  const groups = [...Map.groupBy(failures, failureKey).values()];
  const most = groups.reduce<readonly Failure[]>((best, group) => (group.length > best.length ? group : best), []);
  const [failure] = most;
  if (!failure) return undefined;
  const requestIds = [...new Set(most.flatMap(({ requestId }) => requestId ?? []))];
  return { failure, requestIds, others: failures.length - most.length };
}
