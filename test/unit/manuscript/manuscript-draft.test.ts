import { describe, expect, it } from 'vitest';
import { assignParagraphs } from '#shared/manuscript/cast.ts';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import {
  castDraft,
  chooseAsBefore,
  chooseAttributed,
  chooseChapter,
  countDraftWords,
  createDraft,
  findUnspokenSpeech,
  joinWithPrevious,
  keepApart,
  proposeSpeakers,
  splitAt,
  sumWords,
  type ManuscriptDraft,
} from '../../../src-renderer/features/narration/manuscript/manuscript-draft.ts';

const names = { untitled: 'Untitled', frontMatter: 'Front matter' };
const block = (text: string): Manuscript['chapters'][number]['blocks'][number] => ({ text, pauseMs: null });

const manuscript: Manuscript = {
  chapters: [
    { title: 'One', blocks: [block('The fog came in.'), block('ANNA: Nobody saw it.'), block('BEN: I did.')] },
    { title: 'Two', blocks: [block('ANNA: You did not.'), block('BEN: As you wish.')] },
  ],
  warnings: [],
};

/** A draft whose paragraphs are left whole. */
const draftOf = (prose: readonly string[]): ManuscriptDraft => ({
  ...createDraft([{ name: 'novel.docx', manuscript: { chapters: [{ blocks: prose.map(block) }], warnings: [] } }], names),
  splitsSpeech: false,
});

describe('The preview of a manuscript', () => {
  const draft = createDraft([{ name: 'book.docx', manuscript }], names);

  it('counts the words of each chapter as the whole is counted: without the names of speakers', () => {
    const counts = [...countDraftWords(draft, []).values()];
    expect(counts).toEqual([9, 6]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sumWords(castDraft(draft, []).chapters.flatMap(({ blocks }) => blocks)));
  });

  it('proposes those who the sentences of chosen chapters say speak, and gives only those who are chosen their blocks', () => {
    const prose = [
      '“Come,” said Thomas.',
      '“Where?” Thomas asked.',
      '“Stay,” said Agnes.',
      '“Here,” said Agnes.',
      'ANNA: “No,” said Agnes.',
    ];
    const novel = draftOf(prose);
    expect(proposeSpeakers(novel, [])).toEqual([
      { name: 'Thomas', blocks: 2, shorter: [] },
      { name: 'Agnes', blocks: 2, shorter: [] },
    ]);
    expect(castDraft(novel, []).names).toEqual(['ANNA']);
    const chosen = chooseAttributed(novel, ['Agnes'], true);
    const speakers = (of: typeof novel) => castDraft(of, []).chapters[0]?.blocks.map(({ speaker }) => speaker);
    expect(speakers(chosen)).toEqual([undefined, undefined, 'Agnes', 'Agnes', 'ANNA']);
    expect(proposeSpeakers(chosen, [])).toHaveLength(2);
    expect(speakers(chooseAttributed(chosen, ['Agnes'], false))).toEqual(speakers(novel));
    const both = chooseAttributed(chosen, ['Thomas', 'Agnes'], true);
    expect(speakers(both)).toEqual(['Thomas', 'Thomas', 'Agnes', 'Agnes', 'ANNA']);
    expect(speakers(chooseAttributed(both, ['Thomas', 'Agnes'], false))).toEqual(speakers(novel));
  });

  it('gives a chosen speaker the blocks of a short form of the name, until it is kept apart', () => {
    const prose = ['“Come,” said Captain Thomas.', '“Where?” Thomas asked.', '“There,” said Thomas.'];
    const novel = draftOf(prose);
    const chosen = chooseAttributed(novel, ['Captain Thomas'], true);
    const speakers = (of: typeof novel) => castDraft(of, []).chapters[0]?.blocks.map(({ speaker }) => speaker);
    expect(speakers(chosen)).toEqual(['Captain Thomas', 'Captain Thomas', 'Captain Thomas']);
    expect(speakers(keepApart(chosen, 'Thomas', true))).toEqual(['Captain Thomas', undefined, undefined]);
    expect(speakers(chooseAttributed(keepApart(chosen, 'Thomas', true), ['Thomas'], true))).toEqual(['Captain Thomas', 'Thomas', 'Thomas']);
    expect(speakers(keepApart(keepApart(chosen, 'Thomas', true), 'Thomas', false))).toEqual(speakers(chosen));
  });

  it('gives a chosen speaker what is quoted alone, in blocks of one paragraph, and leaves other paragraphs whole', () => {
    const prose = ['“Come,” said Thomas. “It is late.”', '“Where?” she asked.', '“There,” said Thomas.', 'He left.'];
    const chosen = { ...chooseAttributed(draftOf(prose), ['Thomas'], true), splitsSpeech: true };
    const blocks = castDraft(chosen, []).chapters[0]?.blocks ?? [];
    expect(blocks.map(({ text, speaker, continues }) => [text, speaker, continues])).toEqual([
      ['“Come,”', 'Thomas', false],
      ['said Thomas.', undefined, true],
      ['“It is late.”', 'Thomas', true],
      ['“Where?” she asked.', undefined, false],
      ['“There,”', 'Thomas', false],
      ['said Thomas.', undefined, true],
      ['He left.', undefined, false],
    ]);
    const ids = assignParagraphs(blocks);
    expect(ids.map((id) => id !== null)).toEqual([true, true, true, false, true, true, false]);
    expect([new Set(ids.slice(0, 3)).size, new Set(ids.slice(4, 6)).size, ids[0] === ids[4]]).toEqual([1, 1, false]);
  });

  it('calls what stands before the first chapter front matter, and leaves it out', () => {
    const chapters = [{ isFrontMatter: true, blocks: [block('Eleanor Marsh')] }, ...manuscript.chapters];
    const book = createDraft([{ name: 'book.docx', manuscript: { chapters, warnings: [] } }], names);
    expect(book.chapters.map(({ title, isChosen }) => [title, isChosen])).toEqual([
      ['Front matter', false],
      ['One', true],
      ['Two', true],
    ]);
  });

  it('has the titles of chapters as their first blocks where they are read aloud, and sees that a project reads them', () => {
    const texts = (of: ManuscriptDraft) => castDraft(of, []).chapters.map(({ blocks }) => blocks[0]?.text);
    expect(texts(draft)).toEqual(['The fog came in.', 'You did not.']);
    expect(texts({ ...draft, speaksTitles: true })).toEqual(['One', 'Two']);
    expect(chooseAsBefore(draft, ['One', 'The fog came in.', 'Two']).speaksTitles).toBe(true);
    expect(chooseAsBefore(draft, ['The fog came in.']).speaksTitles).toBe(false);
  });

  it('counts the words of a chapter that is left out, too', () => {
    const left = chooseChapter(draft, draft.chapters[1]!.key, false);
    expect([...countDraftWords(left, []).values()]).toEqual([9, 6]);
    expect(sumWords(castDraft(left, ['ANNA', 'BEN']).chapters.flatMap(({ blocks }) => blocks))).toBe(9);
  });
});

