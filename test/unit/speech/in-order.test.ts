import { expect, it } from 'vitest';
import { createInOrder, type Progress } from '#main/features/speech/in-order.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Begins pieces of work one after another, as far as they may. */
function begin(count: number, limit: () => number) {
  const order = createInOrder(limit);
  const begun: (Progress & { end: () => void })[] = [];
  const all = (async () => {
    for (let piece = 0; piece < count; piece += 1)
      await order.next(async (progress) => {
        await new Promise<void>((resolve) => begun.push({ ...progress, end: resolve }));
      });
    await order.allEnded();
  })();
  return { order, begun, all };
}

it('one request is out until the service took a first one, then as many as the limit says at the moment', async () => {
  let limit = 3;
  const { order, begun, all } = begin(6, () => limit);
  await turn();
  begun[0]?.sent();
  await turn();
  expect(begun).toHaveLength(1);
  begun[0]?.accepted();
  for (const place of [1, 2, 3]) {
    await turn();
    begun[place]?.sent();
  }
  await turn();
  expect([begun.length, order.underWay()]).toEqual([3, 3]);
  limit = 1;
  begun[0]?.end();
  begun[1]?.end();
  await turn();
  expect(begun).toHaveLength(3);
  limit = 0; // never less than one
  for (let place = 2; place < 6; place += 1) {
    begun[place]?.end();
    await turn();
  }
  await all;
  expect([begun.length, order.underWay()]).toEqual([6, 0]);
});

it('the next request leaves only when the one before it has left, or ended', async () => {
  const { begun, all } = begin(3, () => 8);
  await turn();
  begun[0]?.accepted();
  await turn();
  expect(begun).toHaveLength(2);
  await turn();
  expect(begun).toHaveLength(2);
  begun[1]?.end();
  await turn();
  expect(begun).toHaveLength(3);
  for (const piece of begun) piece.end();
  await all;
});

it('nothing new is sent while the service asks one to wait, until it takes that one or that one ends', async () => {
  const { begun, all } = begin(4, () => 8);
  await turn();
  begun[0]?.accepted();
  await turn();
  begun[1]?.heldUp();
  begun[1]?.sent();
  await turn();
  expect(begun).toHaveLength(2);
  begun[1]?.accepted();
  await turn();
  expect(begun).toHaveLength(3);
  begun[2]?.heldUp();
  begun[2]?.sent();
  await turn();
  expect(begun).toHaveLength(3);
  begun[2]?.end();
  await turn();
  expect(begun).toHaveLength(4);
  for (const piece of begun) piece.end();
  await all;
});

it('an answer that is complete makes room for the next request while it is stored; as many answers may be stored as requests may be out', async () => {
  const { order, begun, all } = begin(6, () => 2);
  await turn();
  const receive = async (place: number): Promise<void> => {
    begun[place]?.accepted();
    begun[place]?.received();
    await turn();
  };
  await receive(0);
  expect(begun).toHaveLength(2);
  await receive(1);
  await receive(2);
  expect([begun.length, order.underWay()]).toEqual([4, 4]);
  await receive(3); // four answers are being stored: no request follows before one of them is
  expect(begun).toHaveLength(4);
  begun[1]?.end();
  await turn();
  expect([begun.length, order.underWay()]).toEqual([5, 4]);
  begun[4]?.accepted(); // takes a place of a request, not one of an answer that is stored
  begun[0]?.end();
  begun[2]?.end();
  await turn();
  expect([begun.length, order.underWay()]).toEqual([6, 3]);
  for (const piece of begun) piece.end();
  await all;
});

it('the next request leaves as soon as the one before it has left, though nobody took it yet', async () => {
  const { begun, all } = begin(3, () => 8);
  await turn();
  begun[0]?.accepted();
  await turn();
  expect(begun).toHaveLength(2);
  begun[1]?.sent();
  await turn();
  expect(begun).toHaveLength(3);
  for (const piece of begun) piece.end();
  await all;
});

it('one has ended when the first of those under way has, and all have ended when the last has; at once where none is under way', async () => {
  const { order, begun } = begin(2, () => 8);
  const settled: string[] = [];
  await createInOrder(() => 1).oneEnded();
  await createInOrder(() => 1).allEnded();
  await turn();
  begun[0]?.accepted();
  await turn();
  begun[1]?.sent();
  await turn();
  void order.oneEnded().then(() => settled.push('one'));
  void order.allEnded().then(() => settled.push('all'));
  await turn();
  expect([order.underWay(), settled]).toEqual([2, []]);
  begun[1]?.end();
  await turn();
  expect([order.underWay(), settled]).toEqual([1, ['one']]);
  begun[0]?.end();
  await turn();
  expect([order.underWay(), settled]).toEqual([0, ['one', 'all']]);
});
