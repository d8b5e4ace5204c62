import { decode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packWords, unpackWords, wordsCodec } from '#shared/narration/words-codec.ts';
import { encodeFrame } from '../../../src-main/infra/message-pack.ts';

const text = fc.string({ unit: 'grapheme' });
/** MessagePack itself knows no zero below zero. */
const ms = fc.double().map((time) => time + 0);
const word = fc.record({ text, startMs: ms, endMs: ms, estimated: fc.boolean() }, { requiredKeys: ['text', 'startMs', 'endMs'] });

test('whatever words go in come out, in columns or as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 40 })), (lists) => {
      expect(decode(encodeFrame({ lists }), { extensionCodec: wordsCodec })).toEqual({ lists });
    }),
  );
});

test('what is no list of words goes as it is: another field, a line break, half a character, a hole', () => {
  const words = Array.from({ length: 20 }, (_, at) => ({ text: `word${String(at)}`, startMs: at, endMs: at + 0.5 }));
  expect(packWords(words)).not.toBeNull();
  const spoilt = [
    { ...words[0], note: 1 },
    { ...words[0], text: 'two\nlines' },
    { ...words[0], text: '\ud800' },
    { text: 'x', startMs: 0 },
    null,
    [],
    'word',
  ];
  for (const one of spoilt) expect(packWords([...words, one])).toBeNull();
});

test('a list in columns is little more than half of what it was', () => {
  const words = Array.from({ length: 1000 }, (_, at) => ({ text: `word${String(at)}`, startMs: at * 350.5, endMs: at * 350.5 + 300 }));
  const plain = words.map((one) => ({ ...one, more: 0 }));
  expect(encodeFrame(words).byteLength).toBeLessThan(encodeFrame(plain).byteLength / 1.8);
});

test('bytes that are no such list are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      let read: unknown[] = [];
      try {
        read = unpackWords(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
      expect(read.length).toBeLessThan(300);
    }),
  );
});

test('eight words go in columns and seven do not', () => {
  const words = Array.from({ length: 8 }, (_, at) => ({ text: 'x', startMs: at, endMs: at }));
  expect(unpackWords(packWords(words)!)).toEqual(words);
  expect(packWords(words.slice(1))).toBeNull();
});

test('a word is one with a text, two times and nothing else but whether they are estimated', () => {
  const words = Array.from({ length: 8 }, (_, at) => ({ text: 'x', startMs: at, endMs: at }));
  const last = { text: 'x', startMs: 9, endMs: 9 };
  for (const estimated of [true, false])
    expect(unpackWords(packWords([...words, { ...last, estimated }])!).at(-1)).toEqual({ ...last, estimated });
  for (const odd of [{ startMs: '9' }, { endMs: null }, { estimated: 'yes' }, { estimated: null }, { text: 7 }, { text: ['x'] }])
    expect(packWords([...words, { ...last, ...odd }])).toBeNull();
});

test('bytes that end early, of too few words, or with another number of texts are refused', () => {
  const words = Array.from({ length: 9 }, (_, at) => ({ text: '', startMs: at, endMs: at }));
  const packed = packWords(words)!;
  const withCount = (count: number, bytes: Uint8Array = packed): Uint8Array => {
    const changed = bytes.slice();
    new DataView(changed.buffer).setUint32(0, count, true);
    return changed;
  };
  expect(unpackWords(packed)).toEqual(words);
  const refused = [
    new Uint8Array(0),
    packed.subarray(0, 7),
    packed.subarray(0, 8),
    packed.subarray(0, 8 + 9 * 17 - 1),
    withCount(7),
    withCount(10),
    withCount(8),
    Uint8Array.from([...packed, 10]),
  ];
  for (const bytes of refused) expect(() => unpackWords(bytes)).toThrow(RangeError);
});
