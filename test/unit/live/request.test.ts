import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { Feed } from '#main/features/live/feed.ts';
import { LiveLog } from '#main/features/live/log.ts';
import { RequestRun } from '#main/features/live/request-run.ts';
import { LiveRequest, type RequestTools } from '#main/features/live/request.ts';
import { decodeEvent, type SentEvent } from '#main/service-client/realtime/codec.ts';
import type { ReceivedEvent, RealtimeSocket } from '#main/service-client/realtime/socket.ts';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { LiveEvent } from '#shared/live.ts';
import { realtimeModes, type RealtimeMode } from '#shared/wire/realtime.ts';
import { snakeNames } from '#shared/wire/realtime-spelling.ts';
import { memoryDirectory } from '../../helpers/memory-directory.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

const directory = mkdtempSync(join(memoryDirectory() ?? tmpdir(), 'voicewright-live-request-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** How a generated service writes: what is added to its events, in which spelling, how its frames are cut and numbered. */
interface Manner {
  noise: Record<string, unknown>[];
  strangers: Record<string, unknown>[];
  isSnake: boolean;
  frameBytes: number;
  firstSequence: number;
  step: number;
  namesSegments: boolean;
  takes: number[];
}

const odd = fc.oneof(
  fc.constant(null),
  fc.double(),
  fc.string(),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2 }),
);
const names = ['eventId', 'traceId', 'timestamp', 'quota', 'provider', 'site', 'mode', 'effectiveRequest', 'warnings', 'sampleRate', 'channels', 'sessionUnits', 'quotaRemaining', 'reservedUnits', 'segmentUnits', 'units', 'new', 'colour']; // prettier-ignore
const manner: fc.Arbitrary<Manner> = fc.record({
  noise: fc.array(fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 6 }), { minLength: 1, maxLength: 8 }),
  strangers: fc.array(fc.dictionary(fc.string(), odd, { maxKeys: 3 }), { maxLength: 3 }),
  isSnake: fc.boolean(),
  frameBytes: fc.integer({ min: 1, max: 50 }),
  firstSequence: fc.integer({ min: -5, max: 10_000 }),
  step: fc.integer({ min: 1, max: 20 }),
  namesSegments: fc.boolean(),
  takes: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
});

/** Every named event holds a map with the one key that a MessagePack decoder refuses to make. */
const withHostileKey: Manner = {
  noise: [{ quota: Object.fromEntries([['__proto__', 1]]) }],
  strangers: [],
  isSnake: false,
  frameBytes: 5,
  firstSequence: 0,
  step: 1,
  namesSegments: true,
  takes: [1],
};

const soundOf = (text: string): Uint8Array => Buffer.from(`<${text.repeat(7)}>`);

