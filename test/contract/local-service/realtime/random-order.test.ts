import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { realtimeCodes, realtimeVersions } from '#shared/wire/realtime.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { bookAddsUp, voiceFor } from '../support.ts';
import { Client, type Fields } from './client.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
afterAll(() => service.stop());

/** Mostly right, as a script of mistakes alone never comes to speak. */
const mostly = (right: readonly unknown[], ...wrong: unknown[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });
/** `own` becomes an id that no other event of the script has. */
const eventId = mostly(['own'], 'a', undefined, 'x'.repeat(129), 7);
const start = fc.record({
  event: fc.constant('start'),
  eventId,
  mode: mostly(['simple', 'reliable', 'reliable'], undefined, 'other'),
  requestId: mostly(['one', 'two', undefined], ''),
  retryFailed: mostly([undefined], true, false),
  request: mostly(['plain', 'pcm'], 'wild', undefined),
});
const others = fc.oneof(
  fc.record({ event: fc.constant('input'), eventId, text: mostly(['Hi. '], '', 5), commit: mostly([true, false, undefined], 'yes') }),
  fc.record({ event: fc.constant('text'), eventId, sequence: mostly([1, 2, 3], 0, -1, 1.5, '1'), text: mostly(['Hi. ', 'Yes. '], '') }),
  fc.record({ event: fc.constant('flush'), eventId, segmentId: mostly(['s', 't'], undefined, '') }),
  fc.record({ event: mostly(['stop', 'ping', 'ping'], 'auth', 'finish', 'audio', 'constructor', ''), eventId }),
  fc.record({ event: fc.constant('auth'), token: mostly(['tkt_x'], '', 5) }),
);
/** Mostly with a start somewhere, as all is `invalid_state` without. */
const scripts = fc
  .tuple(fc.array(others, { maxLength: 3 }), fc.array(start, { maxLength: 2 }), fc.array(fc.oneof(others, start), { maxLength: 20 }))
  .map(([before, starts, after]) => [...before, ...starts, ...after] as Fields[]);

/** Right in both versions, so that something is accepted whatever chance brings. */
const whole: Fields[] = [
  { event: 'start', eventId: 'own', mode: 'simple', request: 'plain' },
  { event: 'input', eventId: 'own', text: 'Hi. ' },
];

test.each(realtimeVersions)(
  '%s: events in any order, with any of their fields wrong, end in answers and codes of the list, and the book adds up',
  async (version) => {
    const key = `local-order-${version}`;
    // A few requests come again in later scripts, with their own state by then.
    let runs = 0;
    const requests: Record<string, unknown> = {
      plain: { voiceId, modelId: 'alpha-s21pro-flash' },
      pcm: { voiceId, modelId: 'alpha-s21pro-flash', format: 'pcm' },
      wild: { voiceId, modelId: 'alpha-s21pro-flash', speed: 'fast', format: 5, foo: [1] },
    };
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        runs += 1;
        const client = await Client.connect(service, version, { key });
        for (const [index, fields] of script.entries()) {
          const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
          const written = sent.map(([name, value]): [string, unknown] => {
            if (name === 'request') return [name, requests[value as string]];
            if (name === 'requestId' && value !== '') return [name, `${value as string} ${runs % 12}`];
            return [name, name === 'eventId' && value === 'own' ? `own ${index}` : value];
          });
          client.raw(Object.fromEntries(written));
        }
        // Either it still answers, or it has ended with a code that says why.
        const answered = await client.ask({ event: 'ping', eventId: 'last' }).then(
          (event) => ['pong', 'error'].includes(event.event),
          () => client.closed !== undefined && [1000, 1001, 1008, 1011].includes(client.closed.code),
        );
        expect(answered, JSON.stringify(client.closed)).toBe(true);
        const codes = client.heard.flatMap((event) => (event.event === 'error' ? [event['code'] as string] : []));
        for (const code of codes) {
          expect(realtimeCodes).toContain(code);
          expect(code).not.toBe('internal_error');
        }
        client.socket.close();
        await client.rest();
      }),
      { numRuns: 60, examples: [[whole]] },
    );
    await expect
      .poll(async () => (await service.charges(key)).entries.filter(({ state }) => state === 'reserved'), { timeout: 60_000 })
      .toEqual([]);
    const book = await service.charges(key);
    expect(bookAddsUp(book)).toBe(true);
    // Some of it was accepted: else this would prove little.
    expect(book.entries.some(({ state }) => state !== 'granted')).toBe(true);
  },
);
