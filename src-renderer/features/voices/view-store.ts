import { create } from 'zustand';
import { z } from 'zod';
import type { VoicesStore } from '../../core/voices/voices-store.ts';
import type { Marks } from '../../core/voices/voice-search.ts';
import { arrangeVoices, groupings, type Grouping, type VoiceGroup } from '../../core/voices/arrange-voices.ts';

export const views = ['cards', 'list'] as const;
export type View = (typeof views)[number];

const key = 'voices-view';
const stored = z.object({ view: z.enum(views), grouping: z.enum(groupings) });
type ViewState = z.infer<typeof stored>;

const usual: ViewState = { view: 'cards', grouping: 'language' };

function lastView(): ViewState {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return usual;
  }
}

export interface ViewDependencies {
  voices: Pick<VoicesStore, 'store' | 'foundVoices'>;
}

/** How the panel shows the voices. Remembered on this machine; may be lost without harm. */
export class ViewStore {
  readonly store = create<ViewState>(() => lastView());
  /** The marks by which the voices are arranged while a person is in the list; undefined where that is by the marks of now. */
  readonly order = create<{ marks: Marks | undefined }>(() => ({ marks: undefined }));
  readonly #deps: ViewDependencies;
  #arranged: { from: unknown[]; groups: readonly VoiceGroup[] } = { from: [], groups: [] };

  constructor(dependencies: ViewDependencies) {
    this.#deps = dependencies;
  }

  readonly setView = (view: View): void => this.#set({ view });
  readonly setGrouping = (grouping: Grouping): void => this.#set({ grouping });

  /** A voice that becomes a favourite stays where it is, so that a second press does not meet another one. */
  readonly keepOrder = (): void => {
    if (this.order.getState().marks === undefined) this.order.setState({ marks: this.#deps.voices.store.getState().marks });
  };
  readonly renewOrder = (): void => this.order.setState({ marks: undefined });

  /** What the filters leave, in groups; the same object while nothing of it changed. `projectLanguages` must stay the same list likewise. */
  readonly arranged = (projectLanguages: readonly string[]): readonly VoiceGroup[] => {
    const found = this.#deps.voices.foundVoices();
    const { marks: now, filter } = this.#deps.voices.store.getState();
    const marks = this.order.getState().marks ?? now;
    const { grouping } = this.store.getState();
    const from = [found, marks, grouping, filter.recent, projectLanguages];
    if (from.some((part, index) => part !== this.#arranged.from[index])) {
      // The order of use is the point of what was used last.
      const groups = filter.recent
        ? [{ id: 'recent', title: null, voices: found }]
        : arrangeVoices(found, marks, grouping, projectLanguages);
      this.#arranged = { from, groups };
    }
    return this.#arranged.groups;
  };

  #set(change: Partial<ViewState>): void {
    this.store.setState(change);
    localStorage.setItem(key, JSON.stringify(this.store.getState()));
  }
}
