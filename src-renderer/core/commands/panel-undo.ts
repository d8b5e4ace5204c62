import type { StoreApi } from 'zustand';
import { stores } from '../stores.ts';
import type { OwnUndo } from './panel-undo-store.ts';

export const useOwnUndo = stores.panelUndo.store;

/**
 * Undo and Redo are a panel's own until what this returns is called. `read` says what they do now, undefined where nothing is open that has steps;
 * it is asked again whenever one of `parts` has changed.
 */
export function offerPanelUndo<State>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  parts: (state: State) => readonly unknown[],
  read: (state: State) => OwnUndo | undefined,
): () => void {
  useOwnUndo.setState({ own: read(store.getState()) });
  const stop = store.subscribe((now, before) => {
    const after = parts(now);
    if (parts(before).some((part, place) => part !== after[place])) useOwnUndo.setState({ own: read(now) });
  });
  return () => {
    stop();
    useOwnUndo.setState({ own: undefined });
  };
}
