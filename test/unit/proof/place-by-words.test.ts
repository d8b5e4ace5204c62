import { expect, it } from 'vitest';
import { placeByWords } from '#main/media/proof/place-by-words.ts';
import type { Finding, PickupKind } from '#shared/narration/pickup-kinds.ts';
import { takeOf } from '../../helpers/fake-project.ts';

const text = 'The keeper, Dr. Siobhan Nguyen, wrote.';
const words = text.split(' ').map((word, index) => ({ text: word, startMs: index * 300, endMs: index * 300 + 280 }));
const take = takeOf('block0001', text, { words, alignment: 'complete' });
const findingOf = (kind: PickupKind, from: number, to: number, startMs: number, endMs: number): Finding => ({
  kind,
  startMs,
  endMs,
  text: text.split(' ').slice(from, to).join(' '),
  score: 0.7,
  tokens: { from, to },
});
const placeOf = (finding: Finding, of: Parameters<typeof placeByWords>[1] = take) =>
  placeByWords([finding], of).map(({ startMs, endMs }) => [startMs, endMs])[0];

it('a finding of words is from the start of the first to the end of the last word in the take, wherever the check measured them', () => {
  expect(placeOf(findingOf('other-words', 3, 4, 1210, 1400))).toEqual([900, 1180]);
  expect(placeOf(findingOf('missing-words', 2, 4, 100, 120))).toEqual([600, 1180]);
});

it('words that are said twice, or broken off, begin with the word and go on as far as the check measured', () => {
  expect(placeOf(findingOf('repeated-words', 1, 2, 620, 970))).toEqual([300, 970]);
  expect(placeOf(findingOf('truncated', 5, 6, 1550, 1800))).toEqual([1500, 1800]);
});

it('of a word that the take says as one of two, the time of that one counts, by its place and not by its letters', () => {
  const twice = takeOf('block0001', 'No, no, no.', {
    words: [0, 1, 2].map((at) => ({ text: 'no', startMs: at * 500, endMs: at * 500 + 400 })),
    alignment: 'complete',
  });
  const finding: Finding = { kind: 'other-words', startMs: 700, endMs: 900, text: 'no.', score: 0.7, tokens: { from: 2, to: 3 } };
  expect(placeOf(finding, twice)).toEqual([1000, 1400]);
});

it('without times for its words, and for what is about no words, a finding stays where the check measured it', () => {
  const finding = findingOf('other-words', 3, 4, 1210, 1400);
  expect(placeOf(finding, { ...take, words: [], alignment: 'none' })).toEqual([1210, 1400]);
  const { tokens: _tokens, ...soundOnly } = { ...finding, kind: 'noise' as const };
  expect(placeOf(soundOnly)).toEqual([1210, 1400]);
  // The take has times for its first words alone.
  expect(placeOf(finding, { ...take, words: words.slice(0, 2), alignment: 'partial' })).toEqual([1210, 1400]);
});
