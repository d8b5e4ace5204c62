import { create } from 'zustand';
import type { WindowStore } from '../../core/window/window-store.ts';

/** What the tour shows, in its order. */
export const tourSteps = ['script', 'generate', 'waveform', 'voices', 'export'] as const;
export type TourStep = (typeof tourSteps)[number];

interface TourState {
  /** Place of the step that is shown; `undefined` while the tour is closed. */
  at: number | undefined;
  /** It was finished or skipped once. */
  seen: boolean;
}

export interface TourDependencies {
  window: Pick<WindowStore, 'store'>;
  /** May be lost without harm: then the tour is offered again. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

const key = 'tour-seen';

/** The tour of five steps, which can be left at any time and taken again. */
export class TourStore {
  readonly store;
  readonly #deps: TourDependencies;

  constructor(dependencies: TourDependencies) {
    this.#deps = dependencies;
    this.store = create<TourState>(() => ({ at: undefined, seen: dependencies.storage.getItem(key) !== null }));
  }

  /** Shows the script, and the first step at it. */
  readonly startTour = (): void => {
    this.#deps.window.store.setState({ panel: 'narration', help: false, dialog: undefined, focusScript: false });
    this.store.setState({ at: 0 });
  };

  /** The last step leads out. */
  readonly nextStep = (): void => {
    const { at } = this.store.getState();
    if (at === undefined) return;
    if (at + 1 < tourSteps.length) this.store.setState({ at: at + 1 });
    else this.endTour();
  };

  readonly previousStep = (): void => {
    const { at } = this.store.getState();
    if (at !== undefined) this.store.setState({ at: Math.max(0, at - 1) });
  };

  readonly endTour = (): void => {
    this.#deps.storage.setItem(key, 'yes');
    this.store.setState({ at: undefined, seen: true });
  };
}
