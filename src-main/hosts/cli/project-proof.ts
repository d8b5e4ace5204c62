import { sampleRate } from '#shared/narration/take.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { wordsOf } from '#shared/narration/document.ts';
import { messages } from '#shared/messages/index.ts';
import { Proof } from '../../features/proof/service.ts';
import { WordTimes } from '../../features/word-times/service.ts';
import { openProject, selectChapters } from './project-file.ts';
import type { Work } from './run.ts';

/** Times in milliseconds from the start of the chapter. */
interface FoundPickup extends Finding {
  chapter: number;
  blockId: string;
}

/** `project proof`: what went wrong in the takes of a project, the worst first. Needs no service. */
export async function proofProject(work: Work, file: string, { chapter: only }: { chapter?: number }): Promise<void> {
  const { library, connectionId, log } = await work.projectFiles();
  const voiceLanguages = (): readonly string[] => [];
  const wordTimes = new WordTimes({ takes: library.takes, voiceLanguages, log });
  const wordsSettled = (): Promise<void> => wordTimes.settled();
  const proof = new Proof({ library, connectionId: () => connectionId, voiceLanguages, wordsSettled, log });
  const close = async (): Promise<void> => {
    await Promise.all([wordTimes.close(), proof.close()]);
  };
  const stop = (): void => void close();
  work.signal.addEventListener('abort', stop, { once: true });
  try {
    const opened = await openProject(library, file, work.signal);
    const pickups: FoundPickup[] = [];
    let checked = 0;
    await wordsSettled();
    const chapters = selectChapters(opened, only);
    const blocks = chapters.reduce((sum, { document }) => sum + document.children.length, 0);
    let before = 0;
    for (const { number, id, document } of chapters) {
      work.signal.throwIfAborted();
      const onChecked = (now: number): void => work.output.progress(messages.cli.projects.proofProgress(before + now, blocks));
      checked += document.children.filter((node) => wordsOf(node.textContent).length > 0).length;
      for (const { block, findings } of await proof.checkTakes(opened.project.projectId, id, onChecked)) {
        const place = { chapter: number, blockId: block.blockId };
        const [first, last] = [(block.start * 1000) / sampleRate, ((block.start + block.samples) * 1000) / sampleRate];
        const offsetMs = first - (block.take.edit?.trimStartMs ?? 0);
        // What is trimmed away is not heard: a place in it is where the sound begins or ends.
        const placeMs = (ms: number): number => Math.round(Math.min(last, Math.max(first, offsetMs + ms)));
        for (const { kind, startMs, endMs, text, score } of findings)
          pickups.push({
            ...place,
            kind,
            startMs: placeMs(startMs),
            endMs: placeMs(endMs),
            text,
            score: Number(score.toFixed(3)),
          });
      }
      before += document.children.length;
    }
    pickups.sort((one, other) => other.score - one.score);
    const lines = pickups.map(({ chapter, blockId, kind, startMs, endMs, score, text }) =>
      [chapter, blockId, kind, formatMs(startMs), formatMs(endMs), score.toFixed(2), text].join('\t'),
    );
    await work.output.result({ checked, pickups }, [...lines, messages.cli.projects.proofed(checked, pickups.length)]);
  } finally {
    work.signal.removeEventListener('abort', stop);
    await close();
  }
}

const formatMs = (ms: number): string => messages.cli.projects.seconds((ms / 1000).toFixed(3));
