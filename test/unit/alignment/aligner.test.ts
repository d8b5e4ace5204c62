import { afterEach, expect, it, vi } from 'vitest';
import { Aligner } from '#main/media/alignment/aligner.ts';
import type { AlignmentOrder, TextAlignment } from '#main/media/alignment/alignment-thread.ts';
import { ProgressCounter } from '#main/media/alignment/progress.ts';
import { fail } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

const order = (text: string): AlignmentOrder => ({ sound: { path: '/none', coding: 'pcm' }, text });
const found: TextAlignment = { language: 'en', words: [] };
const started: FakeThread[] = [];

/** A thread whose answers a test gives. */
class FakeThread {
  alive = true;
  readonly calls: {
    text: string;
    counter: SharedArrayBuffer | undefined;
    resolve: (value: TextAlignment) => void;
    reject: (reason: unknown) => void;
  }[] = [];
  readonly call = (_method: string, { text }: AlignmentOrder, counter?: SharedArrayBuffer): Promise<TextAlignment> =>
    new Promise((resolve, reject) => this.calls.push({ text, counter, resolve, reject }));

  close(): Promise<void> {
    this.crash();
    return Promise.resolve();
  }
  crash(): void {
    this.alive = false;
    for (const { reject } of this.calls) reject(fail('internal', said('The thread ended.')));
  }
}

function createAligner(idleMs = 1000): Aligner {
  started.length = 0;
  return new Aligner({
    onUnexpected: () => undefined,
    idleMs,
    start: () => {
      const thread = new FakeThread();
      started.push(thread);
      return thread as never;
    },
  });
}
const threadWithCalls = (thread: number, calls: number) => vi.waitFor(() => expect(started[thread]?.calls).toHaveLength(calls));

afterEach(() => vi.useRealTimers());

it('one recording is aligned at a time, by a thread that starts with the first', async () => {
  const aligner = createAligner();
  expect(started).toHaveLength(0);
  const both = Promise.all([aligner.align(order('one')), aligner.align(order('two'))]);
  await threadWithCalls(0, 1);
  started[0]!.calls[0]!.resolve(found);
  await threadWithCalls(0, 2);
  started[0]!.calls[1]!.resolve(found);
  expect(await both).toEqual([found, found]);
  expect(started).toHaveLength(1);
});

it('a thread that crashes is started once more for the same recording, and not a third time', async () => {
  const aligner = createAligner();
  const aligned = aligner.align(order('one'));
  await threadWithCalls(0, 1);
  started[0]!.crash();
  await threadWithCalls(1, 1);
  started[1]!.calls[0]!.resolve(found);
  expect(await aligned).toEqual(found);

  const lost = aligner.align(order('two'));
  lost.catch(() => undefined);
  await threadWithCalls(1, 2);
  started[1]!.crash();
  await threadWithCalls(2, 1);
  started[2]!.crash();
  await expect(lost).rejects.toMatchObject({ failure: { kind: 'internal' } });
  expect(started).toHaveLength(3);
});

it('a recording that is refused is not tried again, and those behind it go on', async () => {
  const aligner = createAligner();
  const refused = aligner.align(order('one'));
  const next = aligner.align(order('two'));
  await threadWithCalls(0, 1);
  started[0]!.calls[0]!.reject(fail('unprocessable', said('Another text.')));
  await expect(refused).rejects.toMatchObject({ failure: { kind: 'unprocessable' } });
  await threadWithCalls(0, 2);
  started[0]!.calls[1]!.resolve(found);
  expect(await next).toEqual(found);
});

it('the thread ends when nothing was asked of it for a while, and starts again for the next recording', async () => {
  vi.useFakeTimers();
  const aligner = createAligner(1000);
  const first = aligner.align(order('one'));
  await vi.advanceTimersByTimeAsync(0);
  started[0]!.calls[0]!.resolve(found);
  await first;
  await vi.advanceTimersByTimeAsync(999);
  expect(started[0]!.alive).toBe(true);
  await vi.advanceTimersByTimeAsync(2);
  expect(started[0]!.alive).toBe(false);
  void aligner.align(order('two'));
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toHaveLength(2);
});

it('more than may wait is refused, and closing refuses what still waits', async () => {
  const aligner = createAligner();
  const all = Array.from({ length: 65 }, (_, index) => aligner.align(order(String(index))));
  const ended = Promise.allSettled(all);
  await expect(all[64]).rejects.toMatchObject({ failure: { kind: 'overloaded' } });
  await threadWithCalls(0, 1);
  await aligner.close();
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  expect(started).toHaveLength(1);
  await expect(aligner.align(order('late'))).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
});

it('an alignment that is stopped ends its thread at once, is not tried again, and those behind it go on', async () => {
  const aligner = createAligner();
  const stopping = new AbortController();
  const stopped = aligner.align(order('one'), stopping.signal);
  const next = aligner.align(order('two'));
  await threadWithCalls(0, 1);
  stopping.abort();
  await expect(stopped).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  expect(started[0]!.alive).toBe(false);
  await threadWithCalls(1, 1);
  expect(started[1]!.calls[0]!.text).toBe('two');
  started[1]!.calls[0]!.resolve(found);
  expect(await next).toEqual(found);
});

it('how far the thread is with a recording is reported while it works, and no more afterwards', async () => {
  vi.useFakeTimers();
  const aligner = createAligner();
  const reported: number[] = [];
  const aligned = aligner.align(order('one'), undefined, (share) => reported.push(share));
  await vi.advanceTimersByTimeAsync(0);
  const { counter, resolve } = started[0]!.calls[0]!;
  // As the thread writes it, which holds the same memory.
  new ProgressCounter(counter).report(0.25);
  await vi.advanceTimersByTimeAsync(250);
  new ProgressCounter(counter).report(0.5);
  await vi.advanceTimersByTimeAsync(250);
  resolve(found);
  await aligned;
  await vi.advanceTimersByTimeAsync(1000);
  expect(reported).toEqual([0.25, 0.5]);
});
