import { plural } from './plural.ts';

export const find = {
  // features/narration/find/find-commands.ts
  findCommand: 'Find',
  replaceCommand: 'Find and replace',
  findNext: 'Find next',
  findPrevious: 'Find previous',
  nothingFound: 'Search for something first.',

  // features/narration/find/find-bar.tsx
  findAndReplace: 'Find and replace',
  find: 'Find',
  replaceWith: 'Replace with',
  matchCase: 'Match case',
  wholeWords: 'Whole words',
  regularExpression: 'Regular expression',
  showReplace: 'Show replace',
  hideReplace: 'Hide replace',
  next: 'Next match',
  previous: 'Previous match',
  close: 'Close find',
  replace: 'Replace',
  replaceAll: 'Replace all',
  searching: 'Searching…',
  noMatches: 'No matches',
  match: (count: number) => plural(count, 'match', 'matches'),
  block: (count: number) => plural(count, 'block'),
  position: (position: string, total: string) => `${position} of ${total}`,
  moreThan: (limit: string) => `More than ${limit} matches`,
  invalidExpression: (problem: string) => `Invalid regular expression: ${problem}`,
  tooManyToReplace: 'Too many matches. Search for something longer.',
  staleWithPrice: (blocks: string, price: string) => `Changes ${blocks} with audio. Generating again: about ${price}.`,
  staleUnknownPrice: (blocks: string) => `Changes ${blocks} with audio. Generating again will be charged; the price is unknown.`,
  staleFree: (blocks: string) => `Changes ${blocks} with audio. Generating again is free.`,
  nothingStale: 'No audio changes.',
  credit: (count: number) => plural(count, 'credit'),

  // features/narration/find/find-matches.tsx
  matchList: 'Matches',
  inTitle: 'Title',

  // features/narration/find/find-store.ts
  replacedAll: (matches: string, blocks: string) => `Replaced ${matches} in ${blocks}.`,
  replacedOne: 'Replaced.',
  wrapped: (position: string) => `${position}, from the start`,
  wrappedBack: (position: string) => `${position}, from the end`,
  expressionTooSlow: 'The regular expression took longer than five seconds and was stopped. Simplify it.',
  resultTooLong: 'Nothing was replaced: a chapter would become too long. Use a shorter replacement.',
} as const;
