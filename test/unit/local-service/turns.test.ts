import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Turns } from '#main/local-service/sound/turns.ts';

/** Workers that take so many turns each; a worker begins when so many turns have been taken. Returns who worked, in order. */
async function work(workers: readonly { begins: number; turns: number }[]): Promise<number[]> {
  const turns = new Turns();
  const order: number[] = [];
  let atWork = 0;
  const begin = async ({ turns: wanted }: { turns: number }, who: number) => {
    for (let done = 0; done < wanted; done += 1) {
      await turns.take(done === 0);
      atWork += 1;
      expect(atWork).toBe(1);
      order.push(who);
      started();
      await new Promise(setImmediate);
      atWork -= 1;
      turns.pass();
    }
  };
  const running = new Map<number, Promise<void>>();
  const started = () => {
    // What would begin later begins at the latest when nobody else is left.
    workers.forEach((worker, who) => {
      if (!running.has(who) && worker.begins <= order.length) running.set(who, begin(worker, who));
    });
  };
  started();
  while (running.size < workers.length || order.length < workers.reduce((sum, one) => sum + one.turns, 0)) {
    await Promise.all(running.values());
    workers.forEach((worker, who) => {
      if (!running.has(who)) running.set(who, begin(worker, who));
    });
  }
  return order;
}

test('one works at a time, and everybody gets all turns', async () => {
  const worker = fc.record({ begins: fc.nat(20), turns: fc.integer({ min: 1, max: 5 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(worker, { minLength: 1, maxLength: 12 }), async (workers) => {
      const order = await work(workers);
      expect(order.toSorted((one, other) => one - other)).toEqual(
        workers.flatMap(({ turns }, who) => Array.from({ length: turns }, () => who)),
      );
    }),
    { numRuns: 30 },
  );
});

test('everybody has a first turn before anybody has many', async () => {
  const order = await work(Array.from({ length: 100 }, () => ({ begins: 0, turns: 10 })));
  const last = Math.max(...Array.from({ length: 100 }, (_, who) => order.indexOf(who)));
  // One further turn to four first ones.
  expect(last).toBeLessThan(126);
});

test('who comes late waits for no more than what is under way, however much goes on', async () => {
  const order = await work([...Array.from({ length: 50 }, () => ({ begins: 0, turns: 6 })), { begins: 150, turns: 1 }]);
  expect(order.indexOf(50)).toBeLessThan(153);
});

test('who goes on is not kept waiting forever by those who begin', async () => {
  const order = await work([{ begins: 0, turns: 10 }, ...Array.from({ length: 100 }, () => ({ begins: 0, turns: 1 }))]);
  expect(order.lastIndexOf(0)).toBeLessThan(60);
});
