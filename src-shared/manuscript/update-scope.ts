import type { ChapterId } from '../ids.ts';
import { attributesOf } from '../narration/document.ts';
import type { ImportedChapter } from './imported-text.ts';
import type { ManuscriptSource } from './sources.ts';
import type { ProjectChapter } from './comparison.ts';

/** What of a project a later version of a manuscript is compared with. */
interface ComparedScope {
  replaced: ReadonlySet<ChapterId>;
  /** What was imported of it; `undefined` where that is not known of any of it. */
  imported: readonly ImportedChapter[] | undefined;
  /** Those whose file has no known text. */
  unknown: ReadonlySet<ChapterId>;
}

/**
 * The chapters of these sources, and others that a person moved blocks of theirs to; all of the project where nobody knows what was imported and no
 * source is named. Chapters that were written in the project stay out of it. `named`: the source, or the sources; all of them without.
 */
export function scopeOf(
  {
    chapters,
    sources,
    imported: known,
  }: {
    chapters: readonly ProjectChapter[];
    sources: readonly ManuscriptSource[];
    imported: ReadonlyMap<string, readonly ImportedChapter[]>;
  },
  named?: string | readonly string[],
): ComparedScope {
  const names = typeof named === 'string' ? [named] : named;
  const own = sources.filter(({ name }) => names?.includes(name) ?? true);
  const imported = own.flatMap(({ name }) => known.get(name) ?? []);
  const ids = own.flatMap(({ chapterIds }) => chapterIds);
  const blocks = new Set(imported.flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.ids)));
  const others = new Set(sources.filter((source) => !own.includes(source)).flatMap(({ chapterIds }) => chapterIds));
  const holds = ({ id, document }: ProjectChapter): boolean =>
    !others.has(id) && document.children.some((node) => blocks.has(attributesOf(node).id));
  const replaced = new Set([...ids, ...chapters.filter(holds).map(({ id }) => id)]);
  // An import that was undone left nothing in the script.
  if (imported.length === 0 || !chapters.some(({ id }) => replaced.has(id))) {
    const all = new Set(names === undefined ? chapters.map(({ id }) => id) : ids);
    return { replaced: all, imported: undefined, unknown: all };
  }
  return {
    replaced,
    imported,
    unknown: new Set(own.filter(({ name }) => !known.has(name)).flatMap(({ chapterIds }) => chapterIds)),
  };
}
