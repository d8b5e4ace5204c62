import { stores } from '../stores.ts';

export const useWindow = stores.window.store;
export const { closeDialog, openHelp, closeHelp, goToPanel, takeIntent, isFirstPanel } = stores.window;
