import { plural } from './plural.ts';

export const mediaJobs = {
  // core/media-jobs/media-job-history.tsx
  history: 'History',
  newestFirst: 'Newest first',
  theHistory: 'the history',
  noneYet: 'None yet',

  // core/media-jobs/media-job.tsx
  job: 'Job',
  movesNoLips: 'The local service replaces the audio of the video; it moves no lips.',
  second: (count: number) => plural(count, 'second'),
  billed: (billed: string) => `${billed} billed · `,
  creditsCharged: (credits: string) => `, ${credits} charged`,
  soFar: (elapsed: string) => `${elapsed} so far`,
  saved: 'Saved',
  savedToDownloads: (name: string) => `Find ${name} in your downloads.`,
  savedAt: (path: string) => `Find it at ${path}.`,
  saveVideo: 'Save video…',
  video: 'Video',

  // core/media-jobs/missing-part.ts
  audioCut: (kept: string, whole: string) => `The audio was cut: ${kept} of ${whole} fit into the video.`,
  speechCut: (kept: string, whole: string) => `The speech was cut: ${kept} of ${whole} fit into the video.`,
  endsWithAudio: (kept: string, whole: string) => `The video was cut: it ends with the audio, after ${kept} of ${whole}.`,
  endsWithSpeech: (kept: string, whole: string) => `The video was cut: it ends with the speech, after ${kept} of ${whole}.`,

  // src-main/paid-requests/media-job.ts
  stateMissing: 'The service names no state of this job',
  stateUnknown: (status: string) => `The service calls this job “${status}”, which Voicewright does not know`,
  mayBeFinished: (name: string) => `${name}. It may be finished: check again later, or look for it at the service.`,
  resultAddressMissing: (id: string, status: string) =>
    `The service calls the job ${id} “${status}”, and names no URL of a result that Voicewright recognizes.`,
  bucketAddressExpired: (kind: string) =>
    `The ${kind} could not be fetched by the service: its URL in your bucket expired, and this request names no other.`,
  ofLink: (message: string, link: string) => `${message} Its link: ${link}`,
  speechStaysPaid: (message: string) => `${message} The speech stays paid.`,
  resultNotAtAddress: 'The result is not at the URL that the service named.',
} as const;
