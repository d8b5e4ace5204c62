import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AudioFrames } from '#main/service-client/realtime/audio-frames.ts';
import { decodeEvent } from '#main/service-client/realtime/codec.ts';
import type { ServerEvent } from '#main/service-client/realtime/server-events.ts';
import { realtimeVersions, type RealtimeVersion } from '#shared/wire/realtime.ts';
import { snakeNames } from '#shared/wire/realtime-spelling.ts';

const plain = {
  event: 'audio',
  eventId: 'e',
  traceId: 't',
  timestamp: 1_790_000_000_000,
  requestId: 'r',
  sessionId: 's',
  segmentId: 'g',
  sequence: 1,
  audio: new Uint8Array([1, 2, 3]),
  format: 'pcm',
};
const inAnyOrder = (fields: object) =>
  fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length }).map((entries) => Object.fromEntries(entries));
const mostly = <T>(usual: fc.Arbitrary<T>, ...odd: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
const text = mostly(
  fc.oneof(fc.string({ maxLength: 40 }), fc.string({ minLength: 250, maxLength: 300 }), fc.string({ unit: 'binary' })),
  ...[null, 1, true],
);
const whole = mostly(fc.nat(), null, 1.5, '1', -1, 2 ** 40);
/** Audio events, and some that are not quite. */
const events = fc
  .record(
    {
      event: mostly(fc.constant('audio'), 'sound', 'ready'),
      eventId: text,
      traceId: text,
      requestId: text,
      sessionId: text,
      format: text,
      timestamp: mostly(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeNat()), NaN, -Infinity, -1, '1'),
      segmentId: fc.oneof(text, fc.constantFrom('g', 'h')),
      sequence: mostly(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.constant(2 ** 31)), 0, -1, 1.5, 2 ** 40),
      audio: mostly(fc.uint8Array({ maxLength: 300 }), null, 'sound', [1]),
      inReplyTo: text,
      sampleRate: whole,
      channels: whole,
      bitDepth: whole,
    },
    { requiredKeys: ['event'] },
  )
  .chain((fields) => fc.oneof({ weight: 9, arbitrary: fc.constant(fields) }, fc.constant({ ...fields, somethingNew: 1 })))
  .chain((fields) => inAnyOrder({ ...plain, ...fields }));
const spelled = (version: RealtimeVersion, event: unknown) => encode(version === 'v2' ? snakeNames(event as never) : event);

function decoded(bytes: Uint8Array): ServerEvent | undefined {
  try {
    return decodeEvent(bytes);
  } catch {
    return undefined;
  }
}

it.each(realtimeVersions)('reads the sound of version %s as a service writes it, in any order of its fields', (version) => {
  const frames = new AudioFrames(version);
  const extra = { inReplyTo: 'c', sampleRate: 48_000, channels: 1, bitDepth: 16 };
  fc.assert(
    fc.property(fc.oneof(inAnyOrder(plain), inAnyOrder({ ...plain, ...extra })), (event) => {
      expect(frames.read(spelled(version, event))).toEqual({ event: 'audio', segmentId: 'g', sequence: 1, audio: plain.audio });
    }),
  );
  for (const more of [{ segmentId: 'x'.repeat(36) }, { audio: new Uint8Array(300) }, { audio: new Uint8Array(70_000), sequence: 70_000 }]) {
    const { segmentId, sequence, audio } = { ...plain, ...more };
    expect(frames.read(spelled(version, { ...plain, ...more }))).toEqual({ event: 'audio', segmentId, sequence, audio });
  }
});

it('takes nothing that the codec does not, and nothing otherwise', () => {
  const readers = { v2: new AudioFrames('v2'), v3: new AudioFrames('v3') };
  const broken = fc
    .tuple(events, fc.nat(), fc.integer({ min: 0, max: 255 }), fc.nat())
    .map(([event, at, byte, end]) => (version: RealtimeVersion) => {
      const bytes = Uint8Array.from(spelled(version, event));
      bytes[at % bytes.length] = byte;
      return end % 3 === 0 ? bytes.subarray(0, end % bytes.length) : bytes;
    });
  const unbroken = events.map((event) => (version: RealtimeVersion) => spelled(version, event));
  let taken = 0;
  fc.assert(
    fc.property(fc.constantFrom(...realtimeVersions), fc.oneof(unbroken, broken), (version, bytesOf) => {
      const bytes = bytesOf(version);
      const frame = readers[version].read(bytes);
      if (frame === undefined) return;
      taken += 1;
      expect(decoded(bytes)).toMatchObject(frame);
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(500);
});

it('takes no field twice, no event without what is used of it, and no frame that goes on behind its event', () => {
  const frames = new AudioFrames('v3');
  const bytes = spelled('v3', plain);
  expect(frames.read(Buffer.concat([bytes, Buffer.of(0xc0)]))).toBeUndefined();
  const twice = Buffer.concat([bytes, encode('sequence'), Buffer.of(2)]);
  twice[0] = (twice[0] ?? 0) + 1;
  expect(frames.read(twice)).toBeUndefined();
  expect(decoded(twice)).toMatchObject({ sequence: 2 });
  const used = ['event', 'segmentId', 'sequence', 'audio'];
  for (const name of Object.keys(plain)) {
    const lacking = spelled('v3', Object.fromEntries(Object.entries(plain).filter(([other]) => other !== name)));
    expect({ name, isRead: frames.read(lacking) !== undefined }).toEqual({ name, isRead: !used.includes(name) });
  }
});
