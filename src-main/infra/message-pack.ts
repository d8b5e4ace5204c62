import { Decoder, Encoder } from '@msgpack/msgpack';
import { wordsCodec } from '#shared/narration/words-codec.ts';
import { maximumValues, rpcLimits } from '#shared/rpc-bounds.ts';

/** The bounds of one WebSocket message of the window's wire. */
export const messageLimits = {
  /** Also the WebSocket's own bound, so that a longer message is refused by its header. */
  maxBytes: rpcLimits.maxPayloadBytes,
  /** A frame's payload may nest as deep as the contract allows; the frame itself is one level more. */
  maxDepth: rpcLimits.maxDepth + 1,
  /** Values in a message, names of fields included: what the largest operation may hold, and the frame around it. */
  maxValues: maximumValues + 100,
  /** Fields of one record: more are slow to decode, and no operation has them. */
  maxFields: 4096,
} as const;

const encoder = new Encoder({
  ignoreUndefined: true,
  maxDepth: messageLimits.maxDepth + 1,
  initialBufferSize: 4096,
  extensionCodec: wordsCodec,
});
const decoder = new Decoder({ maxExtLength: 0 });

/** A frame as one MessagePack message, in a buffer of its own. Throws on what no wire carries (functions, deep nesting). */
export function encodeFrame(frame: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(frame);
}

/** Throws on anything that is not exactly one MessagePack value within the bounds. */
export function decodeFrame(bytes: Uint8Array): unknown {
  // A plain view: from a `Buffer` the decoder would hand out further `Buffer`s, which compare unequal to a Uint8Array.
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkStructure(view, messageLimits);
  return decoder.decode(view);
}

/**
 * Walks a message without building anything and throws unless it is one whole value within the bounds. The decoder
 * allocates an array of the length that a header claims before it has seen one element; after this walk every claim is
 * known to be met by bytes that are there. `onKey` is called with where each key of a map lies, its head included.
 */
export function checkStructure(
  bytes: Uint8Array,
  { maxDepth, maxValues, maxFields }: Readonly<Record<'maxDepth' | 'maxValues' | 'maxFields', number>>,
  onKey: (start: number, end: number) => void = () => undefined,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** How many values are still to come at each open level. */
  const open: number[] = [1];
  /** Whether each open level is a map: of an even number of values to come the next one is a key. */
  const maps: boolean[] = [false];
  let at = 0;
  let values = 0;
  while (open.length > 0) {
    const top = open.length - 1;
    const left = open[top] ?? 0;
    if (left === 0) {
      open.pop();
      maps.pop();
      continue;
    }
    open[top] = left - 1;
    const start = at;
    const head = view.getUint8(at);
    at += 1;
    const skip = fixedLength(head);
    if (skip !== undefined) at += skip;
    else if (lengthBytes[head] !== undefined) {
      const width = lengthBytes[head];
      at += width + readLength(view, at, width) + (head >= 0xc7 && head <= 0xc9 ? 1 : 0);
    } else {
      const [children, header] = container(view, head, at);
      at += header;
      if (open.length > maxDepth) throw new RangeError('The message nests too deep.');
      values += children;
      if (values > maxValues) throw new RangeError('The message holds too many values.');
      if (isMap(head) && children > maxFields * 2) throw new RangeError('A record of the message has too many fields.');
      if (children > bytes.byteLength - at) throw new RangeError('The message claims more values than it has bytes.');
      open.push(children);
      maps.push(isMap(head));
    }
    if (at > bytes.byteLength) throw new RangeError('The message ends early.');
    if (maps[top] === true && left % 2 === 0) onKey(start, at);
  }
  if (at !== bytes.byteLength) throw new RangeError('The message goes on after its value.');
}

/** Bytes after the head of values of a fixed length; `undefined` for the others. */
function fixedLength(head: number): number | undefined {
  if (head <= 0x7f || head >= 0xe0) return 0;
  if (head >= 0xa0 && head <= 0xbf) return head & 0x1f;
  if (head >= 0xd4 && head <= 0xd8) return 1 + (1 << (head - 0xd4));
  return fixed[head];
}
const fixed: Readonly<Record<number, number>> = {
  0xc0: 0,
  0xc2: 0,
  0xc3: 0,
  0xca: 4,
  0xcb: 8,
  0xcc: 1,
  0xcd: 2,
  0xce: 4,
  0xcf: 8,
  0xd0: 1,
  0xd1: 2,
  0xd2: 4,
  0xd3: 8,
};
/** Width of the length field of bin, ext and str. */
const lengthBytes: Readonly<Record<number, number>> = { 0xc4: 1, 0xc5: 2, 0xc6: 4, 0xc7: 1, 0xc8: 2, 0xc9: 4, 0xd9: 1, 0xda: 2, 0xdb: 4 };

function readLength(view: DataView, at: number, width: number): number {
  return width === 1 ? view.getUint8(at) : width === 2 ? view.getUint16(at) : view.getUint32(at);
}

const isMap = (head: number): boolean => (head >= 0x80 && head <= 0x8f) || head >= 0xde;

/** How many values an array or a map holds, and the width of the field that says so. */
function container(view: DataView, head: number, at: number): [children: number, header: number] {
  if (head >= 0x80 && head <= 0x8f) return [(head & 0x0f) * 2, 0];
  if (head >= 0x90 && head <= 0x9f) return [head & 0x0f, 0];
  if (head === 0xdc) return [view.getUint16(at), 2];
  if (head === 0xdd) return [view.getUint32(at), 4];
  if (head === 0xde) return [view.getUint16(at) * 2, 2];
  if (head === 0xdf) return [view.getUint32(at) * 2, 4];
  throw new RangeError('Not a MessagePack value.');
}
