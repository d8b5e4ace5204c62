import { create } from 'zustand';

/** A drop zone that is on screen. */
export interface DropTarget {
  name: string;
  /** What it fills. */
  fills: string;
  /** What it takes, or why nothing can be dropped now, in words. */
  words: string;
  /** Takes a drop, read in the event itself; `undefined` where nothing can be dropped now. */
  take: ((transfer: DataTransfer) => void) | undefined;
}

/** All drop zones that are on screen: where all fill the same, the whole window gives it what is dropped. */
export const useDropTargets = create<{ targets: readonly DropTarget[] }>(() => ({ targets: [] }));

/** The one that the whole window may give a drop to; `undefined` where there is none, or several fill different things. */
export function soleTarget(targets: readonly DropTarget[]): DropTarget | undefined {
  const [first] = targets;
  return targets.every(({ fills }) => fills === first?.fills) ? first : undefined;
}
