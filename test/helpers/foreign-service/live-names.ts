import type { JsonObject } from './fields.ts';
import { isObject } from './fields.ts';

export type LiveVersion = 'v2' | 'v3';

/** Client events and the fields each may have in v2, where unknown fields are rejected. */
export const clientFields: Record<string, readonly string[]> = {
  auth: ['event', 'token', 'event_id'],
  start: ['event', 'request', 'mode', 'event_id', 'request_id', 'retry_failed'],
  input: ['event', 'text', 'event_id', 'commit'],
  text: ['event', 'event_id', 'sequence', 'text'],
  flush: ['event', 'event_id', 'segment_id'],
  stop: ['event', 'event_id'],
  ping: ['event', 'event_id', 'timestamp'],
};

/** `snake_case` for the inside of the service, whichever version the client speaks. */
export function fromClient(version: LiveVersion, frame: JsonObject): JsonObject {
  if (version === 'v2') return frame;
  return Object.fromEntries(
    Object.entries(frame).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name === 'request' && isObject(value) ? fromClient(version, value) : value,
    ]),
  );
}

/** The names of the version, at every depth. */
export function toClient(version: LiveVersion, frame: JsonObject): JsonObject {
  if (version === 'v2') return frame;
  return Object.fromEntries(Object.entries(frame).map(([name, value]) => [camel(name), renamed(version, value)]));
}

function renamed(version: LiveVersion, value: unknown): unknown {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((each) => renamed(version, each));
  return isObject(value) ? toClient(version, value) : value;
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