/** A connection to a service that keeps the named fields and varies everything else. */
function connectionOf(given: Manner): RealtimeSocket {
  const queue: ReceivedEvent[] = [];
  let [count, sequence, over] = [0, given.firstSequence, false];
  let wake = (): void => undefined;
  const texts: string[] = [];
  const put = (fields: Record<string, unknown>): void => {
    const noise = given.noise[count++ % given.noise.length] ?? {};
    const stranger = given.strangers[count % 5];
    for (const one of [...(stranger === undefined ? [] : [{ ...stranger, event: `x_${count}` }]), { ...noise, ...fields }]) {
      const event = decodeEvent(encode(given.isSnake ? snakeNames(one) : one));
      if (event?.event === 'pong') queue.push({ event: 'pong', roundTripMs: 1 });
      else if (event?.event === 'audio') queue.push({ ...event, sum: crc32(event.audio) });
      else if (event !== undefined) queue.push(event);
    }
    wake();
  };
  const speak = (text: string, segmentId: string | undefined): void => {
    const sound = soundOf(text);
    for (let from = 0; from < sound.length; from += given.frameBytes) {
      put({ event: 'audio', audio: sound.slice(from, from + given.frameBytes), sequence, ...(given.namesSegments && { segmentId }) });
      sequence += given.step;
    }
  };
  const act = (event: SentEvent): void => {
    const inReplyTo = event.eventId;
    if (event.event === 'start') put({ event: 'ready', inReplyTo, format: 'mp3' });
    else if (event.event === 'text') {
      texts.push(event.text);
      put({ event: 'input_ack', inReplyTo });
    } else if (event.event === 'flush') {
      const { segmentId } = event;
      put({ event: 'segment_accepted', inReplyTo, segmentId });
      speak(texts.splice(0).join(''), segmentId);
      put({ event: 'usage' });
      put({ event: 'segment_completed', segmentId });
    } else if (event.event === 'input') {
      speak(event.text, 'of-the-service');
      put({ event: 'finish', reason: 'completed' });
    } else if (event.event === 'stop') put({ event: 'finish', reason: 'completed' });
  };
  put({ event: 'authenticated' });
  return {
    version: 'v3',
    take: async () => {
      while (queue.length === 0 && !over) await new Promise<void>((resolve) => (wake = resolve));
      return over ? [] : queue.splice(0, given.takes[count % given.takes.length]);
    },
    send: (event) => {
      act(event);
      return Promise.resolve();
    },
    ping: () => put({ event: 'pong' }),
    ending: () => fail('stream-interrupted', said('Over.')),
    terminate: () => {
      over = true;
      wake();
    },
  };
}

async function spoken(
  mode: RealtimeMode,
  given: Manner,
  texts: readonly string[],
): Promise<{ told: LiveEvent[]; whole: boolean; kept: Uint8Array }> {
  const operationId = newId();
  const log = await LiveLog.open(directory, operationId);
  const feed = new Feed();
  texts.forEach((text, at) => feed.say({ id: `p${at}`, text }));
  feed.end();
  const told: LiveEvent[] = [];
  const realtime = { open: () => Promise.resolve(connectionOf(given)) } as unknown as RequestTools['realtime'];
  const request = new LiveRequest({
    plan: {
      operationId,
      requestId: 'r',
      version: 'v3',
      mode,
      request: { voiceId: 'v', modelId: 'm', format: 'mp3' },
      sessionUnits: 100_000,
      segmentCharacters: 10_000,
      textCharacters: 2_000,
      patienceMs: 10_000,
    },
    log,
    feed,
    signal: new AbortController().signal,
    tell: (event) => void told.push(event),
    tools: { realtime, log: quietLog(), clock: { now: Date.now, sleep: () => Promise.resolve() } },
  });
  await new RequestRun(request).run();
  const kept = log.kept(mode === 'simple');
  const parts: Uint8Array[] = [];
  for (const { pieces } of kept) for await (const part of log.sound(pieces)) parts.push(Uint8Array.from(part));
  await log.close();
  await log.remove();
  return { told, whole: kept.every(({ whole }) => whole), kept: Buffer.concat(parts) };
}

it(
  'whatever a service writes besides the named fields, every byte of a phrase is delivered once, in order, and kept',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...realtimeModes),
        manner,
        fc.array(
          fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== ''),
          { minLength: 1, maxLength: 3 },
        ),
        async (mode, given, phrases) => {
          const texts = mode === 'simple' ? phrases.slice(0, 1) : phrases;
          const { told, whole, kept } = await spoken(mode, given, texts);
          const expected = Buffer.concat(texts.map(soundOf));
          expect(Buffer.concat(told.flatMap((event) => (event.type === 'audio' ? [event.bytes] : []))).toString()).toBe(
            expected.toString(),
          );
          expect(Buffer.from(kept).toString()).toBe(expected.toString());
          expect(whole).toBe(true);
          expect(told.filter(({ type }) => type === 'gap' || type === 'refused')).toEqual([]);
          expect(told.flatMap((event) => (event.type === 'completed' ? [event.whole] : []))).toEqual(texts.map(() => true));
        },
      ),
      { numRuns: 150, examples: realtimeModes.map((mode) => [mode, withHostileKey, ['Once more.']]) },
    );
  },
);
