import { create } from 'zustand';
import type { ChapterId } from '#shared/ids.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { type Estimate, type Wanted } from '../../../core/generation/generation-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { GenerationStore } from '../../../core/generation/generation-store.ts';
import type { PlayerStore } from '../../../core/player/player-store.ts';
import type { LeftOutBlock } from './left-out.ts';

/** Blocks of one chapter that are to be made. */
export interface ChapterOrder {
  chapterId: ChapterId;
  blocks: readonly Wanted[];
}

/** What is asked before a large purchase. */
export interface Question {
  orders: readonly ChapterOrder[];
  /** Whether they are played as they come. */
  listens: boolean;
  estimate: Estimate;
  /** Nothing of this project was ever generated. */
  isFirst: boolean;
  /** Blocks that are not made, as they have no voice or are too long. */
  leftOut: readonly LeftOutBlock[];
}

interface AskFirstState {
  question: Question | undefined;
}

export interface AskFirstDependencies {
  studio: Pick<StudioStore, 'store'>;
  project: Pick<ProjectStore, 'store'>;
  generation: Pick<GenerationStore, 'store' | 'generate' | 'estimateParts'>;
  player: Pick<PlayerStore, 'hearWhenMade'>;
}

/** Asks before a large order. */
export class AskFirstStore {
  readonly store = create<AskFirstState>(() => ({ question: undefined }));
  readonly #deps: AskFirstDependencies;
  #asking: AbortController | undefined;
  /** Projects of which more than the shown chapter was agreed to. */
  readonly #agreedBooks = new Set<string>();

  constructor(dependencies: AskFirstDependencies) {
    this.#deps = dependencies;
  }

  /**
   * Makes blocks, after a question where the price passes the person's threshold, where a hosted service's is not known, where nothing of the project was
   * generated yet, and before the first order of more than the shown chapter; not where all of it was paid for before. They are played as they come, but not with `listens` false.
   * Answers whether it asks. `leftOut`: blocks that the question names as not generated.
   */
  readonly makeOrAsk = (orders: readonly ChapterOrder[], listens = true, leftOut: readonly LeftOutBlock[] = []): Promise<boolean> =>
    this.#makeOrAsk(orders, { listens, leftOut, isAgreed: false });

  /** The same of what a run was asked for that was cut off: it is nothing first, and is asked about for its price or for what was sent alone. */
  readonly resume = (orders: readonly ChapterOrder[]): Promise<boolean> =>
    this.#makeOrAsk(orders, { listens: true, leftOut: [], isAgreed: true });

  async #makeOrAsk(
    orders: readonly ChapterOrder[],
    { listens, leftOut, isAgreed }: { listens: boolean; leftOut: readonly LeftOutBlock[]; isAgreed: boolean },
  ): Promise<boolean> {
    const wanted = orders.filter(({ blocks }) => blocks.length > 0);
    const { confirmAbove } = this.#deps.studio.store.getState().settings;
    if (wanted.length === 0 || this.#asking) return false;
    if (confirmAbove === null) {
      this.#makeNow(wanted, listens);
      return false;
    }
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const known = await this.estimateOrders(wanted, signal).finally(() => (this.#asking = undefined));
    const isFirst = !isAgreed && this.#isFirst(wanted);
    // What was paid for in another project costs nothing here.
    const isFree = known.blocks === 0;
    const wasSent = known.sentBefore !== undefined || known.outcomeUnknown !== undefined;
    const isLarge = (known.credits ?? known.characters) > confirmAbove;
    const asks = !isFree && (isFirst || wasSent || this.#isUnknown(known) || isLarge);
    if (asks) this.store.setState({ question: { orders: wanted, listens, estimate: known, isFirst, leftOut } });
    else this.#makeNow(wanted, listens);
    return asks;
  }

  /** The first purchase of the project, or in this window the first of more than its shown chapter: nobody has agreed to as much before. */
  #isFirst(orders: readonly ChapterOrder[]): boolean {
    const { project, generation } = this.#deps;
    const { takes, details, chapterId } = project.store.getState();
    const isBook = orders.some((order) => order.chapterId !== chapterId);
    if (isBook) return details !== undefined && !this.#agreedBooks.has(details.projectId);
    return takes.length === 0 && generation.store.getState().progress === undefined;
  }

  #isUnknown({ credits }: Estimate): boolean {
    return credits === null && this.#deps.studio.store.getState().connection?.kind === 'account';
  }

  readonly answerQuestion = (goOn: boolean): void => {
    const { question } = this.store.getState();
    this.store.setState({ question: undefined });
    if (!question || !goOn) return;
    const { details, chapterId } = this.#deps.project.store.getState();
    if (details && question.orders.some((order) => order.chapterId !== chapterId)) this.#agreedBooks.add(details.projectId);
    this.#makeNow(question.orders, question.listens);
  };

  /** Whether the question is for more than the chapter that is shown, and could be for that one alone. */
  readonly canNarrow = ({ orders, listens }: Question): boolean => listens && orders.length > 1 && this.#findShown(orders) !== undefined;

  /** Asks for the chapter that is shown alone, at its own price. */
  readonly narrow = async (): Promise<void> => {
    const { question } = this.store.getState();
    const shown = question && this.#findShown(question.orders);
    const document = this.#deps.project.store.getState().document;
    if (!question || !shown) return;
    const estimate = await this.estimateOrders([shown], new AbortController().signal);
    if (this.store.getState().question !== question) return;
    const ids = new Set(document && blocksOf(document).map(({ attributes }) => attributes.id));
    const leftOut = question.leftOut.filter(({ id }) => ids.has(id));
    this.store.setState({ question: { ...question, orders: [shown], estimate, leftOut } });
  };

  #findShown(orders: readonly ChapterOrder[]): ChapterOrder | undefined {
    const { chapterId } = this.#deps.project.store.getState();
    return orders.find((order) => order.chapterId === chapterId);
  }

  #makeNow(orders: readonly ChapterOrder[], listens: boolean): void {
    const shown = this.#findShown(orders);
    // Asked for while a run goes on, they are made after it, and are not what is being listened for.
    if (shown && listens && !this.#deps.generation.store.getState().progress)
      this.#deps.player.hearWhenMade(
        shown.blocks.map((block) => block.id),
        false,
      );
    for (const { chapterId: inChapter, blocks } of orders) void this.#deps.generation.generate(blocks, false, inChapter);
  }

  /** What all of them cost together; credits are `null` where they are not known. */
  readonly estimateOrders = async (orders: readonly ChapterOrder[], signal: AbortSignal): Promise<Estimate> => {
    const parts = orders.map(({ chapterId, blocks }) => ({ chapterId, blockIds: blocks.map(({ id }) => id) }));
    const known = await this.#deps.generation.estimateParts(parts, signal);
    if (known) return known;
    const texts = orders.flatMap(({ blocks }) => blocks.map(({ text }) => text));
    return { blocks: texts.length, characters: texts.reduce((sum, text) => sum + text.length, 0), credits: null, learnedFrom: 0 };
  };
}
