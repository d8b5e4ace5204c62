import { describe, expect, it } from 'vitest';
import { createBatch } from '#main/paid-requests/budget/batch.ts';
import { overBudget } from '#main/paid-requests/budget/caps.ts';
import type { PaidResult } from '#main/library/types.ts';
import type { InOrder } from '#main/features/speech/in-order.ts';
import { UnmadeError } from '#main/features/speech/operation.ts';
import { createRunCaps } from '#main/features/speech/run-caps.ts';
import { fail, type Failure } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

const made = (creditsUsed: number | null): PaidResult => ({ creditsUsed }) as PaidResult;
const wanted = (estimate: number | undefined) => () => Promise.resolve({ estimate, priceName: 'model' });
const refusal = { failure: { kind: 'payment-required', code: overBudget } };

/** An order in which a test says how many are under way, and when one of them ends. */
function orderOf(underWay = 1) {
  let ended: () => void = () => undefined;
  const order = { underWay, waits: 0, end: () => ended() };
  const inOrder = {
    underWay: () => order.underWay,
    oneEnded: () => {
      order.waits += 1;
      return new Promise<void>((resolve) => (ended = resolve));
    },
  } as unknown as InOrder;
  return { order, inOrder };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the caps of a run', () => {
  it('let as much be bought as the cap allows, to the last credit, and begin no work beyond it', async () => {
    const { inOrder } = orderOf();
    const caps = createRunCaps(
      createBatch(() => 10),
      inOrder,
      () => undefined,
    );
    expect(await caps.buy(wanted(4), () => Promise.resolve(made(5)))).toEqual(made(5));
    await caps.buy(wanted(5), () => Promise.resolve(made(5)));
    await expect(caps.buy(wanted(1), () => expect.unreachable())).rejects.toMatchObject(refusal);
  });

  it('count the estimate where the service did not say what it charged, and nothing where it charged nothing', async () => {
    const { inOrder } = orderOf();
    const caps = createRunCaps(
      createBatch(() => 10),
      inOrder,
      () => undefined,
    );
    await caps.buy(wanted(6), () => Promise.resolve(made(null)));
    await expect(caps.buy(wanted(4), () => Promise.reject(fail('rate-limited', said('No.'))))).rejects.toMatchObject({
      failure: { kind: 'rate-limited' },
    });
    await caps.buy(wanted(4), () => Promise.resolve(made(4)));
    await expect(caps.buy(wanted(1), () => expect.unreachable())).rejects.toMatchObject(refusal);
  });

  it('count what was charged for work that failed', async () => {
    const { inOrder } = orderOf();
    const caps = createRunCaps(
      createBatch(() => 10),
      inOrder,
      () => undefined,
    );
    const unmade = new UnmadeError(fail('stream-interrupted', said('Broken.'), { charged: 'yes' }).failure, undefined);
    unmade.creditsUsed = 9;
    await expect(caps.buy(wanted(2), () => Promise.reject(unmade))).rejects.toBe(unmade);
    await expect(caps.buy(wanted(2), () => expect.unreachable())).rejects.toMatchObject(refusal);
    await caps.buy(wanted(1), () => Promise.resolve(made(1)));
  });

  it('wait while others are under way, which may cost less than was set aside for them, and then try again', async () => {
    const { order, inOrder } = orderOf(2);
    const caps = createRunCaps(
      createBatch(() => 10),
      inOrder,
      () => undefined,
    );
    let end: (result: PaidResult) => void = () => undefined;
    const first = caps.buy(wanted(8), () => new Promise<PaidResult>((resolve) => (end = resolve)));
    await turn();
    let begun = 0;
    const second = caps.buy(wanted(5), () => Promise.resolve(made((begun += 1))));
    await turn();
    expect([order.waits, begun]).toEqual([1, 0]);
    end(made(5));
    await first;
    order.end();
    await second;
    expect([order.waits, begun]).toEqual([1, 1]);
  });

  it('refuse at once where only this one is under way', async () => {
    const { order, inOrder } = orderOf(1);
    const caps = createRunCaps(
      createBatch(() => 1),
      inOrder,
      () => undefined,
    );
    await expect(caps.buy(wanted(2), () => expect.unreachable())).rejects.toMatchObject(refusal);
    expect(order.waits).toBe(0);
  });

  it('wait for no one where the work fails by another reason', async () => {
    const { order, inOrder } = orderOf(3);
    const caps = createRunCaps(
      createBatch(() => null),
      inOrder,
      () => undefined,
    );
    await expect(caps.buy(wanted(2), () => Promise.reject(fail('payment-required', said('No credits.'))))).rejects.toMatchObject({
      failure: { kind: 'payment-required' },
    });
    expect(order.waits).toBe(0);
  });

  it('refuse all that are under way where each is refused, and let none wait for another that waits', async () => {
    const { order, inOrder } = orderOf(3);
    const caps = createRunCaps(
      createBatch(() => null),
      inOrder,
      () => undefined,
    );
    const refused = () => caps.buy(wanted(1), () => Promise.reject(fail('payment-required', said('Over the cap.'), { code: overBudget })));
    const waiting = [refused(), refused()];
    await turn();
    expect(order.waits).toBe(2);
    await expect(refused()).rejects.toMatchObject(refusal);
    for (const one of waiting) one.catch(() => undefined);
  });

  it('buy nothing more once the run is stopped, also where it was stopped while they waited', async () => {
    const { order, inOrder } = orderOf(2);
    const run = { stopped: undefined as Failure | undefined };
    const caps = createRunCaps(
      createBatch(() => 1),
      inOrder,
      () => run.stopped,
    );
    const waiting = caps.buy(wanted(2), () => expect.unreachable());
    await turn();
    run.stopped = fail('unreachable', said('Gone.')).failure;
    order.end();
    await expect(waiting).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
    await expect(
      caps.buy(
        () => expect.unreachable(),
        () => expect.unreachable(),
      ),
    ).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
  });
});
