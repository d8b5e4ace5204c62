export const failures = {
  // core/failures/failure-card.tsx
  dismiss: 'Dismiss',

  // core/failures/failure-links.tsx
  enterAnotherKey: 'Change API key',
  changeCap: 'Change cap',
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
} as const;
