export const shapes = {
  // audio/player.ts
  theChaptersSoundCouldNotBeRead: 'The chapter’s sound could not be read.',

  // audio/recorder.ts
  theMicrophoneWasDeniedAllowIt:
    'The microphone was denied. Allow it for Voicewright in the settings of the system or the browser, then press Record again.',
  noMicrophoneWasFoundOrThe: 'No microphone was found, or the chosen one is not there any more. Plug it in, or choose another.',
  theMicrophoneIsInUseBy: 'The microphone is in use by another program, or does not answer.',
  theMicrophoneCouldNotBeOpened: 'The microphone could not be opened.',

  // lib/failure-words.ts
  nothingWasCharged: 'Nothing was charged.',
  thisWasCharged: 'This was charged.',
  itIsNotKnownWhetherThis: 'It is not known whether this was charged.',
  changeWhatIsNamedAboveThen: 'Change what is named above, then try again.',
  enterAnotherKeyInAccountOr:
    'Enter another key in Account, or start Voicewright with another VOICEWRIGHT_API_KEY where the key came from there.',
  addCreditsToTheAccountThen: 'Add credits to the account, then try again.',
  chooseAnotherVoice: 'Choose another voice.',
  chooseAnotherModel: 'Choose another model.',
  waitAMomentThenTryAgain: 'Wait a moment, then try again.',
  tryAgain: 'Try again.',
  generatingAgainWillBeCharged: 'Generating again will be charged.',
  checkJobsFirst: 'It may have finished. Check Jobs first.',
  checkThatTheServiceCanBe: 'Check that the service can be reached, then try again.',
  restartTheLocalServiceThenTryAgain: 'Restart the local service, then try again.',
  makeRoomOnTheDiskWhat: 'Make room on the disk. What is here is kept; try again when there is space.',
  chooseAnotherFile: 'Choose another file.',
  openItWithANewerVoicewright: 'Open it with a newer Voicewright.',
  closeItWhereItIsOpen: 'Close it where it is open, then try again.',
  trustThatAddressOnlyIfYou: 'Trust that address only if you know that it belongs to the service; then try again.',
  ifItHappensAgainReportIt: 'If it happens again, report it with the details below.',
  theBucketCouldNotBeUsed: 'The bucket could not be used',
  overYourCap: 'Over your cap',
  givenUp: 'Given up',
  tooLarge: 'Too large',
  theAddressLeadsIntoAPrivateNetwork: 'The address leads into a private network',
  anotherAddressAsksForTheKey: 'Another address asks for the key',
  thisCannotBeSentAsItIs: 'This cannot be sent as it is',
  theKeyWasNotAccepted: 'The key was not accepted',
  notEnoughCredits: 'Not enough credits',
  theAccountMayNotDoThis: 'The account may not do this',
  notFound: 'Not found',
  somethingElseGotThereFirst: 'Something else got there first',
  tooLong: 'Too long',
  tooManyRequests: 'Too many requests',
  theServiceFailed: 'The service failed',
  theServiceIsNotAvailableNow: 'The service is not available now',
  theServiceTookTooLong: 'The service took too long',
  theServiceIsNotRunningOr: 'The service is not running or cannot be reached',
  sentButNoAnswerCame: 'Sent, but no answer came',
  audioWasInterrupted: 'Audio was interrupted',
  theDiskIsFull: 'The disk is full',
  theFileIsNotThere: 'The file is not there',
  notAVoicewrightProject: 'Not a Voicewright project',
  madeByANewerVoicewright: 'Made by a newer Voicewright',
  openElsewhere: 'Open elsewhere',
  thereIsAFileOfThat: 'There is a file of that name already',
  theFileCouldNotBeUsed: 'The file could not be used',
  damaged: 'Damaged',
  tooMuchAtOnce: 'Too much at once',
  theStudioIsNotConnected: 'The studio is not connected',
  somethingInTheStudioWentWrong: 'Something in the studio went wrong',
  thisDidNotWork: 'This did not work',

  // lib/format.ts
  minute: 'minute',
  second: 'second',
  aboutLeft: (formatDuration: string) => `about ${formatDuration} left`,
  min: (value: string) => `${value} min`,
  hMin: (value: string, value2: string) => `${value} h ${value2} min`,
  justNow: 'just now',
  minAgo: (value: string) => `${value} min ago`,
  hAgo: (value: string) => `${value} h ago`,
  mb: (number: string) => `${number} MB`,
  leavesAbout: (number: string) => `, leaves about ${number}`,

  // lib/peak-words.ts
  dbtp: (value: string) => `${value} dBTP`,
  truePeak: (formatTruePeak: string) => ` True peak ${formatTruePeak}.`,
  truePeakLimitedFrom: (formatTruePeak: string, formatTruePeak2: string) =>
    ` True peak ${formatTruePeak}, limited from ${formatTruePeak2}.`,

  // lib/plain-text.ts
  isEmpty: (subject: string) => `${subject} is empty.`,
  hasCharactersAreTheMost: (subject: string, number: string, number2: string) =>
    `${subject} has ${number} characters; ${number2} are the most.`,
  hasSeveralLinesItIsTo: (subject: string) => `${subject} has several lines; it is to be one.`,
  holdsAControlCharacterUThat: (subject: string, code: string) =>
    `${subject} holds a control character (U+${code}) that cannot be seen. Retype that part.`,

  // lib/recoverability.ts
  kept: 'Kept',
  canBeFetchedAgain: 'Can be fetched again',
  paidNotRecoverable: 'Paid, not recoverable',
  unknown: 'Unknown',
  madeAsAJobIfThe: 'Made as a job: if the connection breaks, the service still has the sound, and it is fetched again at no charge.',
  heardWhileItIsMadeIf:
    'Heard while it is made: if the connection breaks, what has arrived is kept as an incomplete take; the rest is paid and cannot be fetched.',
  answeredOnceIfTheAnswerIs: 'Answered once: if the answer is lost on the way, it is paid and cannot be fetched.',
  theServiceKeepsThisAnswerFor: 'The service keeps this answer for a while: asked again with the same id, it is not charged again.',
  spokenLiveWhatHasBeenHeard: 'Spoken live: what was played is saved; what was not is not.',
  ifTheAnswerIsLostThe: 'If the answer is lost, the service’s list has to show whether it was made. It is never sent again by itself.',
  itIsWholeAndOnThis: 'It is whole and on this machine. Nothing has to be fetched.',
  theServiceMadeItAndAnswered: 'The service made it and answered once. That answer did not arrive, and it is not given twice.',
  whatHadArrivedIsKeptAs: 'What had arrived is kept as an incomplete take. The rest cannot be fetched.',
  itWasSentAndNoAnswer: 'It was sent, and no answer came: whether it was made cannot be known from here.',

  // lib/toast.tsx
  close: 'Close',
  aPaidRequestHasItsAnswer: 'A paid request has its answer',
  showInJobs: 'Show in Jobs',

  // ui/counted.tsx
  ofWord: 'of',

  // ui/drop-zone.tsx
  dropToAdd: (takes: string) => `Drop to add: ${takes}`,
  chooseFiles: 'Choose files…',
  chooseAFile: 'Choose a file…',
  chooseAFolder: 'Choose a folder…',
  letGoHere: (name: string) => `${name}: let go here`,

  // ui/number-field.tsx
  enterANumberFromTo: (formatNumber: string, formatNumber2: string) => `Enter a number from ${formatNumber} to ${formatNumber2}`,

  // ui/progress-row.tsx
  exportProgress: 'Export progress',
  cancelExport: 'Cancel export',

  // ui/request-id.tsx
  request: 'Request',
  copied: 'Copied',
  copyRequestId: 'Copy request id',

  // ui/search-select.tsx
  noMatchFor: (search: string) => `No match for “${search}”`,
  wasNotChosenPressEnterTo: (search: string) => `“${search}” was not chosen. Press Enter to choose a match.`,

  // ui/upload-progress.tsx
  ofWord2: '% of',
  toYourBucket: ', to your bucket',
  uploading: (name: string) => `Uploading ${name}`,
  stop: 'Stop',

  // ui/voice-controls.tsx
  mixed: 'Mixed',
  none: 'None',
} as const;
