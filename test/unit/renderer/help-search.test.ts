import { describe, expect, it } from 'vitest';
import { parseSentence, type Section } from '../../../src-renderer/app/help/content.ts';
import { searchHelp, splitMatches } from '../../../src-renderer/app/help/search.ts';
import { joinVerb, stemOf } from '../../../src-renderer/lib/word-forms.ts';

const text = (words: string) => parseSentence(words, () => '');
const topic = (title: string, ...texts: string[]) => ({ title, text: texts.map(text), steps: [] });
const sections: Section[] = [
  {
    id: 'jobs',
    group: 'panels',
    title: 'Jobs',
    topics: [topic('', 'See what you paid for.'), topic('Check charges', 'Compares takes with credits, at the café too.')],
  },
  {
    id: 'narration',
    group: 'panels',
    title: 'Narration',
    topics: [
      topic('Compare takes', 'Choose **Restore** to go back.'),
      {
        title: 'Keys',
        text: [],
        steps: [],
        table: {
          kind: 'keys',
          rows: [
            { term: 'Ctrl+Z', meaning: 'Undo' },
            { term: 'F2', meaning: 'Rename the chapter' },
          ],
        },
      },
    ],
  },
];
const synonyms = [
  { typed: ['Fee', 'invoice'], means: ['charges', 'paid for'] },
  { typed: ['relabel'], means: ['rename chapter'] },
];
const wordForms = { endings: ['ing', 'ed', 'e', 's'], doubled: 'b', prefixes: ['up', 'out'], infixes: ['ge'], stems: { spok: 'speak' } };
const language = { wordForms, synonyms, stopWords: ['How', 'to', 'a', 'I', 'what', 'is'] };
const found = (query: string): string[] =>
  searchHelp(query, sections, language).sections.flatMap(({ id, topics }) =>
    topics.flatMap(({ title, table }) => (table ? table.rows.map(({ term }) => `${id}: ${term}`) : [`${id}: ${title}`])),
  );

describe('the search of Help', () => {
  it('gives everything while no word is typed', () => {
    for (const query of ['  ', '?!']) expect(searchHelp(query, sections, language)).toEqual({ sections, isClosest: false, marks: [] });
  });

  it('finds a topic by the beginnings of its words, in any order, whatever their case and accents', () => {
    expect(found('CRED charges')).toEqual(['jobs: Check charges']);
    expect(found('cafe')).toEqual(['jobs: Check charges']);
  });

  it('finds names on the screen, and nothing by the inside of a word', () => {
    expect(found('restore')).toEqual(['narration: Compare takes']);
    expect(found('store')).toEqual([]);
  });

  it('puts a section with all words in a title before one that has them in its text', () => {
    expect(found('takes')).toEqual(['narration: Compare takes', 'jobs: Check charges']);
  });

  it('finds a topic by its search words, before one that has the word in its text', () => {
    const recheck: Section = {
      id: 'more',
      group: 'more',
      title: 'More',
      topics: [{ ...topic('Look again', 'At charges.'), searchWords: 'restore' }],
    };
    const { sections: both } = searchHelp('restore', [...sections, recheck], language);
    expect(both.map(({ id }) => id)).toEqual(['more', 'narration']);
  });

  it('finds single rows of keys, by what they do or by the keys, and all of them by the name of their section', () => {
    expect(found('rename')).toEqual(['narration: F2']);
    expect(found('ctrl+z')).toEqual(['narration: Ctrl+Z']);
    expect(found('narration keys')).toEqual(['narration: Ctrl+Z', 'narration: F2']);
  });

  it('finds what Help says for a word that it does not have, on the way to the word and in longer forms of it', () => {
    for (const query of ['fee', 'fees', 'invoi', 'INVOICES']) expect(found(query)).toEqual(['jobs: Check charges', 'jobs: ']);
    // Short beginnings and other words of the same beginning are not meant.
    for (const query of ['inv', 'feelings']) expect(found(query)).toEqual([]);
  });

  it('finds a row by all words that stand for one, and asks for the other words of the query as before', () => {
    expect(found('relabel')).toEqual(['narration: F2']);
    expect(found('invoice compares')).toEqual(['jobs: Check charges']);
  });

  it('leaves out words that only make a question, but not where there are no others', () => {
    expect(found('How to rename a chapter?')).toEqual(['narration: F2']);
    expect(found('what I')).toEqual(['jobs: ']);
  });

  it('gives what has most of the words where nothing has all, the best first, and says so', () => {
    expect(searchHelp('takes zebra credits', sections, language).isClosest).toBe(true);
    expect(found('takes zebra credits')).toEqual(['jobs: Check charges']);
    // One word in each: a title comes first.
    expect(found('rename takes')).toEqual(['narration: Compare takes', 'narration: F2', 'jobs: Check charges']);
    expect(found('relabel zebra')).toEqual(['narration: F2']);
    expect(searchHelp('takes', sections, language).isClosest).toBe(false);
  });

  it('finds nothing where no word is there', () => {
    expect(found('zebra')).toEqual([]);
  });
});

