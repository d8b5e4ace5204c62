import { z } from 'zod';
import { idPattern, type ChapterId } from '../ids.ts';
import { messages } from '../messages/index.ts';

/** The chapters of a project by their names, in reading order. Pure: every act answers with another outline, or the same one where nothing changes. */

/** Chapters of one project, at most: the Bible has 1,189, a novel fifty. */
export const maximumChapters = 2000;
export const maximumTitle = 200;

export const outlineEntry = z.object({ id: z.string().regex(idPattern), title: z.string().trim().min(1).max(maximumTitle) });
export type OutlineEntry = z.infer<typeof outlineEntry>;
export type Outline = readonly OutlineEntry[];

export function sameOutline(one: Outline, other: Outline): boolean {
  return one.length === other.length && one.every(({ id, title }, index) => id === other[index]?.id && title === other[index].title);
}

/** With a chapter after another one; at the end where `after` is no chapter. */
export function withChapter(outline: Outline, entry: OutlineEntry, after: ChapterId | undefined): Outline {
  const at = outline.findIndex(({ id }) => id === after);
  return at < 0 ? [...outline, entry] : outline.toSpliced(at + 1, 0, entry);
}

/** With chapters after another one, or in its place where it is empty; at the end where `at` is no chapter. */
export function withChapters(outline: Outline, added: Outline, { at, isEmpty }: { at: ChapterId | undefined; isEmpty: boolean }): Outline {
  const place = outline.findIndex(({ id }) => id === at);
  return place < 0 ? [...outline, ...added] : outline.toSpliced(isEmpty ? place : place + 1, isEmpty ? 1 : 0, ...added);
}

/** White space around a title is not kept; a title of nothing changes nothing. */
export function withTitle(outline: Outline, chapterId: ChapterId, title: string): Outline {
  const wanted = title.trim().slice(0, maximumTitle).trimEnd();
  const entry = outline.find(({ id }) => id === chapterId);
  if (!entry || wanted === '' || wanted === entry.title) return outline;
  return outline.map((each) => (each === entry ? { ...each, title: wanted } : each));
}

/** The chapter at another place, counted from 0; past an end, at that end. */
export function withChapterAt(outline: Outline, chapterId: ChapterId, place: number): Outline {
  const from = outline.findIndex(({ id }) => id === chapterId);
  const entry = outline[from];
  const to = Math.min(Math.max(place, 0), outline.length - 1);
  return !entry || from === to ? outline : outline.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** Without a chapter; a project keeps one. */
export function withoutChapter(outline: Outline, chapterId: ChapterId): Outline {
  return outline.length > 1 && outline.some(({ id }) => id === chapterId) ? outline.filter(({ id }) => id !== chapterId) : outline;
}

/** The chapter that is shown instead of one that is gone: the one that stands in its place, or the last. */
export function neighbourOf(before: Outline, chapterId: ChapterId, now: Outline): ChapterId | undefined {
  const at = before.findIndex(({ id }) => id === chapterId);
  const left = new Set(now.map(({ id }) => id));
  const following = before.slice(at + 1).find(({ id }) => left.has(id));
  const earlier = before.slice(0, Math.max(at, 0)).findLast(({ id }) => left.has(id));
  return following?.id ?? earlier?.id ?? now[0]?.id;
}

/** A name that no chapter has: `Chapter 3`. */
export function nextTitle(outline: Outline): string {
  const taken = new Set(outline.map(({ title }) => title));
  for (let number = outline.length + 1; ; number += 1)
    if (!taken.has(messages.narration.chapterNumber(number))) return messages.narration.chapterNumber(number);
}
