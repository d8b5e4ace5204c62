import { OggOpusDecoder } from 'ogg-opus-decoder';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { realtimeVersions } from '#shared/wire/realtime.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { allVoices, bookAddsUp, decoded, loudness, voiceFor } from '../support.ts';
import { soundOf } from '../voices/voice-support.ts';
import { Client, names, type Fields } from './client.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let voiceId: string;
let beta: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
  beta = (await voiceFor(service, 'en-US', 'beta')).voiceId;
});
afterAll(() => service.stop());

const modelId = 'alpha-s21pro-flash';
const text = 'A short sentence, and then another one. This is the second.';
const request = (more: Fields = {}) => ({ voiceId, modelId, format: 'pcm', ...more });

/** One simple request; its events and the audio. */
async function simply(version: 'v2' | 'v3', more: Fields, said = text, key = 'local-simple') {
  const client = await Client.connect(service, version, { key });
  client.send({ event: 'start', request: request(more) });
  const ready = await client.until('ready');
  client.send({ event: 'input', text: said });
  const { events, code } = await client.rest();
  return { client, ready, events, code };
}

test.each(realtimeVersions)('%s simple: connect, authenticated, start, ready, input, audio, finish', async (version) => {
  const key = `local-simple-${version}`;
  const { client, ready, events, code } = await simply(version, {}, text, key);
  const authenticated = client.heard[0]!;
  expect(authenticated).toMatchObject({ event: 'authenticated', site: 'local', protocolVersion: version, quota: 100_000_000 });
  expect(ready).toMatchObject({
    mode: 'simple',
    provider: 'alpha',
    modelId,
    voiceId,
    format: 'pcm',
    sampleRate: 22_050,
    channels: 1,
    bitDepth: 16,
  });
  expect(names(events)).toEqual(['audio', 'finish']);
  expect(events.at(-1)).toMatchObject({
    reason: 'completed',
    units: text.length,
    sessionId: authenticated['sessionId'],
    requestId: ready['requestId'],
  });
  expect(code).toBe(1000);
  const ids = client.heard.map((event) => event['eventId']);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(client.heard.map((event) => event['traceId'])).size).toBe(1);
  for (const event of client.heard) expect(Math.abs((event['timestamp'] as number) - Date.now())).toBeLessThan(600_000);
  const frames = events.filter((event) => event.event === 'audio');
  expect(frames.map((frame) => frame['sequence'])).toEqual(frames.map((_, index) => index + 1));
  expect(frames[0]).toMatchObject({ segmentId: 'segment-1', sampleRate: 22_050, channels: 1, bitDepth: 16, format: 'pcm' });
  const book = await service.charges(key);
  expect(book.entries.map((entry) => entry.state)).toEqual(['granted', 'settled']);
  expect(bookAddsUp(book)).toBe(true);
});

test('fields are snake_case in v2 and camelCase in v3, and nothing else', async () => {
  for (const version of realtimeVersions) {
    const client = await Client.connect(service, version);
    const raw: Fields[] = [];
    const { decode } = await import('@msgpack/msgpack');
    client.socket.on('message', (data: Buffer) => raw.push(decode(data) as Fields));
    client.send({ event: 'start', mode: 'reliable', requestId: `spelled-${version}`, request: request({ format: 'mp3' }) });
    client.send({ event: 'text', sequence: 1, text });
    client.send({ event: 'flush', segmentId: 's' });
    client.send({ event: 'stop' });
    await client.rest();
    const fields = new Set(raw.flatMap((event) => Object.keys(event)));
    for (const field of fields) expect(field).toMatch(version === 'v2' ? /^[a-z]+(_[a-z]+)*$/u : /^[a-z]+([A-Z][a-z]+)*$/u);
    expect(fields).toContain(version === 'v2' ? 'segment_units' : 'segmentUnits');
    expect(fields).toContain(version === 'v2' ? 'model' : 'modelId');
  }
});

test.each(realtimeVersions)(
  '%s simple: uncommitted inputs are buffered and acknowledged, the committed one speaks them all',
  async (version) => {
    const client = await Client.connect(service, version);
    client.send({ event: 'start', request: request() });
    await client.until('ready');
    const ack = await client.ask({ event: 'input', text: 'First part, ', commit: false });
    expect(ack).toMatchObject({
      event: 'input_ack',
      acceptedSequence: 1,
      acceptedCharacters: 12,
      bufferedCharacters: 12,
      remainingCapacity: 9_988,
    });
    client.send({ event: 'input', text: 'second part.' });
    expect((await client.rest()).events.at(-1)).toMatchObject({ reason: 'completed', units: 24 });
  },
);

