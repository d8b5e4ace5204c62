import { Decoder } from '@msgpack/msgpack';
import { type z } from 'zod';
import { type ClientEvent, clientShapes, realtimeLimits, requestShape, type RealtimeVersion } from '#shared/wire/realtime.ts';
import { camel, snake } from '#shared/wire/realtime-spelling.ts';
import { clientEventsV2, startRequestV2 } from '#shared/wire/realtime-v2.ts';
import { clientEventsV3, startRequestV3 } from '#shared/wire/realtime-v3.ts';
import { describeIssue } from '../http/describe.ts';
import { Refusal } from './refusal.ts';

/** A version's spelling of names. */
export const spelled = (version: RealtimeVersion, name: string) => (version === 'v2' ? name.split('.').map(snake).join('.') : name);

const bounds = {
  maxStrLength: realtimeLimits.frameBytes,
  maxBinLength: realtimeLimits.frameBytes,
  maxArrayLength: 1_000,
  maxMapLength: 1_000,
  maxExtLength: 1_000,
};
const decoder = new Decoder(bounds);
const rawDecoder = new Decoder({ ...bounds, rawStrings: true });
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type Frame = Record<string, unknown>;
const isMap = (value: unknown): value is Frame =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype;

/** The map of a frame. Throws `invalid_messagepack`, or `invalid_message` when it is none. */
export function decodeFrame(bytes: Uint8Array): Frame {
  let value: unknown;
  let raw: unknown;
  try {
    value = decoder.decode(bytes);
    raw = rawDecoder.decode(bytes);
  } catch (error) {
    throw new Refusal('invalid_messagepack', `The frame is not MessagePack: ${error instanceof Error ? error.message : 'undecodable'}`);
  }
  if (!isMap(value) || !isMap(raw)) throw new Refusal('invalid_message', 'The frame must be a map with the field "event"');
  checkStrings(value, raw, '');
  return value;
}

/** The decoder replaces or passes on bytes that are no UTF-8; two levels are as deep as any event goes. */
function checkStrings(value: Frame, raw: Frame, within: string): void {
  for (const [name, inner] of Object.entries(value)) {
    const bytes = raw[name];
    if (typeof inner === 'string' && bytes instanceof Uint8Array) {
      try {
        utf8.decode(bytes);
      } catch {
        throw new Refusal('invalid_messagepack', `${within}${name}: is not valid UTF-8`, { path: `${within}${name}` });
      }
    } else if (within === '' && isMap(inner) && isMap(bytes)) checkStrings(inner, bytes, `${name}.`);
  }
}

const schemas = { v2: clientEventsV2, v3: clientEventsV3 } as const;
const requests = { v2: startRequestV2, v3: startRequestV3 } as const;

export interface ReadEvent {
  event: ClientEvent;
  /** Fields that the version does not know, as they were written: `request.colour`. */
  unknown: string[];
}

/** A client's event under version 3 names, whichever version wrote it. Throws `invalid_message`. */
export function readEvent(version: RealtimeVersion, frame: Frame): ReadEvent {
  const name = frame['event'];
  if (typeof name !== 'string' || !Object.hasOwn(clientShapes, name)) {
    throw new Refusal('invalid_message', `event: must be one of ${Object.keys(clientShapes).join(', ')}`, { path: 'event' });
  }
  const kind = name as keyof typeof clientShapes;
  const schema = schemas[version][kind];
  const read = schema.safeParse(frame);
  if (!read.success) throw notAsAgreed(read.error);
  const known = (names: object, values: Frame) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(names, field)));
  const rename = (values: Frame) =>
    version === 'v3' ? values : Object.fromEntries(Object.entries(values).map(([field, value]) => [camel(field), value]));
  const unknown = Object.keys(frame).filter((field) => !Object.hasOwn(schema.shape, field));
  const values = rename(known(schema.shape, read.data));
  if (kind === 'start') {
    const shape = requests[version].shape;
    const request = (read.data as { request: Frame }).request;
    unknown.push(...Object.keys(request).flatMap((field) => (Object.hasOwn(shape, field) ? [] : [`request.${field}`])));
    values['request'] = rename(known(shape, request));
  }
  return { event: values as unknown as ClientEvent, unknown };
}

/** Controls of the other version's list are known to people, if not to this version. */
export const isControl = (name: string) => Object.hasOwn(requestShape, name);

function notAsAgreed(error: z.ZodError): Refusal {
  const issue = error.issues[0] ?? { path: [], message: 'is not valid' };
  return new Refusal('invalid_message', describeIssue(issue, 'event'), { path: issue.path.join('.') || 'event' });
}
