import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../../src-shared/failure.ts';
import { rpcLimits, type RpcLimits } from '../../../src-shared/rpc-bounds.ts';
import type { Client } from '../../../src-shared/rpc.ts';
import { connect } from '../../../src-shared/rpc-client.ts';
import { serve } from '../../../src-shared/rpc-server.ts';
import { electronPair, webSocketPair, type WirePair } from '../../helpers/wire-pairs.ts';
import { said } from '../../helpers/said.ts';
import { operations, servicesOf } from './operations.ts';

describe.each([
  ['WebSocket', webSocketPair],
  ['Electron IPC', electronPair],
])('over %s', (_name, makePair) => {
  let pair: WirePair;
  let client: Client<typeof operations>;
  let aborted: string[];
  let unexpected: string[];
  const services = servicesOf((operation) => aborted.push(operation));

  const open = (limits: RpcLimits = rpcLimits): void => {
    serve(pair.main, { operations, services, limits, onUnexpected: (op) => unexpected.push(op) });
    client = connect(pair.window, limits);
  };
  const failureOf = async (result: Promise<unknown>): Promise<FailureError['failure']> => {
    const thrown = await result.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(FailureError);
    return (thrown as FailureError).failure;
  };
  const firstEvent = async (events: AsyncIterable<unknown>): Promise<unknown> => {
    for await (const event of events) return event;
    return undefined;
  };

  beforeEach(async () => {
    pair = await makePair();
    aborted = [];
    unexpected = [];
  });
  afterEach(() => pair.dispose());

  describe('values', () => {
    test.each([
      ['null', null],
      ['numbers', [0, -1, 1.5, 2 ** 53 - 1, -(2 ** 53 - 1), 1e300]],
      ['text', ['', 'Grüße, नमस्ते, 🙂', '\u0000', '__proto__']],
      ['bytes', { sound: Uint8Array.from([0, 1, 254, 255]), none: new Uint8Array(0) }],
      ['a megabyte', new Uint8Array(1024 * 1024).fill(7)],
      ['nested records', { a: [{ b: { c: [null, true, { d: [] }] } }], e: {} }],
    ])('%s come out as they went in', async (_what, value) => {
      open();
      const out = await client.run('echo', value);
      expect(out).toEqual(value);
      if (value instanceof Uint8Array) expect(out?.constructor).toBe(Uint8Array);
    });

    test('a field that is undefined is as one that is not there', async () => {
      open();
      const out = (await client.run('echo', { there: 1, absent: undefined })) as Record<string, unknown>;
      expect(JSON.stringify(out)).toBe('{"there":1}');
    });

    test('any payload of the contract', async () => {
      open();
      const { value } = fc.letrec((tie) => ({
        value: fc.oneof(
          { maxDepth: 4 },
          fc.constant(null),
          fc.boolean(),
          fc.integer(),
          // MessagePack carries -0 as 0.
          fc.double({ noNaN: true }).map((number) => number + 0),
          fc.string({ unit: 'grapheme' }),
          fc.uint8Array({ maxLength: 40 }),
          fc.array(tie('value'), { maxLength: 5 }),
          fc.dictionary(
            fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
            tie('value'),
            { maxKeys: 5, noNullPrototype: true },
          ),
        ),
      }));
      await fc.assert(
        fc.asyncProperty(value, async (payload) => {
          expect(await client.run('echo', payload)).toEqual(payload);
        }),
        { numRuns: 150 },
      );
    });
  });

  describe('what is asked is checked in main', () => {
    test('an operation that there is not', async () => {
      open();
      for (const op of ['nothing', 'constructor', '__proto__', 'toString'])
        expect(await failureOf(client.run(op as 'echo', null))).toMatchObject({ kind: 'invalid-input', field: 'op', charged: 'no' });
    });

    test('a wrong field is named', async () => {
      open();
      expect(await failureOf(client.run('strict', { count: 0, name: 'x' }))).toMatchObject({ kind: 'invalid-input', field: 'count' });
      expect(await failureOf(client.run('strict', { count: 1 } as never))).toMatchObject({ field: 'name' });
      expect(await failureOf(client.run('strict', { count: 1, name: 'x', extra: 1 } as never))).toMatchObject({ field: 'extra' });
      expect(await failureOf(client.run('strict', undefined as never))).toMatchObject({ kind: 'invalid-input' });
    });

    test('half of a character in any text, and its field is named, before the schema sees it', async () => {
      open();
      expect(await failureOf(client.run('strict', { count: 1, name: 'take-\ud83d' }))).toMatchObject({
        kind: 'invalid-input',
        field: 'name',
        charged: 'no',
      });
      expect(await failureOf(client.run('echo', { list: ['fine', { text: '\udc00' }] }))).toMatchObject({ field: 'list.1.text' });
      expect(await client.run('echo', '🙂')).toBe('🙂');
      expect(unexpected).toEqual([]);
    });

    test('more values than an operation may hold are refused before the schema sees them, and the wire goes on', async () => {
      open();
      const many = (length: number): number[] => new Array<number>(length).fill(1);
      expect(await failureOf(client.run('echo', many(rpcLimits.maxItems + 1)))).toMatchObject({ kind: 'too-large', charged: 'no' });
      const spread = Array.from({ length: 10 }, () => many(rpcLimits.maxValues / 10));
      expect(await failureOf(client.run('echo', spread))).toMatchObject({ kind: 'too-large', charged: 'no' });
      expect(await client.run('echo', 1)).toBe(1);
    });

    test('what a schema throws fails its own call, not charged, and is logged', async () => {
      open();
      expect(await failureOf(client.run('badSchema', null))).toMatchObject({ kind: 'internal', charged: 'no' });
      expect(unexpected).toHaveLength(1);
      expect(await client.run('echo', 1)).toBe(1);
    });

    test('a wrong value that is sent fails its own call alone', async () => {
      open();
      const [bad, good] = [client.call('sum', null), client.call('sum', null)];
      bad.send('seven' as never);
      good.send(7);
      good.end();
      expect(await failureOf(bad.result)).toMatchObject({ kind: 'invalid-input' });
      expect(await good.result).toBe(7);
    });

    test('nesting without end is refused, not followed', async () => {
      open();
      let deep: unknown = null;
      for (let level = 0; level <= rpcLimits.maxDepth + 1; level++) deep = [deep];
      pair.sendRaw({ t: 'open', id: 900, op: 'echo', in: deep });
      // On MessagePack the message itself is over the bound; on Electron the call is.
      await vi.waitFor(async () => {
        const answer = await Promise.race([client.run('echo', 1).catch((error: unknown) => error), nextTurn('waiting')]);
        expect(answer === 1 || answer instanceof FailureError).toBe(true);
      });
      expect(unexpected).toEqual([]);
    });
  });

  describe('failures are data', () => {
    test('with all they say', async () => {
      open();
      expect(await failureOf(client.run('refuse', null))).toEqual({
        kind: 'payment-required',
        text: said('The credits are spent.'),
        message: 'The credits are spent.',
        charged: 'no',
        next: 'add-credits',
        requestId: 'r-1',
        status: 402,
      });
    });

    test('what was not expected tells nothing of itself, and is heard by the log', async () => {
      open();
      const failure = await failureOf(client.run('throw', null));
      expect(failure).toMatchObject({ kind: 'internal', charged: 'unknown' });
      expect(JSON.stringify(failure)).not.toMatch(/stack|local-key/u);
      expect(unexpected).toEqual(['throw']);
    });

    test('a result that no wire carries fails, its caller does not wait', async () => {
      open();
      expect(await failureOf(client.run('unsendable', null))).toMatchObject({ kind: 'internal' });
      expect(unexpected).toEqual(['unsendable']);
    });

    test('a question that no wire carries fails', async () => {
      open();
      expect(await failureOf(client.run('echo', { method: () => 1 }))).toMatchObject({ kind: 'invalid-input' });
    });
  });

  describe('events and sends', () => {
    test('keep their order, and all come before the end', async () => {
      open();
      const call = client.call('count', { to: 500 });
      const seen: unknown[] = [];
      for await (const value of call) seen.push(value);
      expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
      expect(await call.result).toBe('counted');
    });

    test('calls run side by side', async () => {
      open();
      const totals = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const call = client.call('sum', null);
          for (let value = 0; value <= index; value++) call.send(value);
          call.end();
          return call.result;
        }),
      );
      expect(totals).toEqual(Array.from({ length: 50 }, (_, index) => (index * (index + 1)) / 2));
    });

    test('late frames of a call that is over change nothing', async () => {
      open();
      await client.run('echo', 1);
      for (const frame of [
        { t: 'send', id: 1, value: 1 },
        { t: 'end', id: 1 },
        { t: 'cancel', id: 1 },
        { t: 'cancel', id: 77 },
      ])
        pair.sendRaw(frame);
      expect(await client.run('echo', 2)).toBe(2);
    });
  });

  describe('cancelling', () => {
    test('aborts the work in main and fails the call', async () => {
      open();
      const call = client.call('hang', null);
      expect(await firstEvent(call)).toBe('started'); // leaving the loop cancels
      expect(await failureOf(call.result)).toMatchObject({ kind: 'cancelled' });
      await vi.waitFor(() => {
        expect(aborted).toEqual(['hang']);
      });
    });

    test('by a signal, before and after the start', async () => {
      open();
      expect(await failureOf(client.run('hang', null, { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'cancelled' });
      const controller = new AbortController();
      const call = client.call('hang', null, { signal: controller.signal });
      const reading = (async () => {
        const events = call[Symbol.asyncIterator]();
        while ((await events.next()).done !== true) controller.abort();
      })();
      expect(await failureOf(reading)).toMatchObject({ kind: 'cancelled' });
      await vi.waitFor(() => {
        expect(aborted).toEqual(['hang']);
      });
    });
  });

  describe('bounds', () => {
    test('too many calls: the next one fails, the others go on', async () => {
      open({ ...rpcLimits, maxOpenCalls: 3 });
      const hanging = Array.from({ length: 3 }, () => client.call('hang', null));
      expect(await failureOf(client.run('echo', 1))).toMatchObject({ kind: 'overloaded' });
      for (const call of hanging) call.cancel();
      await vi.waitFor(async () => {
        expect(await client.run('echo', 1).catch(() => undefined)).toBe(1);
      });
    });

    test.each([
      ['count', { maxQueuedItems: 10, maxQueuedBytes: 1e9 }, 11, 1],
      ['bytes', { maxQueuedItems: 1e9, maxQueuedBytes: 10_000 }, 3, 5000],
    ])('more sent than is taken in, by %s: that call fails, the work is aborted', async (_by, bounds, items, size) => {
      open({ ...rpcLimits, ...bounds });
      const call = client.call('deaf', null);
      for (let item = 0; item < items; item++) call.send(new Uint8Array(size));
      expect(await failureOf(call.result)).toMatchObject({ kind: 'overloaded', charged: 'unknown' });
      await vi.waitFor(() => {
        expect(aborted).toEqual(['deaf']);
      });
      expect(await client.run('echo', 1)).toBe(1);
    });

    test.each([
      ['count', { maxQueuedItems: 10, maxQueuedBytes: 1e9 }, { items: 5000, bytes: 1 }],
      ['bytes', { maxQueuedItems: 1e9, maxQueuedBytes: 100_000 }, { items: 500, bytes: 5000 }],
    ])('more events than the window takes in, by %s: that call fails', async (_by, bounds, input) => {
      open({ ...rpcLimits, ...bounds });
      const call = client.call('flood', input);
      expect(await failureOf(call.result)).toMatchObject({ kind: 'overloaded' });
      expect(await client.run('echo', 1)).toBe(1);
    });
  });

  describe('loss of the window', () => {
    test('aborts all its work', async () => {
      open();
      const calls = [client.call('hang', null), client.call('deaf', null)];
      await Promise.all(calls.map((call) => call[Symbol.asyncIterator]().next()));
      pair.lose();
      await vi.waitFor(() => {
        expect(aborted.sort()).toEqual(['deaf', 'hang']);
      });
      for (const call of calls) expect(await failureOf(call.result)).toMatchObject({ kind: 'disconnected', charged: 'unknown' });
      expect(await failureOf(client.run('echo', 1))).toMatchObject({ kind: 'disconnected' });
    });

    test('what main still says then goes nowhere, without a fault', async () => {
      open();
      const call = client.call('flood', { items: 200, bytes: 10 });
      await call[Symbol.asyncIterator]().next();
      pair.lose();
      expect(await failureOf(call.result)).toMatchObject({ kind: 'disconnected' });
      expect(unexpected).toEqual([]);
    });
  });

  describe('what is no frame', () => {
    test.each<[string, unknown]>([
      ['nothing', null],
      ['a number', 7],
      ['an unknown kind', { t: 'shout', id: 1 }],
      ['no id', { t: 'cancel' }],
      ['an id that is no whole number', { t: 'cancel', id: 1.5 }],
      ['a negative id', { t: 'open', id: -1, op: 'echo', in: null }],
      ['an id that is text', { t: 'open', id: '1', op: 'echo', in: null }],
      ['no name', { t: 'open', id: 1, in: null }],
      ['main’s own kind', { t: 'done', id: 1, out: null }],
    ])('%s closes the wire', async (_what, value) => {
      open();
      const closed = new Promise<string>((resolve) => {
        client.onClose(resolve);
      });
      pair.sendRaw(value);
      expect(await closed).toMatch(/not one of the contract/u);
    });

    test('an id that is in use closes the wire and aborts what ran', async () => {
      open();
      const call = client.call('hang', null);
      await call[Symbol.asyncIterator]().next();
      pair.sendRaw({ t: 'open', id: 1, op: 'hang', in: null });
      expect(await failureOf(call.result)).toMatchObject({ kind: 'disconnected' });
      expect(aborted).toEqual(['hang']);
    });

    test('whatever comes, main stands and its other windows are served', async () => {
      const frames = fc.oneof(
        fc.anything({ withBigInt: false }).filter(canBeCloned),
        fc.record({
          t: fc.constantFrom('open', 'send', 'end', 'cancel', 'x'),
          id: fc.integer({ min: -1, max: 5 }),
          op: fc.constantFrom('echo', 'sum', 'count', 'no'),
          in: fc.jsonValue(),
          value: fc.jsonValue(),
        }),
      );
      const other = await makePair();
      serve(other.main, { operations, services });
      const bystander = connect<typeof operations>(other.window);
      await fc.assert(
        fc.asyncProperty(fc.array(frames, { minLength: 1, maxLength: 8 }), async (sent) => {
          const hostile = await makePair();
          serve(hostile.main, { operations, services, onUnexpected: (op) => unexpected.push(op) });
          for (const frame of sent) hostile.sendRaw(frame);
          expect(await bystander.run('echo', 'still here')).toBe('still here');
          await hostile.dispose();
        }),
        { numRuns: 40 },
      );
      expect(unexpected).toEqual([]);
      await other.dispose();
    });
  });
});

function canBeCloned(value: unknown): boolean {
  try {
    structuredClone(value);
    JSON.stringify(value);
    return !(value instanceof Uint8Array) && typeof value !== 'string' && value !== undefined;
  } catch {
    return false;
  }
}
