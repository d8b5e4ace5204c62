import { plural } from './plural.ts';

export const lipSync = {
  // features/lip-sync/commands.ts
  makeLipSync: 'Make lip sync',
  lipSync: 'Lip sync',
  sendingNow: 'A lip sync is being sent.',

  // features/lip-sync/form.tsx
  newLipSync: 'New lip sync',
  video: 'Video',
  audio: 'Audio',
  extendVideo: 'Extend the video',
  extendNote: 'If the audio is longer, extends the video and bills the audio length. Otherwise the result ends with the shorter one.',
  cutsPicture: (length: string) => `The result ends with the audio: ${length} of the video is cut.`,
  cutsAudio: (length: string) => `The result ends with the video: ${length} of the audio is cut.`,
  billing: 'What would be billed',
  unknown: 'unknown',
  billed: 'Billed',
  second: (count: number) => plural(count, 'second'),
  billedRounded: (billed: string, which: string) => `${billed}, the ${which} length rounded up`,

  // features/lip-sync/history.tsx
  historyNote: 'Lip syncs appear here with their sources and results.',
  madeElsewhere: 'From other programs',
  refresh: 'Refresh',
  serviceList: 'Listed by the service',
  showOlderAtService: 'Show older at the service',

  // features/lip-sync/make-action.tsx
  lengthUnknown: 'Length unknown',
  billedSecond: (count: number) => plural(count, 'billed second'),
  sendNote: 'Sent once. If no response arrives, Voicewright looks for the job at the service. Failed jobs are fully refunded.',
  sendProgress: 'The service downloads both and starts the job',

  // features/lip-sync/narration-sound.tsx
  fromNarration: 'From Narration…',
  chapters: 'Chapters',
  takesNewestFirst: 'Takes, newest first',

  // features/lip-sync/panel.tsx
  historyAvailable: 'You can still use earlier results.',
  extendAdvice: 'Turn on “Extend the video”, then make the lip sync again.',
  longerAudio: 'To keep all of the video, use longer audio.',
  useAgain: 'Use its media again',
  dropVideo: 'Drop a video',
  dropAudio: 'Drop the audio it should speak',
  exampleWhat: 'A keeper at the harbour says another line.',
  mediaMissing: 'It is no longer on this computer, or can’t be reached.',
  source: 'Source',
  newAudio: 'New audio',
  result: 'Result',
  resultPending: 'The result plays here when it is ready.',
  noResult: 'No result.',
  players: 'Players',

  // features/lip-sync/spoken-store.ts
  takeVoice: 'The take’s voice',
  spokenByService: 'The service generates it.',

  // features/lip-sync/spoken-sound.tsx
  takesToSpeak: 'Takes, newest first. The service generates their text again.',
  generateAtService: 'Generate at the service',
  character: (count: number) => plural(count, 'character'),
  spokenAgainNote: (voice: string) =>
    `The service cannot read audio on this computer. ${voice} can speak this text again at a URL of the service. It will be charged, sounds different from the take, and expires.`,
  resultNext: 'Compare the result with its source, then save it, or use its media with other audio.',
  notMade: 'The lip sync couldn’t be made',
  audioNotMade: 'The audio couldn’t be generated',
  audioSubject: 'The audio for the lip sync',
  cancel: 'Cancel',
  generate: 'Generate',
  generateNote:
    'If no response arrives, the same request is sent again and charged only once. Until the link expires, the same text is free.',
  generating: 'Generating the speech.',
  linkExpires: (moment: string) => `The audio link expires ${moment}.`,
  linkExpiredAt: (moment: string) => `The audio link expired (${moment}). Remove it, then generate the speech again.`,

  // features/lip-sync/lip-sync-store.ts
  linkExpired: 'The audio link expired. Generate the speech again.',
  sending: 'Sending the lip sync.',
  accepted: 'Accepted. The lip sync is in progress.',
  stopped: 'Stopped. Nothing was sent.',
  noLink: (name: string) => `${name} no longer has a URL, and the service cannot read files on this computer.`,

  // src-main/features/lip-sync/service.ts
  exportFileName: (id: string) => `Lip sync ${id}`,
  ofVideoWithSound: (videoUrl: string, audioUrl: string) => `Lip sync of ${videoUrl} with ${audioUrl}`,
} as const;
