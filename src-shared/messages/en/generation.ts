export const generation = {
  // core/generation/generation.ts
  stopped: 'Stopped. Received audio is saved.',
  scriptNotSaved: (message: string) => `Couldn’t save the script, so nothing was sent. ${message}`,
  generated: (count: string) => `${count} generated`,
  reused: (count: string) => `${count} reused for free`,
  failed: (count: string) => `${count} failed`,
  nothingToGenerate: 'Nothing to generate.',
} as const;
