import { Decoder, Encoder } from '@msgpack/msgpack';
import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { requestShape, serverShapes, type ClientEvent, type Envelope, type RealtimeVersion, type Said } from '#shared/wire/realtime.ts';
import { snake, snakeNames } from '#shared/wire/realtime-spelling.ts';
import { checkStructure } from '../../wires/message-pack.ts';

/** What a service says, under version 3 names whichever version it speaks. Fields that this client does not know are kept under their own. */
export type ServerEvent = Said & Envelope;

/** Bounds of one frame of a service. Audio comes in pieces of some ten kilobytes; nothing of an event nests deeper than a list of warnings. */
export const frameLimits = { bytes: 4 * 1024 * 1024, depth: 12, entries: 2_000, values: 100_000 } as const;

const encoder = new Encoder({ ignoreUndefined: true, maxDepth: frameLimits.depth });
const decoder = new Decoder({
  ...{ maxStrLength: frameLimits.bytes, maxBinLength: frameLimits.bytes, maxExtLength: 0 },
  ...{ maxArrayLength: frameLimits.entries, maxMapLength: frameLimits.entries },
});

/** The one table of names: version 2's spelling to version 3's, of every field of an event, of a request and of a helper's answer. */
const helperNames = [
  ...['contractVersion', 'maxSegmentCharacters', 'segmentId', 'audioBytes', 'resultAvailable', 'createdAt', 'expiresAt', 'requestId'],
  ...['inputCharacters', 'textCharacters', 'segmentCharacters', 'sessionUnits', 'idCharacters', 'frameBytes', 'waitingSegments'],
  'eventsOfSession',
];
const table: ReadonlyMap<string, string> = new Map(
  [...Object.values(serverShapes).flatMap((shape) => Object.keys(shape)), ...Object.keys(requestShape), ...helperNames].map((name) => [
    snake(name),
    name,
  ]),
);

/** The same value under version 3 names. Its depth was bounded when it was read. */
export function respelled(version: RealtimeVersion, value: unknown): unknown {
  if (version === 'v3' || typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((inner) => respelled(version, inner));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [table.get(name) ?? name, respelled(version, inner)]));
}

const schemas = new Map<string, z.ZodType>(Object.entries(serverShapes).map(([name, shape]) => [name, z.looseObject(shape)]));

/** One event as its version writes it. */
export function encodeEvent(version: RealtimeVersion, event: ClientEvent): Uint8Array {
  return encoder.encode(version === 'v2' ? snakeNames(event) : event);
}

/**
 * Reads one frame. `undefined` for an event that this client does not know, which a later service may send. Throws `bad-response` for
 * everything that is not one whole MessagePack map within the bounds, or lacks what its event must have.
 */
export function decodeEvent(version: RealtimeVersion, frame: Uint8Array): ServerEvent | undefined {
  // A plain view: from a `Buffer` the decoder would hand out further `Buffer`s, which no wire carries as bytes.
  const bytes = new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength);
  let value: unknown;
  try {
    if (bytes.byteLength > frameLimits.bytes) throw new RangeError('The frame is too long.');
    checkStructure(bytes, { maxDepth: frameLimits.depth, maxValues: frameLimits.values, maxFields: frameLimits.entries });
    value = decoder.decode(bytes);
  } catch (cause) {
    throw fail('bad-response', 'The service sent something that is no event of the realtime interface.', { charged: 'unknown', cause });
  }
  const fields = respelled(version, value);
  const name = typeof fields === 'object' && fields !== null && 'event' in fields ? fields.event : undefined;
  if (typeof name !== 'string') throw wrong('event');
  const schema = schemas.get(name);
  if (schema === undefined) return undefined;
  const read = schema.safeParse(fields);
  if (!read.success) throw wrong(`${name}.${read.error.issues[0]?.path.join('.') ?? ''}`);
  return read.data as ServerEvent;
}

const wrong = (field: string) =>
  fail('bad-response', `The service sent a realtime event that is not what it should be (${field.slice(0, 100)}).`, { charged: 'unknown' });
