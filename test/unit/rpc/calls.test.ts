import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fail, toFailure } from '#shared/failure.ts';
import { operation } from '#shared/operations/operation.ts';
import type { CallContext, Frame, Wire } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';
import { serve } from '#shared/rpc-server.ts';
import { BoundedQueue, rpcLimits, type RpcLimits } from '#shared/rpc-bounds.ts';
import { said } from '../../helpers/said.ts';

const operations = { echo: operation({ in: z.string(), event: z.string(), send: z.string(), out: z.number() }) };
type Echo = (input: string, context: CallContext<(typeof operations)['echo']>) => Promise<number>;

/** Two ends of one wire in this process; a frame arrives in a later turn. */
function wirePair(buffered: () => number) {
  interface End {
    frame: (frame: unknown) => void;
    close: (reason: string) => void;
  }
  const end = (): End => ({ frame: () => undefined, close: () => undefined });
  const [main, window] = [end(), end()];
  const sent: Frame[] = [];
  const wire = (own: End, other: End): Wire => ({
    send: (frame) => {
      sent.push(frame);
      queueMicrotask(() => other.frame(frame));
    },
    onFrame: (listener) => void (own.frame = listener),
    onClose: (listener) => void (own.close = listener),
    close: (reason) => {
      for (const one of [own, other]) one.close(reason);
    },
    buffered,
  });
  return { main: wire(main, window), window: wire(window, main), sent };
}

function studioWith(echo: Echo, limits: Partial<RpcLimits> = {}, buffered = () => 0) {
  const { main, window, sent } = wirePair(buffered);
  const bounds = { ...rpcLimits, ...limits };
  serve(main, { operations, services: { echo }, limits: bounds });
  return { client: connect<typeof operations>(window, bounds), close: () => main.close('The wire is cut.'), sent };
}
const failureOf = (work: Promise<unknown>) => work.then(() => undefined, toFailure);
const until = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(fail('cancelled', said('Stopped.')))));

const piece = 'a'.repeat(50); // 100 bytes by the queue's count

