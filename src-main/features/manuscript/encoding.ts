import { analyse } from 'chardet';

/** Encodings that short texts of others are taken for. */
const rare = new Set(['UTF-16LE', 'UTF-16BE', 'UTF-32LE', 'UTF-32BE', 'ISO-2022-JP', 'ISO-2022-KR', 'ISO-2022-CN', 'ASCII', 'UTF-8']);

/**
 * The text of a file in any usual encoding: by its byte order mark, by the encoding that it names (`declared`), as UTF-8 or UTF-16 where it is valid, or as
 * what its letters are most likely to be.
 */
export function decodeSource(bytes: Uint8Array, declared?: string): string {
  const marked = encodingOfMark(bytes);
  // A stream, so that half a letter at the end of a file that was cut short is left out.
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes, { stream: true });
  const utf8 = decodeStrictly(bytes, 'utf-8') ?? decodeCutShort(bytes);
  if (utf8 !== undefined && !utf8.includes('\0')) return utf8;
  const wide = wideEncoding(bytes);
  const text = (wide && decodeStrictly(bytes, wide)) ?? (declared === undefined ? undefined : decodeStrictly(bytes, declared));
  return text ?? utf8 ?? new TextDecoder(likelyEncoding(bytes)).decode(bytes);
}

function encodingOfMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** `undefined` where the bytes are not in this encoding, or nobody knows the encoding. */
function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-8 that ends within a letter. It has others that are whole: in other encodings the last letter of a text may look like the start of one. */
function decodeCutShort(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /[^\p{ASCII}]/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** UTF-16 without a mark has zeros beside its spaces and line breaks, always in the same place. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, 20_000);
  const zeros = [0, 0];
  const spaces = [0, 0];
  for (let at = 0; at + 1 < sample.length; at += 2) {
    const [high = 0, low = 0] = [sample[at], sample[at + 1]];
    if (high === 0) zeros[0] = (zeros[0] ?? 0) + 1;
    if (low === 0) zeros[1] = (zeros[1] ?? 0) + 1;
    if (high === 0 && (low === 0x20 || low === 0x0a)) spaces[0] = (spaces[0] ?? 0) + 1;
    if (low === 0 && (high === 0x20 || high === 0x0a)) spaces[1] = (spaces[1] ?? 0) + 1;
  }
  const [bigZeros = 0, littleZeros = 0] = zeros;
  const [bigSpaces = 0, littleSpaces = 0] = spaces;
  if (littleSpaces > bigSpaces && littleZeros > bigZeros) return 'utf-16le';
  return bigSpaces > littleSpaces && bigZeros > littleZeros ? 'utf-16be' : undefined;
}

function likelyEncoding(bytes: Uint8Array): string {
  const [best] = analyse(bytes.subarray(0, 200_000)).filter(({ name }) => !rare.has(name));
  // What Windows wrote in western languages looks like others only where it is short.
  if (best === undefined || best.confidence < 10) return 'windows-1252';
  try {
    return new TextDecoder(best.name).encoding;
  } catch {
    return 'windows-1252';
  }
}
