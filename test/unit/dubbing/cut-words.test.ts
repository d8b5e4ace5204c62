import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english, german } from '#shared/dubbing/clause-words.ts';
import { cutsOf } from '#shared/dubbing/cut-words.ts';
import { isLeading } from '#shared/narration/caption-breaks.ts';

const keptOf = (text: string): string[] => cutsOf(text).map(({ kept }) => kept);
const bare = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');

/** Sentences of the very words that the rules look at, in any order: what they make of these, they make of speech. */
const aSentence = fc.constantFrom(english, german).chain((language) => {
  const subjects = [...language.subjects];
  const links = [...language.joining, ...language.subordinating];
  const others = [...language.auxiliaries, ...language.verbs, ...language.opening, ...language.binding, 'boat', 'Boot', 'harbour', 'Hafen'];
  const aWord = fc.oneof(fc.constantFrom(...subjects), fc.constantFrom(...others), fc.constantFrom(...links));
  const aClause = fc.tuple(
    fc.constantFrom(...subjects),
    fc.array(aWord, { minLength: 1, maxLength: 6 }),
    fc.constantFrom(...links, 'boats'),
  );
  const aMark = fc.constantFrom(', ', ' ', '; ', ' – ', ': ');
  return fc
    .tuple(fc.array(fc.tuple(aClause, aMark), { minLength: 1, maxLength: 4 }), fc.constantFrom('.', '!', '?', '…', ''))
    .map(([clauses, mark]) => {
      const text = clauses
        .map(([[subject, words, link], sign]) => `${[link, subject, ...words].join(' ')}${sign}`)
        .join('')
        .replace(/[\s,;:–]+$/u, '');
      return { text: `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}${mark}`, mark, language };
    });
});

describe('the last words of a sentence that can be cut', () => {
  it('and those that stay are the words of the text in their order, and both are some', () => {
    fc.assert(
      fc.property(aSentence, ({ text }) => {
        for (const { kept, cut } of cutsOf(text)) {
          expect([...bare(kept), ...bare(cut)]).toEqual(bare(text));
          expect(bare(kept).length).toBeGreaterThan(0);
          expect(bare(cut).length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('leave a sentence that begins and ends as the whole did, with no other mark before its end', () => {
    let met = 0;
    fc.assert(
      fc.property(aSentence, ({ text, mark }) => {
        for (const kept of keptOf(text)) {
          met += 1;
          expect(kept[0]).toBe(text[0]);
          expect(kept.endsWith(mark)).toBe(true);
          expect(kept.slice(0, kept.length - mark.length)).toMatch(/[\p{L}\p{N}]$/u);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(met).toBeGreaterThan(20);
  });

  it('never leave a conjunction, an article, a preposition or a word that needs another at the end', () => {
    fc.assert(
      fc.property(aSentence, ({ text, language: { auxiliaries, binding, lonely } }) => {
        for (const kept of keptOf(text)) {
          const last = bare(kept).at(-1)!;
          expect(isLeading(last) || auxiliaries.has(last) || binding.has(last) || lonely.has(last)).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

it.each([
  ['Someone has opened it before me, and I believe it was him!', ['Someone has opened it before me!']],
  ['No, somebody has opened it before me and I believe it was him', ['No, somebody has opened it before me']],
  ['“Someone has opened it before me and I know who it was.”', ['“Someone has opened it before me.”']],
  ['We stayed at home because it rained all day.', ['We stayed at home.']],
  ['Have all of the boats come back, or are they still at sea?', ['Have all of the boats come back?']],
  ['We have waited for hours; nobody came – not one of them.', ['We have waited for hours.', 'We have waited for hours; nobody came.']],
  ['„Jemand hat es vor mir geöffnet, und dann war er da.“', ['„Jemand hat es vor mir geöffnet.“']],
  ['Ich habe den Mann gesehen und er hat mich nicht erkannt!', ['Ich habe den Mann gesehen!']],
  ['Er kam nach Hause, weil es regnete, und ging gleich ins Bett.', ['Er kam nach Hause, weil es regnete.']],
  ['I met Dr. Smith yesterday. He was late, because it rained.', ['I met Dr. Smith yesterday.', 'I met Dr. Smith yesterday. He was late.']],
  ['Il est parti, mais je ne sais pas pourquoi. Elle reste.', ['Il est parti, mais je ne sais pas pourquoi.']],
])('%j can be cut where a clause or a sentence ends', (text, kept) => {
  expect(keptOf(text)).toEqual(kept);
});

it.each([
  ['Every single one of them came.', 'no clause ends before its end'],
  ['Then who has been lighting the lamp every night?', 'the object would be missing'],
  ['Ich glaube, dass er kommt.', 'the object would be missing'],
  ['When he came home, he was tired and she was asleep.', 'only the first part of a sentence would be left'],
  ['Either he goes home, or I go home.', 'only the first part of a sentence would be left'],
  ['My brother, who lives in Rome, has come, and he is happy.', 'it goes on behind a clause in its middle'],
  ['My older brother and I went home.', 'both are its subject'],
  ['Gestern haben mein Vater und ich gearbeitet.', 'both are its subject'],
  ['He likes apples, pears, and plums.', 'commas part a list'],
  ['She said it to all of us again, “it was the same man.”', 'a quote begins'],
  ['Je ne sais pas, mais elle reste.', 'the rules of its language are not known'],
])('nothing is cut from %j: %s', (text) => {
  expect(cutsOf(text)).toEqual([]);
});
