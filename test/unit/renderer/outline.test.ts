import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { outlineOf, peaksOf } from '../../../src-renderer/audio/outline.ts';

let asked: string[] = [];
let answer: () => Response;
let channels: Float32Array[];
beforeEach(() => {
  asked = [];
  channels = [Float32Array.of(0.5, -0.25)];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve().then(answer);
  });
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = () =>
        Promise.resolve({ duration: 2, numberOfChannels: channels.length, getChannelData: (at: number) => channels[at] });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

it('the outline of a sound is read once, and again the next time where it could not be', async () => {
  answer = () => new Response(null, { status: 404 });
  expect(await outlineOf('/a.wav')).toBeUndefined();
  answer = () => {
    throw new TypeError('offline');
  };
  expect(await outlineOf('/a.wav')).toBeUndefined();
  answer = () => new Response(new Uint8Array(4));
  const [first, second] = await Promise.all([outlineOf('/a.wav'), outlineOf('/a.wav')]);
  expect([first?.seconds, second]).toEqual([2, first]);
  expect(await outlineOf('/a.wav')).toBe(first);
  expect(asked).toHaveLength(3);
});

it('a file that is too large for a picture is not decoded', async () => {
  answer = () => new Response(new Uint8Array(4), { headers: { 'Content-Length': String(32 * 1024 * 1024 + 1) } });
  expect(await outlineOf('/large.wav')).toBeUndefined();
});

it('the peaks of a sound are the loudest of each of its parts, by the loudest of all', () => {
  expect([...peaksOf(Float32Array.of(0.1, -0.5, 0.25, 0), 2)]).toEqual([1, 0.5]);
  expect([...peaksOf(new Float32Array(10), 2)]).toEqual([0, 0]);
  expect([...peaksOf(new Float32Array(0), 2)]).toEqual([0, 0]);
});

it('a file of exactly 32 MiB, and one of a length that is not known, is read', async () => {
  answer = () => new Response(new Uint8Array(4), { headers: { 'Content-Length': String(32 * 1024 * 1024) } });
  expect(await outlineOf('/largest.wav')).toMatchObject({ seconds: 2 });
  answer = () => new Response(new Uint8Array(4));
  const outline = await outlineOf('/unknown.wav');
  expect(outline?.peaks).toHaveLength(240);
  expect([outline?.peaks[0], outline?.peaks[120]]).toEqual([1, 0.5]);
});

it('300 outlines are remembered, and the oldest is read again', async () => {
  answer = () => new Response(new Uint8Array(4));
  for (let index = 0; index < 300; index += 1) await outlineOf(`/many/${index}`);
  asked = [];
  await outlineOf('/many/0');
  expect(asked).toEqual([]);
  await outlineOf('/many/300');
  await outlineOf('/many/1');
  await outlineOf('/many/0');
  expect(asked).toEqual(['/many/300', '/many/0']);
});

it('each part of a sound has the samples from its place up to the next part’s', () => {
  expect([...peaksOf(Float32Array.of(0.5, 1, 0, -0.25, 0.125), 2)]).toEqual([1, 0.25]);
  expect([...peaksOf(Float32Array.of(1, 0.5, 0.25), 1)]).toEqual([1]);
});

it('a sound is silent where no channel of it gets louder than a thousandth of the most', async () => {
  answer = () => new Response('sound');
  channels = [Float32Array.of(0, 0.0009), Float32Array.of(0, -0.0009)];
  expect((await outlineOf('/silent.wav'))?.isSilent).toBe(true);
  channels = [Float32Array.of(0, 0), Float32Array.of(0, -0.01)];
  expect((await outlineOf('/right.wav'))?.isSilent).toBe(false);
});
