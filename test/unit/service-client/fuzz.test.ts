import fc from 'fast-check';
import { encode } from '@msgpack/msgpack';
import { describe, expect, it, vi } from 'vitest';
import { secret } from '#main/infra/secrets/secret.ts';
import { readAligned, type AlignedEvent } from '#main/service-client/aligned.ts';
import { readFailure, parseJson, retryAfter, ServiceFailure } from '#main/service-client/answers.ts';
import type { Answer, HttpRequest } from '#main/service-client/http.ts';
import { noNote } from '#main/service-client/reading/fields.ts';
import { mediaJobKinds, readMediaJob } from '#main/service-client/reading/media-job.ts';
import { follow, maximumRedirects } from '#main/service-client/given-addresses.ts';
import { decodeEvent, frameLimits } from '#main/service-client/realtime/codec.ts';
import { FailureError, failureSchema, toFailure } from '#shared/failure.ts';

// Many runs each, on whatever machine.
vi.setConfig({ testTimeout: 60_000 });

const utf8 = new TextEncoder();

/** Every failure is one of the closed union, and no stranger. */
async function failing(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FailureError);
    const failure = toFailure(thrown);
    expect(failureSchema.safeParse(failure).success).toBe(true);
    expect(failure.kind).not.toBe('internal');
  }
}

async function* pieces(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
async function eventsOf(...chunks: Uint8Array[]): Promise<AlignedEvent[]> {
  const events: AlignedEvent[] = [];
  for await (const batch of readAligned(pieces(...chunks), { maximum: 100_000 })) events.push(...batch);
  return events;
}

function answerOf(status: number, body: Uint8Array, headers: Record<string, string> = {}): Answer {
  return {
    status,
    url: new URL('http://127.0.0.1/'),
    contentType: 'application/json',
    header: (name) => headers[name.toLowerCase()],
    body: () => pieces(body) as AsyncGenerator<Uint8Array, void, undefined>,
    bytes: () => Promise.resolve(Buffer.from(body)),
    discard: () => undefined,
  };
}

describe('an aligned stream', () => {
  const words = [{ text: 'Hé😀', startMs: 0, endMs: 100, audioStart: 0, audioEnd: 0.1, startOffset: 0, endOffset: 4 }];
  const whole = utf8.encode(
    [
      `event: audio\r\ndata: ${JSON.stringify({ audioBase64: 'UklGRg==' })}\r\n\r\n`,
      `: said on the way\nid: 7\nevent: alignment_snapshot\ndata: ${JSON.stringify({ chunkSeq: 0, units: 'milliseconds', words })}\n\n`,
      `event: of a later version\ndata: {"é":"😀"}\n\n`,
      `event: completed\ndata: ${JSON.stringify({ requestId: 'r', alignmentStatus: 'complete' })}\n\n`,
    ].join(''),
  );

  it('is the same cut at every one of its bytes, and at every two of them that are near', async () => {
    const expected = await eventsOf(whole);
    expect(expected.at(-1)?.type).toBe('completed');
    for (let first = 0; first <= whole.length; first++)
      for (const second of [first, first + 1, first + 2])
        expect(await eventsOf(whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second))).toEqual(expected);
  });

  it('that ends at any of its bytes, or has any of them changed, is whole or a failure', async () => {
    for (let end = 0; end < whole.length; end++) await failing(() => eventsOf(whole.subarray(0, end)));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length - 1), async (at, byte, other) => {
        const bytes = Uint8Array.from(whole);
        bytes[at] = byte;
        bytes[other] = 255 - byte;
        await failing(() => eventsOf(bytes));
      }),
      { numRuns: 150 },
    );
  });

  it('of any bytes, and of a line without an end, is a failure and holds no more than its bound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), (chunks) => failing(() => eventsOf(...chunks))),
      { numRuns: 150 },
    );
    let sent = 0;
    const endless = (async function* () {
      yield utf8.encode('data: ');
      const chunk = utf8.encode('x'.repeat(50_000));
      for (;;) {
        sent += chunk.byteLength;
        yield await Promise.resolve(chunk);
      }
    })();
    const read = (async () => {
      for await (const events of readAligned(endless, { maximum: 100_000 })) expect(events).toBe('none');
    })();
    expect(await read.catch(toFailure)).toMatchObject({ kind: 'bad-response', charged: 'unknown' });
    expect(sent).toBeLessThan(300_000);
  });
});

