export const project = {
  // core/project/project.ts
  editRejected: (problem: string) => `The edit was not applied because it would damage the chapter. ${problem}`,
} as const;