describe('a call', () => {
  test('carries any amount both ways while each side reads, however small the queue between them', async () => {
    const { client } = studioWith(
      async (_input, { sends, emit }) => {
        let count = 0;
        for await (const text of sends) {
          count += 1;
          emit(text);
        }
        return count;
      },
      { maxQueuedBytes: 250 },
    );
    const call = client.call('echo', '');
    let received = 0;
    call.send(piece);
    for await (const text of call) {
      expect(text).toBe(piece);
      received += 1;
      if (received < 100) call.send(piece);
      else call.end();
    }
    expect([received, await call.result]).toEqual([100, 100]);
  });

  test('is ended when more is sent than its handler takes in, and only that call', async () => {
    const { client } = studioWith(
      async (input, { signal, sends }) => {
        if (input === 'slow') return until(signal);
        for await (const text of sends) return text.length;
        return 0;
      },
      { maxQueuedBytes: 250 },
    );
    const slow = client.call('echo', 'slow');
    const other = client.call('echo', 'other');
    for (let count = 0; count < 2; count += 1) slow.send(piece);
    other.send(piece);
    expect(await other.result).toBe(50);
    slow.send(piece);
    expect(await failureOf(slow.result)).toMatchObject({ kind: 'overloaded', charged: 'unknown' });
  });

  test('is ended when more arrives than the window takes in, and its handler is stopped', async () => {
    const stopped = Promise.withResolvers<undefined>();
    const { client } = studioWith(
      async (_input, { signal, emit }) => {
        signal.addEventListener('abort', () => stopped.resolve(undefined));
        for (let count = 0; count < 3; count += 1) emit(piece);
        return until(signal);
      },
      { maxQueuedBytes: 250 },
    );
    const call = client.call('echo', '');
    expect(await failureOf(call.result)).toMatchObject({ kind: 'overloaded', charged: 'unknown' });
    await stopped.promise;
    const read: string[] = [];
    const iterating = (async () => {
      for await (const text of call) read.push(text);
    })();
    expect(await failureOf(iterating)).toMatchObject({ kind: 'overloaded' });
    expect(read).toEqual([piece, piece]);
  });

  test('of which nobody wants the events is never ended for them', async () => {
    const { client } = studioWith(
      (_input, { emit }) => {
        for (let count = 0; count < 100; count += 1) emit(piece);
        return Promise.resolve(7);
      },
      { maxQueuedBytes: 250 },
    );
    expect(await client.run('echo', '')).toBe(7);
  });

  test('that goes on emitting while the transport holds back too much is ended', async () => {
    let held = 0;
    const { client } = studioWith(
      (_input, { emit, signal }) => {
        emit('one');
        held = 101;
        emit('two');
        return until(signal);
      },
      { maxBufferedBytes: 100 },
      () => held,
    );
    expect(await failureOf(client.run('echo', ''))).toMatchObject({ kind: 'overloaded', charged: 'unknown' });
  });

  test('beyond the number that may be open is refused unpaid, and has its place when one of them ends', async () => {
    const open: (() => void)[] = [];
    const { client } = studioWith((input) => new Promise((resolve) => open.push(() => resolve(input.length))), { maxOpenCalls: 2 });
    const first = client.run('echo', 'a');
    const second = client.run('echo', 'bb');
    expect(await failureOf(client.run('echo', 'ccc'))).toMatchObject({ kind: 'overloaded', charged: 'no' });
    open[0]?.();
    expect(await first).toBe(1);
    const third = client.run('echo', 'ccc');
    await Promise.resolve();
    open[1]?.();
    expect(await second).toBe(2);
    open[2]?.();
    expect(await third).toBe(3);
  });

  test('that is cancelled, or left in the middle of its events, stops its handler and asks for nothing more', async () => {
    const stopped: string[] = [];
    const { client, sent } = studioWith((input, { signal, emit }) => {
      emit('one');
      signal.addEventListener('abort', () => stopped.push(input));
      return until(signal);
    });
    for await (const text of client.call('echo', 'left')) {
      expect(text).toBe('one');
      break;
    }
    const controller = new AbortController();
    const cancelled = client.run('echo', 'cancelled', { signal: controller.signal });
    controller.abort();
    expect(await failureOf(cancelled)).toMatchObject({ kind: 'cancelled' });
    await expect.poll(() => stopped).toEqual(['left', 'cancelled']);
    const before = sent.length;
    expect(await failureOf(client.run('echo', 'never', { signal: controller.signal }))).toMatchObject({ kind: 'cancelled' });
    expect(sent).toHaveLength(before);
  });

  test('ends with the wire, as one whose charge is not known, and its handler is stopped', async () => {
    const stopped = Promise.withResolvers<undefined>();
    const { client, close } = studioWith((_input, { signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(undefined));
      return until(signal);
    });
    const call = client.run('echo', '');
    await Promise.resolve();
    close();
    expect(await failureOf(call)).toMatchObject({ kind: 'disconnected', charged: 'unknown' });
    await stopped.promise;
    expect(await failureOf(client.run('echo', ''))).toMatchObject({ kind: 'disconnected' });
  });
});

describe('a bounded queue', () => {
  const limits = { ...rpcLimits, maxQueuedItems: 4, maxQueuedBytes: 100 };

  test('takes exactly what fits beside what was not read yet, whatever was read before, and gives it out in order', async () => {
    const step = fc.oneof(fc.constant('read' as const), fc.integer({ min: 0, max: 60 }), fc.nat(9));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const queue = new BoundedQueue<string>(limits);
        const iterator = queue[Symbol.asyncIterator]();
        const waiting: string[] = [];
        for (const [index, one] of steps.entries()) {
          if (one === 'read') {
            if (waiting.length > 0) expect((await iterator.next()).value).toBe(waiting.shift());
            continue;
          }
          const text = String.fromCharCode(97 + (index % 26)).repeat(one);
          const bytes = [...waiting, text].reduce((sum, { length }) => sum + length * 2, 0);
          const fits = waiting.length < 4 && bytes <= 100;
          expect(queue.push(text)).toBe(fits);
          if (fits) waiting.push(text);
        }
        queue.end();
        const rest: string[] = [];
        for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) rest.push(next.value);
        expect(rest).toEqual(waiting);
      }),
    );
  });

  test('that ends with a failure hands out what it holds first', async () => {
    const queue = new BoundedQueue<string>(limits);
    queue.push('one');
    queue.end(fail('disconnected', said('Gone.')));
    queue.end();
    const read: string[] = [];
    const reading = (async () => {
      for await (const text of queue) read.push(text);
    })();
    expect(await failureOf(reading)).toMatchObject({ kind: 'disconnected' });
    expect(read).toEqual(['one']);
  });
});

test('the bounds of a wire are those that the memory of both sides is planned with', () => {
  expect(rpcLimits).toMatchObject({ maxOpenCalls: 256, maxQueuedItems: 4096, maxQueuedBytes: 16 * 1024 * 1024 });
});
