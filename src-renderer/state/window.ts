import { create } from 'zustand';

/** What this window shows; kept by nobody. */
interface WindowState {
  /** The panel by its id; the first where nobody has chosen. */
  panel: string | undefined;
  /** The script takes the focus as soon as it is there. */
  focusScript: boolean;
  /** The dialog of the window that is open; there is one at a time. */
  dialog: 'palette' | 'settings' | 'new-project' | 'open-project' | undefined;
}

export const useWindow = create<WindowState>(() => ({ panel: undefined, focusScript: false, dialog: undefined }));

export const closeDialog = (): void => useWindow.setState({ dialog: undefined });
