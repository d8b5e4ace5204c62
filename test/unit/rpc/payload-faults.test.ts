import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { electronWire } from '#main/hosts/electron/wire.ts';
import { encodeFrame } from '#main/infra/message-pack.ts';
import { operations } from '#shared/operations/index.ts';
import { jsonValue } from '#shared/operations/operation.ts';
import { serve } from '#shared/rpc-server.ts';
import { findPayloadFault, maximumValues, rpcLimits } from '#shared/rpc-bounds.ts';

const loneSurrogates = ['\ud800', '\udc00', 'half \ud83d', '\udfff\ud800', '\ude00 tail'];

/** Any payload of well-formed text, small enough for the bounds. */
const { payload } = fc.letrec((tie) => ({
  payload: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(tie('payload'), { maxLength: 5 }),
    fc.dictionary(fc.string({ maxLength: 8 }), tie('payload'), { maxKeys: 5 }),
  ),
}));

describe('a payload', () => {
  test('of well-formed text has no fault, whatever it holds', () => {
    fc.assert(fc.property(payload, (value) => findPayloadFault(value, rpcLimits) === undefined));
  });

  test('is refused for one half of a character anywhere in it, and the field is named', () => {
    fc.assert(
      fc.property(payload, payload, fc.constantFrom(...loneSurrogates), (before, after, text) => {
        const fault = findPayloadFault({ first: before, inside: [after, { deep: text }] }, rpcLimits);
        expect(fault).toMatchObject({ kind: 'invalid-input', field: 'inside.1.deep' });
      }),
    );
    expect(findPayloadFault('\ud800', rpcLimits)).toMatchObject({ field: '' });
    expect(findPayloadFault({ shortcuts: { ['\ud800']: [] } }, rpcLimits)).toMatchObject({ field: 'shortcuts' });
  });

  test('is refused past the bound of its depth, of its values and of the items of one list', () => {
    const limits = { ...rpcLimits, maxDepth: 3, maxValues: 10, maxItems: 4 };
    expect(findPayloadFault([[[1]]], limits)).toBeUndefined();
    expect(findPayloadFault({ a: [[[1]]] }, limits)).toMatchObject({ kind: 'invalid-input', field: 'a.0.0' });
    expect(findPayloadFault([1, 2, 3, 4], limits)).toBeUndefined();
    expect(findPayloadFault({ a: [1, 2, 3, 4, 5] }, limits)).toMatchObject({ kind: 'too-large', field: 'a' });
    expect(findPayloadFault([[1, 2, 3], [1, 2, 3], [1]], limits)).toMatchObject({ kind: 'too-large' });
    expect(findPayloadFault({ a: 1, b: 2, c: 3, d: 4, e: 5 }, limits)).toMatchObject({ kind: 'too-large' });
  });
});

describe('the bytes of a payload', () => {
  const limits = { ...rpcLimits, maxPayloadBytes: 10 };

  test('are bounded in texts, in bytes and in the names of fields, and the field that goes past the bound is named', () => {
    expect(findPayloadFault('x'.repeat(10), limits)).toBeUndefined();
    expect(findPayloadFault('x'.repeat(11), limits)).toMatchObject({ kind: 'too-large', field: '' });
    expect(findPayloadFault({ a: new Uint8Array(9) }, limits)).toBeUndefined();
    expect(findPayloadFault({ a: new Uint8Array(10) }, limits)).toMatchObject({ kind: 'too-large', field: 'a' });
    expect(findPayloadFault(['12345', '12345', '1'], limits)).toMatchObject({ kind: 'too-large', field: '2' });
    expect(findPayloadFault({ a: { ['b'.repeat(10)]: 1 } }, limits)).toMatchObject({ kind: 'too-large', field: 'a' });
  });

  test('are never more than those of its WebSocket message, so that both wires carry the same payloads', () => {
    fc.assert(
      fc.property(payload, (value) => {
        const maxPayloadBytes = encodeFrame(value).byteLength;
        expect(findPayloadFault(value, { ...rpcLimits, maxPayloadBytes })).toBeUndefined();
      }),
    );
  });

  test('are bounded on Electron’s IPC: the call is refused with its field and not charged, and the next one is served', async () => {
    const frames: unknown[] = [];
    const host = electronWire({ send: (_channel, frame) => frames.push(frame), isDestroyed: () => false });
    const phrase = { in: z.object({ text: z.string() }), event: z.never(), send: z.never(), out: z.number() };
    serve(host.wire, { operations: { phrase }, services: { phrase: ({ text }) => Promise.resolve(text.length) } });
    host.receive({ t: 'open', id: 1, op: 'phrase', in: { text: 'x'.repeat(rpcLimits.maxPayloadBytes) } });
    host.receive({ t: 'open', id: 2, op: 'phrase', in: { text: 'short' } });
    await vi.waitFor(() => expect(frames).toHaveLength(2));
    expect(frames).toMatchObject([
      { t: 'fail', id: 1, failure: { kind: 'too-large', field: 'text', charged: 'no' } },
      { t: 'done', id: 2, out: 5 },
    ]);
  });
});

test('A whole book can be arranged and edited in one request', () => {
  const block = {
    type: 'paragraph',
    attrs: { id: 'abc', voiceId: null, pause: 400, locked: false },
    content: [{ type: 'text', text: 'Once.' }],
  };
  const document = { type: 'doc', content: Array.from({ length: 8000 }, () => block) };
  const limits = { ...rpcLimits, maxValues: maximumValues };
  expect(operations['project.arrange'].maxValues).toBe(maximumValues);
  expect(findPayloadFault({ chapters: [{ id: 'a', title: 'b', document }] }, limits)).toBeUndefined();
  expect(jsonValue.safeParse(document).success).toBe(true);
});

test('What is no JSON is refused with one issue, however much of it there is', () => {
  const bytes = Array.from({ length: 20_000 }, () => new Uint8Array(1));
  expect(jsonValue.safeParse(bytes).error?.issues).toHaveLength(1);
  for (const value of [new Uint8Array(1), [undefined], { a: Number.NaN }, [[Infinity]], { a: [() => 1] }])
    expect(jsonValue.safeParse(value).success).toBe(false);
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonValue.safeParse(value).success));
});
