import { stores } from '../stores.ts';

export const { bindKeys, resetKeys, watchChosenKeys } = stores.chosenKeys;
