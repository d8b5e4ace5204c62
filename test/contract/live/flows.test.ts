import { expect, test } from 'vitest';
import { liveLimits } from '#shared/live.ts';
import { realtimeFormats, realtimeVersions } from '#shared/wire/realtime.ts';
import { soundOf } from './fixture.ts';
import { charges, fixture, key, service, voiceId } from './own-account.ts';

const texts = ['The first phrase. ', 'The second phrase, which is longer. ', 'And the third.'];

test.each(realtimeVersions)(
  '%s reliable: phrases are spoken in their order by one request, kept whole, and paid for once',
  async (version) => {
    const speaking = fixture
      .speak(voiceId, { version, controls: { speed: 1.1 } })
      .say(...texts)
      .end();
    const { requests, failure } = await speaking.result;
    expect(failure).toBeUndefined();
    expect(requests).toMatchObject([{ segments: 3, units: texts.join('').length, whole: true }]);
    expect(speaking.of('completed').map(({ id, whole }) => [id, whole])).toEqual([['p0', true], ['p1', true], ['p2', true]]); // prettier-ignore
    for (const [index, id] of ['p0', 'p1', 'p2'].entries()) {
      const of = speaking.events.flatMap((event) => ('id' in event && event.id === id ? [event.type] : []));
      expect(of.filter((name, at) => name !== 'audio' || of[at - 1] !== 'audio')).toEqual([
        'queued',
        'sent',
        'accepted',
        'first-sound',
        'audio',
        'completed',
      ]);
      expect(speaking.of('accepted')[index]?.reservedUnits).toBe(texts[index]?.length);
    }
    expect(speaking.of('ready')).toMatchObject([
      { voiceId, modelId: 'alpha-s21pro-flash', format: 'pcm', pcm: { channels: 1, bitDepth: 16 } },
    ]);
    expect(speaking.of('usage').at(-1)?.sessionUnits).toBe(texts.join('').length);
    await expect.poll(() => speaking.of('latency').length).toBeGreaterThan(0);
    expect(soundOf(requests[0]).equals(speaking.heard)).toBe(true);
    expect(
      (await fixture.manifest(requests[0]!.operationId))?.segments.map(({ phraseId, texts: said }) => [phraseId, said.join('')]),
    ).toEqual(texts.map((text, index) => [`p${index}`, text]));
    expect((await charges()).map((entry) => entry.state)).toEqual(['settled', 'settled', 'settled']);
    const [entry] = await fixture.ledger.list({ limit: 10 });
    expect(entry).toMatchObject({
      family: 'realtime-reliable',
      state: 'done',
      path: `/${version}/tts/live`,
      result: { whole: true, segments: 3 },
    });
    expect(Buffer.from(entry!.body).includes(key)).toBe(false);
  },
);

test.each(realtimeVersions)('%s simple: each phrase is a request of its own, and one that comes whole is whole', async (version) => {
  const speaking = fixture.speak(voiceId, { version, mode: 'simple' }).say(texts[0]!, texts[1]!).end();
  const { requests, failure } = await speaking.result;
  expect(failure).toBeUndefined();
  expect(requests).toMatchObject([{ segments: 1, whole: true }, { segments: 1, whole: true }]); // prettier-ignore
  expect(Buffer.concat(requests.map(soundOf)).equals(speaking.heard)).toBe(true);
  expect((await fixture.ledger.list({ limit: 10 })).map(({ family, state }) => [family, state])).toEqual([
    ['realtime-simple', 'done'],
    ['realtime-simple', 'done'],
  ]);
  expect(await charges()).toHaveLength(2);
});

test.each(realtimeFormats)('%s: what is kept is what was delivered, with a header that knows its length', async (format) => {
  const speaking = fixture.speak(voiceId, { format }).say('One.', 'Two.').end();
  const { requests } = await speaking.result;
  const sound = soundOf(requests[0]);
  expect(requests[0]).toMatchObject({ whole: true, bytes: sound.length });
  if (format === 'wav') {
    expect(speaking.of('header')).toHaveLength(1);
    expect(sound.readUInt32LE(40)).toBe(sound.length - 44);
    expect(sound.subarray(44).equals(speaking.heard.subarray(44))).toBe(true);
  } else expect(sound.equals(speaking.heard)).toBe(true);
});

test('a phrase that waits can be changed and dropped, one that was sent cannot, and nothing is said twice', async () => {
  // The first is answered late, so that those behind it wait.
  await service.setFaults([{ on: 'realtime:text', nth: 1, kind: 'delay', ms: 300 }]);
  const speaking = fixture.speak(voiceId).say(...texts);
  await speaking.until('sent');
  speaking.send({ type: 'edit', id: 'p1', text: 'Changed.' }, { type: 'drop', ids: ['p2'] }, { type: 'edit', id: 'p0', text: 'Too late.' });
  speaking.send({ type: 'say', id: 'p0', text: 'Again.' }, { type: 'say', id: 'blank', text: '  ' }, { type: 'finish' });
  speaking.send({ type: 'say', id: 'late', text: 'After the end.' }).end();
  const { requests } = await speaking.result;
  expect(speaking.of('dropped').map(({ id }) => id)).toEqual(['p2']);
  expect(speaking.of('refused').map(({ id, failure }) => [id, failure.kind, failure.field])).toEqual([
    ['p0', 'conflict', 'id'],
    ['p0', 'invalid-input', 'id'],
    ['blank', 'invalid-input', 'text'],
    ['late', 'invalid-input', 'type'],
  ]);
  expect((await fixture.manifest(requests[0]!.operationId))?.segments.map(({ texts: said }) => said.join(''))).toEqual([
    texts[0],
    'Changed.',
  ]);
  expect((await charges()).map(({ characters }) => characters)).toEqual([texts[0]!.length, 8]);
});

