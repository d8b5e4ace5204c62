import { create } from 'zustand';

/** What Live can show beside the text. */
export const liveSides = ['Setup', 'Phrases', 'Sessions'] as const;

export type LiveSide = (typeof liveSides)[number];

/** What Live shows beside the text; it stays when another panel is looked at. */
export class LiveTabStore {
  /** Which of them it shows; it stays when another panel is looked at. */
  readonly store = create<{ side: LiveSide }>(() => ({ side: 'Setup' }));

  readonly showLiveSide = (side: LiveSide): void => this.store.setState({ side });
}
