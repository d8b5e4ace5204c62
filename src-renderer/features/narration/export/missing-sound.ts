import { messages } from '#shared/messages/index.ts';
import type { GenerationStore } from '../../../core/generation/generation-store.ts';
import type { PlayerStore } from '../../../core/player/player-store.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { WindowStore } from '../../../core/window/window-store.ts';
import type { toastOffer } from '../../../lib/toast.tsx';
import type { AskFirstStore, ChapterOrder } from '../generate/ask-first-store.ts';
import type { LeftOutBlock } from '../generate/left-out.ts';
import type { ExportStore } from './export-store.ts';

export interface MissingSoundDependencies {
  exports: Pick<ExportStore, 'open' | 'close'>;
  askFirst: Pick<AskFirstStore, 'store' | 'makeOrAsk'>;
  generation: Pick<GenerationStore, 'store'>;
  project: Pick<ProjectStore, 'store'>;
  window: Pick<WindowStore, 'store'>;
  player: Pick<PlayerStore, 'store'>;
  toastOffer: typeof toastOffer;
  /** Whether the person fills in a field or answers a dialog. */
  isOccupied: () => boolean;
}

/** Generates what an export lacks, and comes back to Export. */
export class MissingSound {
  readonly #deps: MissingSoundDependencies;
  #waits = false;

  constructor(dependencies: MissingSoundDependencies) {
    this.#deps = dependencies;
  }

  /**
   * Export makes room for the question and the run, and opens again when the run has ended. Where the person does something else by then, or
   * not all was generated, one press opens it.
   */
  readonly generateMissing = async (orders: readonly ChapterOrder[], leftOut: readonly LeftOutBlock[] = []): Promise<void> => {
    const { exports, askFirst, generation, project } = this.#deps;
    const { details, document } = project.store.getState();
    exports.close();
    const failuresBefore = generation.store.getState().failures.at(-1)?.id ?? 0;
    await askFirst.makeOrAsk(orders, false, leftOut);
    if (this.#waits) return;
    this.#waits = true;
    await until(askFirst.store, ({ question }) => question === undefined);
    const isStarted = generation.store.getState().progress !== undefined;
    const run = { isStopped: false };
    await until(generation.store, ({ progress }) => {
      run.isStopped ||= progress?.stopping === true;
      return progress === undefined;
    });
    this.#waits = false;
    const now = project.store.getState();
    if (now.details?.projectId !== details?.projectId) return;
    const isWriting = now.document !== document;
    const hasFailed = (generation.store.getState().failures.at(-1)?.id ?? 0) > failuresBefore;
    const openAgain = (): void => void exports.open();
    if (!run.isStopped && !hasFailed && !isWriting && !this.#isElsewhere()) openAgain();
    else if (isStarted) this.#offer(openAgain);
  };

  #isElsewhere(): boolean {
    const { panel, dialog, help } = this.#deps.window.store.getState();
    const isNarration = panel === undefined || panel === 'narration';
    return !isNarration || dialog !== undefined || help || this.#deps.player.store.getState().mode === 'playing' || this.#deps.isOccupied();
  }

  #offer(openAgain: () => void): void {
    const { summary } = this.#deps.generation.store.getState();
    const texts = messages.exportSheet;
    this.#deps.toastOffer(texts.generationEnded, summary, texts.backToExport, () => {
      this.#deps.window.store.setState({ panel: 'narration' });
      openAgain();
    });
  }
}

interface Watched<State> {
  getState: () => State;
  subscribe: (listener: (state: State) => void) => () => void;
}

/** Waits until the state is so; at once where it is. */
async function until<State>(store: Watched<State>, isSo: (state: State) => boolean): Promise<void> {
  if (isSo(store.getState())) return;
  await new Promise<void>((resolve) => {
    const off = store.subscribe((state) => {
      if (!isSo(state)) return;
      off();
      resolve();
    });
  });
}
