export const clone = {
  // features/clone/commands.ts
  cloneTheVoice: 'Clone the voice',
  clone: 'Clone',
  stopSendingTheVoice: 'Stop sending the voice',
  nothingIsBeingSent: 'Nothing is being sent.',
  recordOrStopRecording: 'Record, or stop recording',

  // features/clone/decoding.ts
  canBeSeenAndHeard: (name: string) => `${name} is ready to view and play.`,

  // features/clone/files.ts
  theFolder: (value: string) => `the folder ${value}`,
  theseFolders: 'these folders',
  thereIsNoRecordingIn: (part: string) => `There is no recording in ${part}.`,
  entry: 'entry',
  entries: 'entries',
  theFolderIsVeryLargeOnly: (maximumEntries: string) => `The folder is very large: only its first ${maximumEntries} were looked at.`,
  file: 'file',
  moreLeftOutTheListHoldsRecordings: (over: string, part: string, maximumRecordings: number) =>
    `${over} more ${part} left out: the list holds ${maximumRecordings} recordings.`,
  itIs: 'it is',
  theyAre: 'they are',
  moreCannotBeUsedAs: (plural: string, part: string) => `${plural} more cannot be used as ${part}.`,
  recording: 'recording',
  opening: (length: string) => `Opening ${length}.`,
  isOpen: (name: string) => `${name} is open.`,
  itCouldNotBeReadTo: 'It could not be read to its end. Is it still where it was?',
  theStudioDidNotTakeIt: 'The studio did not take it.',
  ofWord: (bytesInWords: string, bytesInWords2: string) => `${bytesInWords} of ${bytesInWords2}`,

  // features/clone/form.tsx
  aboutTheVoice: 'About the voice',
  name: 'Name',
  description: 'Description',
  whoMayUseIt: 'Who may use it',
  makeItPublic: 'Make it public',
  publicEveryAccountCanFindAnd: 'Public: every account can find and use it.',
  privateOnlyYourAccountCanUseIt: 'Private: only your account can use it.',
  consent: 'Consent',
  transcript: 'Transcript',
  whatIsSaidInTheRecordings: 'What is said in the recordings, word for word. It helps, and may be left out.',
  languages: 'Languages',
  theFirstIsItsOwnNone: 'The first is its own. None: the service’s default.',
  theServiceNamesNoSuchLanguage: 'The service names no such language.',
  transcribe: 'Transcribe',
  transcribeARecording: 'Transcribe a recording',
  transcribe2: 'Transcribe…',
  transcribing: 'Transcribing…',
  itCannotBeMadeHere: 'It cannot be made here.',
  typeItOrLeaveItOut: 'Type it, or leave it out.',
  ofWord2: 'of',
  characters: 'characters',

  // features/clone/lost.tsx
  adopt: 'Adopt',
  made: (age: string) => `, made ${age}`,
  lookAgain: 'Look again',
  wasSentAndNoAnswerCame: (slice: string) => `“${slice}” was sent, and no answer came.`,
  theServicesListIsBeingRead: (sent: string) => `${sent} The service’s list is being read for it.`,
  theServicesListHasNoVoice: (sent: string) =>
    `${sent} The service’s list has no voice of that name and time: it was most likely not made. Look again before you send it once more.`,
  aVoice: 'a voice',
  theServicesListHasOfThat: (sent: string, part: string) =>
    `${sent} The service’s list has ${part} of that name, made at that time. If it is yours, adopt it: nothing is sent again.`,

  // features/clone/made.tsx
  theLampHadBurnedSinceDusk: 'The lamp had burned since dusk, and nobody in the house could say who had lit it.',
  writeALineForItToSay: 'Write a line for it to say.',
  itIsBeingSaid: 'It is being said.',
  theVoiceIsMade: 'The voice is made',
  isMade: 'is made',
  testLine: 'Test line',
  sayATestLine: 'Say a test line',
  useInNarration: 'Use in Narration',
  theVoiceIsSpeakingForThe: 'The voice is speaking for the first time.',
  stopWaiting: 'Stop waiting',
  theTestLineOf: (name: string) => `the test line of ${name}`,
  theTestLine: 'The test line',
  priceUnknownTheServiceNamesNone: 'Price unknown: the service names none; it is learned from what is made.',
  paidForAlreadyCostsNothing: 'Paid for already: costs nothing.',
  credit: 'credit',

  // features/clone/panel.tsx
  openingTheDraft: 'Opening the draft',
  whatYouHadBegunIsOn: 'What you had begun is on this machine.',
  theDraftCouldNotBeOpened: 'The draft could not be opened',
  tryAgain: 'Try again',
  halfAMinuteOfClearSpeech: 'Half a minute of clear speech is enough',
  onePersonCloseToTheMicrophone:
    'One person, close to the microphone, without music or other voices. Everything is checked here before it is sent.',
  cloneAVoice: 'Clone a voice',
  savingTheDraft: 'Saving the draft…',
  draftSaved: 'Draft saved',
  cloneAnotherVoice: 'Clone another voice',
  startOver: 'Start over',

  // features/clone/record.tsx
  recordWithAMicrophone: 'Record with a microphone',
  record: 'Record',
  recordingIsNotPossibleNow: 'Recording is not possible now',
  microphone: 'Microphone',
  theSystemsOwnChoice: 'The system’s own choice',
  recordAgain: 'Record again',
  recorder: 'Recorder',
  waitingForTheMicrophone: 'Waiting for the microphone…',
  recordingIn: 'Recording in',
  recording2: 'Recording',
  recorded: 'Recorded',
  tooLoudTurnTheInputDown: 'Too loud: turn the input down, or go further away.',
  speakNaturally: 'Speak naturally.',
  stopRecording: 'Stop recording',
  tooLoud: 'too loud',
  inputLevel: 'Input level',

  // features/clone/recorder.ts
  recordingIn2: (countdownFrom: number) => `Recording in ${countdownFrom}`,
  recording3: (value: number) => `Recording ${value}`,
  myVoice: 'My voice',
  theMicrophoneWasPulledOutOr: 'The microphone was pulled out, or taken away. What was recorded until then is kept.',
  theMicrophoneWasPulledOutOr2: 'The microphone was pulled out, or taken away. Nothing was recorded.',

  // features/clone/recordings.tsx
  recordings: 'Recordings',
  dropRecordingsOfTheVoice: 'Drop recordings of the voice',
  filesOrFoldersUpToEach: (acceptedInWords: string, fileBytesInWords: string) =>
    `${acceptedInWords}; files or folders, up to ${fileBytesInWords} each. Larger ones can be trimmed.`,
  dismiss: 'Dismiss',
  filesThatWereNotOpened: 'Files that were not opened',
  openToTrimOrConvert: 'Open to trim or convert',
  leaveOut: (shortName: string) => `Leave out ${shortName}`,
  speakers: 'Speakers',
  aVoiceIsClonedFromOne: 'A voice is cloned from one person. Remove the files of anyone else.',
  cannotBeUsed: 'cannot be used.',
  removeAllThatCannotBeUsed: 'Remove all that cannot be used',
  trimAndCheck: 'Trim and check',
  moveUp: (short: string) => `Move ${short} up`,
  moveDown: (short: string) => `Move ${short} down`,
  removeFromThisCloneTheFile: 'Remove from this clone; the file stays where it is',
  remove: (short: string) => `Remove ${short}`,
  cannotBeUsed2: 'Cannot be used',
  opening2: (comingInWords: string) => `Opening · ${comingInWords}`,
  ofWord3: (seconds: string) => ` of ${seconds}`,
  tooLargeToSend: 'too large to send',
  sentAsItIs: 'sent as it is',
  sentAs: (value: string, bytesInWords: string) => `sent as ${value}, ${bytesInWords}`,
  onlyItsFirstTwoHoursWereOpened: 'Only its first two hours were opened.',
  theFileIsCutOffBefore: 'The file is cut off before its end.',
  beingDecoded: 'Being decoded.',
  it: 'It',
  hasNoDecoderHereItCan: (value: string) => `${value} has no decoder here: it can be sent, but not seen or checked.`,
  soundsGood: 'Sounds good',
  couldBeBetter: 'Could be better',
  needsALook: 'Needs a look',
  trimIt: 'Trim it',

  // features/clone/send-store.ts
  theVoiceIsMadeSayA: (name: string) => `The voice ${name} is made. Say a test line.`,
  theVoiceIsYoursSayA: (name: string) => `The voice ${name} is yours. Say a test line.`,

  // features/clone/send.tsx
  stop: 'Stop',
  cloneVoice: 'Clone voice',
  ifTheAnswerIsLostThe: 'If the answer is lost, the voice is looked for in the service’s list. It is never sent twice by itself.',
  priceUnknown: 'price unknown',
  yourBalanceWas: (credits: string, age: string) => ` Your balance was ${credits}, ${age}.`,
  theServiceNamesNoPricesThey: 'The service names no prices; they are learned from what is made.',
  earlierClone: 'earlier clone',
  learnedFrom: (samples: string) => `Learned from ${samples}.`,
  oneVoice: (cost: string, left: string, basis: string, balance: string) => `One voice: ${cost}${left}. ${basis}${balance}`,
  preparingTheRecordings: 'Preparing the recordings',
  uploadingOf: (bytesInWords: string, bytesInWords2: string) => `Uploading: ${bytesInWords} of ${bytesInWords2}`,
  uploadedTheServiceIsMakingTheVoice: 'Uploaded. The service is making the voice',
  sending: 'Sending',
  upload: 'Upload',
  cloningTheVoice: 'Cloning the voice',

  // features/clone/start-over.tsx
  startOver2: 'Start over?',
  theForm: 'The form,',
  and: 'and',
  itsTrim: 'its trim',
  theirTrims: 'their trims',
  goFromThisDraft: 'go from this draft.',
  madeHereNowhereElseAndCannot: (recorded: string, part: string) =>
    `${recorded} made here ${part} nowhere else and cannot be brought back.`,
  yourFilesStayWhereTheyAre: 'Your files stay where they are.',
  keepTheDraft: 'Keep the draft',

  // features/clone/store.ts
  removedFromTheDraftTheyStay: (length: string) => `${length} removed from the draft. They stay where they are.`,

  // features/clone/trim.tsx
  thisRecordingHasNoDecoderHere: 'This recording has no decoder here, and cannot be heard.',
  trimAndCheck2: (part: string) => `Trim and check: ${part}`,
  keepAllOfIt: 'Keep all of it',
  isBeingDecodedItCanBe: (value: string) => `${value} is being decoded. It can be trimmed by its times until then.`,
  hasNoDecoderHereSoThat: (value: string) =>
    `${value} has no decoder here, so that it cannot be drawn, heard or checked. It can be trimmed by its times, and sent.`,
  theWaveformCouldNotBeDrawn: 'The waveform could not be drawn. The trim below works all the same.',
  playWhatIsKept: 'Play what is kept',
  pauseWhatIsKept: 'Pause what is kept',
  loop: 'Loop',
  from: 'From',
  to: 'To',
  kept: 'kept',
  s: 's',
  bestThatFits: (value: string) => `Best that fits: ${value}`,
  nothingFits: 'Nothing fits',
  theFileAsItIs: 'The file as it is',
  over: (fileBytesInWords: string) => `: over ${fileBytesInWords}`,
  sendAs: 'Send as',
  good: 'Good',
  adviceOn: (slice: string) => `Advice on ${slice}`,

  // features/clone/why-not.ts
  thisVoiceIsMadeCloneAnotherOne: 'This voice is made. Clone another one.',
  itIsBeingSent: 'It is being sent.',
  aRecordingIsBeingMade: 'A recording is being made.',
  dropARecordingOrRecordOne: 'Drop a recording, or record one.',
  cannotBeUsedRemoveIt: (name: string) => `${name} cannot be used: remove it.`,
  aRecordingIsStillBeingOpened: 'A recording is still being opened.',
  isTooLargeInTheForm: (name: string) => `${name} is too large in the form that it is to be sent in: trim it, or choose another form.`,
  recordingsAreSentAtMostRemove: (files: number, value: number) => `${files} recordings are sent at most: remove ${value}.`,
  confirmThatAllRecordingsAreThe: 'Confirm that all recordings are the same person.',
  confirmTheSpeakersConsent: 'Confirm the speaker’s consent.',

  // features/clone/words.ts
  theFileAsItIs2: 'the file as it is',
  wav: 'WAV',

  // src-main/features/clone/arrivals.ts
  recordingEmpty: 'The recording is empty.',
  recordingIncomplete: 'The recording did not arrive whole.',
  pieceMissing: 'A piece of the recording is missing.',
  noReadableSound: 'There is no sound in it that can be read, whatever its name says.',
  filmTooLarge: 'A film of more than 2 GB cannot be opened: cut it elsewhere first, or take its sound out as WAV, MP3 or FLAC.',
  moreThanTheFile: 'More bytes arrived than the file has.',

  // src-main/features/clone/decoding.ts
  itsCodec: 'its codec',
  cannotBeRead: 'It cannot be read: it is damaged, cut off, or of a kind that is not known here.',
  noSoundOrCutOff: 'There is no sound in it, or it is cut off before the place that says where its sound is.',
  endsBeforeSound: 'There is no sound in it: it ends where its sound should begin.',

  // src-main/features/clone/draft-file.ts
  draft: 'The draft of the clone',

  // src-main/features/clone/opening.ts
  recordingTooShort: 'There is less than a tenth of a second of sound in it.',

  // src-main/features/clone/recording-thread.ts
  recordingNotOpening: 'That recording is no longer being opened.',

  // src-main/features/clone/recordings.ts
  tooManyRecordings: (maximumRecordings: number) => `The list holds ${maximumRecordings} recordings at most. Remove one first.`,
  recordingTooLarge: (name: string) => `${name} is too large in every form that it can be sent in. Trim it.`,
  recordingRemoved: 'That recording is no longer in the list.',

  // src-main/features/clone/service.ts
  setABucket: (reason: string) => `${reason} Set a bucket for local files in Account.`,
  alreadySending: 'This voice is already being sent.',
  needsARecording: 'Add at least one recording.',
  atMostRecordings: (files: number) => `A voice is cloned from at most ${files} recordings. Remove some.`,
  stillOpening: (name: string) => `${name} is still being opened.`,
  removeUnusable: (name: string) => `${name} cannot be used. Remove it.`,
  cannotBeSent: (name: string) => `${name} is too large or of another type to be sent. Trim it, or choose another form.`,
  removeOrConfirmSpeaker: (other: string) => `${other}. Remove one of them, or confirm that they are the same person.`,
  bytesBeforePiece: 'the number of bytes before this piece',
  sampleRate: 'samples a second, from 8000 to 192000',
  rateOutOfRange: '"rate" must be samples a second, from 8000 to 192000.',
  piecesOfFourBytes: 'A piece must be whole samples of four bytes.',
  fieldMustBe: (field: string, what: string) => `"${field}" must be ${what}.`,

  // src-main/features/clone/window-decoding.ts
  samplesMissing: 'None of its samples arrived.',

  // src-main/service-client/multipart-form.ts
  recordingsTooLarge: (floor: number) => `Together the recordings are larger than the ${floor} MB that are sent at once.`,

  // src-shared/clone/advice.ts
  decibels: (value: number) => `${value} dB`,
  lengthFound: (length: string) => `${length} long`,
  tooLittleSpeech: 'So little speech shows few of a voice’s sounds. Thirty seconds of it make a better likeness.',
  thirtySecondsBetter: 'Thirty seconds or more make a better likeness.',
  fewMinutesEnough: 'A few minutes are enough; the best of them, trimmed out, serve better than all.',
  noClipping: 'No clipping',
  clippedIn: (places: number) => `Clipped in ${places} ${places === 1 ? 'place' : 'places'}`,
  clippingHarms: 'The wave is cut off where it was too loud, and the copy learns the crackle. Record with the input turned down.',
  noiseFloor: (level: string) => `Noise floor at ${level}`,
  noiseHarms: 'Hiss, hum or a room is heard between the words, and becomes part of the voice. A quieter place helps.',
  voiceAboveNoise: (decibels: string) => `Voice ${decibels} above the noise`,
  voiceNearNoise: 'The voice stands out little from what is around it. Closer to the microphone it would stand out more.',
  nothingAudible: 'No sound',
  noSpeechHere: 'There is no speech in this stretch. Check the trim and the microphone.',
  mostlyPause: 'Much of it is pause, and only speech shows a voice. Trim the pauses at both ends, or choose a denser stretch.',
  verySoft: 'Very soft: made louder, its noise grows with it. Record closer or with more gain.',
  soft: 'Softer than speech usually is, at about −19 LUFS.',
  loud: 'Louder than speech usually is: listen for distortion.',
  noPitch: 'No pitch found',
  onePitch: (hertz: number) => `One voice, about ${hertz} Hz`,
  twoPitchRanges: (low: number, high: number) => `Two ranges of pitch, about ${low} and ${high} Hz`,
  twoSpeakers: 'That sounds like more than one speaker, or one who plays two. A copy is of one voice: trim out the other, if there is one.',

  // src-shared/clone/consent.ts
  consentPrivate: 'I have the consent of the person whose voice this is to clone it.',
  consentPublic: 'I have the consent of the person whose voice this is to clone it and make it public.',
  confirmConsent: 'Confirm that you have the consent of the person whose voice this is.',

  // src-shared/clone/files.ts
  fileTooLarge: (size: string, fileBytesInWords: string) =>
    `${size} is too large: a recording may have ${fileBytesInWords}. Nothing of it was read.`,
  fileWithoutEnding: 'A file without an ending',
  convertible: (type: string) => `${type} is not a kind that voices are cloned from. Its sound can be taken out and converted.`,
  notARecording: (type: string, acceptedInWords: string) => `${type} is not a recording. Voices are cloned from ${acceptedInWords}.`,
  textTooLong: (what: string, length: string, most: string) => `The ${what} has ${length} characters; ${most} are taken.`,
  needsName: 'The voice needs a name.',
  nameControlCharacters: 'The name holds control characters, which are invisible. Type it again.',
  descriptionControlCharacters: 'The description holds control characters. Type it again.',
  transcriptControlCharacters: 'The transcript holds control characters. Type it again.',

  // src-shared/clone/speakers.ts
  otherSpeaker: (name: string, name2: string) => `“${name}” sounds like another speaker than “${name2}”`,
  samePerson: 'These recordings are the same person',

  // src-main/service-client/multipart-form.ts
  aRecording: 'A recording',
} as const;
