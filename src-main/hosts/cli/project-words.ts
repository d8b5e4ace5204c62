import { attributesOf, wordsOf } from '#shared/narration/document.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { buildTimeline } from '#shared/narration/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { WordTimes } from '../../features/word-times/service.ts';
import { openProject, selectChapters, type ChapterOfProject, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';

/** A token of a block; times in milliseconds from the start of its chapter. */
interface WordRow {
  chapter: number;
  blockId: string;
  index: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  source: 'measured' | 'estimated' | 'none';
}

/** `project words`: where each word is. Takes without word times are aligned first, and keep what was found. Needs no service. */
export async function listWords(work: Work, file: string, { chapter: number }: { chapter?: number }): Promise<void> {
  const { library, connectionId, log } = await work.projectFiles();
  const wordTimes = new WordTimes({ takes: library.takes, voiceLanguages: () => [], log });
  const stop = (): void => void wordTimes.close();
  work.signal.addEventListener('abort', stop, { once: true });
  try {
    const opened = await openProject(library, file, work.signal);
    const chapters = selectChapters(opened, number);
    await wordTimes.settled();
    work.signal.throwIfAborted();
    const words: WordRow[] = [];
    for (const chapter of chapters) {
      const { takes } = await library.chapter(opened.project.projectId, chapter.id);
      words.push(...readWords(chapter, { ...opened, takes }, connectionId));
    }
    await work.output.result(
      { words },
      words.map(({ chapter, blockId, index, startMs, endMs, source, text }) =>
        [chapter, blockId, index, formatMs(startMs), formatMs(endMs), source, text].join('\t'),
      ),
    );
  } finally {
    work.signal.removeEventListener('abort', stop);
    await wordTimes.close();
  }
}

function readWords({ number, document }: ChapterOfProject, { takes, defaults }: ProjectAtHand, connectionId: string): WordRow[] {
  const timeline = buildTimeline(document, takes, defaults, connectionId);
  const placed = new Map(timeline.blocks.map((block) => [block.blockIndex, block]));
  return timeline.facts.flatMap(({ node }, blockIndex) => {
    const { id: blockId } = attributesOf(node);
    const tokens = wordsOf(node.textContent).map(({ text }) => text);
    const block = placed.get(blockIndex);
    const found = block === undefined ? [] : timeline.readWords(block);
    const offsetMs = ((block?.start ?? 0) * 1000) / sampleRate;
    return tokens.map((text, index): WordRow => {
      const word = found[index];
      const place = { chapter: number, blockId, index, text };
      if (word === undefined || Number.isNaN(word.startMs)) return { ...place, startMs: null, endMs: null, source: 'none' };
      return {
        ...place,
        startMs: Math.round(offsetMs + word.startMs),
        endMs: Math.round(offsetMs + word.endMs),
        source: word.estimated === true ? 'estimated' : 'measured',
      };
    });
  });
}

const formatMs = (ms: number | null): string => (ms === null ? '' : messages.cli.projects.seconds((ms / 1000).toFixed(3)));
