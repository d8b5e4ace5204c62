import { ExtensionCodec } from '@msgpack/msgpack';
import type { Word } from './take.ts';

/**
 * Lists of words on the window's wire as columns: a project of ten hours has a hundred thousand, and as objects they are most of what
 * opening it takes. What comes out equals what went in; a list of anything else, and a short one, goes as it is.
 *
 * Little endian: the number of words (32 bits) and four spare bytes, their starts and their ends (64 bit floats, milliseconds), a byte
 * each for `estimated` (0 absent, 1 true, 2 false), and their texts in UTF-8, line by line.
 */
const wordsType = 1;
const fewest = 8;
const headBytes = 8;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function isWord(value: unknown): value is Word {
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) if (key !== 'text' && key !== 'startMs' && key !== 'endMs' && key !== 'estimated') return false;
  const { text, startMs, endMs, estimated } = value as Partial<Word>;
  const isTimed = typeof startMs === 'number' && typeof endMs === 'number' && (estimated === undefined || typeof estimated === 'boolean');
  return isTimed && typeof text === 'string' && !text.includes('\n') && text.isWellFormed();
}

/** `null` where it is no list of words. */
export function packWords(list: unknown): Uint8Array<ArrayBuffer> | null {
  if (!Array.isArray(list) || list.length < fewest || !list.every(isWord)) return null;
  const count = list.length;
  const texts = encoder.encode(list.map(({ text }) => text).join('\n'));
  const bytes = new Uint8Array(headBytes + count * 17 + texts.byteLength);
  new DataView(bytes.buffer).setUint32(0, count, true);
  const times = new Float64Array(bytes.buffer, headBytes, count * 2);
  const flags = headBytes + count * 16;
  for (let index = 0; index < count; index += 1) {
    const { startMs, endMs, estimated } = list[index] as Word;
    times[index] = startMs;
    times[count + index] = endMs;
    bytes[flags + index] = estimated === undefined ? 0 : estimated ? 1 : 2;
  }
  bytes.set(texts, flags + count);
  return bytes;
}

/** Throws a `RangeError` on what `packWords` did not make. */
export function unpackWords(packed: Uint8Array): Word[] {
  const bytes = packed.slice(); // times lie at multiples of eight in a buffer of their own
  const count = bytes.byteLength < headBytes ? 0 : new DataView(bytes.buffer).getUint32(0, true);
  if (count < fewest || headBytes + count * 17 > bytes.byteLength) throw new RangeError('The list of words ends early.');
  const times = new Float64Array(bytes.buffer, headBytes, count * 2);
  const flags = headBytes + count * 16;
  const texts = decoder.decode(bytes.subarray(flags + count)).split('\n');
  if (texts.length !== count) throw new RangeError('The list of words has another number of texts.');
  return texts.map((text, index) => {
    const word = { text, startMs: times[index] ?? 0, endMs: times[count + index] ?? 0 };
    const flag = bytes[flags + index];
    return flag === 0 ? word : { ...word, estimated: flag === 1 };
  });
}

/** For `@msgpack/msgpack`, for encoding to a window and decoding in one. */
export const wordsCodec = new ExtensionCodec();
wordsCodec.register({ type: wordsType, encode: packWords, decode: unpackWords });
