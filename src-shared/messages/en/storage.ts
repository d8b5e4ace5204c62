export const storage = {
  // src-main/features/storage/unused-results/unused-results.ts
  searchAgain: 'These search results are out of date. Search again before you remove anything.',
} as const;
