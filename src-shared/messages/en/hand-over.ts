export const handOver = {
  // core/hand-over/media.ts
  wasHandedOver: (name: string) => `${name} was handed over.`,
} as const;
