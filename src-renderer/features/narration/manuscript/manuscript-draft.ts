import { bookFactsOf, type BookFacts } from '#shared/books/book-facts.ts';
import { castManuscript, type CastBlock, type CastChapters } from '#shared/manuscript/cast.ts';
import { enoughText } from '#shared/dubbing/voice-languages.ts';
import { countNotes, placeFootnotes, type FootnoteChoice } from '#shared/manuscript/choose.ts';
import type { Manuscript, ManuscriptBlock } from '#shared/manuscript/manuscript.ts';
import { plainTypography } from '#shared/manuscript/typography.ts';
import type { Message } from '#shared/messages/message.ts';
import { proposeAttributions, type AttributedSpeaker } from '#shared/narration/attributions.ts';
import { maximumTitle } from '#shared/narration/outline.ts';
import { splitSpeech } from '#shared/narration/speech-parts.ts';

/** What a person decides about a manuscript before it is imported. Pure. */

/** `isHeading`: it was the title of a chapter that was joined with the one above. */
type DraftBlock = ManuscriptBlock & { isHeading?: true };

export interface DraftChapter {
  /** The same as long as the dialog is open. */
  key: string;
  source: string;
  title: string;
  /** The manuscript, or the person, says the title; else it is the file’s name. */
  isTitled: boolean;
  isChosen: boolean;
  /** Title page, copyright and the like, as the manuscript says or shows. */
  isFrontMatter: boolean;
  blocks: readonly DraftBlock[];
}

export interface ManuscriptDraft {
  chapters: readonly DraftChapter[];
  footnotes: FootnoteChoice;
  /** Names that its sentences say speak, and that a person chose as characters. */
  attributed: readonly string[];
  /** Short forms of such names that a person keeps apart. */
  apart: readonly string[];
  /** Those characters are given what is quoted, and the narrator the rest of the paragraph. */
  splitsSpeech: boolean;
  /** The title of each chapter is its first block, as audiobooks read it. */
  speaksTitles: boolean;
  notes: number;
  warnings: readonly Message[];
  /** What each file says of the book, by its name. */
  facts: Readonly<Record<string, BookFacts>>;
}

/** Of chapters without a title: those of files without a name, and what stands before the first chapter. */
interface Names {
  untitled: string;
  frontMatter: string;
}

/** The beginning of what is to be imported: it says the language. */
export function sampleOf({ chapters }: Pick<ManuscriptDraft, 'chapters'>): string {
  let sample = '';
  for (const { isChosen, blocks } of chapters)
    for (const { text } of isChosen ? blocks : []) if (sample.length < enoughText) sample += `${text} `;
  return sample.trim();
}

/** `files` in reading order; front matter is not chosen. */
export function createDraft(files: readonly { name: string; manuscript: Manuscript }[], { untitled, frontMatter }: Names): ManuscriptDraft {
  const chapters = files.flatMap(({ name, manuscript }, file) =>
    manuscript.chapters.map((chapter, index): DraftChapter => {
      const { title, blocks, isFrontMatter = false } = chapter;
      const fileTitle = name.replace(/\.[^.]*$/u, '').trim();
      return {
        key: `${file}-${index}`,
        source: name,
        title: title ?? (isFrontMatter ? frontMatter : fileTitle || untitled).slice(0, maximumTitle),
        isTitled: title !== undefined,
        isChosen: !isFrontMatter,
        isFrontMatter,
        blocks,
      };
    }),
  );
  return {
    // Where there is nothing else, it is what they want.
    chapters: chapters.some(({ isChosen }) => isChosen) ? chapters : chapters.map((chapter) => ({ ...chapter, isChosen: true })),
    footnotes: 'leave-out',
    attributed: [],
    apart: [],
    splitsSpeech: true,
    speaksTitles: false,
    notes: files.reduce((sum, { manuscript }) => sum + countNotes(manuscript), 0),
    warnings: files.flatMap(({ manuscript }) => manuscript.warnings),
    facts: Object.fromEntries(files.map(({ name, manuscript }) => [name, bookFactsOf([manuscript])])),
  };
}

