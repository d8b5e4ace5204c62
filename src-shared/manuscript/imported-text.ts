import { z } from 'zod';
import { idPattern, newId } from '../ids.ts';
import { maximumChapters, maximumTitle } from '../narration/outline.ts';
import type { ManuscriptSource } from './sources.ts';

/**
 * The text of manuscripts as it was imported, with the blocks that each paragraph became. It is kept with the project, so that a later version can be
 * compared with what the manuscript said and not only with what the script says now.
 */

const id = z.string().regex(idPattern);

const paragraphSchema = z.object({
  text: z.string(),
  /** Who speaks its parts, where the manuscript says so: a name or a voice each. */
  who: z.string().optional(),
  /** The character whom the manuscript gave it to. */
  characterId: id.optional(),
  /** Silence after it, where the manuscript sets one. */
  pauseMs: z.number().nonnegative().optional(),
  /** The blocks that it became. */
  ids: z.array(id),
});
export type ImportedParagraph = z.infer<typeof paragraphSchema>;

const chapterSchema = z.object({
  id,
  /** The name of its file. */
  file: z.string(),
  title: z.string().max(maximumTitle),
  paragraphs: z.array(paragraphSchema),
});
export type ImportedChapter = z.infer<typeof chapterSchema>;

const textSchema = z.object({ chapters: z.array(chapterSchema).max(maximumChapters) });

/** UTF-16 units of such a text, at most: the longest books. Of a longer one nothing is kept. */
const maximumImportedText = 4 * 1024 * 1024;

/** As one string, which costs a wire and a history no more than it is long; `undefined` where it is too long. */
function packImported(chapters: readonly ImportedChapter[]): string | undefined {
  const text = JSON.stringify({ chapters });
  return text.length > maximumImportedText ? undefined : text;
}

/** What `packImported` made; none where it is something else. */
function unpackImported(text: string): ImportedChapter[] {
  try {
    return textSchema.parse(JSON.parse(text)).chapters;
  } catch {
    return [];
  }
}

/** The texts of a project by their ids, packed, as its file has them. */
export const manuscriptTextsSchema = z.array(z.object({ id, text: z.string().max(maximumImportedText) })).max(1000);
export type ManuscriptText = z.infer<typeof manuscriptTextsSchema>[number];

/** Texts that are kept though no source names them, so that undo finds them, and UTF-16 units of all. A project with more of them could not be opened. */
const keptForUndo = 4;
const maximumKept = maximumImportedText + 200_000;

/** The texts of a project once `added` are among them: those that `named` has, and the newest of the others, as far as there is room. */
export function keepTexts(
  texts: readonly ManuscriptText[],
  added: readonly ManuscriptText[],
  named: ReadonlySet<string>,
): ManuscriptText[] {
  const all = [...texts.filter(({ id: known }) => !added.some((each) => each.id === known)), ...added];
  const spare = all.filter(({ id: known }) => !named.has(known)).slice(-keptForUndo);
  let left = maximumKept;
  const kept = new Set([...all.filter(({ id: known }) => named.has(known)).reverse(), ...spare.reverse()].filter(({ text }) => {
    if (text.length > left) return false;
    left -= text.length;
    return true;
  })); // prettier-ignore
  return all.filter((each) => kept.has(each));
}

/** What sources were imported with: of each source the chapters of its file, in the texts that it names. `undefined` for one that names none. */
export function importedBySource(
  sources: readonly { name: string; textIds?: readonly string[] | undefined }[],
  texts: readonly ManuscriptText[],
): ReadonlyMap<string, readonly ImportedChapter[]> {
  const unpacked = new Map<string, ImportedChapter[]>();
  const chaptersOf = (textId: string): ImportedChapter[] => {
    const known = unpacked.get(textId);
    if (known) return known;
    const text = texts.find((each) => each.id === textId)?.text;
    const chapters = text === undefined ? [] : unpackImported(text);
    unpacked.set(textId, chapters);
    return chapters;
  };
  return new Map(
    sources.flatMap(({ name, textIds = [] }) => {
      const chapters = textIds.flatMap(chaptersOf).filter(({ file }) => file === name);
      return chapters.length === 0 ? [] : [[name, chapters] as const];
    }),
  );
}

/** The sources with the text that the files were imported with, and that text; without where it is too long to be kept. */
export function keepText(
  sources: readonly ManuscriptSource[],
  imported: readonly ImportedChapter[],
): { sources: ManuscriptSource[]; texts: ManuscriptText[] } {
  const files = new Set(imported.map(({ file }) => file));
  const text = packImported(imported);
  const id = newId();
  const named = sources.map((source) =>
    text !== undefined && files.has(source.name) ? { ...source, textIds: [...(source.textIds ?? []), id] } : source,
  );
  return { sources: named, texts: text === undefined ? [] : [{ id, text }] };
}
