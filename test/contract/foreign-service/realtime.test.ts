import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { characters } from '../../helpers/foreign-service/characters.ts';
import { type ForeignService, startForeignService } from '../../helpers/foreign-service/index.ts';
import { type Json, Live, makeClient, probe, read, valuesNamed, aString, aNumber, aBoolean } from './client.ts';

const text = 'This is spoken while it is written.';

describe.each(characters)('the %s service', (character) => {
  let service: ForeignService;
  let alpha: string;
  let realtime: string;
  beforeAll(async () => {
    service = await startForeignService({ character, speech: 'tones' });
    realtime = service.realtimeUrl.replace('ws', 'http');
    const found = await read(await makeClient(service).get('/api/open/v3/voices?search=alpha'));
    alpha = String((found['items'] as Json[])[0]?.['voiceId']);
  });
  afterAll(() => service.stop());

  const v2Request = () => ({ voice_id: alpha, model: 'alpha-s21pro', format: 'mp3' });
  const v3Request = () => ({ voiceId: alpha, modelId: 'alpha-s21pro', format: 'mp3' });
  const charged = (id: string) => service.charges.filter((charge) => charge.key === id && !charge.refunded).length;

  test('v2 simple mode goes from authenticated to finish and its audio decodes', async () => {
    const live = new Live(service, 'v2');
    expect(await live.until('authenticated')).toMatchObject({
      session_id: aString,
      site: aString,
      timestamp: aNumber,
    });
    live.send({ event: 'start', event_id: 'e-1', request: v2Request() });
    expect(await live.until('ready')).toMatchObject({
      mode: 'simple',
      voice_id: alpha,
      model: 'alpha-s21pro',
      format: 'mp3',
      in_reply_to: 'e-1',
    });
    live.send({ event: 'input', text });
    expect(await live.until('finish')).toMatchObject({ reason: 'completed', units: aNumber });
    expect(await live.closed).toBe(1000);
    expect((await probe(live.audio())).codecs).toEqual(['mp3']);
    expect(new Set(live.events.map((event) => event['event_id'])).size).toBe(live.events.length);
  });

  test('v3 simple mode uses camelCase alone and takes a buffered input', async () => {
    const live = new Live(service, 'v3');
    await live.until('authenticated');
    live.send({ event: 'start', eventId: 'e-1', mode: 'simple', request: { ...v3Request(), format: 'pcm', pitch: 3 } });
    const ready = await live.until('ready');
    expect(ready).toMatchObject({ voiceId: alpha, modelId: 'alpha-s21pro', format: 'pcm', sampleRate: 24_000, channels: 1, bitDepth: 16 });
    expect(ready['warnings']).toEqual([expect.objectContaining({ code: 'unsupported_parameter' })]);
    live.send({ event: 'input', eventId: 'e-2', text: 'First ', commit: false });
    live.send({ event: 'ping', eventId: 'e-3', timestamp: 1 });
    await live.until('pong');
    live.send({ event: 'input', eventId: 'e-4', text: 'second.', commit: true });
    await live.until('finish');
    expect(live.audio().length).toBeGreaterThan(24_000);
    expect(live.audio().length % 2).toBe(0);
    expect(live.events.flatMap((event) => Object.keys(event)).filter((name) => name.includes('_'))).toEqual([]);
  });

  test('reliable mode acknowledges, charges once, and answers a replay with the state alone', async () => {
    const start = { event: 'start', event_id: 'a', mode: 'reliable', request_id: 'r-1', request: v2Request() };
    const live = new Live(service, 'v2');
    live.sendWhenOpen(start);
    await live.until('ready');
    live.send({ event: 'text', event_id: 'b', sequence: 1, text: 'One two. ' });
    live.send({ event: 'flush', event_id: 'c', segment_id: 's-1' });
    live.send({ event: 'text', event_id: 'd', sequence: 2, text: 'Three four.' });
    live.send({ event: 'flush', event_id: 'e', segment_id: 's-2' });
    live.send({ event: 'stop', event_id: 'f' });
    await live.until('finish');
    const names = live.events.map((event) => event['event']);
    for (const [name, times] of [
      ['input_ack', 2],
      ['segment_accepted', 2],
      ['usage', 2],
      ['segment_completed', 2],
    ] as const)
      expect(names.filter((each) => each === name)).toHaveLength(times);
    const sequences = live.events.filter((event) => event['event'] === 'audio').map((event) => Number(event['sequence']));
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
    const sent = live.events.filter((event) => event['event'] === 'audio' && event['segment_id'] === 's-1');
    const usage = live.events.find((event) => event['event'] === 'usage' && event['segment_id'] === 's-1');
    expect(usage?.['audio_bytes']).toBe(sent.reduce((sum, event) => sum + (event['audio'] as Uint8Array).length, 0));
    const replay = new Live(service, 'v2');
    replay.sendWhenOpen(start);
    expect(await replay.until('request_status')).toMatchObject({
      state: 'completed',
      retryable: false,
      units: aNumber,
      result_available: character !== 'bare',
    });
    replay.close();
    const conflict = new Live(service, 'v2');
    conflict.sendWhenOpen({ ...start, request: { ...v2Request(), format: 'wav' } });
    expect(await conflict.until('error')).toMatchObject({ code: 'idempotency_conflict', terminal: true });
    expect(charged('r-1')).toBe(2);
  });

  test('a cut or failed request is rerun with the same texts, without a second charge', async () => {
    const start = { event: 'start', eventId: 'a', mode: 'reliable', requestId: 'r-2', request: v3Request() };
    const segment = [
      { event: 'text', eventId: 'b', sequence: 1, text },
      { event: 'flush', eventId: 'c', segmentId: 's-1' },
    ];
    service.faults.failNext('liveDrop');
    const cut = new Live(service, 'v3');
    cut.sendWhenOpen(start, ...segment);
    await cut.closed;
    const status = await read(await makeClient(service).get(`${realtime}/v3/tts/requests/r-2`));
    expect(status).toMatchObject({ state: 'failed_retryable', retryable: true, resultAvailable: false });
    service.faults.failNext('live');
    const failed = new Live(service, 'v3');
    failed.sendWhenOpen({ ...start, retryFailed: true }, ...segment);
    expect(await failed.until('error')).toMatchObject({ code: 'generation_failed', retryable: true, terminal: true });
    await failed.closed;
    expect(charged('r-2')).toBe(0);
    const again = new Live(service, 'v3');
    again.sendWhenOpen({ ...start, retryFailed: true }, ...segment, { event: 'stop', eventId: 'd' });
    expect(await again.until('finish')).toMatchObject({ reason: 'completed' });
    expect(charged('r-2')).toBe(1);
    const audio = await makeClient(service).get(`${realtime}/v3/tts/requests/r-2/segments/s-1/audio`);
    expect(audio.status).toBe(character === 'bare' ? 404 : 200);
  });

  test('mistakes that can be corrected leave the connection open; v2 refuses unknown fields', async () => {
    const live = new Live(service, 'v2');
    await live.until('authenticated');
    const mistakes: [Json, string][] = [
      [{ event: 'input', text }, 'invalid_state'],
      [{ event: 'start', requestId: 'x', request: v2Request() }, 'invalid_message'],
      [{ event: 'start', request: { ...v2Request(), provider: 'x' } }, 'unsupported_parameter'],
      [{ event: 'start', request: { ...v2Request(), voice_id: 'none' } }, 'voice_not_found'],
      [{ event: 'start', request: { ...v2Request(), model: 'none' } }, 'model_not_found'],
      [{ event: 'auth', token: 'x' }, 'already_authenticated'],
    ];
    for (const [frame, code] of mistakes) {
      const from = live.events.length;
      live.send(frame);
      expect(await live.until('error', from)).toMatchObject({
        code,
        terminal: false,
        message: aString,
        retryable: aBoolean,
      });
    }
    live.send({ event: 'start', request: { ...v2Request(), parameter_profile: 'product_v1', speed: 9 } });
    expect((await live.until('ready'))['effective_request']).toMatchObject({ speed: 2 });
    const from = live.events.length;
    live.sendRaw(Buffer.from([0xc1]));
    expect(await live.until('error', from)).toMatchObject({ code: 'invalid_messagepack', terminal: true });
    await live.closed;
  });

  test('a browser ticket lets one page of its origin in, once', async () => {
    const issue = async () => {
      const answer = await makeClient(service).post(`${realtime}/v3/tts/browser-tickets`, { origin: 'http://page.test' });
      return String(valuesNamed(await read(answer), /^(ticket|browserTicket)$/)[0]);
    };
    const ticket = await issue();
    const enter = (token: string, origin: string) => {
      const live = new Live(service, 'v3', { origin });
      live.sendWhenOpen({ event: 'auth', token });
      return live;
    };
    const page = enter(ticket, 'http://page.test');
    await page.until('authenticated');
    page.close();
    for (const live of [enter(ticket, 'http://page.test'), enter(await issue(), 'http://other.test')])
      expect(await live.until('error')).toMatchObject({ code: 'authentication_failed', terminal: true });
  });

  test('a handshake with a wrong key, or with credentials in the address, is refused', async () => {
    for (const live of [new Live(service, 'v3', { authorization: 'Bearer wrong' }), new Live(service, 'v3', {}, '?token=x')])
      expect(await live.closed).toBe(0);
    expect((await fetch(`${realtime}/v3/tts/capabilities`)).status).toBe(401);
    const answer = await makeClient(service).get(`${realtime}/v2/tts/capabilities`);
    expect(await read(answer)).toEqual(character === 'bare' ? {} : expect.objectContaining({}));
  });

  test('draining ends a session with its reason', async () => {
    const live = new Live(service, 'v3');
    live.sendWhenOpen({ event: 'start', eventId: 'e-1', request: v3Request() });
    await live.until('ready');
    service.drainRealtime();
    expect(await live.until('finish')).toMatchObject({ reason: 'server_draining' });
  });
});
