import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { KeptSound } from '#main/features/clone/kept-sound.ts';
import { NoiseReducer } from '#main/features/clone/noise-reducer.ts';
import { air, findKept } from '#main/features/clone/voice-activity.ts';
import { countKept, isKept, listCuts, maximumCuts, toRecording, toResult } from '#shared/clone/clean-up.ts';

/** Stretches that are apart, ascending, within so many samples. */
const keptWithin = (samples: number) =>
  fc
    .uniqueArray(fc.nat(samples), { minLength: 2, maxLength: 12 })
    .map((places) => places.sort((one, other) => one - other))
    .map((places) => (places.length % 2 === 0 ? places : places.slice(1)));

describe('what is kept of a recording', () => {
  test('and what is cut out are together all of it, without overlap', () => {
    fc.assert(
      fc.property(keptWithin(10_000), (kept) => {
        const cut = listCuts(kept, { from: 0, to: 10_000 });
        expect(countKept(kept) + cut.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(10_000);
        for (const { from, to } of cut) expect([isKept(kept, from), isKept(kept, to - 1)]).toEqual([false, false]);
      }),
    );
  });
  test('has its place in the result and back; what is cut out is where the next stretch begins', () => {
    fc.assert(
      fc.property(keptWithin(10_000), fc.nat(10_000), (kept, sample) => {
        const place = toResult(kept, sample);
        expect(place).toBeLessThanOrEqual(countKept(kept));
        if (isKept(kept, sample)) expect(toRecording(kept, place)).toBe(sample);
        else if (place < countKept(kept)) expect(toRecording(kept, place)).toBeGreaterThan(sample);
      }),
    );
    expect(toRecording([100, 200], 100)).toBe(200);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'voicewright-kept-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the sound of what is kept', () => {
  const path = join(folder, 'sound.pcm');
  const samples = Int16Array.from({ length: 20_000 }, (_, at) => Math.round(20_000 * Math.sin(at / 40)));
  writeFileSync(path, new Uint8Array(samples.buffer));

  test('is as long as its stretches, and the same in one piece and in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(keptWithin(20_000), fc.integer({ min: 1, max: 3_000 }), async (kept, step) => {
        const sound = await KeptSound.open(path, kept);
        const whole = await sound.read(0, sound.samples);
        expect(whole.length).toBe(countKept(kept));
        const pieces: number[] = [];
        for (let at = 0; at < sound.samples; at += step) pieces.push(...(await sound.read(at, at + step)));
        await sound.close();
        expect(pieces).toEqual([...whole]);
      }),
      { numRuns: 40 },
    );
  });
  test('is the recording itself up to where one stretch goes over into the next, and there nothing clicks', async () => {
    const sound = await KeptSound.open(path, [0, 5_000, 9_990, 20_000]);
    const whole = await sound.read(0, sound.samples);
    await sound.close();
    expect(whole.subarray(0, 5_000 - 480)).toEqual(samples.subarray(0, 5_000 - 480));
    expect(whole.subarray(5_000)).toEqual(samples.subarray(9_990));
    const steps = (sound: Int16Array): number => Math.max(...sound.subarray(1).map((sample, at) => Math.abs(sample - (sound[at] ?? 0))));
    expect(Math.abs((samples[9_990] ?? 0) - (samples[4_999] ?? 0))).toBeGreaterThan(2 * steps(samples)); // cut hard, it would
    expect(steps(whole)).toBeLessThan(1.2 * steps(samples));
  });
});

describe('silence', () => {
  const frames = fc
    .array(fc.record({ voice: fc.nat(255), level: fc.nat(255), length: fc.integer({ min: 1, max: 80 }) }), { maxLength: 40 })
    .map((runs) => ({
      voice: Uint8Array.from(runs.flatMap(({ voice, length }) => Array<number>(length).fill(voice))),
      level: Uint8Array.from(runs.flatMap(({ level, length }) => Array.from({ length }, (_, at) => Math.min(255, level + (at % 8) * 4)))),
    }));

  test('is cut out between stretches that ascend within the sound', () => {
    fc.assert(
      fc.property(frames, (given) => {
        let end = -1;
        for (const { from, to } of findKept(given)) {
          expect(from).toBeGreaterThan(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(given.level.length);
      }),
    );
  });
  test('keeps some on each side of what is said, and stays where a pause is short', () => {
    // A voice that moves as speech does, over a floor of -60 dB.
    const speech = (length: number) => Array.from({ length }, (_, at) => ({ voice: 255, level: 30 + (at % 10) * 4 }));
    const pause = (length: number) => Array.from({ length }, () => ({ voice: 0, level: 120 }));
    const sound = [...pause(300), ...speech(100), ...pause(50), ...speech(100), ...pause(200), ...speech(100), ...pause(300)];
    const given = { voice: Uint8Array.from(sound, ({ voice }) => voice), level: Uint8Array.from(sound, ({ level }) => level) };
    expect(findKept(given)).toEqual([
      { from: 300 - air.before, to: 550 + air.after },
      { from: 750 - air.before, to: 850 + air.after },
    ]);
  });
  test('leaves no more cuts than a list may hold: the longest pauses', () => {
    const said = Array.from({ length: 40 }, (_, at) => ({ voice: 255, level: 30 + (at % 10) * 4 }));
    const pause = (length: number) => Array.from({ length }, () => ({ voice: 0, level: 120 }));
    const sound = Array.from({ length: maximumCuts + 100 }, (_, index) => [...said, ...pause(index < 150 ? 80 : 100)]).flat();
    const given = { voice: Uint8Array.from(sound, ({ voice }) => voice), level: Uint8Array.from(sound, ({ level }) => level) };
    const kept = findKept(given);
    expect(kept.length).toBe(maximumCuts + 1);
    expect(kept.slice(1).filter(({ from }, index) => from - kept[index]!.to > 30)).toHaveLength(449);
  });
});

/** All that the model gives for a sound in pieces of a size. */
async function reduce(samples: Float32Array, step: number) {
  const reducer = await NoiseReducer.create();
  const all: { samples: number[]; voice: number[] } = { samples: [], voice: [] };
  const take = (given: ReturnType<NoiseReducer['push']>): void => {
    all.samples.push(...given.samples);
    all.voice.push(...given.voice);
  };
  for (let at = 0; at < samples.length; at += step) take(reducer.push(samples.subarray(at, at + step)));
  take(reducer.finish());
  reducer.free();
  return all;
}

describe('noise reduction', () => {
  const hiss = Float32Array.from({ length: 5_000 }, (_, at) => 0.1 * Math.sin(at * at));

  test('gives the same for a sound in pieces of any size, as long as the sound, also for one shorter than a frame', async () => {
    const whole = await reduce(hiss, hiss.length);
    expect([whole.samples.length, whole.voice.length]).toEqual([5_000, 11]);
    for (const step of [1, 479, 480, 481, 2_000]) expect(await reduce(hiss, step)).toEqual(whole);
    for (const length of [0, 1, 479, 480, 481]) {
      const short = await reduce(hiss.subarray(0, length), 100);
      expect([short.samples.length, short.voice.length]).toEqual([length, Math.ceil(length / 480)]);
    }
  });
  test('takes what is no number for silence, and goes on as if it had been', async () => {
    const [broken, silent] = [hiss.slice(), hiss.slice()];
    for (let at = 1_000; at < 1_100; at += 1) [broken[at], silent[at]] = [[NaN, Infinity, -Infinity][at % 3] ?? 0, 0];
    expect(await reduce(broken, 700)).toEqual(await reduce(silent, 700));
  });
});
