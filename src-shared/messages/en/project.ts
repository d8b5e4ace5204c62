export const project = {
  // core/project/project.ts
  thatEditWasNotMadeSince: (problem: string) => `That edit was not made, since it would break the chapter. ${problem}`,
} as const;