const changeChapter = (draft: ManuscriptDraft, key: string, change: Partial<DraftChapter>): ManuscriptDraft => ({
  ...draft,
  chapters: draft.chapters.map((chapter) => (chapter.key === key ? { ...chapter, ...change } : chapter)),
});

export const chooseChapter = (draft: ManuscriptDraft, key: string, isChosen: boolean): ManuscriptDraft =>
  changeChapter(draft, key, { isChosen });
export const renameChapter = (draft: ManuscriptDraft, key: string, title: string): ManuscriptDraft =>
  changeChapter(draft, key, { title: title.slice(0, maximumTitle), isTitled: true });

/** The chapter’s blocks after those of the one above it, with its title before them as a paragraph; chosen where one of the two is. */
export function joinWithPrevious(draft: ManuscriptDraft, key: string): ManuscriptDraft {
  const at = draft.chapters.findIndex((chapter) => chapter.key === key);
  const [above, chapter] = [draft.chapters[at - 1], draft.chapters[at]];
  if (!above || !chapter) return draft;
  const title = chapter.isTitled ? chapter.title.trim() : '';
  const heading: DraftBlock[] = title === '' ? [] : [{ text: title, pauseMs: null, isHeading: true }];
  const joined: DraftChapter = {
    ...above,
    isChosen: above.isChosen || chapter.isChosen,
    isFrontMatter: above.isFrontMatter && chapter.isFrontMatter,
    blocks: [...above.blocks, ...heading, ...chapter.blocks],
  };
  return { ...draft, chapters: draft.chapters.toSpliced(at - 1, 2, joined) };
}

/** A chapter of its own from this block on; a heading there is its title again. */
export function splitAt(draft: ManuscriptDraft, key: string, block: number, title: string): ManuscriptDraft {
  const at = draft.chapters.findIndex((chapter) => chapter.key === key);
  const chapter = draft.chapters[at];
  if (!chapter || block < 1 || block >= chapter.blocks.length) return draft;
  const heading = chapter.blocks[block]?.isHeading && block + 1 < chapter.blocks.length ? chapter.blocks[block] : undefined;
  const rest = {
    ...chapter,
    key: `${key}.${block}`,
    title: heading?.text ?? title,
    isTitled: heading !== undefined,
    isFrontMatter: false,
    blocks: chapter.blocks.slice(heading ? block + 1 : block),
  };
  return { ...draft, chapters: draft.chapters.toSpliced(at, 1, { ...chapter, blocks: chapter.blocks.slice(0, block) }, rest) };
}

/** The chapters that are chosen, with who speaks them. `known`: characters of the project. */
export function castDraft(draft: ManuscriptDraft, known: readonly string[]): CastChapters & { sources: string[]; isTitled: boolean[] } {
  const { chapters, footnotes, attributed, splitsSpeech, speaksTitles } = draft;
  const chosen = chapters.filter(({ isChosen }) => isChosen);
  const spoken = placeFootnotes(
    chosen.map(({ blocks }) => ({ blocks: [...blocks] })),
    footnotes,
  );
  const speakers = attributed.length === 0 ? [] : proposeSpeakers(draft, known).filter(({ name }) => attributed.includes(name));
  const titled = chosen.map(({ title, isTitled }, index) => {
    const blocks = spoken[index]?.blocks ?? [];
    return { title, blocks: speaksTitles && isTitled && title.trim() !== '' ? [{ text: title.trim(), pauseMs: null }, ...blocks] : blocks };
  });
  return {
    ...castManuscript(titled, known, { attributed: speakers, splitsSpeech }),
    sources: chosen.map(({ source }) => source),
    isTitled: chosen.map((chapter) => chapter.isTitled),
  };
}

