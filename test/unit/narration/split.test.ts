import { Transform } from '@tiptap/pm/transform';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, createBlock, documentProblem, schema } from '../../../src-shared/narration/document.ts';
import { splitBlocks, splitPlaces, splitText } from '../../../src-shared/narration/split.ts';

const bare = (text: string): string => text.replaceAll(/\s+/gu, '');
/** Prose with sentences, long words, emoji of several code points and scripts without spaces. */
const prose = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'One.',
        'Two words?',
        'A longer sentence, with a clause!',
        ' ',
        '\u00a0',
        'Ünïcödé',
        '今日は。',
        '👩‍👩‍👧',
        '🙂',
        '"Yes."',
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(' '));

describe('text over a limit', () => {
  it('loses and gains nothing but white space at the cuts, and no part is empty or too long', () => {
    fc.assert(
      fc.property(
        prose,
        fc.integer({ min: 2, max: 60 }),
        fc.constantFrom('en', 'ja', 'no-such-tag-at-all-x', undefined),
        (text, limit, language) => {
          const parts = splitText(text, limit, language);
          expect(bare(parts.join(''))).toBe(bare(text));
          if (text.trim() === '') return;
          for (const part of parts) {
            expect(part).not.toBe('');
            expect(part.length).toBeLessThanOrEqual(limit);
            expect(part.isWellFormed()).toBe(text.isWellFormed() || part.isWellFormed());
          }
        },
      ),
    );
  });
  it('is cut at ascending places inside it, and not at all where it fits', () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 2, max: 60 }), (text, limit) => {
        const places = splitPlaces(text, limit);
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
        for (const place of places) expect(place > 0 && place < text.length).toBe(true);
        if (text.trim().length <= limit) expect(places).toEqual([]);
      }),
    );
  });
  it('is cut between sentences wherever they fit, as many to a part as do', () => {
    expect(splitText('One is here. Two is here. Three is here.', 26, 'en')).toEqual(['One is here. Two is here.', 'Three is here.']);
    expect(splitText('今日は。元気ですか。', 7, 'ja')).toEqual(['今日は。', '元気ですか。']);
  });
  it('is cut between words where a sentence does not fit, and never within a character that people see', () => {
    expect(splitText('one two three four', 9, 'en')).toEqual(['one two', 'three', 'four']);
    const family = '👩‍👩‍👧';
    expect(splitText(family.repeat(3), family.length + 1)).toEqual([family, family, family]);
  });
});

it('parts the blocks that pass their limit and leaves the rest: settings stay, the pause goes to the end, ids are new', () => {
  const document = schema.node('doc', null, [
    createBlock('Short.', { id: 'blockshort0' }),
    createBlock('First one. Second one. Third one.', { id: 'blocklong00', voiceId: 'v', pauseMs: 900, takeId: 'take00000000' }),
    createBlock('As long as the other, left alone.', { id: 'blockother0' }),
  ]);
  const transform = new Transform(document);
  expect(splitBlocks(transform, (id) => (id === 'blocklong00' ? { limit: 12, language: 'en' } : undefined))).toBe(3);
  const blocks = blocksOf(transform.doc);
  expect(blocks.map((block) => block.text)).toEqual([
    'Short.',
    'First one.',
    'Second one.',
    'Third one.',
    'As long as the other, left alone.',
  ]);
  expect(blocks.slice(1, 4).map(({ attributes }) => [attributes.voiceId, attributes.pauseMs, attributes.takeId])).toEqual([
    ['v', null, null],
    ['v', null, null],
    ['v', 900, null],
  ]);
  expect(blocks[1]?.attributes.id).toBe('blocklong00');
  expect(documentProblem(transform.doc)).toBeUndefined();
});
