import { Transform } from '@tiptap/pm/transform';
import { fail } from '#shared/failure.ts';
import { blocksOf, wordsOf, type Block } from '#shared/narration/document.ts';
import type { TextRange } from '#shared/narration/repair.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { usageError } from './output.ts';
import { callContext, openProject, storeEdits, type ChapterOfProject } from './project-file.ts';
import type { Work } from './run.ts';
import { RunBudget } from './run-budget.ts';

export interface RepairOptions {
  block: string;
  /** Words of the block's text, counted from 0; `to` is the last one. */
  from?: number;
  to?: number;
  text?: string;
  maxCredits?: number;
  dryRun?: true;
}

/**
 * `project repair`: generates the sentences of a block that the words are in, else those that its take does not say, and puts them into its take, as the
 * window does. The repaired take then stands for the block.
 */
export async function repairInProject(work: Work, file: string, options: RepairOptions): Promise<void> {
  checkUsage(options);
  const session = await work.session(file);
  const budget = new RunBudget(options.maxCredits);
  const { speech, library } = await session.speech((batch) => budget.watch(batch));
  const { project, chapters } = await openProject(library, file, work.signal);
  const { chapter, block } = findBlock(chapters, options.block);
  const selection = findSelection(block.text, options);
  const order = { projectId: project.projectId, chapterId: chapter.id, blockId: block.attributes.id, ...(selection && { selection }) };
  const { texts, isWhole, characters, credits } = await speech.services['speech.repair-plan'](order, callContext(work.signal));
  const plan = { texts, isWhole, estimate: { characters, credits } };
  if (options.dryRun === true) {
    const value = { ...plan, dryRun: true, takeId: null, reused: false, creditsUsed: 0 };
    await work.output.result(value, [messages.cli.projects.repairPlanned(texts.length, characters)]);
    return;
  }
  const { takeId, reused, creditsUsed } = await speech.services['speech.repair'](order, callContext(work.signal));
  const transform = new Transform(chapter.document).setNodeAttribute(block.position, 'takeId', takeId);
  await storeEdits(library, project, [{ chapterId: chapter.id, steps: transform.steps }]);
  await work.output.result({ ...plan, dryRun: false, takeId, reused, creditsUsed }, [
    messages.cli.projects.repairDone(texts.length),
    messages.cli.generate.cost(creditsUsed),
  ]);
}

function checkUsage({ from, to, text }: RepairOptions): void {
  if (text !== undefined && (from !== undefined || to !== undefined)) throw usageError(message('cli.projects.wordsOrText'), '--text');
  if ((from === undefined) !== (to === undefined))
    throw usageError(message('cli.projects.fromAndTo'), from === undefined ? '--from' : '--to');
  for (const [option, value] of Object.entries({ '--from': from, '--to': to }))
    if (value !== undefined && (!Number.isInteger(value) || value < 0)) throw usageError(message('cli.projects.wordIndex', option), option);
  if (from !== undefined && to !== undefined && from > to) throw usageError(message('cli.projects.fromAfterTo'), '--from');
}

function findBlock(chapters: readonly ChapterOfProject[], blockId: string): { chapter: ChapterOfProject; block: Block } {
  for (const chapter of chapters) {
    const block = blocksOf(chapter.document).find(({ attributes }) => attributes.id === blockId);
    if (block) return { chapter, block };
  }
  throw fail('not-found', message('cli.projects.noSuchBlock', blockId.slice(0, 80)), { field: '--block', next: 'fix-input' });
}

/** `undefined`: what the take does not say. Fails with `unprocessable` for words that the block does not have, or has more than once. */
function findSelection(text: string, { from, to, text: wanted }: RepairOptions): TextRange | undefined {
  if (wanted !== undefined) {
    const at = wanted === '' ? -1 : text.indexOf(wanted);
    if (at < 0) throw fail('unprocessable', message('cli.projects.textNotInBlock'), { field: '--text', next: 'fix-input' });
    if (text.includes(wanted, at + 1))
      throw fail('unprocessable', message('cli.projects.textTwiceInBlock'), { field: '--text', next: 'fix-input' });
    return { from: at, to: at + wanted.length };
  }
  if (from === undefined || to === undefined) return undefined;
  const words = wordsOf(text);
  const [first, last] = [words[from], words[to]];
  if (!first || !last) throw fail('unprocessable', message('cli.projects.noSuchWord', words.length), { field: '--to', next: 'fix-input' });
  return { from: first.start, to: last.end };
}
