import { basename, resolve } from 'node:path';
import { fail, toFailure } from '#shared/failure.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { Transform } from '@tiptap/pm/transform';
import { RecordedTakes } from '../../features/recorded-takes/service.ts';
import { usageError } from './output.ts';
import { reportPercent } from './percent.ts';
import { openProject, selectChapters, storeEdits, type ChapterOfProject, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';

export interface RecordOptions {
  audio: string;
  chapter?: number;
  block?: string;
  language?: string;
}

/** Characters of a file's name that a take keeps. */
const maximumFileName = 255;

/**
 * `project record`: a narrator's own recording of a chapter, or of a block, as takes of its blocks. Needs no service, and charges nothing. Ends with 1
 * where it does not say all of the blocks: those are left as they were.
 */
export async function recordProject(work: Work, file: string, options: RecordOptions): Promise<void> {
  const { chapter: number, block, language, audio } = options;
  if (number === undefined && block === undefined) throw usageError(message('cli.projects.recordNeedsPlace'), '--chapter');
  const files = await work.projectFiles();
  const { library, log, profileDirectory } = files;
  const recorded = new RecordedTakes({ library, log, profileDirectory });
  const stop = (): void => void recorded.close();
  work.signal.addEventListener('abort', stop, { once: true });
  try {
    const opened = await openProject(library, file, work.signal);
    const { chapter, blockIds } = findPlace(selectChapters(opened, number), block);
    const report = reportPercent(work, messages.cli.projects.aligning);
    const fileName = basename(audio).slice(-maximumFileName);
    const order = { projectId: opened.project.projectId, chapterId: chapter.id, blockIds, path: resolve(audio), fileName, language };
    const { takes, left, ...found } = await recorded.import(order, work.signal, report).catch((thrown: unknown) => {
      if (toFailure(thrown).kind === 'file-missing') throw usageError(message('cli.input.fileUnreadable', '--audio', audio), '--audio');
      throw thrown;
    });
    await choose(work, opened, { chapter, takeIds: new Map(takes.map(({ blockId, takeId }) => [blockId, takeId])) });
    for (const one of left) work.output.note(messages.cli.projects.notRecorded(one.blockId, one.text.slice(0, 60)));
    await work.output.result(
      { chapter: chapter.number, takes, left, creditsUsed: 0, ...found },
      takes.map(({ blockId, startMs, endMs }) => [blockId, formatMs(startMs), formatMs(endMs)].join('\t')),
    );
    if (left.length > 0) work.endRefused();
  } finally {
    work.signal.removeEventListener('abort', stop);
    await recorded.close();
  }
}

function findPlace(chapters: readonly ChapterOfProject[], blockId: string | undefined): { chapter: ChapterOfProject; blockIds: string[] } {
  for (const chapter of chapters) {
    const ids = blocksOf(chapter.document).map(({ attributes: { id } }) => id);
    const blockIds = blockId === undefined ? ids : ids.filter((id) => id === blockId);
    if (blockIds.length > 0) return { chapter, blockIds };
  }
  throw fail('not-found', message('cli.projects.noSuchBlock', blockId?.slice(0, 80) ?? ''), { field: '--block', next: 'fix-input' });
}

/** Names the takes in their blocks, as one act. `takeIds`: by block. */
async function choose(
  work: Work,
  { project }: ProjectAtHand,
  { chapter, takeIds }: { chapter: ChapterOfProject; takeIds: ReadonlyMap<string, string> },
): Promise<void> {
  const { library } = await work.projectFiles();
  const transform = new Transform(chapter.document);
  for (const { attributes, position } of blocksOf(chapter.document)) {
    const takeId = takeIds.get(attributes.id);
    if (takeId !== undefined) transform.setNodeAttribute(position, 'takeId', takeId);
  }
  await storeEdits(library, project, [{ chapterId: chapter.id, steps: transform.steps }]);
}

const formatMs = (ms: number): string => messages.cli.projects.seconds((ms / 1000).toFixed(3));
