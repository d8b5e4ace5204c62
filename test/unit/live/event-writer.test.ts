import { expect, it } from 'vitest';
import type { PackedRecords } from '#main/features/live/log-records.ts';
import { EventWriter } from '#main/features/live/event-writer.ts';
import type { LiveEvent } from '#shared/live.ts';

/** A disk that is waited for, and what was told by when. */
function open(size = 10) {
  const writes: { count: number; done: () => void; fail: (error: Error) => void }[] = [];
  const told: string[] = [];
  let broken = 0;
  const write = (packs: readonly PackedRecords[]): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    writes.push({ count: packs.length, done: () => resolve(undefined), fail: reject });
    return promise;
  };
  const tell = (events: readonly LiveEvent[]): Promise<void> => {
    for (const event of events) if (event.type === 'queued') told.push(event.id);
    return Promise.resolve();
  };
  const writer = new EventWriter({ log: { write } as never, tell }, () => broken++);
  const bytes = new Uint8Array(size);
  const add = (id: string): Promise<void> =>
    writer.add([{ t: 'audio', attempt: 1, sequence: 1, segmentId: 's', bytes }], [{ type: 'queued', id }]);
  return { writer, add, writes, told, broken: () => broken };
}
/** After everything that only waits for what is settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('tells nothing that is not on the disk, and writes together what came while it was busy', async () => {
  const { writer, add, writes, told } = open();
  for (const id of ['a', 'b', 'c']) await add(id);
  await settled();
  expect(writes.map(({ count }) => count)).toEqual([1]);
  expect(told).toEqual([]);
  writes[0]?.done();
  await settled();
  expect(told).toEqual(['a']);
  expect(writes.map(({ count }) => count)).toEqual([1, 2]);
  writes[1]?.done();
  await writer.done();
  expect(told).toEqual(['a', 'b', 'c']);
});

it('takes no more than its bound while the disk is busy', async () => {
  const { add, writes } = open(1.5 * 1024 * 1024);
  await add('a');
  await add('b');
  let taken = false;
  void add('c').then(() => (taken = true));
  await settled();
  expect(taken).toBe(false);
  writes[0]?.done();
  await settled();
  expect(taken).toBe(true);
});

it('tells nothing behind a write that failed, and says so once', async () => {
  const { writer, add, writes, told, broken } = open();
  await add('a');
  await add('b');
  writes[0]?.fail(new Error('full'));
  await expect(writer.done()).rejects.toThrow('full');
  await add('c');
  await expect(writer.done()).rejects.toThrow('full');
  expect({ told, broken: broken(), writes: writes.length }).toEqual({ told: [], broken: 1, writes: 1 });
});
