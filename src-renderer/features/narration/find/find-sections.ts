import type { Node } from '@tiptap/pm/model';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import { blocksOf } from '#shared/narration/document.ts';
import type { FindIn, Match } from '#shared/narration/find.ts';

/** One text of the project; `blockId` is `null` for the title of a chapter. */
export interface Line {
  chapterId: ChapterId;
  blockId: BlockId | null;
  text: string;
}

/** Lines one after the other, parted by line breaks, which no line has: searched as one text, they cost what a plain scan of it costs. */
export interface Section {
  lines: readonly Line[];
  /** Offset of each line. */
  starts: readonly number[];
  text: string;
}

/** Characters of a section: one is searched at a time. */
const sectionCharacters = 50_000;

export function createSection(lines: readonly Line[]): Section {
  const starts: number[] = [];
  let at = 0;
  for (const { text } of lines) {
    starts.push(at);
    at += text.length + 1;
  }
  return { lines, starts, text: lines.map(({ text }) => text).join('\n') };
}

export function sectionsOf(chapterId: ChapterId, document: Node): Section[] {
  const sections: Section[] = [];
  let lines: Line[] = [];
  let size = 0;
  for (const { attributes, text } of blocksOf(document)) {
    lines.push({ chapterId, blockId: attributes.id, text });
    size += text.length;
    if (size < sectionCharacters) continue;
    sections.push(createSection(lines));
    [lines, size] = [[], 0];
  }
  return lines.length === 0 ? sections : [...sections, createSection(lines)];
}

/** The matches of a section with the index of their line, and their offsets in it. Only for a query that matches no line break. */
export function findInSection({ lines, starts, text }: Section, findIn: FindIn): { line: number; match: Match }[] {
  let line = 0;
  return findIn(text).map(({ start, end }) => {
    while (line + 1 < lines.length && (starts[line + 1] ?? 0) <= start) line += 1;
    const from = starts[line] ?? 0;
    return { line, match: { start: start - from, end: end - from } };
  });
}

/** The same by each line alone, for what was found there before. */
export function findInLines({ lines }: Section, find: (text: string) => readonly Match[]): { line: number; match: Match }[] {
  return lines.flatMap(({ text }, line) => find(text).map((match) => ({ line, match })));
}
