import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createThrottle } from '#main/paid-requests/throttle.ts';
import { fail } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

function throttleInTime() {
  let now = 1_000_000;
  const slept: number[] = [];
  const throttle = createThrottle({
    now: () => now,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  });
  return { throttle, slept };
}
const signal = new AbortController().signal;
const account = 'local somebody';
const limited = fail('rate-limited', said('slower'), { retryAfterMs: 3000 }).failure;
const unpaid = fail('payment-required', said('no credits')).failure;

describe('the one place for how much goes to the service', () => {
  it('halves what goes at a time at each 429, waits as long as it says, and grows again with what succeeds', async () => {
    const { throttle, slept } = throttleInTime();
    const before = throttle.limit();
    throttle.report(limited, account);
    expect(throttle.limit()).toBe(before / 2);
    (await throttle.acquire(signal, account))();
    expect(slept).toEqual([3000]);
    for (let count = 0; count < 10; count++) throttle.report(limited);
    expect(throttle.limit()).toBe(1);
    for (let count = 0; count < 200; count++) throttle.report();
    expect(throttle.limit()).toBe(before);
  });

  it('lets no more in than that, in the order in which they came, and forgets who left', async () => {
    const { throttle } = throttleInTime();
    for (let count = 0; count < 10; count++) throttle.report(limited);
    const leave = await throttle.acquire(signal, account);
    const order: string[] = [];
    const left = new AbortController();
    const gone = throttle.acquire(left.signal, account).catch(() => order.push('gone'));
    const second = throttle.acquire(signal, account).then((free) => {
      order.push('second');
      free();
    });
    left.abort();
    await gone;
    expect(order).toEqual(['gone']);
    leave();
    leave(); // once is enough
    await second;
    expect(order).toEqual(['gone', 'second']);
  });

  it('a 429 that asks for minutes keeps the account quiet for some seconds, and no other account at all', async () => {
    const { throttle, slept } = throttleInTime();
    for (let count = 0; count < 10; count++)
      throttle.report(fail('rate-limited', said('slower'), { retryAfterMs: 3_600_000 }).failure, account);
    (await throttle.acquire(signal, 'local somebody-else'))();
    expect(slept).toEqual([]);
    (await throttle.acquire(signal, account))();
    expect(slept).toEqual([5000]);
  });

  it('a short wait never cuts a longer one short, in whichever order the refusals came', async () => {
    const waits = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(waits, async (all) => {
        const { throttle, slept } = throttleInTime();
        for (const retryAfterMs of all) throttle.report(fail('rate-limited', said('slower'), { retryAfterMs }).failure, account);
        (await throttle.acquire(signal, account))();
        expect(slept).toEqual([Math.max(...all)]);
      }),
    );
  });

  it('a refusal that names no time keeps the account quiet for a second, and a longer wait stays', async () => {
    const { throttle, slept } = throttleInTime();
    throttle.report(fail('rate-limited', said('slower')).failure, account);
    (await throttle.acquire(signal, account))();
    throttle.report(limited, account);
    throttle.report(fail('rate-limited', said('slower')).failure, account);
    (await throttle.acquire(signal, account))();
    expect(slept).toEqual([1000, 3000]);
  });

  it('requests that were sent side by side and refused together count as one refusal', async () => {
    const { throttle } = throttleInTime();
    const before = throttle.limit();
    const turns = await Promise.all([
      throttle.acquire(signal, account),
      throttle.acquire(signal, account),
      throttle.acquire(signal, account),
    ]);
    for (const turn of turns) throttle.report(limited, account, turn);
    expect(throttle.limit()).toBe(before / 2);
    for (const turn of turns) turn();
    throttle.report(limited, account, await throttle.acquire(signal, account));
    expect(throttle.limit()).toBe(before / 4);
  });

  it('an account that has to be quiet holds no turn: another has it meanwhile', async () => {
    let wake: () => void = () => undefined;
    const throttle = createThrottle({ now: () => 0, sleep: () => new Promise<void>((resolve) => (wake = resolve)) });
    for (let count = 0; count < 10; count++) throttle.report(limited, account);
    expect(throttle.limit()).toBe(1);
    let entered = false;
    void throttle.acquire(signal, account).then(() => (entered = true));
    (await throttle.acquire(signal, 'local somebody-else'))();
    expect(entered).toBe(false);
    wake();
  });

  it('402 pauses what is sent without a person, and another key, or something that succeeded, resumes it', () => {
    const { throttle } = throttleInTime();
    let resumed = 0;
    throttle.onResume(() => resumed++);
    throttle.report(unpaid);
    expect(throttle.paused()).toEqual(unpaid);
    throttle.resume();
    expect([throttle.paused(), resumed]).toEqual([undefined, 1]);
    throttle.report(fail('unauthorized', said('no key')).failure);
    throttle.report();
    expect([throttle.paused(), resumed]).toEqual([undefined, 2]);
  });
});
