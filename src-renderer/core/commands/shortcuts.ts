import { stores } from '../stores.ts';

export const { bindKeys, resetKeys, watchShortcuts } = stores.shortcuts;
