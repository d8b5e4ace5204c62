import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buzz, CloneFixture } from './fixture.ts';
import { messages } from '#shared/messages/index.ts';

// One for all: its thread takes longer to start than a recording to be opened.
let fixture: CloneFixture;
beforeAll(async () => {
  fixture = await CloneFixture.open({ baseUrl: 'http://127.0.0.1:9', apiKey: 'local-nobody' });
});
afterEach(() => fixture.call('clone.clear', null));
afterAll(() => fixture.close());

const readSound = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/sound/${name}`, import.meta.url)));
const list = async () => (await fixture.call('clone.draft', null)).recordings;

describe('a recording that is dropped', () => {
  it.each([
    ['sweep.mp3', 'MP3', 2],
    ['sweep.ogg', 'Ogg', 2],
    ['sweep.opus.ogg', 'Ogg', 2],
    ['sweep.flac', 'FLAC', 0.5],
    ['sweep.flac.oga', 'FLAC', 0.5],
    ['sweep.webm', 'Opus', 0.5],
  ])('%s is decoded, drawn and measured', async (file, codec, seconds) => {
    const recording = await fixture.add(file, readSound(file));
    expect(recording).toMatchObject({ state: 'ready', codec, original: true, failure: null });
    expect(Math.abs(recording.seconds - seconds)).toBeLessThan(0.1);
    expect(recording.facts?.seconds).toBeCloseTo(recording.samples / 48_000, 2);
    const wav = await fixture.bytes(`${recording.id}.wav`, { headers: { Range: 'bytes=0-99' } });
    expect([wav.status, wav.headers.get('Content-Range')]).toEqual([206, `bytes 0-99/${44 + recording.samples * 2}`]);
    expect((await (await fixture.bytes(`${recording.id}.peaks`)).arrayBuffer()).byteLength).toBe(2 * Math.ceil(recording.samples / 480));
  });

  it.each(['sweep.m4a', 'sweep.aac'])('%s has no decoder in main, and can be sent all the same', async (file) => {
    const recording = await fixture.add(file, readSound(file));
    expect(recording).toMatchObject({ state: 'ready', codec: 'AAC', samples: 0, facts: null, original: true });
    expect(recording.aacBytes).toBeGreaterThan(1_000);
    expect(recording.seconds).toBeCloseTo(0.5, 0);
  });

  it('that a window decodes is drawn, heard and measured as any other, whatever is sent twice or begun again', async () => {
    const { id } = await fixture.add('sweep.m4a', readSound('sweep.m4a'));
    const original = await fixture.bytes(`${id}.original`);
    expect(Buffer.from(await original.arrayBuffer()).equals(Buffer.from(readSound('sweep.m4a')))).toBe(true);
    const samples = Float32Array.from({ length: 44_100 }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 441 * at) / 44_100));
    const hand = (at: number, from: number, to: number) =>
      fixture.push(`${id}.samples`, at, new Uint8Array(samples.slice(from, to).buffer), { rate: '44100' });
    await hand(0, 0, 10_000); // a window that was closed then
    expect(await hand(0, 0, 20_000)).toEqual({ taken: 80_000, enough: false });
    await expect(hand(90_000, 0, 10)).rejects.toThrow(messages.sound.pieceMissing);
    await hand(80_000, 20_000, 44_100);
    await hand(80_000, 0, 20_000); // sent again after a lost answer
    const recording = await fixture.call('clone.decoded', { recordingId: id });
    expect(recording).toMatchObject({ state: 'ready', codec: 'AAC', original: true, facts: { clippedPlaces: 0 } });
    expect(recording.samples).toBeGreaterThan(47_900);
    expect(recording.samples).toBeLessThan(48_100);
    expect(recording.facts?.peakDb).toBeCloseTo(-6, 0);
    const wav = new Uint8Array(await (await fixture.bytes(`${id}.wav`)).arrayBuffer());
    expect(wav.byteLength).toBe(44 + 2 * recording.samples);
    // It is over: there is nothing more to be handed over, and no second end.
    expect((await fixture.bytes(`${id}.samples?at=0&rate=44100`, { method: 'POST', body: new Uint8Array(4) })).status).toBe(404);
    await expect(fixture.call('clone.decoded', { recordingId: id })).rejects.toMatchObject({
      failure: { text: { id: 'clone.recordingRemoved' } },
    });
  });

  it.each([
    ['at=x&rate=44100', 4, 'at'],
    ['at=0&rate=7999', 4, 'rate'],
    ['at=0&rate=44100', 3, undefined],
  ])('whose samples come as %s, %i bytes, is told what is wrong', async (query, bytes, field) => {
    const { id } = await fixture.add('sweep.m4a', readSound('sweep.m4a'));
    const answer = await fixture.bytes(`${id}.samples?${query}`, { method: 'POST', body: new Uint8Array(bytes) });
    const { failure } = (await answer.json()) as { failure: { kind: string; field?: string } };
    expect([failure.kind, failure.field]).toEqual(['invalid-input', field]);
  });

  it('that is a playlist is none: what it names is not fetched', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:${port}/one.m4a\n#EXT-X-ENDLIST\n`;
    const recording = await fixture.add('list.m4a', new Uint8Array(Buffer.from(list.repeat(20))));
    expect(recording.state).toBe('failed');
    expect(asked).toBe(0);
    server.close();
  });

  it.each([
    ['a text that is named .wav', 'fake.wav', Buffer.from('This is a text. '.repeat(20)), messages.clone.noReadableSound],
    ['a file cut off in its head', 'cut.m4a', readSound('sweep.m4a').slice(0, 600), messages.clone.noSoundOrCutOff],
    ['an empty file', 'empty.wav', Buffer.alloc(0), messages.clone.recordingEmpty],
  ])('%s is said to be none, and leaves no file', async (_what, name, bytes, words) => {
    const recording = await fixture.add(name, new Uint8Array(bytes));
    expect(recording).toMatchObject({ state: 'failed', failure: { message: expect.stringContaining(words) as string, charged: 'no' } });
    expect(fixture.keeps(recording.id)).toBe(false);
    await fixture.call('clone.remove', { recordingId: recording.id });
    expect(await list()).toEqual([]);
  });

  it('that is cut off before a tenth of a second is none', async () => {
    const recording = await fixture.add('stub.wav', buzz(2).slice(0, 50));
    expect(recording).toMatchObject({ state: 'failed', failure: { message: expect.stringContaining('less than a tenth') as string } });
    await fixture.call('clone.remove', { recordingId: recording.id });
  });

  it('that is cut off is opened as far as it goes, and said to be', async () => {
    const recording = await fixture.add('cut.wav', buzz(2).slice(0, 100_000));
    expect(recording).toMatchObject({ state: 'ready', truncated: true, samples: (100_000 - 44) / 2 });
  });

  it('that is too large to be sent is decoded as it comes, and not kept', async () => {
    const bytes = buzz(115);
    const recording = await fixture.add('long.wav', bytes);
    expect(bytes.byteLength).toBeGreaterThan(10 * 1024 * 1024);
    expect(recording).toMatchObject({ state: 'ready', original: false, samples: 115 * 48_000 });
    expect(fixture.keeps(recording.id)).toBe(false);
  });

  it(
    'of ten gigabytes is decoded as it comes: neither the disk nor the memory has more of it than its sound',
    { tags: ['beside'] },
    async () => {
      const head = Buffer.alloc(44);
      const [rate, channels, bytesASample] = [192_000, 2, 4];
      head.write('RIFF', 0);
      head.writeUInt32LE(0xffffffff, 4);
      head.write('WAVEfmt ', 8);
      head.writeUInt32LE(16, 16);
      head.writeUInt16LE(3, 20); // floats
      head.writeUInt16LE(channels, 22);
      head.writeUInt32LE(rate, 24);
      head.writeUInt32LE(rate * channels * bytesASample, 28);
      head.writeUInt16LE(channels * bytesASample, 32);
      head.writeUInt16LE(bytesASample * 8, 34);
      head.write('data', 36);
      head.writeUInt32LE(0xffffffff, 40);
      const piece = new Uint8Array(1024 * 1024);
      const { id } = await fixture.call('clone.begin', { name: 'huge.wav', kind: 'file', bytes: 10 * 1024 ** 3 });
      await fixture.push(id, 0, new Uint8Array(Buffer.concat([head, piece.subarray(44)])));
      const memory: number[] = [];
      for (let count = 1; count < 192; count += 1) {
        expect(await fixture.push(id, count * piece.byteLength, piece)).toEqual({ taken: (count + 1) * piece.byteLength, enough: false });
        if (count === 31 || count === 191) memory.push(process.memoryUsage().rss / 1024 ** 2);
      }
      expect(memory[1]! - memory[0]!).toBeLessThan(96); // of the 160 MB between: what is not yet collected is some sixty at the most
      expect(fixture.keeps(id)).toBe(false);
      await fixture.call('clone.remove', { recordingId: id });
      expect(await list()).toEqual([]);
    },
  );

  it('that did not come whole is not taken for one', async () => {
    const recording = await fixture.add('half.wav', buzz(1), 1_000_000);
    expect(recording).toMatchObject({ state: 'failed', failure: { kind: 'stream-interrupted' } });
  });

  it('a piece that comes twice is written once, and one that comes too early is refused', async () => {
    const { id } = await fixture.call('clone.begin', { name: 'a.wav', kind: 'file', bytes: 96_044 });
    const wav = buzz(1);
    await fixture.push(id, 0, wav.slice(0, 50_000));
    expect(await fixture.push(id, 0, wav.slice(0, 50_000))).toEqual({ taken: 50_000, enough: false });
    await expect(fixture.push(id, 90_000, wav.slice(90_000))).rejects.toThrow(/missing/u);
    await fixture.push(id, 50_000, wav.slice(50_000));
    expect(await fixture.call('clone.finish', { recordingId: id })).toMatchObject({ state: 'ready', samples: 48_000 });
  });
});

