export const handOver = {
  // core/hand-over/media.ts
  fileAdded: (name: string) => `${name} added.`,
} as const;
