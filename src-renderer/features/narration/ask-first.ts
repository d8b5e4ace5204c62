import { create } from 'zustand';
import type { ChapterId } from '#shared/ids.ts';
import { estimate, generate, useGeneration, type Estimate, type Wanted } from '../../core/generation/generation.ts';
import { hearWhenMade } from '../../core/player/player.ts';
import { useProject } from '../../core/project/project.ts';
import { useStudio } from '../../core/studio/studio.ts';

/** Blocks of one chapter that are to be made. */
export interface ChapterOrder {
  chapterId: ChapterId;
  blocks: readonly Wanted[];
}

/** What is asked before a large purchase. */
export interface Question {
  orders: readonly ChapterOrder[];
  estimate: Estimate;
  /** Nothing of this project was ever generated. */
  isFirst: boolean;
}

interface AskFirstState {
  question: Question | undefined;
}
export const useAskFirst = create<AskFirstState>(() => ({ question: undefined }));

let asking: AbortController | undefined;

/**
 * Makes blocks, after a question where the price passes the person's threshold or nothing of the project was generated yet. A price that is not known counts as
 * one credit a character.
 */
export async function makeOrAsk(orders: readonly ChapterOrder[]): Promise<void> {
  const wanted = orders.filter(({ blocks }) => blocks.length > 0);
  const { confirmAbove } = useStudio.getState().settings;
  if (wanted.length === 0 || asking) return;
  if (confirmAbove === null) {
    makeNow(wanted);
    return;
  }
  asking = new AbortController();
  const { signal } = asking;
  const known = await estimateOrders(wanted, signal).finally(() => (asking = undefined));
  const isFirst = useProject.getState().takes.length === 0 && useGeneration.getState().progress === undefined;
  if (isFirst || (known.credits ?? known.characters) > confirmAbove)
    useAskFirst.setState({ question: { orders: wanted, estimate: known, isFirst } });
  else makeNow(wanted);
}

export function answerQuestion(goOn: boolean): void {
  const { question } = useAskFirst.getState();
  useAskFirst.setState({ question: undefined });
  if (question && goOn) makeNow(question.orders);
}

function makeNow(orders: readonly ChapterOrder[]): void {
  const { chapterId } = useProject.getState();
  const shown = orders.find((order) => order.chapterId === chapterId);
  // Asked for while a run goes on, they are made after it, and are not what is being listened for.
  if (shown && !useGeneration.getState().progress)
    hearWhenMade(
      shown.blocks.map((block) => block.id),
      false,
    );
  for (const { chapterId: inChapter, blocks } of orders) void generate(blocks, false, inChapter);
}

/** The sum over all chapters; credits are `null` where any of them are not known. */
export async function estimateOrders(orders: readonly ChapterOrder[], signal: AbortSignal): Promise<Estimate> {
  const sum: Estimate = { blocks: 0, characters: 0, credits: 0, learnedFrom: 0 };
  for (const { chapterId, blocks } of orders) {
    const ids = blocks.map(({ id }) => id);
    const known = await estimate(ids, signal, false, chapterId);
    sum.blocks += known?.blocks ?? blocks.length;
    sum.characters += known?.characters ?? blocks.reduce((characters, { text }) => characters + text.length, 0);
    sum.credits = sum.credits === null || known === undefined || known.credits === null ? null : sum.credits + known.credits;
    sum.learnedFrom = Math.max(sum.learnedFrom, known?.learnedFrom ?? 0);
  }
  return sum;
}
