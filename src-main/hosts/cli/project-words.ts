import { attributesOf, wordsOf } from '#shared/narration/document.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { WordTimes } from '../../features/word-times/service.ts';
import { openProject, selectChapters, type ChapterOfProject, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

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
export async function listWords(work: Work, file: string, { chapter }: { chapter?: number }): Promise<void> {
  const files = await work.projectFiles();
  await withWordTimes(work, files, async (readTakes) => {
    const opened = await openProject(files.library, file, work.signal);
    const words: WordRow[] = [];
    for (const one of selectChapters(opened, chapter))
      words.push(...readWords(one, { ...opened, takes: await readTakes(opened, one) }, files.connectionId));
    await work.output.result(
      { words },
      words.map(({ chapter: number, blockId, index, startMs, endMs, source, text }) =>
        [number, blockId, index, formatMs(startMs), formatMs(endMs), source, text].join('\t'),
      ),
    );
  });
}

/** The takes of a chapter, with their words. */
export type ReadTakes = (opened: ProjectAtHand, chapter: ChapterOfProject) => Promise<readonly Take[]>;

/** Runs `act`, which opens a project; the words of its takes are found before `readTakes` reads them. */
export async function withWordTimes<T>(
  { signal }: Work,
  { library, log }: ProjectFiles,
  act: (readTakes: ReadTakes) => Promise<T>,
): Promise<T> {
  const wordTimes = new WordTimes({ takes: library.takes, voiceLanguages: () => [], log });
  const stop = (): void => void wordTimes.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await act(async ({ project }, { id }) => {
      await wordTimes.settled();
      signal.throwIfAborted();
      return (await library.chapter(project.projectId, id)).takes;
    });
  } finally {
    signal.removeEventListener('abort', stop);
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
