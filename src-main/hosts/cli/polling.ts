import { fail } from '#shared/failure.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import { pollUntilOver, readPromised, type Look } from '../../service-client/polling.ts';
import type { Work } from './run.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** Milliseconds between two questions about a job, where the service suggests nothing. */
const pace = { first: 1000, slowest: 15_000 } as const;

/** A job as it stands. */
export interface JobLook<T> extends Look {
  value: T;
  status: string;
  requestId?: string | undefined;
}

/**
 * Asks for a job until it is over, `--wait-timeout` at most. `again` is the command that goes on waiting. A job that this run has `created` is
 * asked for when the service suggests it, and may be missing at first.
 */
export async function waitForJob<T>(
  { common, output, signal }: Work,
  clock: Clock,
  again: string,
  ask: () => Promise<JobLook<T>>,
  created?: JobLook<T>,
): Promise<T> {
  const look = created === undefined ? ask : () => readPromised(ask, { sleep: clock.sleep, signal });
  const { value } = await pollUntilOver(look, {
    clock,
    signal,
    pace,
    longest: common.waitTimeout * 1000,
    first: created,
    onWait: ({ status }, waitedMs) => output.progress(messages.cli.output.statusAndSeconds(status, Math.round(waitedMs / 1000))),
    tooLate: ({ requestId }) => stillMaking({ common }, again, requestId),
  });
  return value;
}

export const stillMaking = ({ common }: Pick<Work, 'common'>, again: string, requestId: string | undefined): Error =>
  fail('service-timeout', message('cli.failures.stillMaking', common.waitTimeout, again), {
    charged: 'unknown',
    next: 'wait',
    ...(requestId !== undefined && { requestId }),
  });
