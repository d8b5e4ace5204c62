import { stores } from '../stores.ts';

export const useWindow = stores.window.store;
export const { showStart, closeDialog, openHelp, closeHelp, goToPanel, takeIntent, isFirstPanel } = stores.window;

export { startScreen } from './window-store.ts';
