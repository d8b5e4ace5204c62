import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { castManuscript } from '#shared/manuscript/cast.ts';
import { readMarkdownManuscript } from '#shared/manuscript/markdown.ts';
import { isChapterLine, isSceneBreak, sceneBreakMs, type Manuscript } from '#shared/manuscript/manuscript.ts';
import { message } from '#shared/messages/message.ts';
import { readTextManuscript } from '#shared/manuscript/text.ts';
import { decodeText } from '#shared/plain-text.ts';

/** Chapters as their titles and texts; `+` before what follows a longer pause. */
const outlineOf = ({ chapters }: Manuscript): unknown[] =>
  chapters.map(({ title, blocks }) => [
    title,
    ...blocks.map(({ text }, index) => (blocks[index - 1]?.pauseMs === sceneBreakMs ? `+${text}` : text)),
  ]);

describe('a line', () => {
  it.each([
    'CHAPTER IV',
    'Chapter 4: The Storm',
    'Chapter XC',
    'CHAPTER THE FIRST',
    'Chapter Twenty-One',
    'Part I',
    'Prologue',
    'Kapitel 3. Nebel',
    'Chapter I The Fog',
  ])('names a chapter: %s', (line) => expect(isChapterLine(line)).toBe(true));
  it.each([
    'Chapter 4 was long.',
    'Part I played alone.',
    'Part of it',
    'Book mild cheese',
    'Act now',
    `Chapter 1: ${'long '.repeat(30)}`,
    '',
  ])('is a sentence like any other: %s', (line) => expect(isChapterLine(line)).toBe(false));
  it('of ornaments alone is a scene break', () => {
    for (const line of ['***', '* * *', '---', '⁂', '#', '— — —', '~']) expect(isSceneBreak(line)).toBe(true);
    for (const line of ['', '* a', '1.', '...']) expect(isSceneBreak(line)).toBe(false);
  });
});

describe('a plain text', () => {
  it('is parted at blank lines, with wrapped lines joined, chapters by their lines, and a longer pause at a scene break', () => {
    const text =
      '\ufeff\r\nThe Book\r\n\r\nCHAPTER I\r\nThe Storm\r\n\r\nIt was a dark\r\n  and stormy night.\r\n\r\n* * *\r\n\r\nDay\u00adlight.\r\n\r\n\r\nCHAPTER II\r\n\r\nThe end.';
    expect(outlineOf(readTextManuscript(text))).toEqual([
      [undefined, 'The Book'],
      ['CHAPTER I: The Storm', 'It was a dark and stormy night.', '+Daylight.'],
      ['CHAPTER II', 'The end.'],
    ]);
  });

  it('without blank lines has a block in every line', () => {
    expect(outlineOf(readTextManuscript('One.\nTwo.\n***\nThree.'))).toEqual([[undefined, 'One.', 'Two.', '+Three.']]);
  });

  it('loses no word, whatever it is', () => {
    const line = fc
      .array(fc.constantFrom('word', 'Chapter', 'IV', 'é', '語', 'end.'), { minLength: 1, maxLength: 6 })
      .map((words) => words.join(' '));
    const breaks = fc.constantFrom('\n', '\n\n', '\r\n', '\n \n\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, breaks), { minLength: 1, maxLength: 12 }), (lines) => {
        const text = [...lines.flat(), 'Last line.'].join('');
        const { title = '', chapters } = readTextManuscript(text);
        const words = (of: string): string[] =>
          of
            .replaceAll(':', ' ')
            .split(/\s+/u)
            .filter((word) => word !== '');
        const read = [title, ...chapters.flatMap((chapter) => [chapter.title ?? '', ...chapter.blocks.map((block) => block.text)])];
        const isHeadingAlone = lines.some(([one]) => isChapterLine(one));
        if (!isHeadingAlone) expect(words(read.join(' '))).toEqual(words(text));
      }),
    );
  });
});

describe('Markdown', () => {
  it('is read as its words: headings start chapters, lists and tables in order, footnotes out of the sentence', () => {
    const text = [
      '---\ntitle: "My Book"\n---\n# My Book\n\n## One\n',
      'Hello *big* [world](http://x) &amp; all[^1].\nWrapped  \nhere.\n',
      '1. a\n2. b\n   - c\n\n> quoted\n\n* * *\n',
      '| x | y |\n|---|---|\n| 1 | `2` |\n',
      '[^1]: A note.\n\nTwo\n===\n\nBye.\n',
    ].join('\n');
    const manuscript = readMarkdownManuscript(text);
    expect(manuscript.title).toBe('My Book');
    expect(outlineOf(manuscript)).toEqual([
      ['One', 'Hello big world & all. Wrapped here.', 'a', 'b', 'c', 'quoted', '+x, y', '1, 2'],
      ['Two', 'Bye.'],
    ]);
    expect(manuscript.warnings).toEqual([message('manuscript.emphasisLeftOut')]);
  });

  it('leaves code, images and HTML out with a warning each, and comments without', () => {
    const { chapters, warnings } = readMarkdownManuscript('a\n\n![p](a.png) b\n\n```\ncode\n```\n\n<!-- hidden -->\n\n<div>x</div>\n');
    expect(outlineOf({ title: undefined, chapters, warnings })).toEqual([[undefined, 'a', 'b']]);
    expect(warnings.map(({ id, values }) => [id, ...values])).toEqual([
      ['manuscript.codeLeftOut', 1],
      ['manuscript.imagesLeftOut', 1],
      ['manuscript.htmlLeftOut', 1],
    ]);
  });

  it('finds chapters by their lines where it has no headings', () => {
    expect(outlineOf(readMarkdownManuscript('CHAPTER I\n\nOne.\n\nCHAPTER II\n\nTwo.'))).toEqual([
      ['CHAPTER I', 'One.'],
      ['CHAPTER II', 'Two.'],
    ]);
  });
});

