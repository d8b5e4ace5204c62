import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceFailure } from '#main/service-client/answers.ts';
import { readErrorBody } from '#main/service-client/reading/error-body.ts';
import { resendFor, sendByRules, type Attempts } from '#main/paid-requests/attempts.ts';
import { families, familyRules } from '#main/paid-requests/family-rules.ts';
import { fail, FailureError, type Failure, type FailureKind } from '#shared/failure.ts';
import { codes } from '#shared/wire/common.ts';
import { said } from '../../helpers/said.ts';

type Answer = 'ok' | FailureError;

const unreachable = fail('unreachable', said('nothing listens there'));
const lost = fail('outcome-unknown', said('no answer'), { charged: 'unknown' });
const answered = (status: number, kind: FailureKind, more: Partial<Failure> = {}, retryable?: boolean): FailureError =>
  new ServiceFailure(fail(kind, said('said no'), { status, ...more }).failure, readErrorBody({ details: { retryable } }));
const conflict = (code: string, charged: Failure['charged'] = 'no'): FailureError => answered(409, 'conflict', { code, charged });

/** Runs the rules against answers in order, in a time that only passes by their own waits. */
async function play(answers: Answer[], options: Partial<Attempts<string>> & { startedAgo?: number } = {}) {
  const log: string[] = [];
  let now = 1_000_000_000;
  const attempts: Attempts<string> = {
    family: 'aligned',
    account: 'local somebody',
    firstSentAt: now - (options.startedAgo ?? 0),
    signal: new AbortController().signal,
    clock: {
      now: () => now,
      sleep: (milliseconds, signal) => {
        signal?.throwIfAborted();
        now += milliseconds;
        log.push('wait');
        return Promise.resolve();
      },
    },
    send: () => {
      log.push('send');
      const answer = answers.shift();
      if (answer === undefined) throw new Error('sent once too often');
      return answer === 'ok' ? Promise.resolve('ok') : Promise.reject(answer);
    },
    beforeResend: () => {
      log.push('ledger');
      return Promise.resolve();
    },
    onWait: () => log.push('told'),
    ...options,
  };
  try {
    await sendByRules(attempts);
    return { log, left: answers.length, passed: now - 1_000_000_000 };
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FailureError);
    return { log, left: answers.length, passed: now - 1_000_000_000, failure: (thrown as FailureError).failure };
  }
}
/** What the service answers that is no success, and what is known of its charge. */
const statuses = [
  [400, 'invalid-input', 'no'],
  [401, 'unauthorized', 'no'],
  [402, 'payment-required', 'no'],
  [429, 'rate-limited', 'no'],
  [500, 'service-failed', 'unknown'],
  [502, 'service-failed', 'unknown'],
  [503, 'service-unavailable', 'no'],
  [504, 'service-timeout', 'unknown'],
] as const;
const sends = (log: string[]): number => log.filter((entry) => entry === 'send').length;

