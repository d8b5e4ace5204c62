import { toFailure, type FailureKind } from '#shared/failure.ts';
import type { Sleep } from './exchange.ts';

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
const missingPace: PollPace = { first: 300, slowest: 5_000 };

/**
 * Reads what the service has promised: what is missing is looked for again, for some seconds. `passes` are the kinds of failures that may pass,
 * `not-found` alone unless others are named.
 */
export async function readPromised<T>(
  read: () => Promise<T>,
  { sleep, signal, passes = ['not-found'] }: { sleep: Sleep; signal: AbortSignal; passes?: readonly FailureKind[] },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read();
    } catch (thrown) {
      const { kind, retryAfterMs } = toFailure(thrown);
      if (tries >= missingTries || !passes.includes(kind)) throw thrown;
      await sleep(pollDelay(tries, retryAfterMs, missingPace), signal);
    }
  }
}

/** A look at a job: what it is now, and when the service wants to be asked again, in milliseconds, where it says. */
export interface Look {
  isOver: boolean;
  retryAfterMs: number | undefined;
}

interface PollOptions<Seen extends Look> {
  clock: { now(): number; sleep: Sleep };
  signal: AbortSignal;
  pace: PollPace;
  /** Milliseconds from the first question to the last. */
  longest: number;
  /** Before the first question, where the service suggested a time. */
  first?: Seen | undefined;
  /** Called before each wait, with the milliseconds waited so far. */
  onWait?: (seen: Seen, waitedMs: number) => void;
  /** The failure to throw when `longest` has passed. */
  tooLate: (seen: Seen) => Error;
}

/** Asks for a job until it is over, and answers with the last look. */
export async function pollUntilOver<Seen extends Look>(ask: () => Promise<Seen>, options: PollOptions<Seen>): Promise<Seen> {
  const { clock, signal, pace, longest, first, onWait, tooLate } = options;
  const started = clock.now();
  const pause = async (seen: Seen, asked: number): Promise<void> => {
    const waited = clock.now() - started;
    if (waited >= longest) throw tooLate(seen);
    onWait?.(seen, waited);
    await clock.sleep(Math.min(pollDelay(asked, seen.retryAfterMs, pace), longest - waited), signal);
  };
  if (first?.retryAfterMs !== undefined) await pause(first, 0);
  for (let asked = 0; ; asked++) {
    const seen = await ask();
    if (seen.isOver) return seen;
    await pause(seen, asked);
  }
}
