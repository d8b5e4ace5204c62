import { stores } from '../stores.ts';

export const useChapter = stores.chapter.store;
export const { currentChapter, knownFacts, watchChapter } = stores.chapter;
