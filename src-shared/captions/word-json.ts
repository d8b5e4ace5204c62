import type { WordScript } from './script.ts';

/**
 * Where each word is, as one JSON value:
 *
 * ```
 * {
 *   title, language, durationMs,
 *   chapters: [{
 *     number, title,
 *     startMs, durationMs,            // where the chapter begins in a file of all chapters, and its length
 *     blocks: [{ id, character, text, startMs, endMs }],
 *     words: [{ text, startMs, endMs, start, end, source, blockId, index, character }]
 *   }]
 * }
 * ```
 *
 * Times of blocks and words count from the start of their chapter: `startMs` and `endMs` are whole milliseconds, `start` and `end` the same in seconds.
 * `source` is `measured` (the service's own time) or `estimated`; `index` counts the words of the block from 0; `character` is a name, or `null` for the
 * narration.
 */
export function toWordJson({ title, language, durationMs, chapters }: WordScript): string {
  const value = {
    title,
    language,
    durationMs,
    chapters: chapters.map((chapter) => ({
      number: chapter.number,
      title: chapter.title,
      startMs: chapter.startMs,
      durationMs: chapter.endMs - chapter.startMs,
      blocks: chapter.blocks.map(({ id, character, text, startMs, endMs }) => ({
        id,
        character: character?.name ?? null,
        text,
        startMs: startMs - chapter.startMs,
        endMs: endMs - chapter.startMs,
      })),
      words: chapter.blocks.flatMap(({ id, character, words }) =>
        words.map(({ text, estimated, ...word }, index) => {
          const [startMs, endMs] = [word.startMs - chapter.startMs, word.endMs - chapter.startMs];
          const source = estimated ? 'estimated' : 'measured';
          const times = { startMs, endMs, start: startMs / 1000, end: endMs / 1000 };
          return { text, ...times, source, blockId: id, index, character: character?.name ?? null };
        }),
      ),
    })),
  };
  return `${JSON.stringify(value, null, 1)}\n`;
}
