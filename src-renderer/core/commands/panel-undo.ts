import { stores } from '../stores.ts';

export const useOwnUndo = stores.panelUndo.store;
