import type { Manuscript, ManuscriptBlock, ManuscriptChapter } from './manuscript.ts';

/** What of a manuscript is spoken. */

/** Where footnotes are read: nowhere, at the end of their chapter, or after their paragraph. */
export const footnoteChoices = ['leave-out', 'at-end', 'in-place'] as const;
export type FootnoteChoice = (typeof footnoteChoices)[number];

export const countNotes = ({ chapters }: Manuscript): number =>
  chapters.reduce((sum, { blocks }) => blocks.reduce((all, { notes }) => all + (notes?.length ?? 0), sum), 0);

/** With the footnotes as blocks of their own where they are read. */
export function placeFootnotes(chapters: readonly ManuscriptChapter[], choice: FootnoteChoice): ManuscriptChapter[] {
  return chapters.map((chapter) => {
    const plain = chapter.blocks.map((block) => {
      const { notes, ...rest } = block;
      return notes === undefined ? block : rest;
    });
    const notesOf = ({ notes = [] }: ManuscriptBlock): ManuscriptBlock[] => notes.map((text) => ({ text, pauseMs: null }));
    if (choice === 'leave-out') return { ...chapter, blocks: plain };
    if (choice === 'at-end') return { ...chapter, blocks: [...plain, ...chapter.blocks.flatMap(notesOf)] };
    return { ...chapter, blocks: chapter.blocks.flatMap((block, index) => [...plain.slice(index, index + 1), ...notesOf(block)]) };
  });
}

/** With the title of each chapter as its first block. */
export const speakTitles = (chapters: readonly ManuscriptChapter[]): ManuscriptChapter[] =>
  chapters.map((chapter) =>
    chapter.title === undefined ? chapter : { ...chapter, blocks: [{ text: chapter.title, pauseMs: null }, ...chapter.blocks] },
  );

/** Without title page, copyright, contents and the like, unless there is nothing else. */
export function withoutFrontMatter(chapters: readonly ManuscriptChapter[]): ManuscriptChapter[] {
  const rest = chapters.filter(({ isFrontMatter }) => isFrontMatter !== true);
  return rest.length > 0 ? rest : [...chapters];
}
