export const lipSync = {
  // features/lip-sync/commands.ts
  makeLipSync: 'Make lip sync',
  lipSync: 'Lip sync',
  oneIsBeingSent: 'One is being sent.',

  // features/lip-sync/form.tsx
  newLipSync: 'New lip sync',
  video: 'Video',
  audio: 'Audio',
  extendTheVideo: 'Extend the video',
  whereTheAudioIsLongerThe:
    'Where the audio is longer, the video is made as long, and the audio’s length is billed. Else the result ends with the shorter.',
  whatWouldBeBilled: 'What would be billed',
  unknown: 'unknown',
  billed: 'Billed',
  second: 'second',
  theRoundedUp: (billed: string, part: string) => `${billed}, the ${part} rounded up`,

  // features/lip-sync/history.tsx
  everyLipSyncIsKeptHere: 'Every lip sync is kept here with what it was made of, and with its video.',
  madeElsewhere: 'Made elsewhere',
  refresh: 'Refresh',
  theServicesOwnList: 'The service’s own list',
  showOlderOnesOfTheService: 'Show older ones of the service',

  // features/lip-sync/make-action.tsx
  lengthUnknown: 'Length unknown',
  billedSecond: 'billed second',
  sentOnceAndNeverAgainBy:
    'Sent once, and never again by itself: if its answer is lost, it is looked up in the service’s list and adopted. A job that fails is refunded in full.',
  theServiceFetchesBothAndTakes: 'The service fetches both and takes the job',

  // features/lip-sync/narration-sound.tsx
  fromNarration: 'From Narration…',
  chapters: 'Chapters',
  takesNewestFirst: 'Takes, newest first',

  // features/lip-sync/panel.tsx
  whatWasMadeIsHereAll: 'What was made is here all the same.',
  useItsMediaAgain: 'Use its media again',
  close: 'Close',
  giveAVideoAndTheSound: 'Give a video and the sound that it is to say',
  oneFaceSeenFromTheFront:
    'One face, seen from the front, and clear speech do best. Both are looked at before anything is sent: how long they are, and what would be billed.',
  itIsNotOnThisMachine: 'It is not on this machine any more, or cannot be reached from here.',
  source: 'Source',
  theVideoThatYouGiveIs: 'The video that you give is played here.',
  newAudio: 'New audio',
  theSoundThatYouGiveIs: 'The sound that you give is played here.',
  result: 'Result',
  itIsPlayedHereAsSoon: 'It is played here as soon as it is made.',
  whatIsMadeIsPlayedHere: 'What is made is played here.',
  players: 'Players',

  // features/lip-sync/sound.ts
  theTakesVoice: 'The take’s voice',
  theServiceSpeaksIt: 'The service speaks it.',

  // features/lip-sync/spoken-sound.tsx
  takesNewestFirstTheServiceSpeaks: 'Takes, newest first: the service speaks their words again',
  haveTheServiceSpeakIt: 'Have the service speak it',
  character: 'character',
  theServiceCannotFetchASound: 'The service cannot fetch a sound of this machine.',
  canSpeakTheseWordsOnceMore:
    'can speak these words once more, to an address of the service’s own: it is another reading than the take, is charged as a new request, and lasts as long as the service says.',
  theSoundForTheLipSync: 'The sound for the lip sync',
  cancel: 'Cancel',
  speakIt: 'Speak it',
  ifItsAnswerIsLostIt:
    'If its answer is lost, it is asked for again with the same id: it is charged once. While its address lasts, the same words are free.',
  theServiceIsSpeaking: 'The service is speaking.',
  theAudioIsAtAnAddress: (moment: string) => `The audio is at an address of the service’s own until ${moment}.`,
  theAudioLinkExpiredRemove: (moment: string) => `The audio link expired (${moment}). Remove it, and generate the speech again.`,

  // features/lip-sync/store.ts
  theAudioLinkExpired: 'The audio link expired. Generate the speech again.',
  theLipSyncIsBeingSent: 'The lip sync is being sent.',
  theServiceHasTakenItAnd: 'The service has taken it, and makes it.',
  stoppedNothingWasSent: 'Stopped. Nothing was sent.',
  hasNoAddressAnyMoreThat: (name: string) =>
    `${name} has no address any more that the service can fetch, and the service cannot fetch a file of this machine.`,

  // src-main/features/lip-sync/service.ts
  exportFileName: (id: string) => `Lip sync ${id}`,
  ofVideoWithSound: (videoUrl: string, audioUrl: string) => `Lip sync of ${videoUrl} with ${audioUrl}`,
} as const;
