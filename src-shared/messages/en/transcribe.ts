export const transcribe = {
  // features/transcribe/action.tsx
  lengthUnknown: 'Length unknown',
  noFileYet: 'No file yet',
  aboutForEachSecond: (credits: string) => ` About ${credits} for each second.`,
  aSecond: (what: string, credits: string) => `${what} · ≈ ${credits} a second`,
  transcribe: 'Transcribe',
  itIsSentOnceIfThe:
    'It is sent once. If the answer is lost, the service cannot be asked for it: it may have been charged, and is never sent again by itself.',
  transcribing: 'Transcribing',
  stopWaiting: 'Stop waiting',

  // features/transcribe/check-mark.tsx
  aCaptionHasLinesOfCharacters: (value: string, value2: string) => `A caption has ${value} lines of ${value2} characters.`,
  line: 'line',
  readAtEaseUpToCharacters: (value: string, value2: string) =>
    `Read at ease up to ${value} characters a second; beyond ${value2} it is too fast for most.`,
  charS: 'char/s',
  over: (most: string) => `, over ${most}`,

  // features/transcribe/commands.ts
  openATranscriptFirst: 'Open a transcript first.',
  theSoundOfThisTranscriptIs: 'The sound of this transcript is not on this machine.',
  nothingIsFoundTypeWhatYou: 'Nothing is found: type what you look for.',
  somethingIsBeingTranscribed: 'Something is being transcribed.',
  findInTheTranscript: 'Find in the transcript',
  findTheNextPlace: 'Find the next place',
  findThePlaceBefore: 'Find the place before',

  // features/transcribe/earlier.tsx
  transcripts: 'Transcripts',
  transcriptsNewestFirst: 'Transcripts, newest first',
  searchTranscripts: 'Search transcripts',
  nameOrWords: 'Name or words',
  noTranscriptHasTheseWords: 'No transcript has these words',
  namesAndTheBeginningsOfTexts: 'Names and the beginnings of texts are searched.',
  theList: 'the list',
  noTranscriptsYet: 'No transcripts yet',
  whatYouTranscribeIsKeptHere: 'What you transcribe is kept here, with its sound where it was a file.',
  edited: 'Edited',

  // features/transcribe/edits.ts
  asTheServiceSentIt: 'As the service sent it.',
  theTranscriptIsAsTheService: 'The transcript is as the service sent it.',
  notFound: 'Not found.',
  found: (value: string) => `${value} found.`,
  ofWord: (value: string, value2: string) => `${value} of ${value2}.`,

  // features/transcribe/export-dialog.tsx
  itIsAmongYourBrowsersDownloads: 'It is among your browser’s downloads.',
  itIsAt: (path: string) => `It is at ${path}.`,
  exported: (name: string) => `Exported ${name}`,
  exported2: (name: string, place: string) => `Exported ${name}. ${place}`,
  exportTheTranscript: 'Export the transcript',
  textOrCaptionsSrtOrVtt: 'Text, or captions: SRT, or VTT for the web',
  captionsNeedTimesAndThisTranscript: 'Captions need times, and this transcript has none for all of its segments: text alone',
  splitLongSegments: 'Split long segments',
  captionsOfLinesOfCharactersWithout: (value: string, value2: string) =>
    `Captions of ${value} lines of ${value2} characters; without, a caption for each segment.`,
  namesOfTheSpeakers: 'Names of the speakers',
  beforeTheTextWhereverTheSpeakerChanges: 'Before the text, wherever the speaker changes.',
  cancel: 'Cancel',
  exportWord: 'Export',
  segment: 'segment',
  longerThanLinesOfCharacters: (long: string, value: string, value2: string) =>
    `${long} longer than ${value} lines of ${value2} characters.`,
  tooFastToBeReadOver: (fast: string, value: string) => `${fast} too fast to be read, over ${value} characters a second.`,
  briskOverCharactersASecond: (brisk: string, value: string) => `${brisk} brisk, over ${value} characters a second.`,
  everyCaptionFitsItsLinesAnd: 'Every caption fits its lines and is read at ease: at most',
  charactersASecond: 'characters a second.',
  theyAreMarkedInTheTranscript: 'They are marked in the transcript.',

  // features/transcribe/failures.tsx
  whatWasTranscribedIsHereAll: 'What was transcribed is here all the same, to be read and changed.',
  tryAgain: 'Try again',
  yourChangesAreNotOnThe: 'Your changes are not on the disk yet.',
  saveAgain: 'Save again',
  isBeingTranscribed: (name: string) => `${name} is being transcribed`,
  itIsKeptAsSoonAs: 'It is kept as soon as it is here.',
  putItIntoTheFormAgain: 'Put it into the form again',

  // features/transcribe/find-bar.tsx
  notFound2: 'Not found',
  andMore: ' and more',
  ofWord2: (number: string, number2: string, part: string) => `${number} of ${number2}${part}`,
  theTranscript: 'The transcript',
  thePlaceBefore: 'The place before',
  previousMatch: 'Previous match',
  theNextPlace: 'The next place',
  nextMatch: 'Next match',

  // features/transcribe/form.tsx
  wavMp3M4aOggFlacOr: (roomFor: string, value: string) =>
    `WAV, MP3, M4A, OGG, FLAC, or the sound of an MP4, MOV or WebM; up to ${roomFor} and ${value} minutes`,
  newTranscript: 'New transcript',
  from: 'From',
  aFile: 'A file',
  anAddress: 'An address',
  withTimes: 'With times',
  eachSegmentCanBeHeardAnd: 'Each segment can be heard and made a caption.',
  theTextAlone: 'The text alone.',
  address: 'Address',
  theServiceFetchesItItselfIt:
    'The service fetches it itself: it must be reachable from there. Its sound cannot be heard here unless you have the file.',
  giveItAnAddressInsteadOr: (outOfReach: string) => `${outOfReach} Give it an address instead, or set a bucket for local files in Account.`,
  recording: 'Recording',
  lookingAtIt: 'Looking at it',
  takeOut: (name: string) => `Take ${name} out`,
  detectAutomatically: 'Detect automatically',
  language: 'Language',
  noLanguageOfThatName: 'No language of that name',

  // features/transcribe/hand-over.ts
  openAProjectFirstItsChapters: 'Open a project first: its chapters are where this goes.',
  block: 'block',
  aChapterOfUndoTakesItBack: (title: string, length: string) => `${title}: a chapter of ${length}. Undo takes it back.`,
  aDubNeedsTimesAndThis: 'A dub needs times, and this transcript has none for all of its segments.',
  noTranscriptIsOpen: 'No transcript is open.',

  // features/transcribe/narration-dialog.tsx
  sendToNarration: 'Send to Narration',
  chapter: 'Chapter',
  theChapterNeedsAName: 'The chapter needs a name.',
  aBlockForEach: 'A block for each',
  segment2: 'Segment',
  paragraph: 'Paragraph',
  inANewChapterOf: 'in a new chapter of',
  theProject: 'the project',
  nothingIsSentOrChargedUndo: '. Nothing is sent or charged; undo takes it back.',
  addTheChapter: 'Add the chapter',
  theProjectsVoice: 'The project’s voice',
  voiceOf: (speaker: string) => `Voice of ${speaker}`,
  noVoiceOfThatNameOrLanguage: 'No voice of that name or language',

  // features/transcribe/panel.tsx
  theTranscriptIsOnItsWay: 'The transcript is on its way',
  youCanGoOnElsewhereIt: 'You can go on elsewhere; it is kept as soon as it is here.',
  transcribeARecordingOrOpenATranscript: 'Transcribe a recording, or open a transcript',
  transcribeARecording: 'Transcribe a recording',
  itsWordsComeWithTheirTimes:
    'Its words come with their times: click one to hear it, correct it in place, make captions of it, or send it to Narration.',
  theLocalServiceKnowsOnlyWhat:
    ' The local service knows only what it spoke itself, a take at a time; other recordings need a hosted service (Account).',

  // features/transcribe/segments.tsx
  segments: 'Segments',
  segment3: (value: string) => `Segment ${value}`,
  asTheServiceSentIt2: (name: string) => `${name} as the service sent it`,
  asTheServiceSentIt3: 'As the service sent it',
  hearFrom: 'Hear from',

  // features/transcribe/source-sound.tsx
  placeInTheSound: 'Place in the sound',
  place: 'Place',
  theSoundIsNotOnThis: 'The sound is not on this machine, so it cannot be heard here: the service fetched it from its address.',
  chooseTheSound: 'Choose the sound…',
  theSound: 'The sound',

  // features/transcribe/speakers.tsx
  speakers: 'Speakers',
  nameOf: (speaker: string) => `Name of ${speaker}`,

  // features/transcribe/store.ts
  theAddressIsEmpty: 'The address is empty.',
  isNone: 'is none',
  theAddress: (value: string) => `The address ${value}.`,
  chooseAFileOrDropOneHere: 'Choose a file, or drop one here.',
  theFileIsStillBeingRead: 'The file is still being read.',
  isTooLargeTheServiceOn: (size: string, size2: string) =>
    `${size} is too large: the service on this machine takes ${size2}. Nothing of it was read.`,
  isReadyToBeTranscribed: (name: string) => `${name} is ready to be transcribed.`,
  itIsInTheFormPressing: 'It is in the form. Pressing Transcribe is a new request, which is paid for.',
  isBeingTranscribed2: (name: string) => `${name} is being transcribed.`,
  transcribed: (length: string) => `Transcribed: ${length}.`,
  stoppedNothingWasSent: 'Stopped. Nothing was sent.',
  stoppedWaitingItIsInThe: 'Stopped waiting. It is in the list as soon as it is here.',
  itIsUnderWay: 'It is under way.',
  theSoundIsKeptWithTheTranscript: 'The sound is kept with the transcript.',

  // features/transcribe/told.ts
  theLocalServiceKnowsOnlySpeech:
    'The local service knows only speech that it made itself, and this recording is none of it. For other recordings, use a hosted service (Account), or a local one that was started with a program that transcribes.',
  theLocalServiceCannotTranscribeThis: 'The local service cannot transcribe this',

  // features/transcribe/transcript.tsx
  thereIsNoTextInIt: 'There is no text in it.',
  editedSaved: 'Edited, saved',
  saving: 'Saving',
  editedNotSaved: 'Edited, not saved',
  sendToDubbing: 'Send to Dubbing',
  into: (value: string) => `Into ${value}`,
  newDubOfThisVideo: 'New dub of this video',
  newDubChooseItsVideo: 'New dub: choose its video…',
  correctedSegment: 'corrected segment',
  renamedSpeaker: 'renamed speaker',
  backToWhatTheServiceSent: 'Back to what the service sent?',
  yourChangesAreGivenUp: 'Your changes are given up:',
  keepMyChanges: 'Keep my changes',
  giveThemUp: 'Give them up',

  // features/transcribe/unknown-fields.tsx
  furtherField: 'further field',
  ofTheService: 'of the service:',
  furtherFieldsOfTheService: 'Further fields of the service',

  // features/transcribe/uploads.ts
  stopped: 'Stopped.',
  theFileCouldNotBeRead: 'The file could not be read to its end. Is it still where it was?',
  theStudioDidNotTakeTheFile: 'The studio did not take the file.',

  // src-main/features/bucket/reachable.ts
  serviceCannotReachFile: (host: string) => `The service fetches the file itself, and ${host} cannot reach a file on this machine.`,

  // src-main/features/transcripts/look.ts
  fileTooLarge: (most: number) => `The file is too large: the service on this machine takes ${most} MB.`,
  notAudioOrVideo: 'This file is not audio or video that can be read. Choose another file.',
  fileHasNoSound: 'The file holds no sound.',
  soundHasNoLength: 'The sound of the file has no length.',
  soundTooLong: (most: number) => `The sound is too long: the service on this machine takes ${most} minutes.`,
  soundUnreadable: 'Its sound cannot be read: the file is damaged, or is no sound or video.',

  // src-main/features/transcripts/service.ts
  fileGone: 'That file is no longer here. Choose it again.',
  noSuchTranscription: 'The ledger has no such transcription.',
  noResult: 'This transcription left no result on the disk.',
  transcriptGone: 'The transcript’s file is no longer on the disk.',
  transcriptUnreadable: 'The transcript’s file cannot be read.',
  soundNotHere: 'The sound of that transcript is not on this machine.',
  captionsNeedTimes: 'Captions need times, and this transcript has none. Export it as text.',

  // src-main/features/transcripts/store.ts
  edits: 'The edits of the transcript',

  // src-main/features/transcripts/transcription.ts
  transcriptionOf: (value: string) => `Transcription of ${value}`,

  // src-shared/transcripts/edits.ts
  areTooMany: 'are too many',
} as const;
