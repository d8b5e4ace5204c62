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
  creditsCharged: (credits: string) => `, ${credits} charged`,
  soFar: 'so far',
  saved: 'Saved',
  savedToDownloads: (name: string) => `Find ${name} in your downloads.`,
  savedAt: (path: string) => `Find it at ${path}.`,
  saveVideo: 'Save video…',
  video: 'Video',
} as const;
