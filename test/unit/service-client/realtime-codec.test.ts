import { decode, encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEvent, encodeEvent } from '#main/service-client/realtime/codec.ts';
import { FailureError } from '#shared/failure.ts';
import { realtimeVersions, type ClientEvent } from '#shared/wire/realtime.ts';
import { clientEventsV2 } from '#shared/wire/realtime-v2.ts';
import { clientEventsV3 } from '#shared/wire/realtime-v3.ts';
import { snakeNames } from '#shared/wire/realtime-spelling.ts';

const envelope = { eventId: 'e', traceId: 't', timestamp: 1 };
const server = [
  { event: 'authenticated', sessionId: 's', site: 'x', protocolVersion: 'v3', quota: 1 },
  {
    event: 'ready',
    mode: 'reliable',
    requestId: 'r',
    sessionId: 's',
    provider: 'p',
    modelId: 'm',
    voiceId: 'v',
    format: 'pcm',
    sampleRate: 24_000,
    channels: 1,
    bitDepth: 16,
    effectiveRequest: { chunkLength: 200, textNormalization: true },
    warnings: [],
  },
  { event: 'input_ack', requestId: 'r', acceptedSequence: 1, acceptedCharacters: 2, bufferedCharacters: 3, remainingCapacity: 4 },
  { event: 'segment_accepted', requestId: 'r', segmentId: 's', segmentCharacters: 1, reservedUnits: 1, inReplyTo: 'c' },
  { event: 'audio', requestId: 'r', sessionId: 's', segmentId: 'g', sequence: 1, audio: new Uint8Array([1, 2]), format: 'pcm' },
  { event: 'usage', requestId: 'r', segmentId: 'g', segmentUnits: 1, sessionUnits: 2, quotaRemaining: 3, audioBytes: 4 },
  { event: 'segment_completed', requestId: 'r', segmentId: 'g', segmentUnits: 1, audioBytes: 2 },
  { event: 'request_status', requestId: 'r', state: 'completed', retryable: false, units: 1, resultAvailable: true },
  { event: 'warning', code: 'c', message: 'm', path: 'p' },
  { event: 'error', code: 'c', message: 'm', retryable: true, terminal: false, stage: 's', path: 'p', sessionId: 's' },
  { event: 'finish', sessionId: 's', reason: 'completed', units: 1 },
  { event: 'pong', sessionId: 's', clientTimestamp: 5 },
].map((event) => ({ ...envelope, ...event }));
const client: ClientEvent[] = [
  { event: 'auth', eventId: 'e', token: 't' },
  {
    event: 'start',
    eventId: 'e',
    mode: 'reliable',
    requestId: 'r',
    retryFailed: true,
    request: { voiceId: 'v', modelId: 'm', chunkLength: 200 },
  },
  { event: 'input', eventId: 'e', text: 'x', commit: true },
  { event: 'text', eventId: 'e', sequence: 1, text: 'x' },
  { event: 'flush', eventId: 'e', segmentId: 's' },
  { event: 'stop', eventId: 'e' },
  { event: 'ping', eventId: 'e', timestamp: 1 },
];

describe('the realtime codec', () => {
  it.each(server.map((event) => [event.event, event] as const))(
    'reads %s of both versions as the same, whatever else is in it',
    (_, event) => {
      const read = decodeEvent(encode(event));
      expect(read).toMatchObject({ event: event.event });
      expect(decodeEvent(encode({ ...event, somethingNew: { a: 1 } }))).toEqual(read);
      expect(decodeEvent(encode({ ...(snakeNames(event) as object), something_new: [1] }))).toEqual(read);
    },
  );

  it.each(client.map((event) => [event.event, event] as const))('writes %s as each version has it', (_, event) => {
    for (const version of realtimeVersions) {
      const bytes = encodeEvent(version, event);
      const schema = version === 'v2' ? clientEventsV2[event.event] : clientEventsV3[event.event];
      const read = schema.strict().safeParse(decode(bytes));
      expect(read.error?.issues ?? []).toEqual([]);
    }
  });

  it('throws a failure, and nothing else, at whatever bytes come', () => {
    const nested = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 20 }, fc.string(), fc.integer(), fc.array(tie('value'), { maxLength: 3 })),
    }));
    const frames = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      nested.value.map((value) => encode(value)),
      fc.tuple(fc.constantFrom(...server), fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 255 })).map(([event, at, byte]) => {
        const bytes = Uint8Array.from(encode(event));
        bytes[at % bytes.length] = byte;
        return bytes;
      }),
      fc.tuple(fc.constantFrom(...server), fc.nat(200)).map(([event, end]) => encode(event).subarray(0, end)),
    );
    fc.assert(
      fc.property(frames, (bytes) => {
        try {
          const event = decodeEvent(bytes);
          if (event !== undefined) expect(typeof event.event).toBe('string');
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(FailureError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it('an event with the key that a MessagePack decoder refuses, beside its fields or within one, is read like any other, and its audio is untouched', () => {
  const hostile = Object.fromEntries([['__proto__', { polluted: true }]]);
  const audio = new TextEncoder().encode('\u00a9__proto__ in the sound __proto__');
  const bytes = encode({ event: 'audio', sequence: 1, audio, ...hostile, quota: [{ deep: hostile }], '__proto__ x': 1 });
  expect(() => decode(bytes)).toThrow('__proto__');
  const read = decodeEvent(bytes);
  expect(read).toMatchObject({ event: 'audio', sequence: 1, audio });
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
