import { z } from 'zod';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import type { WindowStore } from '../../core/window/window-store.ts';

/** The panel that is shown, over a reload of the window. */
const shownPanel = keptInWindow('panel', z.string().max(40));

/** Shows the panel that was shown before the window loaded again, and from now on remembers the one that is. */
export function resumePanel({ store }: Pick<WindowStore, 'store'>): void {
  const panel = shownPanel.get();
  if (panel !== undefined) store.setState({ panel });
  store.subscribe((now, before) => {
    if (now.panel !== before.panel) shownPanel.set(now.panel);
  });
}
