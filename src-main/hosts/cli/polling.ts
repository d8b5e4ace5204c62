import { fail } from '#shared/failure.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import { pollDelay, readPromised } from '../../service-client/polling.ts';
import type { Work } from './run.ts';

/** Milliseconds between two questions about a job, where the service suggests nothing. */
const pace = { first: 1000, slowest: 15_000 } as const;

export interface Asked<T> {
  value: T;
  over: boolean;
  status: string;
  retryAfterMs: number | undefined;
  requestId?: string | undefined;
}

/** A job that this run has created. */
export interface Created {
  status: string;
  /** Milliseconds until the service wants to be asked for it first, where it said. */
  retryAfterMs: number | undefined;
  requestId?: string | undefined;
}

/**
 * Asks for a job until it is over, `--wait-timeout` at most. `again` is the command that goes on waiting. A job that this run has `created` is
 * asked for when the service suggests it, and may be missing at first.
 */
export async function untilFinal<T>(work: Work, clock: Clock, again: string, ask: () => Promise<Asked<T>>, created?: Created): Promise<T> {
  const { signal } = work;
  const look = created === undefined ? ask : () => readPromised(ask, { sleep: clock.sleep, signal });
  const started = clock.now();
  const pause = async ({ status, retryAfterMs, requestId }: Created, asked: number): Promise<void> => {
    const waited = clock.now() - started;
    const left = work.common.waitTimeout * 1000 - waited;
    if (left <= 0) throw stillMaking(work, again, requestId);
    work.output.progress(`${status} … ${Math.round(waited / 1000)} s`);
    await clock.sleep(Math.min(pollDelay(asked, retryAfterMs, pace), left), signal);
  };
  if (created?.retryAfterMs !== undefined) await pause(created, 0);
  for (let asked = 0; ; asked++) {
    const answer = await look();
    if (answer.over) return answer.value;
    await pause(answer, asked);
  }
}

export const stillMaking = ({ common }: Work, again: string, requestId: string | undefined): Error =>
  fail('service-timeout', `The service still makes this after ${common.waitTimeout} seconds. Ask again: ${again}`, {
    charged: 'unknown',
    next: 'wait',
    ...(requestId !== undefined && { requestId }),
  });
