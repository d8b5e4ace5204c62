export const studio = {
  // core/studio/studio.ts
  serviceStarting: 'The service is starting.',
  serviceUnavailable: 'The service is not available.',
} as const;
