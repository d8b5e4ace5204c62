import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const vocabulary =
  'the fog came in at noon and nobody saw it because the lighthouse keeper had gone down to the harbour where an old ship lay waiting for her last voyage'.split(
    ' ',
  );

export interface BookChapter {
  title: string;
  paragraphs: readonly string[];
}

/** The paragraphs of a book of 90,000 words in thirty chapters, the same each time; every paragraph has words that no other has. */
export function longBook(): BookChapter[] {
  let seed = 19;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  return Array.from({ length: 30 }, (_, chapter) => ({
    title: `Chapter ${chapter + 1}`,
    paragraphs: Array.from({ length: 50 }, (__, paragraph) => {
      const words = Array.from({ length: 59 }, () => vocabulary[next(vocabulary.length)] ?? '');
      return `Paragraph${chapter}x${paragraph} ${words.join(' ')}.`;
    }),
  }));
}

/** That book as pandoc makes it; the caller removes the folder. */
export function writeLongBook(ending: 'docx' | 'epub' | 'html'): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-book-'));
  const path = join(folder, `book.${ending}`);
  writeBook(path, longBook());
  return { folder, path };
}

/** A book as pandoc makes it, in the format of the path's ending. */
export function writeBook(path: string, chapters: readonly BookChapter[]): void {
  const text = chapters.map(({ title, paragraphs }) => [`# ${title}`, ...paragraphs].join('\n\n'));
  execFileSync('pandoc', ['-f', 'markdown', '-o', path], { input: `---\ntitle: The Lighthouse\n---\n\n${text.join('\n\n')}\n` });
}