describe('a realtime frame', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const most = [0xff, 0xff, 0xff, 0xff];

  it.each([
    ['a string', bytes(0xdb, ...most)],
    ['bytes', bytes(0xc6, ...most)],
    ['an array', bytes(0xdd, ...most)],
    ['a map', bytes(0xdf, ...most)],
    ['an extension', bytes(0xc9, ...most, 1)],
    ['an array of arrays', bytes(...Array.from({ length: 40 }, () => [0xdd, ...most]).flat())],
  ])('that claims four thousand million of %s is refused before anything is kept for it', async (_, frame) => {
    const before = process.memoryUsage().arrayBuffers;
    await failing(() => expect(decodeEvent(frame)).toBe('refused'));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  it.each([0x91, 0x81])('that nests to any depth (%i) is refused past its bound, without a stack to overflow', (opening) => {
    for (const depth of [frameLimits.depth, frameLimits.depth + 1, 1_000, 200_000]) {
      const each = opening === 0x91 ? [0x91] : [0x81, 0xa1, 0x61];
      const frame = Uint8Array.from([...Array.from({ length: depth }, () => each).flat(), 0xc0]);
      // A list is no event at all; a map that nests too deep is one that cannot be used.
      if (opening === 0x91) expect(() => decodeEvent(frame)).toThrow(FailureError);
      else expect(decodeEvent(frame)).toBeUndefined();
    }
  });

  it('with any value in any field is an event or is skipped', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ready', 'audio', 'error', 'segment_completed', 'segment_accepted', 'request_status', 'warning'),
        fc.dictionary(
          fc.constantFrom('requestId', 'segmentId', 'sequence', 'audio', 'code', 'eventId', 'segments', 'units'),
          fc.jsonValue(),
        ),
        (event, fields) => {
          expect([event, undefined]).toContain(decodeEvent(encode({ ...fields, event }))?.event);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('an answer that is no success', () => {
  const key = secret('a-key-that-is-long');
  const deep = utf8.encode(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map((text) => utf8.encode(text)),
    fc
      .record({ code: fc.anything(), message: fc.string({ maxLength: 5_000 }), requestId: fc.anything(), details: fc.anything() })
      .map((body) => utf8.encode(JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))),
    fc.constant(deep),
  );

  it('of any status, body and headers is a failure in bounded words, and never throws', async () => {
    const header = fc.string({ maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 300, max: 999 }), bodies, header, header, async (status, body, wait, id) => {
        const answer = answerOf(status, body, { 'retry-after': wait, 'x-request-id': id });
        const thrown = await readFailure(answer, { paid: true, key });
        expect(thrown).toBeInstanceOf(ServiceFailure);
        expect(failureSchema.safeParse(thrown.failure).success).toBe(true);
        expect(thrown.failure.message.length).toBeLessThan(500);
        expect(thrown.failure.status).toBe(status);
      }),
      { numRuns: 150 },
    );
  });

  const anyTime = fc.oneof(fc.string(), fc.double().map(String), fc.date().map(String));
  const headers = (given: Record<string, string>) => ({ header: (name: string) => given[name] });
  it('asks to wait for a number of milliseconds, or says nothing of it', () => {
    fc.assert(
      fc.property(anyTime, anyTime, (value, date) => {
        const wait = retryAfter(headers({ 'retry-after': value, date }));
        if (wait !== undefined) expect(wait).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('asks to wait until a date, counted from its own clock and not from that of this machine', () => {
    const since = { min: new Date('2001-01-01'), max: new Date('2090-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(since), fc.integer({ min: 0, max: 86_400 }), (sent, seconds) => {
        const until = new Date(sent.getTime() + seconds * 1000);
        const answer = headers({ 'retry-after': until.toUTCString(), date: sent.toUTCString() });
        expect(retryAfter(answer)).toBe(seconds * 1000);
      }),
    );
  });

  it('and any JSON where a job is expected is a job or nothing', () => {
    expect(parseJson(Buffer.from(deep).toString('utf8'), key)).toBeUndefined();
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (fields, data) => {
        const record = readMediaJob({ ...fields, data, status: data }, { note: noNote }, mediaJobKinds.lipSync);
        expect(record === undefined || typeof record.id === 'string').toBe(true);
      }),
    );
  });
});

describe('redirects', () => {
  it('to anywhere end, and take the key to no other origin', async () => {
    const origin = 'https://service.example';
    const locations = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.webUrl(),
      fc.constantFrom('', '/', '//other.example/x', 'https://service.example:444/', 'http://service.example/', 'file:///etc/passwd'),
      fc.constantFrom('https://user:word@service.example/', 'javascript:1', 'https://service.example.other/', '\\\\other\\x'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(locations, { minLength: 1, maxLength: 12 }), async (places) => {
        const seen: HttpRequest[] = [];
        const transport = {
          send: (request: HttpRequest) => {
            seen.push(request);
            const location = places[seen.length - 1];
            return Promise.resolve(
              location === undefined ? answerOf(200, new Uint8Array()) : answerOf(302, new Uint8Array(), { location }),
            );
          },
          close: () => undefined,
        };
        const timeouts = { connect: 1, firstByte: 1, idle: 1, total: 1 };
        const request = { method: 'GET', url: new URL('/x', origin), key: secret('k'), paid: false, timeouts, maxBytes: 1 } as const;
        await failing(() => follow(transport, request, { origin, trustedOrigins: () => [] }));
        expect(seen.length).toBeLessThanOrEqual(maximumRedirects + 1);
        for (const { url, key } of seen) if (key !== undefined) expect(url.origin).toBe(origin);
      }),
      { numRuns: 150 },
    );
  });
});
