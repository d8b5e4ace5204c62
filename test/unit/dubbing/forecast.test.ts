import { expect, test } from 'vitest';
import { judgeFit, findPace, speechSeconds, usualCharactersPerSecond } from '#shared/dubbing/forecast.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';

const take = (voiceId: string, modelId: string, characters: number, seconds: number, speed?: number): Take => ({
  id: 't',
  blockId: 'b',
  fingerprint: 'f',
  createdAt: 0,
  text: 'x'.repeat(characters),
  voiceId,
  modelId,
  samples: seconds * sampleRate,
  state: 'complete',
  alignment: 'none',
  words: [],
  creditsUsed: null,
  requestId: null,
  ignoredParameters: [],
  starred: false,
  ...(speed !== undefined && { controls: { speed } }),
});

test('a pace is learned of the voice and model, else of the voice, else of all, and the speed is taken out of it', () => {
  const takes = [take('nora', 'one', 100, 10), take('nora', 'two', 100, 5), take('tom', 'one', 100, 20, 0.5)];
  expect(findPace(takes, 'nora', 'one')).toEqual({ charactersPerSecond: 10, learned: true });
  expect(findPace(takes, 'nora', 'three').charactersPerSecond).toBeCloseTo(200 / 15);
  expect(findPace(takes, 'tom', 'one').charactersPerSecond).toBeCloseTo(10);
  expect(findPace(takes, 'ida', null)).toMatchObject({ learned: false });
  expect(findPace([take('nora', 'one', 5, 1)], 'nora', 'one')).toEqual({ charactersPerSecond: usualCharactersPerSecond, learned: false });
  expect(speechSeconds(' 12345 ', { charactersPerSecond: 10, learned: true }, 2)).toBe(0.25);
});

test('a fit is said to hold, to be near an end of 0.5 to 2, or not to hold', () => {
  const verdicts = [0.3, 0.5, 0.8, 1, 1.5, 2, 2.5].map((pace) => judgeFit(pace * 10, 10).verdict);
  expect(verdicts).toEqual(['too-short', 'near', 'fits', 'fits', 'fits', 'near', 'too-long']);
});

test('takes that are not complete or have no sound say nothing of a pace', () => {
  const others = [
    { ...take('nora', 'one', 500, 1), state: 'incomplete' as const },
    { ...take('nora', 'one', 500, 0) },
    { ...take('nora', 'one', 500, 0), state: 'incomplete' as const },
  ];
  expect(findPace([take('nora', 'one', 100, 10), ...others], 'nora', 'one')).toEqual({ charactersPerSecond: 10, learned: true });
  for (const one of others)
    expect(findPace([one], 'nora', 'one')).toEqual({ charactersPerSecond: usualCharactersPerSecond, learned: false });
});

test('twenty characters are enough to learn a pace from', () => {
  expect(findPace([take('nora', 'one', 20, 10)], 'nora', 'one')).toEqual({ charactersPerSecond: 2, learned: true });
  expect(findPace([take('nora', 'one', 19, 10)], 'nora', 'one')).toEqual({ charactersPerSecond: usualCharactersPerSecond, learned: false });
});

test('a forecast of exactly 15 % around an end of the range is still judged by the milder verdict', () => {
  const exact = [2 * 1.15, 0.5 * 0.85, 2 * 0.85, 0.5 * 1.15].map((pace) => judgeFit(pace, 1).verdict);
  expect(exact).toEqual(['near', 'near', 'fits', 'fits']);
});
