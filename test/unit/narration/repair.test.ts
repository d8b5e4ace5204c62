import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '#shared/narration/document.ts';
import { plainTypography } from '#shared/manuscript/typography.ts';
import { planCut, planRepair } from '#shared/narration/repair.ts';

const text = 'Mr. Bell came home late. Nobody was there, and the fire was out. He sat down. Then he slept.';
const select = (words: string, within = text) => ({ from: within.indexOf(words), to: within.indexOf(words) + words.length });
const bought = (...args: Parameters<typeof planRepair>) => planRepair(...args).runs.map((run) => run.text);

describe('the plan of a repair', () => {
  it('buys the sentence that holds a selected word, and both that a selection touches as one request', () => {
    expect(bought(text, text, select('fire'))).toEqual(['Nobody was there, and the fire was out.']);
    expect(bought(text, text, select('out. He'))).toEqual(['Nobody was there, and the fire was out. He sat down.']);
    expect(planRepair(text, text, select('fire')).runs).toMatchObject([{ from: 5, to: 13, oldFrom: 5, oldTo: 13, isSelected: true }]);
  });

  it('takes a caret for the word that it is at, and does not end a sentence at an abbreviation', () => {
    const caret = text.indexOf('Bell') + 2;
    expect(bought(text, text, { from: caret, to: caret })).toEqual(['Mr. Bell came home late.']);
  });

  it('without a selection buys the sentences that say something else than the take, and nothing where none does', () => {
    const edited = text.replace('fire', 'lamp').replace('Then he slept.', 'Then he slept well.');
    expect(bought(edited, text)).toEqual(['Nobody was there, and the lamp was out.', 'Then he slept well.']);
    expect(planRepair(edited, text).runs.map(({ isSelected }) => isSelected)).toEqual([false, false]);
    expect(planRepair(text, text)).toMatchObject({ runs: [], isWhole: false });
  });

  it('buys no sentence of which only quotation marks, apostrophes, dashes or full stops in a row are set otherwise', () => {
    const straight = `"It's late," he said - and... left. Nobody came. The sea rose.`;
    const curly = '“It’s late,” he said — and… left. Nobody came. The sea rose.';
    expect(planRepair(curly, straight).runs).toEqual([]);
    expect(bought(curly.replace('Nobody', 'Somebody'), straight)).toEqual(['Somebody came.']);
    expect(bought(curly, straight, select('late', curly))).toEqual(['“It’s late,” he said — and… left.']);
  });

  it('buys no sentence of which only the spaces at a dash are others, and knows which words are said then', () => {
    const [joined, spaced] = ['He came home—late and wet. Nobody was there.', 'He came home - late and wet. Nobody was there.'];
    const some = [joined, spaced, joined.replace('—', ' – '), joined.replace('—', '--')];
    for (const now of some) for (const spoken of some) expect(planRepair(now, spoken).runs).toEqual([]);
    // “home—late” is shared out among three tokens, by its length.
    expect(planRepair(spaced, joined).retained.slice(1, 6)).toEqual([
      { first: 1, last: 1, begin: 0, end: 1 },
      { first: 2, last: 2, begin: 0, end: 4 / 9 },
      { first: 2, last: 2, begin: 4 / 9, end: 5 / 9 },
      { first: 2, last: 2, begin: 5 / 9, end: 1 },
      { first: 3, last: 3, begin: 0, end: 1 },
    ]);
    expect(planRepair(joined, spaced).retained[2]).toEqual({ first: 2, last: 4, begin: 0, end: 1 });
    expect(planRepair(joined.replace('Nobody', 'Somebody'), spaced).runs).toMatchObject([{ from: 5, to: 8, oldFrom: 7, oldTo: 10 }]);
  });

  it('takes a hyphen within a word for no dash, and buys what shares a word with others', () => {
    expect(bought('He came home - soon and wet. Nobody was there.', 'He came home—late and wet. Nobody was there.')).toEqual([
      'He came home - soon and wet.',
    ]);
    expect(bought('five-six men', 'five - six men')).toEqual(['five-six men']);
  });

  it('with a selection also buys what else has changed, so that the take says the text of now', () => {
    expect(bought(text.replace('home', 'back'), text, select('sat'))).toEqual(['Mr. Bell came back late.', 'He sat down.']);
  });

  it('buys nothing for a sentence that was only taken out, and says which words go', () => {
    const shorter = text.replace('He sat down. ', '');
    expect(planRepair(shorter, text).runs).toEqual([{ from: 13, to: 13, oldFrom: 13, oldTo: 16, text: '', isSelected: false }]);
    expect(planRepair('Then he slept.', text).runs).toMatchObject([{ from: 0, to: 0, oldFrom: 0, oldTo: 16, text: '' }]);
  });

  it('says so where nothing of the take stays', () => {
    expect(planRepair('One sentence.', 'One sentence.', { from: 0, to: 1 }).isWhole).toBe(true);
    expect(planRepair('Another text altogether.', text).isWhole).toBe(true);
    expect(planRepair(text, text, select('fire')).isWhole).toBe(false);
  });

  it('makes a take say the text of now, whatever spaces stand at dashes', () => {
    const word = fc.constantFrom('one', 'two—three', 'four.', '—', '-', 'Five—', '—six!', 'one—two—three.', 'Seven--eight');
    const line = fc.array(word, { minLength: 1, maxLength: 16 }).map((words) => words.join(' '));
    // A hyphen that stands alone is a dash, also where a text begins or ends with it.
    const read = (text: string): string => plainTypography(text.replaceAll(/(?<!\S)-(?!\S)/gu, '—'));
    fc.assert(
      fc.property(line, line, (now, spoken) => {
        const { runs, retained } = planRepair(now, spoken);
        const old = wordsOf(spoken).map(({ text: one }) => one);
        const said: string[] = [];
        let place = 0;
        for (const run of runs) {
          expect(run.oldFrom).toBeGreaterThanOrEqual(place);
          said.push(...old.slice(place, run.oldFrom), run.text);
          place = run.oldTo;
        }
        said.push(...old.slice(place));
        expect(read(said.join(' '))).toBe(read(now));
        const parts = retained.flatMap((part) => part ?? []);
        const ends = parts.flatMap(({ first, begin, last, end }) => [first + begin, last + end]);
        expect(ends).toEqual(ends.toSorted((one, other) => one - other));
      }),
    );
  });

  it('gives each word of now a word of the take or a run, in order, whatever was edited and selected', () => {
    const word = fc.constantFrom('one', 'two', 'three', 'four.', 'Five', 'six!', 'Mr.', 'Seven?');
    const line = fc.array(word, { minLength: 1, maxLength: 24 }).map((words) => words.join(' '));
    const range = fc.option(
      fc.tuple(fc.nat(120), fc.nat(40)).map(([from, length]) => ({ from, to: from + length })),
      { nil: undefined },
    );
    fc.assert(
      fc.property(line, line, range, (now, spoken, selection) => {
        const { runs, retained } = planRepair(now, spoken, selection);
        const [tokens, old] = [wordsOf(now), wordsOf(spoken)];
        const said: string[] = [];
        let read = 0;
        let place = 0;
        for (const run of [...runs, { from: tokens.length, to: tokens.length, oldFrom: old.length, oldTo: old.length, text: '' }]) {
          expect(run.oldFrom - read).toBe(run.from - place);
          said.push(...old.slice(read, run.oldFrom).map(({ text: one }) => one), ...wordsOf(run.text).map(({ text: one }) => one));
          for (let token = place; token < run.from; token += 1)
            expect(retained[token]).toEqual({ first: read + token - place, last: read + token - place, begin: 0, end: 1 });
          read = run.oldTo;
          place = run.to;
        }
        expect(said.join(' ')).toBe(now);
      }),
    );
  });
});