it('a file is read in UTF-8, UTF-16 with its mark, or as Windows wrote it', () => {
  const utf16 = (swap: boolean): Uint8Array => {
    const bytes = Buffer.from('\ufeffÜber', 'utf16le');
    return swap ? bytes.swap16() : bytes;
  };
  for (const bytes of [Buffer.from('\ufeffÜber'), Buffer.from('Über', 'latin1'), utf16(false), utf16(true)])
    expect(decodeText(bytes)).toBe('Über');
});

describe('a cast', () => {
  const blocks = (...texts: string[]) => [{ title: 'One', blocks: texts.map((text) => ({ text, pauseMs: null })) }];
  it('is of names before a colon: in capitals, spoken twice, or known, in any case', () => {
    const { names, chapters } = castManuscript(blocks('IDA: Who?', 'Eva: Me.', 'ida: You?', 'Note: it rained.', 'Time: 12:30'), ['eva']);
    expect(names).toEqual(['IDA', 'Eva']);
    expect(chapters[0]?.blocks.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['Who?', 'IDA'],
      ['Me.', 'Eva'],
      ['You?', 'IDA'],
      ['Note: it rained.', undefined],
      ['Time: 12:30', undefined],
    ]);
  });
});

describe('what Markdown says of the book', () => {
  const facts = (yaml: string) => {
    const { title, author, language } = readMarkdownManuscript(`---\n${yaml}\n---\n\nText.\n`);
    return [title, author, language];
  };

  it('is its title, everybody who wrote it, and its language, however the front matter lists them', () => {
    expect(facts('title: "The Sea"\nauthor: Ann Ames\nlang: de-DE')).toEqual(['The Sea', 'Ann Ames', 'de-DE']);
    expect(facts("author:\n  - Ann Ames\n  - 'Ben Bell'\nlanguage: en")).toEqual([undefined, 'Ann Ames, Ben Bell', 'en']);
    expect(facts('authors: [Ann Ames, "Ben Bell"]')).toEqual([undefined, 'Ann Ames, Ben Bell', undefined]);
  });

  it('is nothing where a field is empty, too long, or what a program says by itself', () => {
    expect(facts('title:\nauthor: ""\nlang:')).toEqual([undefined, undefined, undefined]);
    expect(facts(`author: User\nlang: ${'x'.repeat(60)}`)).toEqual([undefined, undefined, undefined]);
    expect(facts(`author: ${'A'.repeat(900)}`)[1]).toHaveLength(200);
  });
});

describe('a title page', () => {
  const rest = '\n\n## One\n\nThe fog came in.\n\n## Two\n\nIt went.';
  const isLeftOut = (markdown: string): boolean => readMarkdownManuscript(markdown).chapters[0]?.isFrontMatter === true;

  it.each([
    ['its title and who wrote it, before the first heading', `The Lighthouse\n\nby Eleanor Marsh${rest}`],
    ['its title as a heading above all chapters', `# The Lighthouse\n\nEleanor Marsh${rest}`],
    ['a heading as high as those of the chapters, and a byline', `## The Lighthouse\n\nA Novel\n\nby E. L. Marsh Jr.${rest}`],
    ['the title that the file says', `---\ntitle: The Lighthouse\n---\n\n## The Lighthouse\n\nEleanor Marsh${rest}`],
    ['German', `Der Leuchtturm\n\nRoman\n\nvon Eleanor Marsh\n\n© 2026 Eleanor Marsh${rest}`],
  ])('is front matter: %s', (_, markdown) => expect(isLeftOut(markdown)).toBe(true));

  it.each([
    ['prose before the first heading', `The fog came in.${rest}`],
    ['a part with its place', `# Part One\n\nBerlin, 1942${rest}`],
    ['one of several parts', `# The Storm\n\nBerlin 1942${rest}\n\n# The Calm\n\nParis 1943\n\n## Three\n\nNothing.`],
    ['a first chapter of one short line', `## Silence\n\nNothing${rest}`],
    ['speech', `NINA: Come in${rest}`],
    ['all that there is', '# The Lighthouse\n\nby Eleanor Marsh'],
  ])('is not %s', (_, markdown) => expect(isLeftOut(markdown)).toBe(false));

  it('says what the book is called where the file does not', () => {
    expect(readMarkdownManuscript(`# The Lighthouse\n\nby Eleanor Marsh${rest}`).title).toBe('The Lighthouse');
  });
});
