export const failures = {
  // core/failures/failure-card.tsx
  dismiss: 'Dismiss',

  // core/failures/failure-links.tsx
  enterAnotherKey: 'Enter another key',
  changeTheCap: 'Change the cap',
  showInJobs: 'Show in Jobs',
  trusted: 'Trusted',
  theKeyOfMayGoTo: (name: string, origin: string) =>
    `The key of ${name} may go to ${origin} from now on. Account lists it, and takes it back.`,
  trustThisOrigin: 'Trust this origin',

  // core/failures/history-list.tsx
  showOlderOnes: 'Show older ones',
  couldNotBeRead: (capital: string) => `${capital} could not be read.`,
  readAgain: 'Read again',
  reading: (what: string) => `Reading ${what}`,
  clearTheSearch: 'Clear the search',

  // src-main/features/bucket/service.ts
  notValid: 'is not valid',

  // src-main/features/dubbing-timeline/dubbing-thread.ts
  stopped: 'Stopped.',

  // src-shared/failure.ts
  sentences: (first: string, second: string) => `${first} ${second}`,
  /** What the service or an earlier version of Voicewright says, as it stands. */
  verbatim: (said: string) => said,
  somethingWentWrong: 'Something in the studio went wrong. The log has the details.',
  theRequest: 'the request',
  noSuchField: 'there is no such field',
  inPlace: (where: string, reason: string) => `In ${where}: ${reason}.`,
  inField: (where: string, field: string, reason: string) => `In ${where}, ${field}: ${reason}.`,

  // src-shared/operations/operation.ts
  isNotJson: 'is not JSON',
} as const;
