import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adviceLevels, adviceOn, adviceTopics, hasNoise, worst, type AdviceLevel, type AdviceTopic } from '#shared/clone/advice.ts';
import type { SoundFacts } from '#shared/clone/recordings.ts';
import { length } from '../../../src-renderer/lib/format.ts';

const good: SoundFacts = {
  seconds: 60,
  peakDb: -3,
  clippedPlaces: 0,
  loudnessLufs: -20,
  noiseDb: -70,
  speechDb: -22,
  silence: 0.2,
  hertz: 120,
  ranges: null,
  voice: null,
};
const levelOf = (topic: AdviceTopic, change: Partial<SoundFacts>): number => {
  const found = adviceOn({ ...good, ...change }).find((advice) => advice.topic === topic);
  return adviceLevels.indexOf(found?.level ?? 'good');
};
const decibels = fc.double({ min: -90, max: 0, noNaN: true });
const anyFacts = fc.record<SoundFacts>({
  seconds: fc.double({ min: 0, max: 7200, noNaN: true }),
  peakDb: fc.option(decibels),
  clippedPlaces: fc.nat(10_000),
  loudnessLufs: fc.option(decibels),
  noiseDb: fc.option(decibels),
  speechDb: fc.option(decibels),
  silence: fc.double({ min: 0, max: 1, noNaN: true }),
  hertz: fc.option(fc.double({ min: 60, max: 500, noNaN: true })),
  ranges: fc.option(fc.record({ low: fc.constant(100), high: fc.constant(220), share: fc.constant(0.4) })),
  voice: fc.constant(null),
});

describe('advice', () => {
  test('a minute of clear speech needs none', () => {
    expect(adviceOn(good).filter(({ level }) => level !== 'good')).toEqual([]);
  });

  test('finds noise where it is loud or near the voice, and none where nothing sounds', () => {
    const found = [{}, { noiseDb: -50 }, { speechDb: -45 }, { noiseDb: null, speechDb: null }, { clippedPlaces: 90 }];
    expect(found.map((change) => hasNoise({ ...good, ...change }))).toEqual([false, true, true, false, false]);
  });

  test('each topic comes once at most, and whatever is not good says why', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const all = adviceOn(facts);
        expect(new Set(all.map(({ topic }) => topic)).size).toBe(all.length);
        for (const { topic, level, finding, reason } of all) {
          expect(adviceTopics).toContain(topic);
          expect(finding).not.toBe('');
          expect(reason === '').toBe(level === 'good');
          expect(`${finding}${reason}`).not.toMatch(/NaN|Infinity|undefined|null/u);
        }
      }),
    );
  });

  test('more of what is bad is never judged better', () => {
    const worse = (topic: AdviceTopic, field: keyof SoundFacts, values: fc.Arbitrary<number>, sign = 1): void =>
      fc.assert(
        fc.property(values, values, (one, other) => {
          const [less, more] = one < other ? [one, other] : [other, one];
          expect(sign * (levelOf(topic, { [field]: more }) - levelOf(topic, { [field]: less }))).toBeGreaterThanOrEqual(0);
        }),
      );
    worse('clipping', 'clippedPlaces', fc.nat(200));
    worse('noise', 'noiseDb', decibels);
    worse('clearness', 'noiseDb', decibels);
    worse('silence', 'silence', fc.double({ min: 0, max: 1, noNaN: true }));
    worse('length', 'seconds', fc.double({ min: 0, max: 500, noNaN: true }), -1);
  });

  test.each<[AdviceTopic, (value: number) => Partial<SoundFacts>, [value: number, level: AdviceLevel][]]>([
    [
      'silence',
      (silence) => ({ silence }),
      [
        [0.39, 'good'],
        [0.4, 'note'],
        [0.59, 'note'],
        [0.6, 'warn'],
      ],
    ],
    [
      'noise',
      (noiseDb) => ({ noiseDb }),
      [
        [-59, 'good'],
        [-58, 'note'],
        [-46, 'note'],
        [-45, 'warn'],
      ],
    ],
    [
      'clearness',
      (above) => ({ noiseDb: -60, speechDb: above - 60 }),
      [
        [19.9, 'warn'],
        [20, 'note'],
        [31.9, 'note'],
        [32, 'good'],
      ],
    ],
    [
      'length',
      (seconds) => ({ seconds }),
      [
        [9.9, 'warn'],
        [10, 'note'],
        [29.9, 'note'],
        [30, 'good'],
        [600, 'good'],
        [601, 'note'],
      ],
    ],
    [
      'loudness',
      (loudnessLufs) => ({ loudnessLufs }),
      [
        [-37, 'warn'],
        [-36, 'note'],
        [-30, 'note'],
        [-29, 'good'],
        [-12, 'good'],
        [-11, 'note'],
      ],
    ],
  ])('%s passes from one level to the next at its own limits', (topic, factsOf, steps) => {
    expect(steps.map(([value]) => [value, adviceLevels[levelOf(topic, factsOf(value))]])).toEqual(steps);
  });

  test('of several is the worst, and good where there is none', () => {
    const of = (...levels: (typeof adviceLevels)[number][]) => worst(levels.map((level) => ({ level })));
    expect([of(), of('good', 'note'), of('warn', 'good', 'note'), of('note', 'warn')]).toEqual(['good', 'note', 'warn', 'warn']);
  });

  test('clipping is judged by the minute, so that a long recording may hold more of it', () => {
    const level = (clippedPlaces: number, seconds: number) => adviceLevels[levelOf('clipping', { clippedPlaces, seconds })];
    expect([level(5, 60), level(6, 60), level(50, 600), level(60, 600)]).toEqual(['note', 'warn', 'note', 'warn']);
    // Less than ten seconds count as ten.
    expect([level(1, 1), level(1, 10)]).toEqual(['warn', 'warn']);
  });

  test('a length is written as the list of recordings writes it', () => {
    const finding = (seconds: number) => adviceOn({ ...good, seconds }).find(({ topic }) => topic === 'length')?.finding ?? '';
    expect([9.94, 59.96, 60, 3599.9].map(finding)).toEqual(['0:09.9 long', '0:59.9 long', '1:00.0 long', '59:59.9 long']);
    expect([9.94, 59.96, 60, 3599.9].map((seconds) => `${length(seconds)} long`)).toEqual([9.94, 59.96, 60, 3599.9].map(finding));
  });

  test('nothing is said of speakers where no pitch was found', () => {
    const topics = (hertz: number | null): string[] => adviceOn({ ...good, hertz }).map(({ topic }) => topic);
    expect([topics(null).includes('speakers'), topics(120).includes('speakers')]).toEqual([false, true]);
  });

  test('two ranges of pitch are named with both', () => {
    const advice = adviceOn({ ...good, ranges: { low: 108, high: 214, share: 0.4 } }).find(({ topic }) => topic === 'speakers');
    expect(advice).toMatchObject({ level: 'warn', finding: 'Two ranges of pitch, about 108 and 214 Hz' });
  });
});

describe('the length of several recordings', () => {
  const lengthOf = (seconds: number, all?: number) => adviceOn({ ...good, seconds }, all).find(({ topic }) => topic === 'length');

  test('is judged together, so that a short one needs no look where the others make up for it', () => {
    expect([lengthOf(7, 7)?.level, lengthOf(7, 21)?.level, lengthOf(7, 31)?.level]).toEqual(['warn', 'note', 'good']);
  });

  test('is named beside that of the recording itself, and a single recording has one figure', () => {
    expect([lengthOf(7, 21)?.finding, lengthOf(7)?.finding]).toEqual(['0:07.0 of 0:21.0', '0:07.0 long']);
  });
});
