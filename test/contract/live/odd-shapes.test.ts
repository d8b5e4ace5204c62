import { afterEach, expect, test } from 'vitest';
import { realtimeModes, realtimeVersions } from '#shared/wire/realtime.ts';
import { hurried, LiveFixture, soundOf } from './fixture.ts';
import { dialects, framesOf, oddService, type OddService } from './odd-service.ts';
import type { Fields } from './scripted-service.ts';

let service: OddService;
let fixture: LiveFixture;
const open = async (...given: Parameters<typeof oddService>): Promise<void> => {
  service = await oddService(...given);
  fixture = await LiveFixture.open(service, undefined, { clock: hurried });
};
afterEach(async () => {
  await fixture.close();
  await service.close();
});

const texts = ['The first phrase.', 'And the second.'];
const sound = Buffer.concat(texts.flatMap(framesOf));
const cases = dialects.flatMap((dialect) =>
  realtimeVersions.flatMap((version) => realtimeModes.map((mode) => ({ dialect, version, mode }))),
);

test.each(cases)('a $dialect service of $version in $mode mode: every byte is delivered once, in order, and kept whole', async (given) => {
  await open(given.dialect);
  const { version, mode } = given;
  const speaking = fixture
    .speak('v', { version, mode, modelId: 'any-model' })
    .say(...texts)
    .end();
  const { requests, failure } = await speaking.result;
  expect(failure).toBeUndefined();
  expect(speaking.heard.equals(sound)).toBe(true);
  expect(requests.map(({ whole }) => whole)).toEqual(mode === 'simple' ? [true, true] : [true]);
  expect(Buffer.concat(requests.map(soundOf)).equals(sound)).toBe(true);
  expect([...speaking.of('gap'), ...speaking.of('spliced'), ...speaking.of('refused')]).toEqual([]);
  expect((await fixture.ledger.list({ limit: 3 })).map(({ state }) => state)).toEqual(mode === 'simple' ? ['done', 'done'] : ['done']);
});

test('what is odd is logged once, however often it comes', async () => {
  await open('nulls');
  await fixture
    .speak('v', { modelId: 'any-model' })
    .say(...texts)
    .end().result;
  const lines = fixture.log.lines.filter(({ message }) => message.includes('unexpected')).map(({ facts }) => JSON.stringify(facts));
  expect(lines).toContain('{"path":"usage.quotaRemaining","found":"null"}');
  expect(lines).toEqual([...new Set(lines)]);
});

test('warnings are shown as they came, whatever their form', async () => {
  await open('strange');
  const speaking = fixture.speak('v', { modelId: 'any-model' }).say('Hello.').end();
  await speaking.result;
  expect(speaking.of('ready')[0]?.warnings).toEqual([
    { code: '', message: 'was lowered', path: 'speed' },
    { code: '', message: '{"text":7}', path: 'volume' },
  ]);
});

test.each(realtimeVersions)('%s: an event has no field that the interface does not list', async (version) => {
  await open('bare');
  for (const mode of realtimeModes)
    await fixture
      .speak('v', { version, mode, modelId: 'any-model', controls: { speed: 1.2, pitch: 2, emotion: 'happy', instructions: 'Softly.' } })
      .say('Hello.')
      .end().result;
  const id = (name: string): string => (version === 'v2' ? name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`) : name);
  const listed: Record<string, string[]> = {
    start: ['event', 'eventId', 'mode', 'requestId', 'request', 'retryFailed'],
    input: ['event', 'eventId', 'text', 'commit'],
    text: ['event', 'eventId', 'sequence', 'text'],
    flush: ['event', 'eventId', 'segmentId'],
    stop: ['event', 'eventId'],
    ping: ['event', 'eventId', 'timestamp'],
  };
  const controls = version === 'v2' ? ['voice_id', 'model', 'format', 'speed', 'pitch'] : ['voiceId', 'modelId', 'format', 'speed'];
  for (const event of service.events) {
    const names = (listed[String(event['event'])] ?? []).map(id);
    expect(names).toEqual(expect.arrayContaining(Object.keys(event)));
    if (event['event'] === 'start') expect(Object.keys(event['request'] as object).sort()).toEqual(controls.sort());
  }
});

const refusals: [string, Fields, Fields][] = [
  ['without a message', { code: 'voice_not_found', retryable: false, terminal: true }, { kind: 'not-found', code: 'voice_not_found' }],
  ['without retryable and terminal', { code: 'model_not_found', message: 'No.' }, { kind: 'not-found', code: 'model_not_found' }],
  ['with nulls', { code: 'quota_exceeded', message: null, retryable: null, terminal: null, path: null }, { kind: 'payment-required' }],
  ['of an unknown code', { code: 'moon_phase', message: 'Wait for the new moon.' }, { kind: 'service-failed', code: 'moon_phase' }],
  ['of nothing at all', {}, { kind: 'service-failed' }],
];
test.each(refusals)('an error %s that the close follows is the end, with what it says', async (_, refuse, expected) => {
  await open('bare', refuse);
  const { failure } = await fixture.speak('v', { modelId: 'any-model' }).say('Hello.').end().result;
  expect(failure).toMatchObject({ ...expected, charged: 'no' });
  expect(service.events.filter(({ event }) => event === 'start')).toHaveLength(1);
});