it('speech that the narrator would read is found: a paragraph that names nobody, and not one whose speech is given to a character', () => {
  const blocks = ['“Is it true,” she asked, “or not?”', '“It is,” said Anna.', '“Then sit,” said Anna.', 'Nobody spoke.'];
  const chapters = [{ title: 'One', blocks: blocks.map((text) => ({ text, pauseMs: null })) }];
  const manuscript = { chapters, warnings: [] };
  const draft = createDraft([{ name: 'a.md', manuscript }], { untitled: 'Chapter', frontMatter: 'Front matter' });
  const found = (chosen: readonly string[]) => findUnspokenSpeech(castDraft({ ...draft, attributed: chosen }, []).chapters);
  expect(found(['Anna'])).toEqual([blocks[0]]);
  expect(found([])).toEqual(blocks.slice(0, 3));
});

describe('chapters that are joined and cut in the preview', () => {
  const book = createDraft([{ name: 'book.docx', manuscript }], names);
  const [one, two] = book.chapters.map(({ key }) => key) as [string, string];

  it('keep the heading of the lower one as a paragraph, which is a title again where the chapter is cut there', () => {
    const joined = joinWithPrevious(book, two);
    expect(joined.chapters[0]?.blocks.map(({ text }) => text)).toEqual([
      'The fog came in.',
      'ANNA: Nobody saw it.',
      'BEN: I did.',
      'Two',
      'ANNA: You did not.',
      'BEN: As you wish.',
    ]);
    expect(castDraft(joined, []).chapters[0]?.blocks.map(({ text, speaker }) => [text, speaker])).toContainEqual(['Two', undefined]);
    const cut = splitAt(joined, one, 3, 'Chapter');
    expect(cut.chapters.map(({ title, isTitled, blocks }) => [title, isTitled, blocks.length])).toEqual([
      ['One', true, 3],
      ['Two', true, 2],
    ]);
  });

  it('stay chosen where one of them is, as under front matter that is left out', () => {
    const [front, chapter] = book.chapters.map((entry, index) => ({ ...entry, isChosen: index > 0, isFrontMatter: index === 0 }));
    const joined = joinWithPrevious({ ...book, chapters: [front!, chapter!] }, two);
    expect(joined.chapters.map(({ isChosen, isFrontMatter }) => [isChosen, isFrontMatter])).toEqual([[true, false]]);
  });

  it('have no heading where nobody named the lower one', () => {
    const cut = splitAt(book, one, 1, 'Chapter');
    expect(joinWithPrevious(cut, `${one}.1`)).toEqual(book);
  });
});
