import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributesOf, blocksOf, createDocument, editProblem } from '../../../src-shared/narration/document.ts';
import { compileQuery, findInTexts, replaceMatches, type FindIn, type FindQuery } from '../../../src-shared/narration/find.ts';
import { replaceInChapter } from '../../../src-shared/narration/replace-in-chapter.ts';

function find(text: string, options: Partial<FindQuery> = {}): FindIn {
  const compiled = compileQuery({ text, matchCase: false, wholeWords: false, isExpression: false, ...options });
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled.findIn;
}
const found = (text: string, within: string, options: Partial<FindQuery> = {}): string[] =>
  find(text, options)(within).map(({ start, end }) => within.slice(start, end));
const replaced = (text: string, template: string, within: string, options: Partial<FindQuery> = {}): string =>
  replaceMatches(within, find(text, options)(within, template));

/** Few letters, so that matches are frequent; signs that an expression would read otherwise; characters of two units. */
const prose = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'É', 'é', '.', '*', '$', '(', ' ', '🙂', '語', '\u0301'), maxLength: 40 });
const sought = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', '.', '*', '$', '(', '\\', '🙂'), minLength: 1, maxLength: 3 });

/** Every place, one after the other, past each match: what a reader would do. */
function scan(text: string, within: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at + text.length <= within.length; at += 1) {
    if (within.slice(at, at + text.length) !== text) continue;
    starts.push(at);
    at += text.length - 1;
  }
  return starts;
}

describe('finding a text', () => {
  it('finds exactly what a plain scan finds, at its offsets, whatever signs the text has', () => {
    fc.assert(
      fc.property(sought, prose, (text, within) => {
        const matches = find(text, { matchCase: true })(within);
        expect(matches.map(({ start }) => start)).toEqual(scan(text, within));
        for (const { start, end } of matches) expect(within.slice(start, end)).toBe(text);
      }),
    );
  });

  it('finds without case what is found in the text in small letters', () => {
    fc.assert(
      fc.property(sought, prose, (text, within) => {
        const matches = find(text)(within);
        expect(matches.map(({ start }) => start)).toEqual(scan(text.toLowerCase(), within.toLowerCase()));
      }),
    );
  });

  it('finds nothing after every match was replaced by a text without it', () => {
    fc.assert(
      fc.property(sought, prose, fc.boolean(), (text, within, matchCase) => {
        expect(find(text, { matchCase })(replaced(text, '#', within, { matchCase }))).toEqual([]);
      }),
    );
  });

  it('puts the replacement in as it is written, with all its signs', () => {
    fc.assert(
      fc.property(sought, sought, prose, (text, other, within) => {
        expect(replaced(text, other, within, { matchCase: true })).toBe(within.split(text).join(other));
      }),
    );
  });

  it('finds whole words by the letters, marks and digits of any script', () => {
    const whole = { wholeWords: true };
    expect(found('art', 'Art, party, art. art1 ârt art', whole)).toEqual(['Art', 'art', 'art']);
    expect(found('uber', 'über uber', whole)).toEqual(['uber']);
    expect(found('cafe', 'cafe\u0301 cafe', whole)).toEqual(['cafe']);
    expect(found('ночь', 'полночь ночь', whole)).toEqual(['ночь']);
    expect(found('- no', 'well- no, none', whole)).toEqual(['- no']);
  });

  it('keeps the capitals of a match where case is not to match', () => {
    expect(replaced('lamp', 'lantern', 'Chapter One: The Lamp. LAMPS! A lamp.')).toBe('Chapter One: The Lantern. LANTERNS! A lantern.');
    expect(replaced('lamp', 'LED', 'Lamp, lamp')).toBe('LED, LED');
    expect(replaced('lamp', 'iPhone', 'Lamp')).toBe('iPhone');
    expect(replaced('lamp', 'old Lantern', 'Lamp')).toBe('Old Lantern');
    expect(replaced('äpfel', 'öl und „essig“', 'Äpfel, ÄPFEL, äpfel')).toBe('Öl und „essig“, ÖL UND „ESSIG“, öl und „essig“');
    expect(replaced('a', 'one', 'A day')).toBe('One doney');
    expect(replaced('one', '2nd', 'One')).toBe('2nd');
    expect(replaced('lamp', '', 'Lamp')).toBe('');
  });

  it('puts in what is written where case is to match, by an expression, and for an abbreviation that was looked for in capitals', () => {
    expect(replaced('Lamp', 'lantern', 'The Lamp', { matchCase: true })).toBe('The lantern');
    expect(replaced('lamp', 'lantern', 'The Lamp', { isExpression: true })).toBe('The lantern');
    expect(replaced('BBC', 'the broadcaster', 'At BBC')).toBe('At the broadcaster');
    expect(replaced('I', 'we', 'I', { wholeWords: true })).toBe('we');
  });

  it('keeps to one line: line breaks of a replacement become spaces', () => {
    expect(replaced('b', 'one\r\ntwo', 'abc')).toBe('aone twoc');
    expect(replaced(String.raw`(.)b`, '$1\n', 'abc', { isExpression: true })).toBe('a c');
  });
});

