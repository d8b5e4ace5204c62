import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PeakTiles } from '../../../src-renderer/audio/peak-tiles.ts';

let asked: string[] = [];
let answers: () => Response = () => new Response(null, { status: 500 });

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(answers());
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a tile that is refused is asked for again, less and less often, and shown as failing until it comes', async () => {
  let drawn = 0;
  const look = () => peaks.between(0, 1, 100);
  const peaks: PeakTiles = new PeakTiles('/p', () => {
    drawn += 1;
    look();
  });
  expect(look()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(0);
  expect([asked.length, peaks.failing]).toEqual([1, true]);
  // However often it is drawn meanwhile.
  for (let frame = 0; frame < 20; frame += 1) look();
  await vi.advanceTimersByTimeAsync(499);
  expect(asked).toHaveLength(1);
  for (const [ms, times] of [
    [1, 2],
    [999, 2],
    [1, 3],
    [2000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(ms);
    expect(asked).toHaveLength(times);
  }
  answers = () => new Response(new Int8Array(1024).fill(64).buffer);
  const version = peaks.version;
  await vi.advanceTimersByTimeAsync(4000);
  expect(asked).toHaveLength(5);
  expect([peaks.failing, peaks.version > version]).toEqual([false, true]);
  expect(look()?.[1]).toBeCloseTo(64 / 127);
  expect(drawn).toBeGreaterThan(4);
});

it('a sound that is no more shown asks for nothing more', async () => {
  answers = () => new Response(null, { status: 503 });
  const peaks = new PeakTiles('/p', () => peaks.between(0, 1, 100));
  peaks.between(0, 1, 100);
  await vi.advanceTimersByTimeAsync(0);
  peaks.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(1);
});

it('a sound that another one takes the place of shows what it has, and what is under way, and asks for nothing more', async () => {
  answers = () => new Response(new Int8Array(1024).fill(64).buffer);
  const peaks = new PeakTiles('/p', () => undefined);
  expect(peaks.between(0, 1, 100)).toBeUndefined();
  peaks.retire();
  await vi.advanceTimersByTimeAsync(0);
  expect(peaks.between(0, 1, 100)?.[1]).toBeCloseTo(64 / 127);
  expect(peaks.between(6, 7, 100)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(1);
});

it('so many tiles are held and no more, and those that were shown last stay', async () => {
  answers = () => new Response(new Int8Array(1024).fill(64).buffer);
  const peaks = new PeakTiles('/p', () => undefined);
  /** Tiles are of 512 pairs at 100 a second. */
  const look = async (tile: number) => {
    peaks.between(tile * 5.12, tile * 5.12 + 1, 100);
    await vi.advanceTimersByTimeAsync(0);
  };
  for (let tile = 0; tile < 64; tile += 1) await look(tile);
  await look(0);
  expect(asked).toHaveLength(64);
  await look(64);
  expect(asked).toHaveLength(65);
  await look(0);
  expect(asked).toHaveLength(65);
  await look(1);
  expect(asked).toHaveLength(66);
});

it('peaks are asked for as fine as they are shown: at most as many as the sound has, and never coarser than 4,096 of them', () => {
  const queries = (pairsPerSecond: number): string => {
    asked = [];
    new PeakTiles('/p', () => undefined).between(0, 1, pairsPerSecond);
    return asked[0] ?? '';
  };
  const whole = 512 * 480;
  expect(queries(100)).toBe(`/p?from=0&to=${whole}&width=512`);
  expect(queries(1_000)).toBe(`/p?from=0&to=${whole}&width=512`);
  expect(queries(51)).toBe(`/p?from=0&to=${whole}&width=512`);
  expect(queries(50)).toBe(`/p?from=0&to=${2 * whole}&width=512`);
  expect(queries(0.000_001)).toBe(`/p?from=0&to=${4_096 * whole}&width=512`);
});

it('the lowest and highest of a stretch are of the pairs that it touches, also across two tiles', async () => {
  const pairs = (at: number): [number, number] => [-(at % 100), at % 100];
  answers = () => new Response(Int8Array.from({ length: 1024 }, (_, index) => pairs(index >> 1)[index & 1]!).buffer);
  const peaks = new PeakTiles('/p', () => undefined);
  const look = async (from: number, to: number) => {
    peaks.between(from, to, 100);
    await vi.advanceTimersByTimeAsync(0);
    peaks.between(from, to, 100);
    await vi.advanceTimersByTimeAsync(0);
    return peaks.between(from, to, 100);
  };
  expect(await look(0.02, 0.05)).toEqual([-4 / 128, 4 / 127]);
  expect(await look(0.02, 0.041)).toEqual([-4 / 128, 4 / 127]);
  expect(await look(0.07, 0.07)).toEqual([-7 / 128, 7 / 127]);
  expect(await look(5.1, 5.14)).toEqual([-11 / 128, 11 / 127]);
  expect(asked).toEqual(['/p?from=0&to=245760&width=512', '/p?from=245760&to=491520&width=512']);
});

it('a refused tile is asked for again after half a minute at most, and one that is out of sight fails no more', async () => {
  answers = () => new Response(null, { status: 503 });
  const shown = new PeakTiles('/p', () => shown.between(0, 1, 100));
  shown.between(0, 1, 100);
  await vi.advanceTimersByTimeAsync(500 * (1 + 2 + 4 + 8 + 16 + 32) + 10);
  asked = [];
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(2);
  expect(shown.failing).toBe(true);
  shown.close();
  const hidden = new PeakTiles('/p', () => undefined);
  hidden.between(0, 1, 100);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(hidden.failing).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(hidden.failing).toBe(false);
});

it('no two sounds share a version, and it changes when a tile comes or may be asked for again', async () => {
  answers = () => new Response(null, { status: 503 });
  const [one, other] = [new PeakTiles('/p', () => undefined), new PeakTiles('/p', () => undefined)];
  expect(one.version).not.toBe(other.version);
  const versions = [one.version];
  one.between(0, 1, 100);
  await vi.advanceTimersByTimeAsync(0);
  versions.push(one.version);
  await vi.advanceTimersByTimeAsync(500);
  versions.push(one.version);
  expect(new Set(versions).size).toBe(3);
});

it('a sound that is closed while a tile is under way asks for it no longer, and shows nothing of it', async () => {
  let drawn = 0;
  let aborted = 0;
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => {
        aborted += 1;
        reject(new Error('aborted'));
      }),
    );
  });
  const peaks = new PeakTiles('/p', () => (drawn += 1));
  peaks.between(0, 1, 100);
  peaks.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([aborted, drawn, peaks.failing, vi.getTimerCount()]).toEqual([1, 0, false, 0]);
});