describe('a part that is cut from a take', () => {
  const whole = 'He came in and said, “Hello,” and then he left.';
  const kept = (now: string, prefersEnd = false): string | undefined => {
    const plan = planCut(now, whole, prefersEnd);
    return plan?.retained.map((part) => whole.split(' ')[part?.first ?? -1]).join(' ');
  };

  it('is found within a sentence, also where one of its words stands in another part', () => {
    expect(kept('and then he left.')).toBe('and then he left.');
    expect(planCut('and then he left.', whole, false)?.runs).toEqual([
      { from: 0, to: 0, oldFrom: 0, oldTo: 6, text: '', isSelected: false },
    ]);
    expect(planCut('“Hello,”', whole, false)?.runs.map(({ oldFrom, oldTo }) => [oldFrom, oldTo])).toEqual([
      [0, 5],
      [6, 10],
    ]);
  });

  it('of words that are there twice is the first, or the last where the end is preferred', () => {
    const places = (prefersEnd: boolean) => planCut('Come.', 'Come. Come.', prefersEnd)?.retained[0]?.first;
    expect([places(false), places(true)]).toEqual([0, 1]);
  });

  it('is none where the words do not follow one another in the take', () => {
    expect(planCut('He left.', whole, false)).toBeUndefined();
  });
});
