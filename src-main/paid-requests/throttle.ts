import type { Failure } from '#shared/failure.ts';
import type { Clock } from './clock.ts';
import { Semaphore } from '../infra/semaphore.ts';

/**
 * The one place that says how much paid work goes to the service at a time, and whether any goes by itself. Failure rules, rule 6: what
 * answers 429 is asked less of; 401, 402 and a full disk pause what is sent without a person, until there is another key, more credits, or room.
 */
export interface Throttle {
  /** Waits for a turn of this account, and answers with what gives it back. Rejects when the signal aborts. */
  acquire(signal: AbortSignal, account: string): Promise<() => void>;
  /**
   * How an attempt of this account ended; no failure where it succeeded. `turn` is what `acquire` answered with: of requests that were sent
   * side by side and refused together, one counts.
   */
  report(failure?: Failure, account?: string, turn?: () => void): void;
  /** Why nothing is sent, asked or fetched by itself at the moment. */
  paused(): Failure | undefined;
  resume(): void;
  onResume(listener: () => void): () => void;
  /** How many may be under way at a time, at the moment. */
  limit(): number;
}

/** Failure rules, rules 6 and 7: until there is another key, more credits, or room for what comes. */
const pausing: readonly Failure['kind'][] = ['unauthorized', 'payment-required', 'disk-full'];

/** Requests at a time; the interface shows no numbers, so that this is where the first 429 is met. */
const most = 8;
/**
 * Milliseconds without a request of the account after a 429 that names none, and at most. How long the refused request itself waits is for the
 * service to say (`attempts.ts`); what else the account sends finds out by itself before long, for limits may differ by endpoint.
 */
const quiet = { usual: 1000, longest: 5000 } as const;

export function createThrottle(clock: Clock): Throttle {
  let width: number = most;
  const notBefore = new Map<string, number>();
  /** How often the width was lowered; and that number when each turn was given. */
  let lowered = 0;
  const loweredAt = new WeakMap<() => void, number>();
  let pause: Failure | undefined;
  const semaphore = new Semaphore(() => Math.floor(width));
  const listeners = new Set<() => void>();

  const resume = (): void => {
    if (pause === undefined) return;
    pause = undefined;
    for (const listener of listeners) listener();
  };

  return {
    acquire: async (signal, account) => {
      const waitOf = (): number => (notBefore.get(account) ?? 0) - clock.now();
      for (;;) {
        // Who has to be quiet holds no turn: another account may have it.
        for (let wait = waitOf(); wait > 0; wait = waitOf()) await clock.sleep(wait, signal);
        notBefore.delete(account);
        const leave = await semaphore.acquire(signal);
        loweredAt.set(leave, lowered);
        if (waitOf() <= 0) return leave;
        leave();
      }
    },
    report: (failure, account = '', turn) => {
      if (failure === undefined) {
        width = Math.min(most, width + 1 / width);
        semaphore.admit();
        resume();
      } else if (failure.kind === 'rate-limited') {
        if (turn === undefined || loweredAt.get(turn) === lowered) {
          width = Math.max(1, width / 2);
          lowered += 1;
        }
        const until = clock.now() + Math.min(failure.retryAfterMs ?? quiet.usual, quiet.longest);
        notBefore.set(account, Math.max(notBefore.get(account) ?? 0, until));
      } else if (pausing.includes(failure.kind)) pause = failure;
    },
    paused: () => pause,
    resume,
    onResume: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    limit: () => Math.floor(width),
  };
}
