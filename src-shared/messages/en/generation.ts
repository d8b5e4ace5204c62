export const generation = {
  // core/generation/generation.ts
  stopped: 'Stopped. Received audio is saved.',
  scriptNotSaved: (message: string) => `Couldn’t save the script, so nothing was sent. ${message}`,
  generated: (value: string) => `${value} generated`,
  reused: (value: string) => `${value} reused for free`,
  failed: (value: string) => `${value} failed`,
  nothingToGenerate: 'Nothing to generate.',
} as const;
