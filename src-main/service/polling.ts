/** How often a job is asked for where the service suggests nothing: soon at first, then less and less. In milliseconds. */
export interface PollPace {
  first: number;
  slowest: number;
}

/** Milliseconds: what is honoured of a suggestion. One of zero must not become a busy loop, and one of a day must not hide a job. */
export const suggestedPoll = { least: 100, most: 5 * 60_000 } as const;

/**
 * Milliseconds until a job is asked for again. `suggested` is the `Retry-After` of the answer before, that of the creation included
 * (interface, "v3 job creation"); `asked` counts the questions so far.
 */
export function pollDelay(asked: number, suggested: number | undefined, { first, slowest }: PollPace): number {
  if (suggested !== undefined) return Math.min(Math.max(suggested, suggestedPoll.least), suggestedPoll.most);
  return Math.min(first * 1.5 ** Math.min(asked, 20), slowest);
}

/**
 * How often, in a row, a job or a result that the service has promised may be missing before it counts as gone: a part of the service may
 * learn of it later than another.
 */
export const missingTries = 6;
