import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mix, type MixPiece, type MixPlan } from '#main/features/dubbing-timeline/mix.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voicewright-mix-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function put(...samples: number[]): Promise<string> {
  const path = join(folder, String((files += 1)));
  await writeFile(path, new Uint8Array(Int16Array.from(samples).buffer));
  return path;
}
const piece = (path: string, start: number, samples: number, change: Partial<MixPiece> = {}): MixPiece => ({
  segmentId: 'one',
  path,
  start,
  samples,
  skip: 0,
  gain: 1,
  fadeIn: 0,
  fadeOut: 0,
  ...change,
});
const planOf = (samples: number, pieces: MixPiece[], change: Partial<MixPlan> = {}): MixPlan => ({
  samples,
  channels: 1,
  original: null,
  ducking: { amountDb: 0, attackMs: 0, releaseMs: 0 },
  stretches: [],
  pieces,
  ...change,
});
/** Far below the ceiling, so that nothing is turned down. */
async function read(plan: MixPlan, from = 0, count = plan.samples): Promise<number[]> {
  const mix = new Mix(plan);
  const read = [...(await mix.read(from, count))];
  await mix.close();
  return read;
}

describe('the sound of a dub', () => {
  it('has each take at its place, from its own first sample on, at its gain, in both channels', async () => {
    const path = await put(9, 100, 200, 300, 9);
    expect(await read(planOf(8, [piece(path, 2, 3, { skip: 1, gain: 2 })]))).toEqual([0, 0, 200, 400, 600, 0, 0, 0]);
    expect(await read(planOf(4, [piece(path, 1, 2, { skip: 1 })], { channels: 2 }))).toEqual([0, 0, 100, 100, 200, 200, 0, 0]);
  });

  it('adds what overlaps, and a take that ends too early is silence from there', async () => {
    const [one, other] = [await put(100, 100, 100), await put(10, 10, 10)];
    expect(await read(planOf(6, [piece(one, 0, 3), piece(other, 2, 4)]))).toEqual([100, 100, 110, 10, 10, 0]);
  });

  it('fades a take in and out over its own samples', async () => {
    const path = await put(100, 100, 100, 100, 100, 100);
    expect(await read(planOf(6, [piece(path, 0, 6, { fadeIn: 1, fadeOut: 3 })]))).toEqual([50, 100, 100, 75, 50, 25]);
  });

  it('has the original under it, quieter exactly where the dub is heard', async () => {
    const original = { path: await put(1000, 1000, 1000, 1000), samples: 4 };
    const ducking = { amountDb: -20, attackMs: 0, releaseMs: 0 };
    expect(await read(planOf(6, [], { original, ducking, stretches: [{ start: 1, end: 3 }] }))).toEqual([1000, 100, 100, 1000, 0, 0]);
    const stereo = { path: await put(1000, 500, 1000, 500), samples: 2 };
    expect(await read(planOf(3, [], { original: stereo, channels: 2, ducking, stretches: [{ start: 1, end: 2 }] }))).toEqual([
      1000, 500, 100, 50, 0, 0,
    ]);
  });

  it('is the same whichever stretch of it is read', async () => {
    const path = await put(...Array.from({ length: 60 }, (_, index) => 50 + index));
    const original = { path: await put(...Array.from({ length: 100 }, (_, index) => index)), samples: 100 };
    // A long take that begins early reaches over a short one.
    const pieces = [piece(path, 5, 50, { fadeIn: 3 }), piece(path, 10, 3), piece(path, 30, 20, { skip: 4, fadeOut: 5 })];
    const plan = planOf(120, pieces, {
      original,
      stretches: [{ start: 5, end: 55 }],
      ducking: { amountDb: -6, attackMs: 0.1, releaseMs: 0.2 },
    });
    const whole = await read(plan);
    await fc.assert(
      fc.asyncProperty(fc.nat(119), fc.integer({ min: 1, max: 60 }), async (from, wanted) => {
        const count = Math.min(wanted, 120 - from);
        expect(await read(plan, from, count)).toEqual(whole.slice(from, from + count));
      }),
      { numRuns: 40 },
    );
    const mix = new Mix(plan);
    const parts: number[] = [];
    for await (const part of mix.pieces(7)) parts.push(...part);
    await mix.close();
    expect(parts).toEqual(whole);
  });

  it('stays under the ceiling, and says how loud it is once all of it was read', async () => {
    const path = await put(...Array.from({ length: 4800 }, (_, index) => Math.round(30_000 * Math.sin(index / 8))));
    const plan = planOf(4800, [piece(path, 0, 4800), piece(path, 0, 4800)]);
    const mix = new Mix(plan, -6);
    expect(mix.peak).toBeNull();
    let peak = 0;
    for await (const part of mix.pieces(1000)) for (const sample of part) peak = Math.max(peak, Math.abs(sample));
    await mix.close();
    expect(peak).toBeLessThanOrEqual(32_768 * 10 ** (-6 / 20) + 1);
    expect(peak).toBeGreaterThan(15_000);
    expect(mix.peak).not.toBeNull();
  });

  it('can be of more takes than files may be open, and is read again after it was closed', async () => {
    const pieces: MixPiece[] = [];
    for (let index = 0; index < 40; index += 1) pieces.push(piece(await put(index + 1), index, 1));
    const plan = planOf(40, pieces);
    const mix = new Mix(plan);
    const expected = pieces.map((_, index) => index + 1);
    expect([...(await mix.read(0, 40))]).toEqual(expected);
    expect([...(await mix.read(0, 40))]).toEqual(expected);
    await mix.close();
    expect([...(await mix.read(38, 2))]).toEqual([39, 40]);
    await mix.close();
  });

  it('gives every reader its samples while several read more takes than files may be open', async () => {
    const apart = 48_000;
    const pieces: MixPiece[] = [];
    for (let index = 0; index < 40; index += 1) pieces.push(piece(await put(index + 1), index * apart, 1));
    const mix = new Mix(planOf(40 * apart, pieces));
    const reads = await Promise.all(pieces.map(({ start }) => mix.read(start, 1)));
    await mix.close();
    expect(reads.map((samples) => samples[0])).toEqual(pieces.map((_, index) => index + 1));
  });

  it('can be read once a take that was missing is there', async () => {
    const path = join(folder, 'late');
    const mix = new Mix(planOf(1, [piece(path, 0, 1)]));
    await expect(mix.read(0, 1)).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(path, new Uint8Array(Int16Array.of(7).buffer));
    expect([...(await mix.read(0, 1))]).toEqual([7]);
    await mix.close();
  });
});
