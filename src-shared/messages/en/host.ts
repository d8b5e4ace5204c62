export const host = {
  // core/host/host.ts
  theStudioIsNotConnectedYet: 'The studio is not connected yet.',
  theStudioDidNotAnswer: 'the studio did not answer',

  // core/host/wire.ts
  theStudioEndedOrLetThis: 'the studio ended or let this window go',
} as const;
