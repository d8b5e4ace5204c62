import { stores } from '../stores.ts';

export const { addTextChapters, chooseTextChapters } = stores.textChapters;
export { isText, isDocument, documentAdvice } from './text-chapter-files.ts';
