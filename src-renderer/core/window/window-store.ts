import { create } from 'zustand';
import type { BlockId } from '#shared/ids.ts';

/** The dub whose video is transcribed, and whose segments come of that. */
export interface DubOfRecording {
  id: string;
  title: string;
}

/** What one panel asks of another, by the panel that is to do it. */
export type Intent =
  /** Shows the voice, found whatever filters are set. */
  | { panel: 'voices'; voiceId: string }
  /** Shows the script, its selection as it was; with the block of a paid request, in whatever chapter, the caret goes there. */
  | { panel: 'narration'; paidBlockId?: BlockId }
  | { panel: 'clone' }
  /** Goes to a section by its name. */
  | { panel: 'account'; section: 'connections' | 'budget' | 'account' }
  | { panel: 'settings'; section: 'storage' }
  | { panel: 'design' }
  | { panel: 'images-video' }
  /** Takes what the dub's video says as the recording that is to be transcribed. */
  | { panel: 'transcribe'; dub?: DubOfRecording };

/** What stands in the place of a panel's id while the Start screen is shown. */
export const startScreen = 'start';

/** What this window shows; kept by nobody. */
interface WindowState {
  /** The panel by its id, or `startScreen`; the first panel where nobody has chosen. */
  panel: string | undefined;
  /** What the panel that is shown next is to do first; it takes it. */
  intent: Intent | undefined;
  /** The script takes the focus as soon as it is there. */
  focusScript: boolean;
  /** The dialog of the window that is open; there is one at a time. */
  dialog: 'palette' | 'new-project' | 'open-project' | undefined;
  /** Help is shown, over whatever dialog is open. */
  help: boolean;
}

/** What this window shows. Nothing of it is saved. */
export class WindowStore {
  readonly store = create<WindowState>(() => ({
    panel: undefined,
    intent: undefined,
    focusScript: false,
    dialog: undefined,
    help: false,
  }));
  #hasShownPanel = false;

  /** A panel is shown now. True for the first of this window, which begins at the window’s top; a later one begins at its own. */
  readonly isFirstPanel = (): boolean => {
    const isFirst = !this.#hasShownPanel;
    this.#hasShownPanel = true;
    return isFirst;
  };

  readonly closeDialog = (): void => this.store.setState({ dialog: undefined });

  readonly showStart = (): void => this.store.setState({ panel: startScreen, intent: undefined });

  /** A project was resumed: the script takes the place of the Start screen. */
  readonly leaveStart = (): void => {
    if (this.store.getState().panel === startScreen) this.store.setState({ panel: 'narration' });
  };

  /** A person opened a project: its script is shown, whatever panel was. */
  readonly showNarration = (): void => this.store.setState({ panel: 'narration', intent: undefined });

  /** Shows Help at the section of the panel that is shown. */
  readonly openHelp = (): void => this.store.setState({ help: true });

  readonly closeHelp = (): void => this.store.setState({ help: false });

  /** Shows a panel, and what it is to do there. */
  readonly goToPanel = (intent: Intent): void => this.store.setState({ panel: intent.panel, intent });

  /** What the panel was asked to do, once; for an effect of the panel that depends on `useWindow`’s `intent`. */
  readonly takeIntent = <Name extends Intent['panel']>(panel: Name): Extract<Intent, { panel: Name }> | undefined => {
    const { intent } = this.store.getState();
    if (intent?.panel !== panel) return undefined;
    this.store.setState({ intent: undefined });
    return intent as Extract<Intent, { panel: Name }>;
  };
}