test('a text of many pieces is one segment, cut behind spaces and put together as it was', { tags: ['beside'] }, async () => {
  const long = 'word and 🙂 word, '.repeat(120).trim();
  const speaking = fixture
    .speak(voiceId, { controls: { speed: 2 } })
    .say(long)
    .end();
  const { requests } = await speaking.result;
  const [segment] = (await fixture.manifest(requests[0]!.operationId))!.segments;
  expect(segment!.texts.length).toBeGreaterThan(1);
  expect(segment!.texts.join('')).toBe(long);
  expect(speaking.of('completed')).toMatchObject([{ whole: true }]);
  expect(await charges()).toHaveLength(1);
});

test('the longest phrase comes whole in one request to a listener that has heard none of it yet', { tags: ['beside'] }, async () => {
  const long = 'One after another they came up the hill. '
    .repeat(250)
    .slice(0, liveLimits.phraseCharacters - 1)
    .trim();
  const speaking = fixture.speak(voiceId, { acknowledges: true }).say(long).send({ type: 'finish' });
  await expect.poll(() => speaking.of('completed'), { timeout: 60_000 }).toMatchObject([{ whole: true }]);
  speaking.end();
  const { requests } = await speaking.result;
  expect(requests).toMatchObject([{ whole: true, units: long.length }]);
  // More than nine minutes of it: held back for that long, a service gives the session up.
  expect(requests[0]!.bytes).toBeGreaterThan(24 * 1024 * 1024);
  expect(speaking.of('state').map(({ state }) => state)).not.toContain('reconnecting');
  expect(await charges()).toHaveLength(1);
});

test('what the service cannot do is refused before anything is sent, with the field', async () => {
  for (const [input, field] of [
    [{ modelId: 'none' }, 'modelId'],
    [{ modelId: 'eta-multilingual-v2', format: 'opus' as const }, undefined],
  ] as const) {
    const { failure } = await fixture.speak(voiceId, input).say('Hello.').end().result;
    expect(failure).toMatchObject({ charged: 'no', ...(field && { kind: 'invalid-input', field }) });
  }
  const unknown = fixture.speak('00000000-0000-4000-8000-000000000000').say('Hello.').end();
  expect((await unknown.result).failure).toMatchObject({
    kind: 'not-found',
    code: 'voice_not_found',
    charged: 'no',
    next: 'choose-voice',
    field: 'request.voiceId',
  });
  expect(unknown.of('unsent')).toMatchObject([{ ids: ['p0'] }]);
  expect(await charges()).toEqual([]);
});

test('warnings and what is used in the end are reported', async () => {
  const speaking = fixture
    .speak(voiceId, { controls: { speed: 9, pitch: 3 } })
    .say('Hello.')
    .end();
  await speaking.result;
  const [ready] = speaking.of('ready');
  expect(ready?.warnings.map(({ code }) => code)).toEqual(['parameter_clamped']);
  // The interface does not list it for version 3, and the service not for this model.
  expect(speaking.of('warning')).toMatchObject([{ code: 'not_sent', path: 'pitch' }]);
  expect(ready?.effectiveRequest).toMatchObject({ speed: 2 });
});

test('a cancelled session ends at once, keeps what was delivered, and is not paid for again', async () => {
  const speaking = fixture.speak(voiceId).say('It was a long story, and nobody knew how it would end. '.repeat(30).trim());
  await speaking.until('audio');
  speaking.cancel();
  const { failure } = await speaking.result;
  expect(failure).toMatchObject({ kind: 'cancelled', charged: 'unknown' });
  const [entry] = await fixture.ledger.list({ limit: 10 });
  expect(entry).toMatchObject({ state: 'unknown', failure: { kind: 'cancelled' } });
  const manifest = await fixture.manifest(entry!.operationId);
  expect(manifest).toMatchObject({ whole: false });
  expect(manifest!.bytes).toBeGreaterThanOrEqual(speaking.heard.length);
  expect(await charges()).toHaveLength(1);
});

test.each(['cancelled', 'closed'])('a session that is %s when all of it was spoken is done, whole and charged', async (how) => {
  const speaking = fixture.speak(voiceId).say('All of this was spoken.');
  await speaking.until('completed');
  if (how === 'closed') await fixture.live.close();
  else speaking.cancel();
  const { failure } = await speaking.result;
  expect(failure).toMatchObject({ kind: 'cancelled' });
  const [entry] = await fixture.ledger.list({ limit: 10 });
  const manifest = await fixture.manifest(entry!.operationId);
  expect(manifest).toMatchObject({ whole: true, segments: [{ whole: true }] });
  const { sampleRate } = manifest!.pcm!;
  expect(entry).toMatchObject({
    state: 'done',
    failure: null,
    amount: 'All of this was spoken.'.length,
    result: { whole: true, durationMs: Math.round((manifest!.bytes / 2 / sampleRate) * 1000) },
  });
  expect(await charges()).toHaveLength(1);
});
