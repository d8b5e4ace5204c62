import { decode, encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStructure, decodeFrame, encodeFrame, messageLimits } from '../../../src-main/infra/message-pack.ts';

function nested(depth: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe('a message', () => {
  test('is accepted when it is one whole value, whatever it holds', () => {
    // A key `__proto__` is the one that the decoder refuses to make.
    const jsonValue = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(fc.oneof(jsonValue, fc.uint8Array({ maxLength: 70_000 }), fc.string({ maxLength: 70_000 })), (value) => {
        const bytes = encode(value);
        expect(() => {
          checkStructure(bytes, { ...messageLimits, maxDepth: 100 });
        }).not.toThrow();
        expect(decodeFrame(bytes)).toEqual(decode(bytes));
      }),
    );
  });

  test('names each key of each of its maps as it is walked, and no value', () => {
    const bytes = encode({ a: ['b', { c: 'd' }], longer: { e: {} }, f: new Map() });
    const keys: unknown[] = [];
    checkStructure(bytes, { ...messageLimits, maxDepth: 100 }, (start, end) => keys.push(decode(bytes.subarray(start, end))));
    expect(keys).toEqual(['a', 'c', 'longer', 'e', 'f']);
  });

  test('that claims more than it holds is refused before anything is allocated for it', () => {
    const bomb = new Uint8Array(5 * 1000);
    for (let at = 0; at < bomb.length; at += 5) bomb.set([0xdd, 0x00, 0x0f, 0x42, 0x40], at); // an array of a million, in an array of a million, …
    expect(() => decodeFrame(bomb)).toThrow(RangeError);
    for (const head of [0xc6, 0xdb, 0xdd, 0xdf])
      expect(() => decodeFrame(Uint8Array.from([head, 0xff, 0xff, 0xff, 0xff]))).toThrow(RangeError);
  });

  test('may nest to the bound and no further', () => {
    expect(() => decodeFrame(encode(nested(messageLimits.maxDepth), { maxDepth: 1000 }))).not.toThrow();
    expect(() => decodeFrame(encode(nested(messageLimits.maxDepth + 1), { maxDepth: 1000 }))).toThrow(/too deep/u);
  });

  test('may hold so many values, and so many fields in one record, and no more', () => {
    const values = (length: number): Uint8Array => encode(new Array<number>(length).fill(1));
    expect(() => decodeFrame(values(messageLimits.maxValues))).not.toThrow();
    expect(() => decodeFrame(values(messageLimits.maxValues + 1))).toThrow(/too many values/u);
    const spread = Array.from({ length: 10 }, () => new Array<number>(messageLimits.maxValues / 10).fill(1));
    expect(() => decodeFrame(encode(spread))).toThrow(/too many values/u);
    const record = (fields: number): Uint8Array => encode(Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, 1])));
    expect(() => decodeFrame(record(messageLimits.maxFields))).not.toThrow();
    expect(() => decodeFrame(record(messageLimits.maxFields + 1))).toThrow(/too many fields/u);
  });

  test('that is cut anywhere, or goes on, is refused', () => {
    const whole = encode({
      t: 'open',
      id: 1,
      op: 'echo',
      in: { text: 'words', bytes: new Uint8Array(40), list: [1, -200, 70_000, 1.5, true, null] },
    });
    for (let end = 0; end < whole.length; end++) expect(() => decodeFrame(whole.subarray(0, end))).toThrow();
    expect(() => decodeFrame(Uint8Array.from([...whole, 0xc0]))).toThrow();
  });

  test('of any bytes decodes or throws, and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        let accepted = true;
        try {
          checkStructure(bytes, { ...messageLimits, maxDepth: 100 });
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          accepted = false;
        }
        // What the walk refuses, the decoder must never have to see; what it lets pass may still fail there (map keys, extensions).
        if (!accepted) expect(() => decodeFrame(bytes)).toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  test('leaves out what is undefined', () => {
    expect(decode(encodeFrame({ there: 1, absent: undefined }))).toEqual({ there: 1 });
  });
});
