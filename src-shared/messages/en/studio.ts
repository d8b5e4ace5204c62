export const studio = {
  // core/studio/studio.ts
  theServiceIsStillStarting: 'The service is still starting.',
  theServiceIsNotAvailable: 'The service is not available.',
} as const;
