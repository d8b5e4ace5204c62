import { create } from 'zustand';

/** What Live can show beside the text. */
export const liveSides = ['Setup', 'Phrases', 'Sessions'] as const;
export type LiveSide = (typeof liveSides)[number];

/** Which of them it shows; it stays when another panel is looked at. */
export const useLiveSide = create<{ side: LiveSide }>(() => ({ side: 'Setup' }));

export const showLiveSide = (side: LiveSide): void => useLiveSide.setState({ side });
