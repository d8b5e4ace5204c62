import { create } from 'zustand';

/** What Undo and Redo take back in a panel that has steps of its own: in place of the project's, while it is shown. */
export interface OwnUndo {
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
}

/** The undo of the panel that is shown, where it has its own. */
export class PanelUndoStore {
  readonly store = create<{ own: OwnUndo | undefined }>(() => ({ own: undefined }));
}
