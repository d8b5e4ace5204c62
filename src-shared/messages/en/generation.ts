export const generation = {
  // core/generation/generation.ts
  stoppedWhatHadArrivedIsKept: 'Stopped. What had arrived is kept.',
  theScriptCouldNotBeSaved: (message: string) => `The script could not be saved, so nothing was sent. ${message}`,
  made: (value: string) => `${value} made`,
  reusedPaidForBefore: (value: string) => `${value} reused, paid for before`,
  failed: (value: string) => `${value} failed`,
  nothingHadToBeMade: 'Nothing had to be made.',
} as const;