describe('the forms of words', () => {
  it('find a word by another form of it, and mark it as a whole', () => {
    expect(found('renaming')).toEqual(['narration: F2']);
    expect(splitMatches('Rename it', ['renaming'], wordForms)[0]).toEqual({ text: 'Rename', found: true });
  });

  it('have one stem, with what stands between prefix and verb left out, and with the vowel of the other forms', () => {
    const stems = ['upgespok', 'upspeaking', 'upspeaks', 'upspeaked'].map((word) => stemOf(word, wordForms));
    expect(new Set(stems)).toEqual(new Set(['upspeak']));
    expect(stemOf('dubbing', wordForms)).toBe('dub');
    // What is left would be too short to say anything.
    expect(stemOf('used', wordForms)).toBe('used');
  });

  it('make one word of a verb and what is separated from it at the end, where that is a word that is known', () => {
    const join = (words: string[], ...known: string[]) => joinVerb(words, wordForms, (stem) => known.includes(stem));
    expect(join(['how', 'speak', 'that', 'up'], 'upspeak')).toEqual(['how', 'upspeak', 'that']);
    expect(join(['how', 'speak', 'that', 'up'])).toEqual(['how', 'speak', 'that', 'up']);
    expect(join(['up', 'speak'], 'upspeak')).toEqual(['up', 'speak']);
    expect(join(['up'], 'upup')).toEqual(['up']);
  });
});

describe('the name of the product', () => {
  it('is found by more than half of it, and not by a word that begins it by chance', () => {
    const about: Section[] = [{ id: 'about', group: 'more', title: 'About', topics: [topic('', 'Voicewright speaks.')] }];
    const ids = (query: string) => searchHelp(query, about, language).sections.map(({ id }) => id);
    expect(ids('voice')).toEqual([]);
    expect(ids('voicew')).toEqual(['about']);
    expect(splitMatches('Voicewright', ['voice'], wordForms)).toEqual([{ text: 'Voicewright', found: false }]);
  });
});

describe('the marks of the search', () => {
  it('are of what was typed and of single words that stand for it', () => {
    expect(searchHelp('How to relabel a fees', sections, language).marks).toEqual(['relabel', 'fees', 'charges']);
  });

  it('stand at the beginnings that were found, and the text stays whole', () => {
    const pieces = splitMatches('Takes: compare takes, retakes', ['take', 'compare'], wordForms);
    expect(pieces.filter((piece) => piece.found).map((piece) => piece.text)).toEqual(['Take', 'compare', 'take']);
    expect(pieces.map((piece) => piece.text).join('')).toBe('Takes: compare takes, retakes');
  });

  it('take the whole word where its letters change their number without case and accents', () => {
    expect(splitMatches('the cafe\u0301s', ['caf'], wordForms)).toEqual([
      { text: 'the ', found: false },
      { text: 'cafe\u0301s', found: true },
    ]);
  });
});
