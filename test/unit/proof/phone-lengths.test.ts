import { expect, it } from 'vitest';
import { comparePace, costLengths, learnLengths, measureLengths, measurePace, type ScriptPhone } from '#main/media/proof/phone-lengths.ts';

const phoneOf = (phone: number, reference: number, isFinal = false): ScriptPhone => ({ phone, reference, isFinal });
const sayAll = (script: readonly ScriptPhone[], frames: (one: ScriptPhone) => number) =>
  script.map((one) => ({ ...one, frames: frames(one) }));
/** Two phonemes in turn, for which the reference takes 8 and 12 frames; the last one of every ten is before a pause. */
const script = Array.from({ length: 60 }, (_, index) => phoneOf(index % 2, index % 2 === 0 ? 8 : 12, index % 10 === 9));

it('the frames of each phoneme are counted in the order of the script, a repeated one twice', () => {
  const states = Int32Array.from([9, 0, 0, 1, 2, 2, 0, 1, 1, 2, 9, 9, 3, 5, 5]);
  const said = measureLengths(states, [phoneOf(0, 4), phoneOf(0, 4), phoneOf(1, 4)]);
  expect(said.map(({ phone, frames }) => [phone, frames])).toEqual([
    [0, 5],
    [0, 4],
    [1, 3],
  ]);
});

it('a voice that takes twice the time of the reference has its phonemes at the pace of the reference, and its takes a pace of 2', () => {
  const said = sayAll(script, ({ reference }) => 2 * reference);
  const lengths = learnLengths(2, [said, said]);
  expect(Math.exp(comparePace(said, lengths))).toBeCloseTo(2, 1);
  expect(
    Math.exp(
      measurePace(
        sayAll(script, ({ reference }) => reference),
        lengths,
      ),
    ),
  ).toBeCloseTo(1, 1);
});

it('phonemes before a pause that are always longer make no slower pace', () => {
  const said = sayAll(script, ({ reference, isFinal }) => (isFinal ? 2 : 1) * reference);
  const lengths = learnLengths(2, [said]);
  expect(lengths.final).toBeGreaterThan(0.3);
  const short = said.slice(8, 12);
  const paceOfShort = Math.exp(measurePace(short, lengths)) / Math.exp(measurePace(said, lengths));
  expect(paceOfShort).toBeGreaterThan(0.85);
  expect(paceOfShort).toBeLessThan(1.15);
});

it('a pause inside a phoneme counts for little in the pace of a take', () => {
  const said = sayAll(script, ({ reference }) => reference);
  const lengths = learnLengths(2, [said]);
  const paused = said.map((one, index) => (index === 30 ? { ...one, frames: 200 } : one));
  expect(comparePace(paused, lengths)).toBeLessThan(0.05);
});

it('a phoneme costs nothing at its usual length, and more the longer or the shorter it is', () => {
  const lengths = learnLengths(2, [sayAll(script, ({ reference }) => reference)]);
  const { end, stay } = costLengths(phoneOf(0, 8), lengths, 0);
  const costOf = (frames: number): number => (end[frames] ?? 0) + stay.subarray(0, frames + 1).reduce((sum, cost) => sum + cost, 0);
  expect(costOf(8)).toBeLessThan(0.1);
  expect(costOf(3)).toBeGreaterThan(3);
  expect(costOf(30)).toBeGreaterThan(costOf(16));
  expect(costOf(16)).toBeGreaterThan(2);
});
