import type { ManuscriptSource } from '../manuscript/sources.ts';

/** What the manuscripts of a project say of the book. */
export interface BookFacts {
  /** Everybody whom they name, each once; absent where they name nobody. */
  author?: string;
  /** As the first of them that says it; a BCP 47 tag, if the manuscript is right. */
  language?: string;
}

export function bookFactsOf(sources: readonly Pick<ManuscriptSource, 'author' | 'language'>[]): BookFacts {
  const authors = [...new Set(sources.flatMap(({ author }) => author ?? []))];
  const language = sources.find((source) => source.language !== undefined)?.language;
  return { ...(authors.length > 0 && { author: authors.join(', ') }), ...(language !== undefined && { language }) };
}
