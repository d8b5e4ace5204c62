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