test('v3 simple: flush commits what is buffered, and stop ends a request that spoke nothing; v2 knows neither', async () => {
  const client = await Client.connect(service, 'v3');
  client.send({ event: 'start', request: request() });
  client.send({ event: 'input', text: 'Buffered.', commit: false });
  client.send({ event: 'flush' });
  expect((await client.rest()).events.at(-1)).toMatchObject({ event: 'finish', reason: 'completed', units: 9 });
  const idle = await Client.connect(service, 'v3');
  idle.send({ event: 'start', request: request() });
  idle.send({ event: 'stop' });
  expect((await idle.rest()).events.at(-1)).toMatchObject({ event: 'finish', reason: 'completed', units: 0 });
  const old = await Client.connect(service, 'v2');
  old.send({ event: 'start', request: request() });
  expect(await old.ask({ event: 'flush', segmentId: 's' })).toMatchObject({ event: 'error', code: 'invalid_state', terminal: false });
  old.close();
});

test.each(realtimeVersions)('%s reliable: ready, input_ack, segment_accepted, audio, usage, segment_completed, finish', async (version) => {
  const key = `local-reliable-${version}`;
  const client = await Client.connect(service, version, { key });
  expect(await client.ask({ event: 'start', mode: 'reliable', requestId: 'r1', request: request({ format: 'mp3' }) })).toMatchObject({
    event: 'ready',
    mode: 'reliable',
    requestId: 'r1',
  });
  expect(await client.ask({ event: 'text', sequence: 1, text: 'One two. ' })).toMatchObject({
    event: 'input_ack',
    requestId: 'r1',
    acceptedSequence: 1,
    bufferedCharacters: 9,
  });
  expect(await client.ask({ event: 'text', sequence: 2, text: 'Three.' })).toMatchObject({
    acceptedSequence: 2,
    acceptedCharacters: 6,
    bufferedCharacters: 15,
    remainingCapacity: 9_985,
  });
  expect(await client.ask({ event: 'flush', segmentId: 'a' })).toMatchObject({
    event: 'segment_accepted',
    segmentId: 'a',
    segmentCharacters: 15,
    reservedUnits: 15,
  });
  expect(await client.ask({ event: 'text', sequence: 3, text: 'Four five six.' })).toMatchObject({
    event: 'input_ack',
    bufferedCharacters: 14,
  });
  expect(await client.ask({ event: 'flush', segmentId: 'b' })).toMatchObject({ event: 'segment_accepted', segmentId: 'b' });
  expect(await client.ask({ event: 'ping', timestamp: 5 })).toMatchObject({ event: 'pong', requestId: 'r1', clientTimestamp: 5 });
  client.send({ event: 'stop' });
  const { code } = await client.rest();
  expect(code).toBe(1000);
  const of = (name: string) => client.heard.filter((event) => event.event === name);
  const bytes = (id: string) =>
    of('audio')
      .filter((frame) => frame['segmentId'] === id)
      .reduce((sum, frame) => sum + (frame['audio'] as Uint8Array).length, 0);
  expect(of('usage')).toMatchObject([
    { segmentId: 'a', segmentUnits: 15, sessionUnits: 15, audioBytes: bytes('a') },
    { segmentId: 'b', segmentUnits: 14, sessionUnits: 29, audioBytes: bytes('b'), quotaRemaining: 100_000_000 - 29 },
  ]);
  expect(of('segment_completed')).toMatchObject([
    { segmentId: 'a', segmentUnits: 15, audioBytes: bytes('a') },
    { segmentId: 'b', segmentUnits: 14 },
  ]);
  expect(of('audio').map((frame) => frame['sequence'])).toEqual(of('audio').map((_, index) => index + 1));
  expect(of('finish')).toMatchObject([{ reason: 'completed', units: 29, requestId: 'r1' }]);
  const book = await service.charges(key);
  expect(book.entries.map((entry) => [entry.state, entry.characters])).toEqual([
    ['granted', 100_000_000],
    ['settled', 15],
    ['settled', 14],
  ]);
});

