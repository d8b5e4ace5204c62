export const generation = {
  // core/generation/generation.ts
  stoppedWhatHadArrivedIsKept: 'Stopped. What had arrived is kept.',
  theScriptCouldNotBeSaved: (message: string) => `The script could not be saved, so nothing was sent. ${message}`,
  made: (String: string) => `${String} made`,
  reusedPaidForBefore: (String: string) => `${String} reused, paid for before`,
  failed: (String: string) => `${String} failed`,
  nothingHadToBeMade: 'Nothing had to be made.',
} as const;
