import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate } from '#main/paid-requests/throttle.ts';
import { fail } from '#shared/failure.ts';

function gateInTime() {
  let now = 1_000_000;
  const slept: number[] = [];
  const gate = createGate({
    now: () => now,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  });
  return { gate, slept };
}
const signal = new AbortController().signal;
const account = 'local somebody';
const limited = fail('rate-limited', 'slower', { retryAfterMs: 3000 }).failure;
const unpaid = fail('payment-required', 'no credits').failure;

describe('the one place for how much goes to the service', () => {
  it('halves what goes at a time at each 429, waits as long as it says, and grows again with what succeeds', async () => {
    const { gate, slept } = gateInTime();
    const before = gate.limit();
    gate.told(limited, account);
    expect(gate.limit()).toBe(before / 2);
    (await gate.enter(signal, account))();
    expect(slept).toEqual([3000]);
    for (let count = 0; count < 10; count++) gate.told(limited);
    expect(gate.limit()).toBe(1);
    for (let count = 0; count < 200; count++) gate.told();
    expect(gate.limit()).toBe(before);
  });

  it('lets no more in than that, in the order in which they came, and forgets who left', async () => {
    const { gate } = gateInTime();
    for (let count = 0; count < 10; count++) gate.told(limited);
    const leave = await gate.enter(signal, account);
    const order: string[] = [];
    const left = new AbortController();
    const gone = gate.enter(left.signal, account).catch(() => order.push('gone'));
    const second = gate.enter(signal, account).then((free) => {
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
    const { gate, slept } = gateInTime();
    for (let count = 0; count < 10; count++) gate.told(fail('rate-limited', 'slower', { retryAfterMs: 3_600_000 }).failure, account);
    (await gate.enter(signal, 'local somebody-else'))();
    expect(slept).toEqual([]);
    (await gate.enter(signal, account))();
    expect(slept).toEqual([5000]);
  });

  it('a short wait never cuts a longer one short, in whichever order the refusals came', async () => {
    const waits = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(waits, async (all) => {
        const { gate, slept } = gateInTime();
        for (const retryAfterMs of all) gate.told(fail('rate-limited', 'slower', { retryAfterMs }).failure, account);
        (await gate.enter(signal, account))();
        expect(slept).toEqual([Math.max(...all)]);
      }),
    );
  });

  it('a refusal that names no time keeps the account quiet for a second, and a longer wait stays', async () => {
    const { gate, slept } = gateInTime();
    gate.told(fail('rate-limited', 'slower').failure, account);
    (await gate.enter(signal, account))();
    gate.told(limited, account);
    gate.told(fail('rate-limited', 'slower').failure, account);
    (await gate.enter(signal, account))();
    expect(slept).toEqual([1000, 3000]);
  });

  it('requests that were sent side by side and refused together count as one refusal', async () => {
    const { gate } = gateInTime();
    const before = gate.limit();
    const turns = await Promise.all([gate.enter(signal, account), gate.enter(signal, account), gate.enter(signal, account)]);
    for (const turn of turns) gate.told(limited, account, turn);
    expect(gate.limit()).toBe(before / 2);
    for (const turn of turns) turn();
    gate.told(limited, account, await gate.enter(signal, account));
    expect(gate.limit()).toBe(before / 4);
  });

  it('an account that has to be quiet holds no turn: another has it meanwhile', async () => {
    let wake: () => void = () => undefined;
    const gate = createGate({ now: () => 0, sleep: () => new Promise<void>((resolve) => (wake = resolve)) });
    for (let count = 0; count < 10; count++) gate.told(limited, account);
    expect(gate.limit()).toBe(1);
    let entered = false;
    void gate.enter(signal, account).then(() => (entered = true));
    (await gate.enter(signal, 'local somebody-else'))();
    expect(entered).toBe(false);
    wake();
  });

  it('402 pauses what is sent without a person, and another key, or something that succeeded, resumes it', () => {
    const { gate } = gateInTime();
    let resumed = 0;
    gate.onResume(() => resumed++);
    gate.told(unpaid);
    expect(gate.paused()).toEqual(unpaid);
    gate.resume();
    expect([gate.paused(), resumed]).toEqual([undefined, 1]);
    gate.told(fail('unauthorized', 'no key').failure);
    gate.told();
    expect([gate.paused(), resumed]).toEqual([undefined, 2]);
  });
});
