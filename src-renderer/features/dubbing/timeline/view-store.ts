import { create } from 'zustand';

const key = 'dubbing-captions';

/** How the timeline is shown. Remembered on this machine; may be lost without harm. */
export class DubViewStore {
  /** `captions`: the line that is spoken stands over the picture. */
  readonly store = create<{ captions: boolean }>(() => ({ captions: readCaptions() }));

  readonly toggleCaptions = (): void => {
    const captions = !this.store.getState().captions;
    this.store.setState({ captions });
    try {
      localStorage.setItem(key, captions ? 'shown' : 'hidden');
    } catch {
      // There is no room for it, or no storage: it lasts as long as the window.
    }
  };
}

function readCaptions(): boolean {
  try {
    return localStorage.getItem(key) !== 'hidden';
  } catch {
    return true;
  }
}
