import { expect, it } from 'vitest';
import { waitForJob, type JobLook } from '#main/hosts/cli/polling.ts';
import type { Work } from '#main/hosts/cli/run.ts';
import { fail, toFailure, type Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

type Answer = JobLook<string> | Error;
const going = (retryAfterMs?: number): Answer => ({ value: 'job', isOver: false, status: 'processing', retryAfterMs });
const over: Answer = { value: 'job', isOver: true, status: 'success', retryAfterMs: undefined };
const pending = (retryAfterMs?: number): JobLook<string> => ({ value: 'job', isOver: false, status: 'pending', retryAfterMs });
const missing = fail('not-found', said('no such job'), { status: 404 });

/** Asks by answers in order, in a time that only passes by its own waits. */
async function play(answers: Answer[], { created, waitTimeout = 600 }: { created?: JobLook<string>; waitTimeout?: number } = {}) {
  const log: (number | 'ask')[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    sleep: (milliseconds: number) => {
      now += milliseconds;
      log.push(milliseconds);
      return Promise.resolve();
    },
  };
  const progress: string[] = [];
  const output = { progress: (words: string) => void progress.push(words) };
  const work = { common: { waitTimeout }, output, signal: new AbortController().signal } as unknown as Work;
  const ask = (): Promise<JobLook<string>> => {
    log.push('ask');
    const answer = answers.shift();
    if (answer === undefined) throw new Error('asked once too often');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  let failure: Failure | undefined;
  try {
    await waitForJob(work, clock, 'tts get job --wait', ask, created);
  } catch (thrown) {
    failure = toFailure(thrown);
  }
  return { log, failure, progress };
}

it('a job is asked for first when the 202 suggests it, and later when each answer suggests it', async () => {
  const created = pending(40_000);
  expect((await play([going(90_000), over], { created })).log).toEqual([40_000, 'ask', 90_000, 'ask']);
});

it('a job of an earlier run is asked for at once, and less and less often where nothing is suggested', async () => {
  const { log } = await play([going(), going(), going(), over]);
  expect(log).toEqual(['ask', 1000, 'ask', 1500, 'ask', 2250, 'ask']);
});

it('a suggestion that is longer than --wait-timeout leaves one question at its end', async () => {
  const created = pending(120_000);
  const { log, failure } = await play([going()], { created, waitTimeout: 30 });
  expect(log).toEqual([30_000, 'ask']);
  expect(failure).toMatchObject({ kind: 'service-timeout', charged: 'unknown', next: 'wait' });
});

it('a job that this run has created may be missing at first; one that was only named is not looked for again', async () => {
  const created = pending();
  expect((await play([missing, missing, going(500), over], { created })).failure).toBeUndefined();
  const gone = await play(
    Array.from({ length: 9 }, () => missing),
    { created },
  );
  expect(gone.log.filter((entry) => entry === 'ask')).toHaveLength(6);
  expect(gone.failure).toMatchObject({ kind: 'not-found' });
  expect((await play([missing])).failure).toMatchObject({ kind: 'not-found' });
});

it('each wait is shown with the state of the job and the seconds since the first question', async () => {
  const { progress } = await play([going(1_400), going(2_000), over], { created: pending(600) });
  expect(progress).toEqual([
    messages.cli.output.statusAndSeconds('pending', 0),
    messages.cli.output.statusAndSeconds('processing', 1),
    messages.cli.output.statusAndSeconds('processing', 2),
  ]);
});

it('a job that is not over in time is named by its request where that is known', async () => {
  const late = async (requestId?: string) =>
    (
      await play(
        [
          { ...pending(60_000), requestId },
          { ...pending(), requestId },
        ],
        { waitTimeout: 5 },
      )
    ).failure;
  expect(await late('request1')).toMatchObject({ kind: 'service-timeout', requestId: 'request1' });
  expect('requestId' in (await late())!).toBe(false);
});
