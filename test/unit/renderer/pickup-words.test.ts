import { expect, it } from 'vitest';
import { findPickupWords } from '../../../src-renderer/features/narration/pickups/pickup-words.ts';

const text = ' The lamp burns. Nobody came.';
const times: readonly (readonly [number, number])[] = [
  [0, 200],
  [200, 500],
  [500, 900],
  [1400, 1700],
  [1700, 2000],
];
const words = times.map(([startMs, endMs]) => ({ text: '', startMs, endMs }));
const found = (startMs: number | undefined, endMs: number | undefined, of = words): string | undefined => {
  const range = findPickupWords(text, of, { startMs, endMs });
  return range && text.slice(range.from, range.to);
};

it('a pickup is about the words that sound while it lasts, and about no word that only touches it', () => {
  expect(found(200, 500)).toBe('lamp');
  expect(found(450, 1500)).toBe('lamp burns. Nobody');
  expect(found(1700, 5000)).toBe('came.');
});

it('a mark is about the word that sounds there, and in a pause about the word before it', () => {
  expect(found(200, 200)).toBe('lamp');
  expect(found(1000, 1000)).toBe('burns.');
  expect(found(9000, 9000)).toBe('came.');
});

it('a pickup in a pause is about the words on both sides of it', () => {
  expect(found(950, 1350)).toBe('burns. Nobody');
  expect(found(2100, 2500)).toBe('came.');
});

it('words that the take does not say are left out, and nothing is found where no times or no place are known', () => {
  const unsaid = words.map((word, index) => (index === 1 ? { ...word, startMs: Number.NaN, endMs: Number.NaN } : word));
  expect(found(200, 500, unsaid)).toBe('The lamp burns.');
  expect(found(200, 500, [])).toBeUndefined();
  expect(found(undefined, undefined)).toBeUndefined();
});
