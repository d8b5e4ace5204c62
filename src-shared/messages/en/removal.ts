export const removal = {
  // core/failures/history-list.tsx
  removed: 'Removed items',
  backToList: 'Back to list',
  removeNamed: (name: string) => `Remove ${name}`,
  restoreNamed: (name: string) => `Restore ${name}`,
  remove: 'Remove',
  restore: 'Restore',
  nothingRemoved: 'Nothing removed',
  nothingRemovedNote: 'Results you remove from the list appear here. Their files stay saved.',

  // core/removal/result-removal.ts, core/removal/remove-in-place.ts
  wasRemoved: (name: string) => `Removed: ${name}`,
  fileStays: 'Its file stays saved. Find it under Removed.',
  wasRestored: (name: string) => `Restored: ${name}`,
  notYet: 'It is still in progress. Remove it when it ends.',

  // src-main/library/removed-results.ts
  listOfRemoved: 'The list of removed results',
} as const;
