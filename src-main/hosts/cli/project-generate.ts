import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { fail, formatFailure, toFailure, type Failure } from '#shared/failure.ts';
import { firstVoice } from '#shared/catalogue/first-voice.ts';
import { attributesOf, blocksOf } from '#shared/narration/document.ts';
import { characterOf } from '#shared/narration/shape.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { nameGenerated } from '#shared/narration/named-take.ts';
import { isToMake, isWanting, lacksVoice, type VoiceProblem } from '#shared/narration/what-to-make.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import type { Operations } from '#shared/operations/index.ts';
import { overBudget } from '../../paid-requests/budget/caps.ts';
import { findLanguage } from '../../media/alignment/language.ts';
import { WordTimes } from '../../features/word-times/service.ts';
import { splitLongBlocks } from './long-blocks.ts';
import { DetailedError } from './output.ts';
import { Patience } from './patience.ts';
import { callContext, openProject, selectChapters, storeEdits, type ChapterOfProject, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';
import { RunBudget } from './run-budget.ts';
import type { SpeechOfRun } from './session.ts';

/** Of the text, to judge its language. */
const judgedCharacters = 4000;

export interface GenerateOptions {
  chapter?: number;
  maxCredits?: number;
}

/** A block that is to be made, and what became of it so far. `skipped`: a cap left it without sound. */
interface BlockOfRun {
  chapter: number;
  blockId: string;
  state: 'open' | 'made' | 'reused' | 'failed' | 'skipped';
  failure?: Failure;
}

interface Run {
  work: Work;
  parts: SpeechOfRun;
  blocks: BlockOfRun[];
}

/**
 * `project generate`: what "Generate all" makes, chapter after chapter, by the speech of the studio. Ends with 1 where a block failed or a cap left
 * it out, after all others were made and the words of the takes were found.
 */
export async function generateProject(work: Work, file: string, { chapter, maxCredits }: GenerateOptions): Promise<void> {
  const session = await work.session(file);
  const budget = new RunBudget(maxCredits);
  const parts = await session.speech((batch) => budget.watch(batch));
  const voiceLanguages = (voiceId: string): readonly string[] => parts.voices.lastKnown(voiceId)?.languages ?? [];
  const wordTimes = new WordTimes({ takes: parts.library.takes, voiceLanguages, log: session.log });
  const endWords = (): void => void wordTimes.close();
  work.signal.addEventListener('abort', endWords, { once: true });
  const run: Run = { work, parts, blocks: [] };
  try {
    const opened = await giveVoice(run, await openProject(parts.library, file, work.signal));
    for (const one of selectChapters(opened, chapter)) await makeChapter(run, opened, one);
    work.output.progress(messages.cli.generate.findingWords);
    await wordTimes.settled();
    work.signal.throwIfAborted();
  } catch (thrown) {
    if (run.blocks.length === 0) throw thrown;
    throw new DetailedError(toFailure(thrown), { ...summarize(run.blocks), creditsUsed: budget.creditsUsed() });
  } finally {
    work.signal.removeEventListener('abort', endWords);
    await wordTimes.close();
  }
  await report(run, budget.creditsUsed());
}

/** A project without a voice gets its first one, as it does in the window, in the language of its text. */
async function giveVoice({ work, parts: { library, voices } }: Run, opened: ProjectAtHand): Promise<ProjectAtHand> {
  const { project, chapters } = opened;
  if (project.voiceId !== null) return opened;
  const [listed, models] = await Promise.all([voices.services['voices.list'](null, callContext(work.signal)), voices.models(work.signal)]);
  const blocks = chapters.flatMap(({ document }) => blocksOf(document));
  const text = blocks
    .map((block) => block.text)
    .join('\n')
    .slice(0, judgedCharacters);
  const language = blocks.find(({ attributes }) => attributes.controls.language !== undefined)?.attributes.controls.language;
  const voice = firstVoice(listed.voices, models, await findLanguage(text, { language }));
  if (voice === undefined) return opened;
  const { voiceId, name } = voice;
  await library.services['project.update']({ projectId: project.projectId, voiceId }, callContext(work.signal));
  work.output.note(messages.cli.generate.firstVoice(name));
  return { ...opened, project: { ...project, voiceId } };
}

/** Throws where the run was stopped, and where the service was lost for too long. */
async function makeChapter(run: Run, opened: ProjectAtHand, chapter: ChapterOfProject): Promise<void> {
  const { work, parts } = run;
  const found = await findBlocks(run, opened, chapter);
  run.blocks.push(...found);
  const wanted = new Map(found.filter(({ state }) => state === 'open').map((block) => [block.blockId, block]));
  if (wanted.size === 0) return;
  const patience = new Patience(work);
  const context = callContext<Operations['speech.generate']>(patience.signal, (event) => {
    const block = wanted.get(event.blockId);
    if (event.type === 'paused') patience.paused();
    else if (event.type === 'resumed') patience.resumed();
    else if (event.type === 'take' && block) block.state = event.reused ? 'reused' : 'made';
    else if (event.type === 'failed' && block) {
      block.state = event.failure.code === overBudget ? 'skipped' : 'failed';
      block.failure = event.failure;
    } else return;
    showProgress(run);
  });
  const input = { projectId: opened.project.projectId, chapterId: chapter.id, blockIds: [...wanted.keys()] };
  try {
    await parts.speech.services['speech.generate'](input, context);
  } catch (thrown) {
    if (!patience.isOver()) throw thrown;
    throw fail('unreachable', message('cli.generate.notReached'), { charged: toFailure(thrown).charged });
  } finally {
    patience.resumed();
    await useGenerated(
      run,
      opened,
      chapter,
      new Set(found.flatMap(({ state, blockId }) => (state === 'made' || state === 'reused' ? [blockId] : []))),
    );
  }
}

/** Earlier takes that these blocks name give way to what was generated. */
async function useGenerated(
  { work, parts }: Run,
  { project }: ProjectAtHand,
  { id }: ChapterOfProject,
  generated: ReadonlySet<string>,
): Promise<void> {
  const { library, connectionId } = parts;
  const { document, takes, ...defaults } = await library.chapter(project.projectId, id);
  const transform = new Transform(document);
  nameGenerated(transform, generated, { takes, defaults, connectionId });
  if (transform.steps.length === 0) return;
  // Long blocks were split since it was opened.
  const { chapters } = await library.services['project.read']({ projectId: project.projectId }, callContext(work.signal));
  await storeEdits(library, { ...project, chapters }, [{ chapterId: id, steps: transform.steps }]);
}

/** The blocks to make, after those that are too long were split. Blocks of characters without a voice have failed already. */
async function findBlocks({ work, parts }: Run, { project }: ProjectAtHand, chapter: ChapterOfProject): Promise<BlockOfRun[]> {
  const { library, voices, connectionId } = parts;
  const { document, takes, ...defaults } = await library.chapter(project.projectId, chapter.id);
  const wanting = (now: Node): Wanting[] =>
    buildTimeline(now, takes, defaults, connectionId)
      .facts.map((facts) => ({ attributes: attributesOf(facts.node), wanting: isWanting(facts) }))
      .map(({ attributes, wanting: isWanted }) => ({
        id: attributes.id,
        wanting: isWanted,
        locked: attributes.locked,
        problem: lacksVoice(attributes, defaults) ? 'no-voice' : undefined,
        character: characterOf(attributes, defaults)?.name ?? '',
      }));
  const ids = new Set(wanting(document).flatMap((block) => (isToMake(block) ? [block.id] : [])));
  const transform = await splitLongBlocks(document, ids, { defaults, voices, signal: work.signal });
  if (transform.steps.length > 0) {
    await storeEdits(library, project, [{ chapterId: chapter.id, steps: transform.steps }]);
    work.output.note(messages.cli.generate.split(chapter.number, transform.doc.childCount - document.childCount));
  }
  return wanting(transform.doc).flatMap((block): BlockOfRun[] => {
    const one = { chapter: chapter.number, blockId: block.id };
    if (isToMake(block)) return [{ ...one, state: 'open' }];
    if (!block.wanting || block.locked) return [];
    const { failure } = fail('invalid-input', message('speech.characterWithoutVoice', block.character), { field: 'voiceId' });
    return [{ ...one, state: 'failed', failure }];
  });
}

interface Wanting {
  id: string;
  wanting: boolean;
  locked: boolean;
  problem: VoiceProblem | undefined;
  character: string;
}

function showProgress({ work, blocks }: Run): void {
  const counted = count(blocks);
  work.output.progress(messages.cli.generate.progress(blocks.length - counted.open, blocks.length, counted.failed));
}

function count(blocks: readonly BlockOfRun[]): Record<BlockOfRun['state'], number> {
  const counted = { open: 0, made: 0, reused: 0, failed: 0, skipped: 0 };
  for (const { state } of blocks) counted[state] += 1;
  return counted;
}

/** Without the blocks that a run which was stopped did not come to. */
function summarize(blocks: readonly BlockOfRun[]) {
  const { made, reused, failed, skipped } = count(blocks);
  const failures = blocks.flatMap(({ chapter, blockId, state, failure }) =>
    state === 'failed' && failure ? [{ chapter, blockId, message: formatFailure(failure), charged: failure.charged }] : [],
  );
  return { made, reused, failed, skipped, failures };
}

async function report({ work, blocks }: Run, creditsUsed: number | null): Promise<void> {
  const value = { ...summarize(blocks), creditsUsed };
  const { made, reused, failed, skipped, failures } = value;
  for (const failure of failures) work.output.note(messages.cli.generate.blockFailed(failure.chapter, failure.blockId, failure.message));
  const why = blocks.find(({ state }) => state === 'skipped')?.failure;
  if (why) work.output.note(messages.cli.generate.skipped(skipped, formatFailure(why)));
  await work.output.result(value, [messages.cli.generate.result(made, reused, failed, skipped), messages.cli.generate.cost(creditsUsed)]);
  if (failed + skipped > 0) work.endRefused();
}
