import { fail } from '#shared/failure.ts';
import type { Clock } from '../ledger/attempts.ts';
import type { Work } from './run.ts';

/** Milliseconds between two questions about a job, where the service suggests nothing. */
const pollEvery = { least: 200, usual: 1000, most: 15_000 } as const;

export interface Asked<T> {
  value: T;
  over: boolean;
  status: string;
  retryAfterMs: number | undefined;
  requestId?: string | undefined;
}

/** Asks for a job until it is over, `--wait-timeout` at most. `again` is the command that goes on waiting. */
export async function untilFinal<T>(work: Work, clock: Clock, again: string, ask: () => Promise<Asked<T>>): Promise<T> {
  const started = clock.now();
  for (;;) {
    const { value, over, status, retryAfterMs = pollEvery.usual, requestId } = await ask();
    if (over) return value;
    const waited = clock.now() - started;
    const left = work.common.waitTimeout * 1000 - waited;
    if (left <= 0) throw stillMaking(work, again, requestId);
    work.output.progress(`${status} … ${Math.round(waited / 1000)} s`);
    await clock.sleep(Math.min(Math.max(retryAfterMs, pollEvery.least), pollEvery.most, left), work.signal);
  }
}

export const stillMaking = ({ common }: Work, again: string, requestId: string | undefined): Error =>
  fail('service-timeout', `The service still makes this after ${common.waitTimeout} seconds. Ask again: ${again}`, {
    ...{ charged: 'unknown', next: 'wait' },
    ...(requestId !== undefined && { requestId }),
  });