describe('a regular expression', () => {
  const expression = { isExpression: true };
  const patterns = [
    String.raw`(a)(b)?`,
    String.raw`(?<first>\w)(\W*)`,
    'x*',
    '(?=a)',
    '^',
    '$',
    String.raw`(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)`,
    '[^a]+',
  ];
  const templates = fc
    .array(fc.constantFrom('$', '$$', '$1', '$2', '$0', '$11', '$12', '$01', '$&', '$`', "$'", '$<first>', '$<x', 'é', '9', ''), {
      maxLength: 5,
    })
    .map((parts) => parts.join(''));

  it('replaces as JavaScript does, also where it matches nothing between two characters', () => {
    fc.assert(
      fc.property(fc.constantFrom(...patterns), templates, prose, (pattern, template, within) => {
        expect(replaced(pattern, template, within, expression)).toBe(within.replaceAll(new RegExp(pattern, 'giu'), template));
      }),
      { numRuns: 500 },
    );
  });

  it('finds all empty matches and comes to an end, past characters of two units', () => {
    expect(find('', { isExpression: true })('a🙂b').map(({ start }) => start)).toEqual([0, 1, 3, 4]);
  });

  it('backs off to an alternative that is a whole word', () => {
    expect(found('art|arty', 'arty', { isExpression: true, wholeWords: true })).toEqual(['arty']);
  });

  it.each(['(', 'a)(b', '[z-a]', String.raw`\k<x>`, '*'])('that is none, %s, is refused with its problem, also for whole words', (text) => {
    for (const wholeWords of [false, true]) {
      const compiled = compileQuery({ text, matchCase: false, wholeWords, isExpression: true });
      expect(compiled).toHaveProperty('problem', expect.stringMatching(/^[A-Z].{5,}/u));
    }
  });
});

describe('searching many texts', () => {
  it('finds in each what is found in it alone, in parts that together are the whole', () => {
    fc.assert(
      fc.property(
        fc.array(prose, { maxLength: 20 }),
        sought,
        fc.array(fc.nat(40), { minLength: 50, maxLength: 50 }),
        (texts, text, steps) => {
          let [time, step] = [0, 0];
          const now = (): number => (time += steps[step++] ?? 1);
          const lists: unknown[] = [];
          const query = { text, matchCase: false, wholeWords: false, isExpression: false };
          const last = findInTexts({ query, texts }, (part) => lists.push(...part), now);
          if ('lists' in last) lists.push(...last.lists);
          expect(lists).toEqual(texts.map((one) => find(text)(one)));
        },
      ),
    );
  });
});

describe('replacing in a chapter', () => {
  const chapter = fc.array(prose, { minLength: 1, maxLength: 6 }).map((texts) => createDocument(texts, { locked: true }));

  it('gives each block the text that replacing in it alone gives, and leaves its settings and the other blocks as they are', () => {
    fc.assert(
      fc.property(
        chapter,
        sought,
        sought.filter((text) => text !== 'a'),
        (document, text, other) => {
          const findIn = find(text);
          const { doc } = replaceInChapter(document, (_id, line) => findIn(line, other));
          expect(editProblem(document, doc)).toBeUndefined();
          const before = blocksOf(document);
          expect(blocksOf(doc).map((block) => block.text)).toEqual(
            before.map((block) => replaceMatches(block.text, findIn(block.text, other))),
          );
          doc.children.forEach((node, index) => {
            expect(attributesOf(node)).toEqual(before[index]?.attributes);
            if (node.textContent === before[index]?.text) expect(node).toBe(document.child(index));
          });
        },
      ),
    );
  });

  it('takes one step for a block, however many matches it has, and none where nothing changes', () => {
    const document = createDocument(['one two one', 'none', 'two', 'one']);
    const findOne = find('one', { wholeWords: true });
    expect(replaceInChapter(document, (_id, line) => findOne(line, '1')).steps).toHaveLength(2);
    expect(replaceInChapter(document, (_id, line) => findOne(line, 'one')).steps).toHaveLength(0);
    const emptied = replaceInChapter(document, (_id, line) => findOne(line, '')).doc;
    expect(blocksOf(emptied).map(({ text }) => text)).toEqual([' two ', 'none', 'two', '']);
  });
});
