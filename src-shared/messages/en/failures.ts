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
} as const;
