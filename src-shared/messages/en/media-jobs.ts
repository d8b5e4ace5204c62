export const mediaJobs = {
  // core/media-jobs/media-job-history.tsx
  history: 'History',
  newestFirst: 'Newest first',
  theHistory: 'the history',
  noneYet: 'None yet',

  // core/media-jobs/media-job.tsx
  job: 'Job',
  second: 'second',
  billed: (billed: string) => `${billed} billed · `,
  stay: (credits: string) => `, ${credits} stay`,
  soFar: 'so far',
  saved: 'Saved',
  isAmongYourBrowsersDownloads: (name: string) => `${name} is among your browser’s downloads.`,
  itIsAt: (path: string) => `It is at ${path}.`,
  saveVideo: 'Save video…',
  video: 'Video',
} as const;
