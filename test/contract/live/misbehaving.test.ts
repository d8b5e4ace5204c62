import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { meanings } from '#main/features/live/refusals.ts';
import { liveLimits } from '#shared/live.ts';
import { finishReasons, realtimeCodes } from '#shared/wire/realtime.ts';
import { hurried, LiveFixture, soundOf } from './fixture.ts';
import {
  completed,
  finish,
  scriptedService,
  wellBehaved,
  type Fields,
  type Peer,
  type Script,
  type ScriptedService,
} from './scripted-service.ts';

let service: ScriptedService;
let fixture: LiveFixture;
const open = async (
  script: Script,
  more: { patienceMs?: number } = {},
  limits?: Record<string, number>,
  greet?: (peer: Peer) => void,
): Promise<void> => {
  service = await scriptedService(script, limits, greet);
  fixture = await LiveFixture.open(service, undefined, { clock: hurried, ...more });
};
afterEach(async () => {
  await fixture.close();
  await service.close();
});
const model = { modelId: 'model' };
/** Sound that says which frame of which phrase it is. */
const frame = (segment: string, number: number): Buffer => Buffer.from(`${segment}#${number};`.padEnd(16, '.'));
const sound = (segment: string, count: number): Buffer => Buffer.concat(Array.from({ length: count }, (_, at) => frame(segment, at + 1)));
const numbersIn = (bytes: Buffer): number[] => [...bytes.toString().matchAll(/#(\d);/gu)].map(([, at]) => Number(at));
const whole = (peer: Peer, segmentId: unknown, count = 4, from = 0): void => {
  for (let at = 1; at <= count; at++) peer.audio(from + at, frame(String(segmentId), at), segmentId);
  completed(peer, segmentId, count * 16);
};

describe('order', () => {
  test('frames that come twice or in another order are on the disk once and in their order, and none is delivered out of it', async () => {
    await open(
      wellBehaved((peer, id) => {
        for (const at of [1, 1, 3, 2, 2, 5, 3, 4, 1]) peer.audio(at, frame(String(id), at), id);
        completed(peer, id, 5 * 16);
      }),
    );
    const speaking = fixture.speak('v', model).say('Hello.').end();
    const { requests } = await speaking.result;
    expect(soundOf(requests[0]).equals(sound('s1-p0', 5))).toBe(true);
    expect(requests).toMatchObject([{ whole: true }]);
    // How many of them are read together is the network's to say: what another frame has passed is told of as missing.
    const late = speaking.of('gap').reduce((sum, { missingBytes }) => sum + missingBytes, 0);
    expect(numbersIn(speaking.heard)).toEqual(numbersIn(speaking.heard).toSorted((a, b) => a - b));
    expect(speaking.heard.length + late).toBe(5 * 16);
  });

  test('numbers that start anywhere and jump are no gap, and nothing is held back for them', async () => {
    await open(
      wellBehaved((peer, id) => {
        [7, 8, 20, 21, 1000].forEach((sequence, at) => peer.audio(sequence, frame(String(id), at + 1), id));
        completed(peer, id, 5 * 16);
      }),
    );
    const speaking = fixture.speak('v', model).say('Hello.').end();
    expect((await speaking.result).requests).toMatchObject([{ whole: true, bytes: 5 * 16 }]);
    expect(speaking.heard.equals(sound('s1-p0', 5))).toBe(true);
    expect(speaking.of('gap')).toEqual([]);
  });

  test('bytes that the service counts and that never came are a gap, and the phrase is mended from the store where that has it', async () => {
    await open(
      wellBehaved((peer, id) => {
        for (const at of [1, 2, 4]) peer.audio(at, frame(String(id), at), id);
        completed(peer, id, 4 * 16);
      }),
    );
    const broken = await fixture.speak('v', model).say('Hello.').end().result;
    expect(broken.requests).toMatchObject([{ whole: false, bytes: 3 * 16 }]);
    const segment = { segmentId: 's1-p0', index: 0, state: 'completed', characters: 6, units: 6, audioBytes: 64, stored: true };
    const facts = {
      requestId: 'r',
      state: 'completed',
      retryable: false,
      units: 6,
      resultAvailable: true,
      mode: 'reliable',
      format: 'pcm',
    };
    service.status = { ...facts, createdAt: '2026-01-01T00:00:00Z', segments: [segment] };
    service.stored.set('s1-p0', sound('s1-p0', 4));
    const speaking = fixture.speak('v', model).say('Hello.').end();
    const { requests } = await speaking.result;
    expect(speaking.of('gap')).toMatchObject([{ id: 'p0', missingBytes: 16 }]);
    expect(Buffer.concat(speaking.of('audio').map(({ bytes }) => bytes)).toString()).toBe(
      [1, 2, 4].map((at) => frame('s1-p0', at).toString()).join(''),
    );
    expect(requests).toMatchObject([{ whole: true, bytes: 64 }]);
    expect(soundOf(requests[0]).equals(sound('s1-p0', 4))).toBe(true);
  });

  test('simple: numbers that jump are no gap', async () => {
    await open(
      wellBehaved((peer, id) => {
        for (const at of [1, 2, 4, 5]) peer.audio(at, frame('x', at), id);
        finish(peer);
      }),
    );
    const speaking = fixture
      .speak('v', { ...model, mode: 'simple' })
      .say('Hello.')
      .end();
    const { requests } = await speaking.result;
    expect(speaking.of('gap')).toEqual([]);
    expect(requests).toMatchObject([{ whole: true, bytes: 4 * 16 }]);
  });

  test('however frames are numbered, whatever comes twice and wherever connections break: every byte is delivered once and kept in its place', async () => {
    interface Connection {
      from: number;
      step: number;
      /** How many frames come before it is cut; all of them where there is no cut. */
      frames: number;
      cut: boolean;
      copies: number[];
    }
    let plan: Connection[] = [];
    let first = 1;
    await open(
      wellBehaved((peer, id) => {
        const { from, step, frames, cut, copies } = plan[peer.number - first] ?? { from: 1, step: 1, frames: 8, cut: false, copies: [] };
        for (let at = 1; at <= (cut ? frames : 8); at++) {
          peer.audio(from + at * step, frame(String(id), at), id);
          const copy = copies[at - 1] ?? 0;
          if (copy > 0 && copy <= at) peer.audio(from + copy * step, frame(String(id), copy), id);
        }
        if (cut) peer.socket.terminate();
        else completed(peer, id, 8 * 16);
      }),
    );
    const connections = fc.record({
      from: fc.integer({ min: -3, max: 70_000 }),
      step: fc.integer({ min: 1, max: 300 }),
      frames: fc.nat(8),
      cut: fc.boolean(),
      copies: fc.array(fc.nat(8), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(connections, { minLength: 1, maxLength: 3 }), async (given) => {
        plan = given;
        first = service.handshakes.length + 1;
        const speaking = fixture.speak('v', model).say('Hello.').end();
        const { requests, failure } = await speaking.result;
        expect(failure).toBeUndefined();
        expect(speaking.heard.equals(sound('s1-p0', 8))).toBe(true);
        expect(requests).toMatchObject([{ whole: true }]);
        expect(soundOf(requests[0]).equals(sound('s1-p0', 8))).toBe(true);
        expect([...speaking.of('gap'), ...speaking.of('spliced')]).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('garbage', () => {
  const deep = (levels: number): Buffer => Buffer.concat([Buffer.alloc(levels, 0x91), Buffer.from([0xc0])]);
  const bad: Record<string, (peer: Peer) => void> = {
    'no MessagePack': (peer) => peer.raw(Buffer.from([0xc1, 0xff])),
    'a torn frame': (peer) => peer.raw(Buffer.from(encode({ event: 'pong', sessionId: 'x' })).subarray(0, 9)),
    'a hundred thousand arrays in one another': (peer) => peer.raw(deep(100_000)),
    'a map that claims four thousand million entries': (peer) => peer.raw(Buffer.from([0xdf, 0xff, 0xff, 0xff, 0xff])),
    'bytes that claim four gigabytes': (peer) => peer.raw(Buffer.from([0xc6, 0xff, 0xff, 0xff, 0xff])),
    'a frame beyond the bound': (peer) => peer.raw(Buffer.alloc(5 * 1024 * 1024)),
    'no map': (peer) => peer.raw(encode(['event', 'pong'])),
    'text instead of bytes': (peer) => peer.socket.send('{"event":"pong"}'),
    'a close without a word': (peer) => peer.socket.close(1011),
  };

  test.each(Object.keys(bad))('%s loses the connection and nothing else: the request goes on over the next one', async (name) => {
    await open(
      wellBehaved((peer, id) => {
        if (peer.number > 1) whole(peer, id);
        else {
          peer.audio(1, frame(String(id), 1), id);
          bad[name]!(peer);
        }
      }),
    );
    const speaking = fixture.speak('v', model).say('Hello.').end();
    const { requests, failure } = await speaking.result;
    expect(failure).toBeUndefined();
    expect(service.handshakes).toHaveLength(2);
    expect(speaking.heard.equals(sound('s1-p0', 4))).toBe(true);
    expect(requests).toMatchObject([{ whole: true }]);
    const sent = (connection: number) =>
      service.frames
        .filter((one) => one.connection === connection && ['text', 'flush'].includes(String(one.event['event'])))
        .map(({ event }) => ({ ...event, eventId: '' }));
    expect(sent(2)).toEqual(sent(1));
  });

  test('a service that never behaves ends in a failure after a few tries, with what it may have charged', async () => {
    await open(wellBehaved((peer) => peer.raw(Buffer.from([0xc1]))));
    const speaking = fixture.speak('v', model).say('Hello.').end();
    expect((await speaking.result).failure).toMatchObject({ kind: 'bad-response', charged: 'unknown' });
    expect(service.handshakes).toHaveLength(6);
    expect(await fixture.ledger.list({ limit: 3 })).toMatchObject([{ state: 'unknown', attempts: 1 }]);
  });

  test('a service that answers pings and nothing else is given up, before it is ready and after it took a phrase', async () => {
    const pong = (peer: Peer, event: Fields): boolean => {
      if (event['event'] === 'ping')
        peer.say({ event: 'pong', sessionId: 's', inReplyTo: event['eventId'], clientTimestamp: event['timestamp'] });
      return event['event'] === 'ping';
    };
    await open(
      (peer, event) => {
        pong(peer, event);
      },
      { patienceMs: 150 },
    );
    expect((await fixture.speak('v', model).say('Hello.').end().result).failure).toMatchObject({
      kind: 'stream-interrupted',
      charged: 'no',
    });
    await fixture.close();
    await service.close();
    const silent = wellBehaved(() => undefined);
    await open(
      (peer, event) => {
        if (!pong(peer, event) && event['event'] !== 'stop') silent(peer, event);
      },
      { patienceMs: 150 },
    );
    expect((await fixture.speak('v', model).say('Hello.').end().result).failure).toMatchObject({
      kind: 'stream-interrupted',
      charged: 'unknown',
    });
  });

  test('a service that never says that it accepts the key is given up in words that say so, whatever else it sends, and charges nothing', async () => {
    const chatter = new Set<NodeJS.Timeout>();
    await open(
      () => undefined,
      { patienceMs: 300 },
      {},
      (peer) => void chatter.add(setInterval(() => peer.say({ event: 'warning', message: 'Busy.' }), 50)),
    );
    try {
      const { failure } = await fixture.speak('v', model).say('Hello.').end().result;
      expect(failure).toMatchObject({ kind: 'service-timeout', charged: 'no', next: 'check-connection' });
      expect(failure?.text?.id).toBe('live.keyNotConfirmed');
      expect(service.handshakes).toHaveLength(1);
      expect(service.frames).toEqual([]);
    } finally {
      for (const one of chatter) clearInterval(one);
    }
  });

  test.each([
    ['when it accepts them', true],
    ['with their sound alone', false],
  ])(
    'a service that names the segments itself, %s, is followed: each phrase has its own sound, and what is missing is fetched by that name',
    async (_when, isNamedEarly) => {
      let number = 0;
      await open((peer, event) => {
        if (event['event'] !== 'flush') {
          wellBehaved(() => undefined)(peer, event);
          return;
        }
        const own = `own-${++number}`;
        peer.say({ event: 'segment_accepted', requestId: 'r', inReplyTo: event['eventId'], ...(isNamedEarly && { segmentId: own }) });
        for (const at of number === 2 ? [1, 2] : [1, 2, 3, 4]) peer.audio(at, frame(own, at), own);
        completed(peer, own, 4 * 16);
      });
      service.status = { requestId: 'r', state: 'completed', retryable: false, units: 12, resultAvailable: true };
      service.stored.set('own-2', sound('own-2', 4));
      const speaking = fixture.speak('v', model).say('Hello.', 'Again.').end();
      const { requests, failure } = await speaking.result;
      expect(failure).toBeUndefined();
      expect(requests).toMatchObject([{ whole: true }]);
      expect(soundOf(requests[0]).equals(Buffer.concat([sound('own-1', 4), sound('own-2', 4)]))).toBe(true);
      expect(speaking.of('accepted').map(({ id }) => id)).toEqual(['p0', 'p1']);
    },
  );

  test('events, fields and reasons that nobody knows yet harm nothing', async () => {
    await open(
      wellBehaved((peer, id) => {
        peer.say({ event: 'brand_new', whatever: { nested: [1, 2] } });
        peer.say({ event: 'audio', requestId: 'r', sessionId: 's', segmentId: 7, sequence: 'one', audio: 'x', format: 'pcm' });
        peer.say({ event: 'usage', requestId: null, segmentUnits: 'six', sessionUnits: null, quotaRemaining: null, when: new Date(0) });
        peer.say({ event: 17 });
        peer.raw(encode({ ...Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`f${at}`, at])), event: 'pong' }));
        peer.raw(Buffer.concat([Buffer.from([0x82]), encode('event'), encode('pong'), encode('a'), deep(1000)]));
        peer.say({ event: 'warning', code: 'new_code', message: 'A warning.', colour: 'red' });
        peer.audio(1, frame('other', 1), 'a segment of nobody');
        for (let at = 1; at <= 4; at++) peer.audio(at + 1, frame(String(id), at), id);
        completed(peer, id, 64);
      }),
    );
    const speaking = fixture.speak('v', model).say('Hello.').end();
    expect((await speaking.result).requests).toMatchObject([{ whole: true }]);
    expect(speaking.heard.equals(sound('s1-p0', 4))).toBe(true);
    expect(speaking.of('warning')).toMatchObject([{ code: 'new_code' }]);
  });
});

describe('what the service says', () => {
  const refusing = (code: string, terminal: boolean): Script =>
    wellBehaved((peer) => {
      peer.say({
        event: 'error',
        code,
        message: `No: ${service.apiKey}`,
        retryable: false,
        terminal,
        stage: 'generation',
        path: 'request.speed',
      });
      if (terminal) finish(peer, 'error');
    });

  test.each(realtimeCodes)('the code %s is reported with what it means, what to do and where, and never with the key', async (code) => {
    await open(refusing(code, true));
    const { failure } = await fixture.speak('v', model).say('Hello.').end().result;
    expect(failure).toMatchObject({ kind: meanings[code][0], code, field: 'request.speed', charged: 'unknown' });
    expect(failure?.message).toContain('[secret]');
    expect(JSON.stringify(failure)).not.toContain(service.apiKey);
    expect(service.handshakes).toHaveLength(1);
  });

  test.each(finishReasons)('the end %s is reported, and nothing that was said is lost', async (reason) => {
    await open(
      wellBehaved((peer, id) => {
        if (peer.number > 1) whole(peer, id, 4);
        else finish(peer, reason);
      }),
    );
    const speaking = fixture.speak('v', model).say('Hello.').end();
    const { requests, failure } = await speaking.result;
    if (reason === 'completed') {
      expect(requests).toMatchObject([{ whole: false }]);
      expect(speaking.of('completed')).toMatchObject([{ id: 'p0', bytes: 0, whole: false }]);
    } else {
      expect(failure).toBeUndefined();
      expect(requests).toMatchObject([{ whole: true }]);
      expect(service.handshakes).toHaveLength(2);
    }
  });

  test('request_status: running is waited for, failed_retryable is tried again, failed_terminal is the end', async () => {
    const states = ['running', 'running', 'failed_retryable'];
    const speak = wellBehaved((peer, id) => {
      if (peer.number > 1) whole(peer, id);
      else peer.socket.terminate();
    });
    await open((peer, event) => {
      const state = event['event'] === 'start' && peer.number > 1 && event['retryFailed'] !== true ? states.shift() : undefined;
      if (state === undefined) speak(peer, event);
      else peer.say({ event: 'request_status', requestId: 'r', state, retryable: false, units: 0, resultAvailable: false });
    });
    const { requests } = await fixture.speak('v', model).say('Hello.').end().result;
    expect(requests).toMatchObject([{ whole: true }]);
    const starts = service.frames
      .filter(({ event }) => event['event'] === 'start')
      .map(({ event }) => [event['requestId'], event['retryFailed']]);
    const id = requests[0]!.requestId;
    expect(starts).toEqual([[id, undefined], [id, undefined], [id, undefined], [id, undefined], [id, true]]); // prettier-ignore
    states.push('failed_terminal');
    await fixture.close();
    await service.close();
    await open((peer, event) => {
      if (event['event'] === 'start' && peer.number > 1)
        peer.say({ event: 'request_status', requestId: 'r', state: 'failed_terminal', retryable: false, units: 0, resultAvailable: false });
      else if (event['event'] === 'flush') peer.socket.terminate();
      else speak(peer, event);
    });
    expect((await fixture.speak('v', model).say('Hello.').end().result).failure).toMatchObject({
      kind: 'service-failed',
      charged: 'no',
      next: 'generate-again',
    });
  });
});

test('before the unit limit that the service names is passed, a new session begins by itself, and each phrase is spoken in one of them', async () => {
  const frames = new Map<Peer, number>();
  const speak = wellBehaved((peer, id) => {
    const from = frames.get(peer) ?? 0;
    frames.set(peer, from + 4);
    whole(peer, id, 4, from);
  });
  await open(speak, {}, { sessionUnits: 20 });
  const phrases = ['Twelve chars', 'Eight ch', 'Then one that is longer than the limit.', 'Last.'];
  const speaking = fixture
    .speak('v', model)
    .say(...phrases)
    .end();
  const { requests, failure } = await speaking.result;
  expect(failure).toBeUndefined();
  expect(requests.map(({ units, whole: isWhole }) => [units, isWhole])).toEqual([[20, true], [39, true], [5, true]]); // prettier-ignore
  expect(speaking.of('completed').map(({ id }) => id)).toEqual(['p0', 'p1', 'p2', 'p3']);
  expect(speaking.of('state').flatMap(({ because }) => because ?? [])).toEqual(['units', 'units']);
});

test('the key is in the handshake’s header and nowhere else', async () => {
  await open(wellBehaved((peer, id) => whole(peer, id)));
  await fixture.speak('v', model).say('Hello.').end().result;
  const { url, headers } = service.handshakes[0]!;
  expect(url).toBe('/v3/tts/live');
  expect(headers.authorization).toBe(`Bearer ${service.apiKey}`);
  expect(headers['sec-websocket-protocol']).toBe('realtime.tts.msgpack.v3');
  expect(headers['sec-websocket-extensions']).toBeUndefined();
  for (const { bytes } of service.frames) expect(bytes.includes(service.apiKey)).toBe(false);
  expect(JSON.stringify(fixture.log.lines)).not.toContain(service.apiKey);
});

test(
  'a listener that does not acknowledge holds the service back: what is read and not heard is bounded, and comes whole in the end',
  { tags: ['beside'] },
  async () => {
    const piece = Buffer.alloc(256 * 1024, 7);
    const pieces = 384; // more than may wait unheard, in the studio and in the system’s own buffers
    let peer: Peer | undefined;
    await open(
      wellBehaved((one, id) => {
        peer = one;
        for (let at = 1; at <= pieces; at++) one.audio(at, piece, id);
        completed(one, id, pieces * piece.length);
      }),
    );
    const speaking = fixture
      .speak('v', { ...model, acknowledges: true })
      .say('Hello.')
      .send({ type: 'finish' });
    // It has read all that it will when the service cannot write any more for some turns.
    let before = -1;
    for (let same = 0; same < 20;) {
      const now = speaking.heard.length * 1e6 + (peer?.socket.bufferedAmount ?? 0);
      same = now === before && speaking.heard.length > 0 ? same + 1 : 0;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(speaking.heard.length).toBeLessThanOrEqual(liveLimits.unheardBytes + piece.length);
    expect(peer!.socket.bufferedAmount).toBeGreaterThan(0);
    speaking.end();
    const { requests } = await speaking.result;
    expect(requests).toMatchObject([{ whole: true, bytes: pieces * piece.length }]);
    expect(speaking.heard.length).toBe(pieces * piece.length);
  },
);