it('a trim is measured again, and never touches the recording', async () => {
  const recording = await fixture.add('a.wav', buzz(4));
  const before = Buffer.from(await (await fixture.bytes(`${recording.id}.wav`)).arrayBuffer());
  const trimmed = await fixture.call('clone.update', { recordingId: recording.id, trim: { from: 36_000, to: 48_000 } });
  expect(trimmed).toMatchObject({ trim: { from: 36_000, to: 48_000 }, facts: { seconds: 0.25, speechDb: null } });
  const whole = await fixture.call('clone.update', { recordingId: recording.id, trim: null });
  expect(whole).toEqual(recording);
  expect(before.equals(Buffer.from(await (await fixture.bytes(`${recording.id}.wav`)).arrayBuffer()))).toBe(true);
});

it('what was recorded until a crash is there afterwards, with the form and the files', async () => {
  await fixture.call('clone.saveForm', {
    name: 'Anna',
    description: '',
    referenceText: 'Hello.',
    languages: ['en-US'],
    visibility: 'private',
  });
  const file = await fixture.add('a.wav', buzz(1));
  const { id } = await fixture.call('clone.begin', { name: 'Recording 1.wav', kind: 'recording' });
  const pcm = buzz(3).slice(44);
  for (let at = 0; at < pcm.byteLength; at += 9_600) await fixture.push(id, at, pcm.slice(at, at + 9_600));
  const lost = await fixture.call('clone.begin', { name: 'b.wav', kind: 'file', bytes: 96_044 });
  await fixture.push(lost.id, 0, buzz(1).slice(0, 1_000));
  fixture.crash();
  const draft = await fixture.call('clone.draft', null);
  expect(draft.form).toMatchObject({ name: 'Anna', referenceText: 'Hello.' });
  expect(draft.recordings).toMatchObject([{ id: file.id }, { id, state: 'ready', kind: 'recording', samples: 3 * 48_000 }]);
  expect(fixture.keeps(lost.id)).toBe(false);
});

it('the list is bounded, and its order is the person’s', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push((await fixture.call('clone.begin', { name: 'a.wav', kind: 'file', bytes: 44 })).id);
  await expect(fixture.call('clone.begin', { name: 'a.wav', kind: 'file', bytes: 44 })).rejects.toMatchObject({
    failure: { kind: 'conflict' },
  });
  await fixture.call('clone.arrange', { recordingIds: ids.toReversed() });
  expect((await list()).map(({ id }) => id)).toEqual(ids.toReversed());
  expect((await fixture.call('clone.clear', null)).recordings).toEqual([]);
});
