import { describe, expect, it } from 'vitest';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import {
  castDraft,
  chooseAttributed,
  chooseChapter,
  countDraftWords,
  createDraft,
  keepApart,
  proposeSpeakers,
  sumWords,
} from '../../../src-renderer/features/narration/manuscript/manuscript-draft.ts';

const block = (text: string): Manuscript['chapters'][number]['blocks'][number] => ({ text, pauseMs: null });

const manuscript: Manuscript = {
  chapters: [
    { title: 'One', blocks: [block('The fog came in.'), block('ANNA: Nobody saw it.'), block('BEN: I did.')] },
    { title: 'Two', blocks: [block('ANNA: You did not.'), block('BEN: As you wish.')] },
  ],
  warnings: [],
};

describe('The preview of a manuscript', () => {
  const draft = createDraft([{ name: 'book.docx', manuscript }], 'Untitled');

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
    const novel = createDraft([{ name: 'novel.docx', manuscript: { chapters: [{ blocks: prose.map(block) }], warnings: [] } }], 'Untitled');
    expect(proposeSpeakers(novel, [])).toEqual([
      { name: 'Thomas', blocks: 2, shorter: [] },
      { name: 'Agnes', blocks: 2, shorter: [] },
    ]);
    expect(castDraft(novel, []).names).toEqual(['ANNA']);
    const chosen = chooseAttributed(novel, 'Agnes', true);
    const speakers = (of: typeof novel) => castDraft(of, []).chapters[0]?.blocks.map(({ speaker }) => speaker);
    expect(speakers(chosen)).toEqual([undefined, undefined, 'Agnes', 'Agnes', 'ANNA']);
    expect(proposeSpeakers(chosen, [])).toHaveLength(2);
    expect(speakers(chooseAttributed(chosen, 'Agnes', false))).toEqual(speakers(novel));
  });

  it('gives a chosen speaker the blocks of a short form of the name, until it is kept apart', () => {
    const prose = ['“Come,” said Captain Thomas.', '“Where?” Thomas asked.', '“There,” said Thomas.'];
    const novel = createDraft([{ name: 'novel.docx', manuscript: { chapters: [{ blocks: prose.map(block) }], warnings: [] } }], 'Untitled');
    const chosen = chooseAttributed(novel, 'Captain Thomas', true);
    const speakers = (of: typeof novel) => castDraft(of, []).chapters[0]?.blocks.map(({ speaker }) => speaker);
    expect(speakers(chosen)).toEqual(['Captain Thomas', 'Captain Thomas', 'Captain Thomas']);
    expect(speakers(keepApart(chosen, 'Thomas', true))).toEqual(['Captain Thomas', undefined, undefined]);
    expect(speakers(chooseAttributed(keepApart(chosen, 'Thomas', true), 'Thomas', true))).toEqual(['Captain Thomas', 'Thomas', 'Thomas']);
    expect(speakers(keepApart(keepApart(chosen, 'Thomas', true), 'Thomas', false))).toEqual(speakers(chosen));
  });

  it('counts the words of a chapter that is left out, too', () => {
    const left = chooseChapter(draft, draft.chapters[1]!.key, false);
    expect([...countDraftWords(left, []).values()]).toEqual([9, 6]);
    expect(sumWords(castDraft(left, ['ANNA', 'BEN']).chapters.flatMap(({ blocks }) => blocks))).toBe(9);
  });
});
