export const failures = {
  // core/failures/failure-card.tsx
  dismiss: 'Dismiss',
  creditsLeft: (credits: string) => `You have ${credits}.`,
  quotaLeft: (quota: string) => `You have ${quota} API quota.`,
  tryAgain: 'Try again',

  // core/failures/failure-links.tsx
  enterAnotherKey: 'Change API key',
  changeCap: 'Change cap',
  openAccount: 'Open Account',
  showInJobs: 'Show in Jobs',
  trusted: 'Trusted',
  originTrusted: (name: string, origin: string) => `The API key of ${name} can now be sent to ${origin}. You can revoke this in Account.`,
  trustOrigin: 'Trust this origin',

  // core/failures/history-list.tsx
  showOlder: 'Show older',
  notLoaded: (capital: string) => `Couldn’t load ${capital}.`,
  readAgain: 'Reload',
  reading: (what: string) => `Loading ${what}`,
  clearSearch: 'Clear search',

  // src-main/features/bucket/service.ts
  notValid: 'is not valid',

  // src-main/features/dubbing-timeline/dubbing-thread.ts
  stopped: 'Stopped.',

  // src-shared/failure.ts
  sentences: (first: string, second: string) => `${first} ${second}`,
  /** What the service or an earlier version of Voicewright says, as it stands. */
  verbatim: (said: string) => said,
  somethingWentWrong: 'Something went wrong in Voicewright. The log has the details.',
  theRequest: 'the request',
  noSuchField: 'there is no such field',
  inPlace: (where: string, reason: string) => `In ${where}: ${reason}.`,
  inField: (where: string, field: string, reason: string) => `In ${where}, ${field}: ${reason}.`,

  // src-shared/operations/operation.ts
  isNotJson: 'is not JSON',
} as const;
