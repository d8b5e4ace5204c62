import { useWindow } from '../../core/window/window.ts';

const name = 'panel-before-reload';

/** The window is about to load again: it will show the same panel. */
export function keepPanel(): void {
  const { panel } = useWindow.getState();
  if (panel !== undefined) sessionStorage.setItem(name, panel);
}

/** Shows the panel that was shown before the window loaded again. */
export function resumePanel(): void {
  const panel = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  if (panel !== null) useWindow.setState({ panel });
}
