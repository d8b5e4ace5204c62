import { expect, it } from 'vitest';
import { takeOf } from '../../helpers/fake-project.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { findNamedWords, findPickupWords, findPlaceOfWords } from '../../../src-renderer/features/narration/pickups/pickup-words.ts';

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

const named = (name: string, [startMs, endMs]: readonly (number | undefined)[], of = words, script = text): string | undefined => {
  const range = findNamedWords(script, of, { pickup: { text: name }, startMs, endMs });
  return range && `${String(range.from)} ${script.slice(range.from, range.to)}`;
};

it('a pickup that names words is about them, though others sound at the time that is known of it', () => {
  expect(named('lamp', [450, 700])).toBe('5 lamp');
  expect(named('burns. Nobody', [0, 100])).toBe('10 burns. Nobody');
});

it('of several alike, a pickup is about the words that are said nearest to it', () => {
  const twice = 'No lamp, no lamp, no.';
  expect(named('lamp,', [250, 300], words, twice)).toBe('3 lamp,');
  expect(named('lamp,', [1500, 1600], words, twice)).toBe('12 lamp,');
});

it('a pickup that names no words of the text, or none, is about those that sound there', () => {
  expect(named('Doctor', [200, 500])).toBe('5 lamp');
  expect(named('', [200, 500])).toBe('5 lamp');
});

it('without times, a pickup is about the only words of its name, and about none where there are several', () => {
  expect(named('lamp', [], [])).toBe('5 lamp');
  expect(named('lamp,', [0, 0], [], 'No lamp, no lamp, no.')).toBeUndefined();
});

/** Where words of a block are in its take: all of them from the start of the first to the end of the last, or the caret inside one. */
function placed(first: string, last?: string, how: Partial<Parameters<typeof takeOf>[2]> & { trimStartMs?: number } = {}) {
  const { trimStartMs, ...more } = how;
  const take = takeOf('block0001', text.trim(), { samples: 96_000, alignment: 'complete', words, ...more });
  const takeEdits = trimStartMs === undefined ? {} : { [take.id]: { trimStartMs } };
  const document = schema.nodes.doc.create(null, [
    createBlock('Before.', { id: 'block0000' }),
    createBlock(text, { id: 'block0001', takeEdits }),
  ]);
  const from = text.indexOf(first);
  const range = last === undefined ? { from: from + 1, to: from + 1 } : { from, to: text.indexOf(last) + last.length };
  return findPlaceOfWords(buildTimeline(document, [take], noDefaults, 'local'), text, { blockId: 'block0001', ...range });
}

it('a word of the script is where its take says it, and so are several from the first to the last', () => {
  expect(placed('lamp')).toMatchObject({ text: 'lamp', startMs: 200, endMs: 500 });
  expect(placed('lamp', 'Nobody')).toMatchObject({ text: 'lamp burns. Nobody', startMs: 200, endMs: 1700 });
});

it('in the space before the first word it is that word, and at the end of a word it is that word', () => {
  expect(placed(' The', ' ')).toMatchObject({ text: 'The', startMs: 0 });
  expect(placed('. Nobody')).toMatchObject({ text: 'burns.', startMs: 500, endMs: 900 });
});

it('a word of a take whose start is trimmed is at its place in the take as it was made', () => {
  expect(placed('burns', undefined, { trimStartMs: 300 })).toMatchObject({ text: 'burns.', startMs: 500, endMs: 900 });
});

it('a word of a take without word times is at the start of the take', () => {
  expect(placed('burns', undefined, { words: [] })).toMatchObject({ text: 'burns.', startMs: 0, endMs: 0 });
});

it('a block without audio has no place', () => {
  expect(placed('burns', undefined, { state: 'damaged' })).toBeUndefined();
});