describe('the rules of resending', () => {
  it('have the ledger hold every attempt before it is made', async () => {
    const { log } = await play([unreachable, lost, 'ok']);
    expect(log).toEqual(['send', 'wait', 'ledger', 'send', 'wait', 'ledger', 'send']);
  });

  it('try again what did not leave, three times in all, and it stays free', async () => {
    const { log, failure } = await play([unreachable, unreachable, unreachable, 'ok']);
    expect(sends(log)).toBe(3);
    expect(failure).toMatchObject({ kind: 'unreachable', charged: 'no' });
  });

  it.each(['aligned', 'speech'] as const)('ask once with the same key after a lost answer of %s', async (family) => {
    const { log, failure } = await play([lost, lost, 'ok'], { family });
    expect(sends(log)).toBe(2);
    expect(failure).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown' });
  });

  it('ask for a job more often, for its key makes it the same job', async () => {
    expect((await play([lost, lost, lost, 'ok'], { family: 'job' })).failure).toBeUndefined();
  });

  it('do not call a lost request free because the service could not be reached afterwards', async () => {
    expect((await play([lost, unreachable, unreachable, unreachable])).failure).toMatchObject({
      kind: 'outcome-unknown',
      charged: 'unknown',
    });
    expect((await play([lost, answered(401, 'unauthorized')])).failure).toMatchObject({ kind: 'unauthorized', charged: 'unknown' });
  });

  it('do not call a request free that an earlier run lost, whatever is answered now, unless it is about its id', async () => {
    const before = { lostBefore: true };
    expect((await play([answered(422, 'unprocessable')], before)).failure).toMatchObject({
      kind: 'unprocessable',
      charged: 'unknown',
      next: 'retry',
    });
    expect((await play([answered(402, 'payment-required')], before)).failure).toMatchObject({ charged: 'unknown', next: 'add-credits' });
    expect((await play([unreachable, unreachable, unreachable], before)).failure).toMatchObject({ charged: 'unknown' });
    expect((await play([conflict(codes.requestPreviouslyRefunded)], before)).failure).toMatchObject({ charged: 'no' });
  });

  it('learn from the same key that a lost request was paid, or refunded', async () => {
    expect((await play([lost, conflict(codes.requestAlreadyCompleted, 'yes')])).failure).toMatchObject({ charged: 'yes' });
    expect((await play([lost, conflict(codes.requestPreviouslyRefunded)])).failure).toMatchObject({ charged: 'no' });
  });

  it('wait while the same request is in progress, and stop at any other conflict', async () => {
    const running = conflict(codes.requestInProgress, 'unknown');
    const { log, failure } = await play([running, running, 'ok']);
    expect(failure).toBeUndefined();
    expect(log.filter((entry) => entry === 'told')).toHaveLength(2);
    expect(sends((await play([conflict(codes.requestIdConflict), 'ok'])).log)).toBe(1);
    expect(sends((await play([conflict('ERR_SOMETHING_NEW'), 'ok'])).log)).toBe(1);
  });

  it.each([
    [400, 'invalid-input'],
    [401, 'unauthorized'],
    [402, 'payment-required'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [413, 'too-large'],
    [415, 'unsupported-media'],
    [422, 'unprocessable'],
    [500, 'service-failed'],
    [503, 'service-unavailable'],
  ] as const)('never send again by themselves after %i', async (status, kind) => {
    const { log, left } = await play([answered(status, kind), 'ok']);
    expect(sends(log)).toBe(1);
    expect(left).toBe(1);
  });

  it('honour what a 429 says, and give up where it says too long', async () => {
    const { passed, failure } = await play([answered(429, 'rate-limited', { retryAfterMs: 7000 }), 'ok']);
    expect(failure).toBeUndefined();
    expect(passed).toBe(7000);
    expect((await play([answered(429, 'rate-limited', { retryAfterMs: 10 * 60_000 }), 'ok'])).failure).toMatchObject({
      kind: 'rate-limited',
    });
  });

  it('wait longer from one 429 to the next that says nothing, and not forever', async () => {
    const { log, failure } = await play(Array.from({ length: 20 }, () => answered(429, 'rate-limited')));
    expect(sends(log)).toBe(6);
    expect(failure).toMatchObject({ kind: 'rate-limited', charged: 'no' });
  });

  it('back off from a 503 that may pass', async () => {
    expect((await play([answered(503, 'service-unavailable', {}, true), 'ok'])).failure).toBeUndefined();
  });

  it('take a 504 for a lost answer, unless another try is of no use', async () => {
    expect((await play([answered(504, 'service-timeout', { charged: 'unknown' }), 'ok'])).failure).toBeUndefined();
    expect(sends((await play([answered(504, 'service-timeout', { charged: 'unknown' }, false), 'ok'])).log)).toBe(1);
    expect(sends((await play([answered(504, 'service-timeout', { charged: 'no' }, true), 'ok'])).log)).toBe(1);
  });

  const failed = (more: Partial<Failure> = {}, retryable?: boolean): FailureError =>
    answered(500, 'service-failed', { charged: 'unknown', ...more }, retryable);
  const repeatable = ['job', 'job-v1', 'speech-v1-cached', 'image', 'video'] as const;

  it.each(repeatable)('confirm a 500 of %s by the same request, four times at most, before its outcome is unknown', async (family) => {
    expect((await play([failed(), failed(), 'ok'], { family })).failure).toBeUndefined();
    const { log, failure } = await play(
      Array.from({ length: 9 }, () => failed()),
      { family },
    );
    expect(sends(log)).toBe(5);
    expect(failure).toMatchObject({ kind: 'service-failed', charged: 'unknown' });
  });

  it('wait after a 500 as long as it asks for, and longer each time where it asks for nothing', async () => {
    expect((await play([failed({ retryAfterMs: 9000 }), 'ok'], { family: 'job' })).passed).toBe(9000);
    const { passed } = await play([failed(), failed(), failed(), 'ok'], { family: 'job' });
    expect(passed).toBeGreaterThanOrEqual(125 + 250 + 500);
    expect(sends((await play([failed({ retryAfterMs: 10 * 60_000 }), 'ok'], { family: 'job' })).log)).toBe(1);
  });

  it('do not confirm a 500 that says that another try is of no use', async () => {
    expect(sends((await play([failed({}, false), 'ok'], { family: 'job' })).log)).toBe(1);
  });

  it.each(families.filter((family) => !repeatable.some((one) => one === family)))(
    'a 500 of any other family is not sent again: %s',
    async (family) => {
      const { log, failure } = await play([failed(), 'ok'], { family });
      expect(sends(log)).toBe(1);
      expect(failure).toMatchObject({ charged: 'unknown' });
    },
  );

  it('learn from the repeat after a 500 that it was refunded, or what became of it', async () => {
    expect((await play([failed(), conflict(codes.requestPreviouslyRefunded)], { family: 'job' })).failure).toMatchObject({ charged: 'no' });
    expect((await play([failed(), answered(402, 'payment-required')], { family: 'job' })).failure).toMatchObject({ charged: 'unknown' });
  });

  it('hold for any answers: sends are few, waits are bounded and honour the service, and what may be paid is never called free', async () => {
    const delays = fc.option(fc.integer({ min: 0, max: 10 * 60_000 }), { nil: undefined });
    const answers = fc.oneof(
      fc.constant<Answer>('ok'),
      fc.constant<Answer>(unreachable),
      fc.constant<Answer>(lost),
      fc
        .tuple(fc.constantFrom(...statuses), delays, fc.option(fc.boolean(), { nil: undefined }))
        .map(([[status, kind, charged], retryAfterMs, retryable]): Answer =>
          answered(status, kind, { charged, ...(retryAfterMs !== undefined && { retryAfterMs }) }, retryable),
        ),
      fc.constantFrom(...Object.values(codes)).map((code): Answer => conflict(code, code === codes.requestInProgress ? 'unknown' : 'no')),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...families), fc.array(answers, { maxLength: 30 }), async (family, list) => {
        const given = [...list, 'ok' as const];
        const { log, left, passed, failure } = await play([...given], { family });
        const used = given.slice(0, given.length - left);
        expect(sends(log)).toBe(used.length);
        expect(log.filter((entry) => entry === 'ledger')).toHaveLength(used.length - 1);
        expect(passed).toBeLessThanOrEqual(resendFor);
        const waited = used.slice(0, -1).map((answer) => (answer as FailureError).failure);
        expect(waited.every(({ retryAfterMs = 0 }) => retryAfterMs <= 2 * 60_000)).toBe(true);
        expect(passed).toBeGreaterThanOrEqual(waited.reduce((sum, { retryAfterMs = 0 }) => sum + retryAfterMs, 0));
        const mayBePaid = waited.some(({ kind }) => kind === 'outcome-unknown' || kind === 'service-failed' || kind === 'service-timeout');
        const settles = failure?.code === codes.requestPreviouslyRefunded || failure?.code === codes.requestAlreadyCompleted;
        if (mayBePaid && failure !== undefined && !settles) expect(failure.charged).not.toBe('no');
        if (familyRules[family].never === true) expect(waited.every(({ kind }) => kind === 'unreachable')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('end one hour after the first send', async () => {
    expect(sends((await play([lost, 'ok'], { family: 'job', startedAgo: resendFor })).log)).toBe(1);
    expect(sends((await play([lost, 'ok'], { family: 'job', startedAgo: resendFor - 60_000 })).log)).toBe(2);
  });

  it('stop at once when it is cancelled in a wait, and say whether something may have been charged', async () => {
    const controller = new AbortController();
    controller.abort();
    expect((await play([unreachable, 'ok'], { signal: controller.signal })).failure).toMatchObject({ kind: 'cancelled', charged: 'no' });
    expect((await play([lost, 'ok'], { signal: controller.signal })).failure).toMatchObject({ kind: 'cancelled', charged: 'unknown' });
  });

  it('send nothing that the ledger could not hold', async () => {
    const { log, failure } = await play([lost, 'ok'], { beforeResend: () => Promise.reject(fail('disk-full', said('full'))) });
    expect(sends(log)).toBe(1);
    expect(failure).toMatchObject({ kind: 'disk-full' });
  });
});