/** A list of names with or without this one. */
export const withOrWithout = (names: readonly string[], changed: readonly string[], areIn: boolean): string[] => {
  const rest = names.filter((one) => !changed.includes(one));
  return areIn ? [...rest, ...changed] : rest;
};

/** Makes characters of names that sentences of the text say speak, or of none of these names. */
export const chooseAttributed = (draft: ManuscriptDraft, names: readonly string[], areChosen: boolean): ManuscriptDraft => ({
  ...draft,
  attributed: withOrWithout(draft.attributed, names, areChosen),
});

/** Makes a short form of a name a speaker of its own, or the same as who has the whole name. */
export const keepApart = (draft: ManuscriptDraft, name: string, isApart: boolean): ManuscriptDraft => ({
  ...draft,
  apart: withOrWithout(draft.apart, [name], isApart),
});

/** Who the sentences of the chosen chapters say speaks, of those who are no characters without them. */
export function proposeSpeakers(draft: ManuscriptDraft, known: readonly string[]): AttributedSpeaker[] {
  const { names, chapters } = castDraft({ ...draft, attributed: [] }, known);
  const texts = chapters.flatMap(({ blocks }) => blocks.flatMap(({ text, speaker }) => (speaker === undefined ? [text] : [])));
  return proposeAttributions(texts, { done: names, cast: known, apart: draft.apart });
}

/** Words of each chapter by its key, chosen or not, without the names of speakers and with footnotes as they are placed. */
export function countDraftWords(draft: ManuscriptDraft, known: readonly string[]): ReadonlyMap<string, number> {
  const all = { ...draft, chapters: draft.chapters.map((chapter) => ({ ...chapter, isChosen: true })) };
  const { chapters } = castDraft(all, known);
  return new Map(draft.chapters.map(({ key }, index) => [key, sumWords(chapters[index]?.blocks ?? [])]));
}

const countWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0;
export const sumWords = (blocks: readonly { text: string }[]): number => blocks.reduce((sum, { text }) => sum + countWords(text), 0);

/** The draft with what the project speaks already: front matter that is in it, titles of chapters, and footnotes where it has them. `texts`: of its blocks in order. */
export function chooseAsBefore(draft: ManuscriptDraft, texts: readonly string[]): ManuscriptDraft {
  const places = new Map(texts.map((text, index) => [plainTypography(text), index]));
  const placeOf = (text: string): number | undefined => places.get(plainTypography(text));
  const isIn = ({ blocks }: DraftChapter): boolean => blocks.some(({ text }) => placeOf(text) !== undefined);
  const chapters = draft.chapters.map((chapter) => (!chapter.isChosen && isIn(chapter) ? { ...chapter, isChosen: true } : chapter));
  const noted = chapters.flatMap(({ blocks }) => blocks).filter(({ notes = [] }) => notes.some((note) => placeOf(note) !== undefined));
  const inPlace = noted.filter(
    ({ text, notes: [note = ''] = [] }) => plainTypography(texts[(placeOf(text) ?? -2) + 1] ?? '') === plainTypography(note),
  );
  const footnotes = noted.length === 0 ? draft.footnotes : inPlace.length * 2 > noted.length ? 'in-place' : 'at-end';
  const titled = chapters.filter(({ isChosen, isTitled }) => isChosen && isTitled);
  const read = titled.filter(({ title }) => placeOf(title) !== undefined);
  return { ...draft, chapters, footnotes, speaksTitles: read.length * 2 > titled.length };
}

/** Paragraphs that quote speech and that the narrator reads whole, as nothing says whose it is. */
export const findUnspokenSpeech = (chapters: readonly { blocks: readonly CastBlock[] }[]): string[] =>
  chapters.flatMap(({ blocks }) =>
    blocks.flatMap(({ text, speaker, continues }) =>
      speaker === undefined && !continues && splitSpeech(text).some(({ isSpeech }) => isSpeech) ? [text] : [],
    ),
  );
