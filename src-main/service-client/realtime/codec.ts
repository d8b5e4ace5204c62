import { Decoder, Encoder } from '@msgpack/msgpack';
import { fail, type FailureError } from '#shared/failure.ts';
import type { ClientEvent, RealtimeVersion, StartEvent } from '#shared/wire/realtime.ts';
import { snakeNames } from '#shared/wire/realtime-spelling.ts';
import { checkStructure } from '../../infra/message-pack.ts';
import { isRecord, readServerEvent, type ReportOddity, type ServerEvent } from './server-events.ts';
import { message } from '#shared/messages/message.ts';

/** Bounds of one frame of a service. Audio comes in pieces of some ten kilobytes; nothing of an event nests deeper than a list of warnings. */
export const frameLimits = { bytes: 4 * 1024 * 1024, depth: 64, entries: 2_000, values: 100_000 } as const;

const encoder = new Encoder({ ignoreUndefined: true, maxDepth: frameLimits.depth });
const decoder = new Decoder({
  maxStrLength: frameLimits.bytes,
  maxBinLength: frameLimits.bytes,
  // A field that nobody knows may be an extension, such as a time.
  maxExtLength: frameLimits.bytes,
  // Bytes may come as a list of numbers.
  maxArrayLength: frameLimits.bytes,
  maxMapLength: frameLimits.entries,
});

/** What is sent: optional fields that say nothing are left out. */
export type SentEvent = Exclude<ClientEvent, { event: 'start' }> | (Omit<StartEvent, 'retryFailed'> & { retryFailed?: boolean });

/** One event as its version writes it. */
export function encodeEvent(version: RealtimeVersion, event: SentEvent): Uint8Array {
  return encoder.encode(version === 'v2' ? snakeNames(event) : event);
}

/**
 * Reads one frame, of either version. Throws `bad-response` only for a frame that is broken: not one whole MessagePack map, or over the size
 * bound. `undefined` for an event that this client does not know or cannot use; what is odd about any event goes to `report`.
 */
export function decodeEvent(frame: Uint8Array, report: ReportOddity = () => undefined): ServerEvent | undefined {
  // A plain view: from a `Buffer` the decoder would hand out further `Buffer`s, which no wire carries as bytes.
  const bytes = new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength);
  if (bytes.byteLength > frameLimits.bytes || !startsMap(bytes)) throw broken();
  try {
    checkStructure(bytes, { maxDepth: Infinity, maxValues: Infinity, maxFields: Infinity });
  } catch (cause) {
    throw broken(cause);
  }
  const fields = decodeFields(bytes);
  if (fields !== undefined) return readServerEvent(fields, report);
  report('frame', 'beyond the bounds');
  return undefined;
}

/** The one key that the decoder refuses, and the event with it. What an event has beside its named fields costs it nothing. */
const refusedKey = new TextEncoder().encode('__proto__');

const isRefusedKey = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start > refusedKey.length && refusedKey.every((byte, index) => bytes[end - refusedKey.length + index] === byte);

/** A copy in which the keys that end there have another name of the same length. */
function renameKeys(bytes: Uint8Array, ends: readonly number[]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const end of ends) copy[end - 1] = '-'.charCodeAt(0);
  return copy;
}

/** `undefined` for a whole map that nests too deep, or has too many entries. */
function decodeFields(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  const refused: number[] = [];
  const noteRefused = (start: number, end: number): void => {
    if (isRefusedKey(bytes, start, end)) refused.push(end);
  };
  try {
    const bounds = { maxDepth: frameLimits.depth, maxValues: frameLimits.values, maxFields: frameLimits.entries };
    checkStructure(bytes, bounds, noteRefused);
    const value = decoder.decode(refused.length === 0 ? bytes : renameKeys(bytes, refused));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function startsMap(bytes: Uint8Array): boolean {
  const head = bytes[0] ?? 0;
  return (head & 0xf0) === 0x80 || head === 0xde || head === 0xdf;
}

const broken = (cause?: unknown): FailureError => fail('bad-response', message('service.notARealtimeEvent'), { charged: 'unknown', cause });