test('every format of the capabilities is the sound of the text, concatenated in sequence order', async () => {
  const pcm = (await simply('v3', { format: 'pcm' })).client.audio;
  const durationMs = (pcm.length / 2 / 22_050) * 1000;
  const wav = (await simply('v3', { format: 'wav' })).client.audio;
  expect(wav.subarray(0, 4).toString()).toBe('RIFF');
  expect((await decoded('wav', wav)).durationMs).toBeCloseTo(durationMs, -2);
  expect((await decoded('mp3', (await simply('v3', { format: 'mp3' })).client.audio)).durationMs).toBeGreaterThan(durationMs * 0.95);
  const opus = (await simply('v3', { format: 'opus' })).client.audio;
  expect(opus.subarray(0, 4).toString()).toBe('OggS');
  const decoder = new OggOpusDecoder();
  await decoder.ready;
  const heard = await decoder.decodeFile(new Uint8Array(opus));
  decoder.free();
  expect(heard.errors).toEqual([]);
  expect((heard.samplesDecoded / heard.sampleRate) * 1000).toBeCloseTo(durationMs, -2);
  expect(loudness(heard.channelData[0]!)).toBeGreaterThan(0.01);
});

test('speed, volume, pitch and text normalization act', async () => {
  const samples = async (version: 'v2' | 'v3', more: Fields, said = text) =>
    (await decoded('wav', (await simply(version, { format: 'wav', ...more }, said)).client.audio)).samples;
  const plain = await samples('v3', {});
  expect((await samples('v3', { speed: 2 })).length).toBeLessThan(plain.length * 0.7);
  expect(loudness(await samples('v3', { volume: -12 })) / loudness(plain)).toBeCloseTo(0.25, 1);
  // Legacy volume is a factor.
  expect(loudness(await samples('v2', { volume: 0.5 })) / loudness(plain)).toBeCloseTo(0.5, 1);
  const digits = async (textNormalization: boolean) => (await samples('v3', { textNormalization }, 'It was 1000000 to 1.')).length;
  // One by one, or as a million.
  expect(await digits(false)).toBeGreaterThan((await digits(true)) * 1.15);
  // High enough that the low end is still heard as a voice.
  const other = { voiceId: (await allVoices(service)).find(({ name }) => name === 'Margaret')!.voiceId, modelId: 'beta-2.8-turbo' };
  const hertz = async (pitch: number) =>
    (await soundOf('wav', (await simply('v2', { format: 'wav', ...other, pitch })).client.audio)).hertz;
  // Semitones: sixteen of them, to about one.
  expect(12 * Math.log2((await hertz(8)) / (await hertz(-8)))).toBeCloseTo(16, -0.3);
});

test('two equal requests give equal samples, whatever the others do meanwhile', async () => {
  const sound = async (format: string, more: Fields, said: string) =>
    (await simply('v2', { format, voiceId: beta, modelId: 'beta-2.8-turbo', ...more }, said)).client.audio;
  const [samples, coded] = await Promise.all(['pcm', 'mp3'].map((format) => sound(format, { pitch: 5 }, text)));
  const [, , samplesAgain, codedAgain] = await Promise.all([
    sound('pcm', { pitch: -7, speed: 1.4 }, 'Something else meanwhile, and rather longer than the others, so that it goes on.'),
    simply('v3', { format: 'wav' }),
    sound('pcm', { pitch: 5 }, text),
    sound('mp3', { pitch: 5 }, text),
    simply('v3', { format: 'opus' }),
  ]);
  expect(samplesAgain.equals(samples!)).toBe(true);
  expect(codedAgain.equals(coded!)).toBe(true);
});

test('audio streams while it is made: the first frame of a long text is there long before its last sentence', async () => {
  const client = await Client.connect(service, 'v3');
  client.send({ event: 'start', request: request({ format: 'pcm' }) });
  client.send({ event: 'input', text: 'This is one of very many sentences. '.repeat(200) });
  await client.until('audio');
  // Far more than what lies on the way holds: the rest is made when it is read.
  client.socket.pause();
  const state: unknown = await (
    await fetch(`${service.baseUrl}/v3/tts/requests/${String(client.heard[1]!['requestId'])}`, {
      headers: { Authorization: `Bearer ${service.apiKey}` },
    })
  ).json();
  expect(state).toMatchObject({ state: 'running' });
  client.close();
});
