import { plural } from './plural.ts';
import { approximate } from '../plural.ts';

export const clone = {
  // features/clone/commands.ts
  cloneVoice: 'Clone voice',
  clone: 'Clone',
  stopSending: 'Stop sending voice',
  notSending: 'Nothing is being sent.',
  toggleRecording: 'Start or stop recording',

  // features/clone/clone-decoding.ts
  recordingReady: (name: string) => `${name} is ready to play.`,

  // features/clone/clone-example.ts
  exampleGivenUp: 'The example was not cloned: you added recordings of your own.',

  // features/clone/clone-files.ts
  theFolder: (name: string) => `the folder ${name}`,
  theseFolders: 'these folders',
  noRecordings: (folders: string) => `No recordings in ${folders}.`,
  entry: (count: number) => plural(count, 'entry', 'entries'),
  folderTooLarge: (maximumEntries: string) => `The folder is too large. Only the first ${maximumEntries} were checked.`,
  file: (count: number) => plural(count, 'file'),
  filesLeftOut: (over: string, verb: string, maximumRecordings: number) =>
    `${over} ${verb} left out. The limit is ${maximumRecordings} recordings.`,
  filesUnusable: (files: string) => `${files} can’t be used unchanged.`,
  recording: (count: number) => plural(count, 'recording'),
  openingFiles: (length: string) => `Opening ${length}.`,
  recordingOpened: (name: string) => `${name} is open.`,
  fileNotRead: 'Couldn’t read the whole file. Check that it is still there.',
  fileRefused: 'Voicewright could not accept the file.',
  bytesOf: (bytesInWords: string, bytesInWords2: string) => `${bytesInWords} of ${bytesInWords2}`,

  // features/clone/form.tsx
  aboutVoice: 'About the voice',
  name: 'Name',
  description: 'Description',
  whoCanUse: 'Who can use it',
  makePublic: 'Make public',
  publicNote: 'Public: any account can find and use it.',
  privateNote: 'Private: only your account can use it.',
  consent: 'Consent',
  transcript: 'Transcript',
  transcriptNote: 'Optional. The exact words in the recordings improve the result.',
  languages: 'Languages',
  languagesNote: 'The first is the main language. You can’t change them after cloning.',
  noLanguage: 'Empty: the service chooses the language. You can’t change it after cloning.',
  noLanguageLocal: (usual: string) => `Empty: the service’s default. The local service takes ${usual}. You can’t change it after cloning.`,
  noSuchLanguage: 'No matching languages',
  transcribe: 'Transcribe',
  transcribeRecording: 'Transcribe a recording',
  transcribeEllipsis: 'Transcribe…',
  transcribing: 'Transcribing…',
  transcribingNow: 'Wait for the transcript: it improves the voice.',
  transcriptIsDraft: 'A draft: many words may be wrong. Correct them, as the wrong words make a worse clone.',
  transcriptUnavailable: (reason: string) => `Transcription is not available here. ${reason} Type the transcript, or leave it empty.`,
  charactersOf: (characters: string, most: string) => `${characters} of ${most} characters`,

  // features/clone/lost.tsx
  adopt: (name: string) => `Adopt ${name}`,
  adoptCreated: (name: string, age: string) => `Adopt ${name}, created ${age}`,
  lookAgain: 'Check again',
  sentNoResponse: (slice: string) => `“${slice}” was sent, but no response arrived.`,
  lookingForVoice: (sent: string) => `${sent} Checking the service for it.`,
  voiceNotFound: (sent: string) =>
    `${sent} The service lists no matching voice, so it was probably not created. Check again before you resend it.`,
  aVoice: 'a voice',
  voiceFound: (sent: string, voices: string) =>
    `${sent} The service lists ${voices} with that name and time. If it is yours, adopt it. Nothing is sent again.`,

  // features/clone/send-again.tsx
  cloneAgainTitle: 'Clone again?',
  cloneAgainNote: (names: string) =>
    `The outcome of ${names} is unknown: the voice may have been created and charged. Cloning again creates another voice and is charged again.`,
  cancel: 'Cancel',
  cloneAgain: 'Clone again',

  // features/clone/transcribe-again.tsx
  transcribeAgainTitle: 'Transcribe again?',
  transcribeAgainUnchanged: (name: string) =>
    `“${name}” was transcribed already, and nothing in it has changed since. Transcribing it again is charged again.`,
  transcribeAgainEdited: (name: string) => `You changed the transcript of “${name}”. Transcribing it again is charged again.`,
  transcriptReplaced: 'The new transcript replaces the old one.',
  replacesYourChanges: 'The new transcript replaces your changes. You can undo that.',
  transcriptBelow: 'The new transcript is added below your text.',
  transcribeAgain: 'Transcribe again',
  transcriptWasReplaced: 'Your transcript was replaced',

  // features/clone/made.tsx
  writeLine: 'Enter a test line.',
  lineInProgress: 'The test line is being generated.',
  voiceCreated: 'Voice created',
  isCreated: (voice: string) => `${voice} is created`,
  isAdopted: (voice: string) => `${voice} is adopted`,
  adoptedNote: 'Its response was lost, and it was found among your voices. Nothing was sent again, so it is charged only once.',
  lineCost: (credits: string) => `Generated for ${credits}. Playing it again is free.`,
  linePaid: 'Already paid. Playing it again is free.',
  inVoicesNote: 'It is among your voices, with its languages and models.',
  showInVoices: 'Show in Voices',
  madeFrom: 'Made from',
  checking: 'Checking…',
  voiceGone: 'Voice not found',
  isGone: (voice: string) => `${voice} is not among your voices`,
  isGoneNote: 'It was deleted, or it belongs to another account. The recordings are still on this computer.',
  useRecordingsAgain: 'Use these recordings again',
  testLine: 'Test line',
  generateTestLine: 'Generate test line',
  useInNarration: 'Use in Narration',
  testLineProgress: 'Generating the test line.',
  stopWaiting: 'Stop waiting',
  testLineOf: (name: string) => `the test line of ${name}`,
  notCloned: 'The voice couldn’t be cloned',
  testLineSubject: 'The test line',
  cost: (credits: string) => `Cost: ${credits}`,
  costByBalance: (credits: string) => `Cost: ${credits}, by the change of your balance`,
  costAbout: (credits: string) => `Cost: ${approximate(credits)}`,
  character: (count: number) => plural(count, 'character'),
  credit: (count: number) => plural(count, 'credit'),

  // features/clone/panel.tsx
  openingDraft: 'Opening the draft',
  openingDraftNote: 'Your draft is saved on this computer.',
  draftNotOpened: 'Couldn’t open the draft',
  tryAgain: 'Try again',
  exampleWhat: 'A synthetic voice reads for 13 seconds, in English.',

  // features/clone/reading.tsx
  readAloud: 'Read this aloud',
  readAloudNote: 'Half a minute is enough: one person, close to the microphone, without music. The text follows your voice.',
  scriptLanguage: 'Language of the text',
  script: 'Text to read',

  // features/clone/panel.tsx
  cloneAVoice: 'Clone a voice',
  savingDraft: 'Saving draft…',
  draftSaved: 'Draft saved',
  cloneAnother: 'Clone another voice',
  startOver: 'Start over',

  // features/clone/record.tsx
  recordWithMicrophone: 'Record with a microphone',
  record: 'Record',
  cannotRecord: 'Can’t record now',
  microphone: 'Microphone',
  systemMicrophone: 'System default',
  recordAgain: 'Record again',
  microphoneOpen: 'Microphone on',
  showRecorder: 'Show the recorder in Clone',
  recorder: 'Recorder',
  waitingForMicrophone: 'Waiting for the microphone…',
  recordingInLabel: 'Recording in',
  recordingState: 'Recording',
  recorded: 'Recorded',
  tooLoudAdvice: 'Too loud. Lower the input level or move away.',
  speakNaturally: 'Speak naturally.',
  stopRecording: 'Stop recording',
  tooLoud: 'too loud',
  levelSilent: 'silent',
  levelSoft: 'soft',
  levelGood: 'good',
  clipped: 'Clipped',
  clippedNote: 'The level was cut off at least once since the recording began.',
  inputLevel: 'Input level',

  // features/clone/recorder-store.ts
  countdown: (countdownFrom: number) => `Recording in ${countdownFrom}`,
  recordingName: (number: number) => `Recording ${number}`,
  myVoice: 'My voice',
  microphoneLostSaved: 'The microphone was disconnected. The recording so far is saved.',
  microphoneLost: 'The microphone was disconnected. Nothing was recorded.',

  // features/clone/recordings.tsx
  recordings: 'Recordings',
  dropRecordings: 'Drop recordings of the voice',
  dropNote: (acceptedInWords: string, fileBytesInWords: string) =>
    `${acceptedInWords}; files or folders, up to ${fileBytesInWords} each. Larger files can be trimmed.`,
  dismiss: 'Dismiss',
  unopenedFiles: 'Files not opened',
  openToTrimOrConvert: 'Open to trim or convert',
  leaveOutFile: (shortName: string) => `Leave out ${shortName}`,
  speakers: 'Speakers',
  oneSpeakerNote: 'Clone one person at a time. Remove recordings of anyone else.',
  countUnusable: (files: string) => `${files} can’t be used.`,
  removeUnusable: 'Remove unusable files',
  trimAndCheck: 'Trim and check',
  moveUp: (short: string) => `Move ${short} up`,
  moveDown: (short: string) => `Move ${short} down`,
  removeNote: 'Removes it from the clone. Your file stays.',
  remove: (short: string) => `Remove ${short}`,
  unusable: 'Can’t be used',
  openingState: (comingInWords: string) => `Opening · ${comingInWords}`,
  ofSeconds: (seconds: string) => ` of ${seconds}`,
  tooLargeToSend: 'too large to send',
  sentUnchanged: 'sent unchanged',
  sentAsWav: (bytesInWords: string) => `sent as uncompressed WAV, ${bytesInWords}`,
  originalSize: (bytesInWords: string) => `original ${bytesInWords}`,
  together: (length: string) => `All recordings: ${length}.`,
  sentAs: (format: string, bytesInWords: string) => `sent as ${format}, ${bytesInWords}`,
  firstTwoHours: 'Only the first two hours were opened.',
  fileTruncated: 'The file ends early.',
  decoding: 'Decoding.',
  thisFormat: 'This format',
  noDecoder: (name: string) => `${name} can’t be decoded here. You can send it, but not preview or check it.`,
  soundsGood: 'Sounds good',
  couldBeBetter: 'Could be better',
  needsALook: 'Needs a look',
  trimIt: 'Trim it',

  // features/clone/send-store.ts
  voiceMade: (name: string) => `Voice ${name} created`,
  showInClone: 'Show in Clone',
  voiceReady: (name: string) => `Voice ${name} created. Generate a test line.`,
  voiceAdopted: (name: string) => `Voice ${name} adopted. Generate a test line.`,

  // features/clone/send.tsx
  stop: 'Stop',
  sendNote: 'Sent once. If no response arrives, Voicewright looks for the voice at the service.',
  priceUnknown: 'price unknown',
  balanceWas: (credits: string, age: string) => ` Your balance was ${credits}, ${age}.`,
  oneVoicePrice: (cost: string, left: string, basis: string, balance: string) => `One voice: ${cost}${left}. ${basis}${balance}`,
  preparing: 'Preparing the recordings',
  uploading: (bytesInWords: string, bytesInWords2: string) => `Uploading: ${bytesInWords} of ${bytesInWords2}`,
  creating: 'Uploaded. Creating the voice',
  sending: 'Sending',
  upload: 'Upload',
  cloning: 'Cloning the voice',

  // features/clone/start-over.tsx
  startOverTitle: 'Start over?',
  startOverRecording: 'The form, 1 recording and its trim are removed from this draft.',
  startOverRecordings: (recordings: string) => `The form, ${recordings} and their trims are removed from this draft.`,
  recordedHereLost: (recorded: string, verb: string) => `${recorded} made here ${verb} deleted. This can’t be undone.`,
  filesStay: 'Your files are not deleted.',
  keepDraft: 'Keep draft',

  // features/clone/clone-store.ts
  recordingsRemoved: (length: string) => `${length} removed from the draft. Your files are not deleted.`,

  // features/clone/trim.tsx
  cannotPlay: 'This recording can’t be decoded or played here.',
  trimAndCheckNamed: (name: string) => `Trim and check: ${name}`,
  keepAll: 'Keep all',
  trimWhileDecoding: (name: string) => `${name} is being decoded. Until then, trim by time.`,
  trimWithoutDecoder: (name: string) =>
    `${name} can’t be decoded here, so it has no waveform, preview or check. You can trim it by time and send it.`,
  noWaveform: 'Couldn’t draw the waveform. You can still trim below.',
  playTrimmed: 'Play trimmed recording',
  pauseTrimmed: 'Pause trimmed recording',
  loop: 'Loop',
  from: 'From',
  to: 'To',
  selected: (length: string) => `${length} selected`,
  s: 's',
  bestFormat: (format: string) => `Best that fits: ${format}`,
  nothingFits: 'Nothing fits',
  originalFile: 'Original file',
  overLimit: (fileBytesInWords: string) => `: over ${fileBytesInWords}`,
  sendAs: 'Send as',
  good: 'Good',
  adviceFor: (slice: string) => `Advice for ${slice}`,

  // features/clone/clean-up.tsx
  cleanUp: 'Clean up',
  reduceNoise: 'Reduce noise',
  reduceNoiseNote: 'Takes out steady noise such as hiss and rumble. It can soften s and sh: compare both.',
  noNoise: 'Little noise here. A clean recording sounds better unchanged.',
  trimSilence: 'Trim silence',
  trimSilenceNote: 'Shortens longer pauses to 0.6 seconds. Words stay whole.',
  cleaningUp: 'Listening to the recording',
  cleaningProgress: (percent: number) => `Listening to the recording: ${percent}%`,
  stopCleaning: 'Stop',
  lengthChange: (before: string, after: string) => `${before} → ${after}`,
  lengthChangeSpoken: (before: string, after: string) => `Shortened from ${before} to ${after}`,
  noSilence: 'No pause is longer than 0.6 seconds.',
  listenTo: 'Listen to',
  before: 'Before',
  after: 'After',
  equalLoudness: 'Equally loud',
  cleanedUp: 'Cleaned up',
  cleanUpFailed: 'Couldn’t clean up',
  notCleaned: 'The original is used again.',

  // features/clone/why-not.ts
  alreadyCreated: 'This voice is created. Clone another one.',
  sendingNow: 'The voice is being sent.',
  recordingNow: 'Stop the recording first.',
  needsRecording: 'Add a recording first.',
  removeUnusableFile: (name: string) => `${name} can’t be used. Remove it.`,
  removeSilent: (name: string) => `${name} has no speech. Remove it, or change its trim.`,
  openingNow: 'Wait until all recordings are open.',
  cleaningNow: (name: string) => `Wait until ${name} is cleaned up.`,
  tooLargeInFormat: (name: string) => `${name} is too large in this format. Trim it or choose another format.`,
  tooManyRecordings: (files: number, surplus: number) => `The limit is ${files} recordings. Remove ${surplus}.`,
  confirmSpeaker: 'Confirm that all recordings are of the same person.',
  confirmConsent: 'Confirm the speaker’s consent.',

  // features/clone/words.ts
  originalFileLowercase: 'the original file',
  wav: 'WAV',

  // src-main/features/clone/arrivals.ts
  recordingEmpty: 'The recording is empty.',
  recordingIncomplete: 'The recording did not arrive whole.',
  pieceMissing: 'A piece of the recording is missing.',
  noReadableSound: 'The file has no readable audio, even if its name says so.',
  filmTooLarge: 'Videos of more than 2 GB cannot be opened. Trim the video first, or extract the audio as WAV, MP3 or FLAC.',
  moreThanTheFile: 'More bytes arrived than the file has.',

  // src-main/media/recordings/decoding.ts
  itsCodec: 'its codec',
  cannotBeRead: 'It cannot be read: it is damaged, cut off, or of a kind that is not known here.',
  videoWithoutSound: 'The video has no audio. Choose a file with audio.',
  noSoundOrCutOff: 'The file has no audio, or it is cut off. Choose another file, or save it again where it comes from.',
  endsBeforeSound: 'The file has no audio: it ends where the audio should begin.',

  // src-main/features/clone/draft-file.ts
  draft: 'The draft of the clone',

  // src-main/features/clone/opening.ts
  recordingTooShort: 'It has less than a tenth of a second of audio.',

  // src-main/features/clone/recording-thread.ts
  recordingNotOpening: 'That recording is no longer being opened.',

  // src-main/features/clone/clean-up-result.ts
  noSpeechFound: 'No speech was found in the selected part. Select a part with speech to trim its silence.',

  // src-main/features/clone/listening.ts
  stillCleaning: (name: string) => `${name} is still being cleaned up.`,

  // src-main/features/clone/recordings.ts
  recordingLimitReached: (maximumRecordings: number) => `The list holds ${maximumRecordings} recordings at most. Remove one first.`,
  recordingTooLarge: (name: string) => `${name} is too large in every form that it can be sent in. Trim it.`,
  recordingRemoved: 'That recording is no longer in the list.',
  cannotCleanUp: (name: string) => `${name} can’t be decoded here, so it can’t be cleaned up.`,

  // src-main/features/clone/service.ts
  setABucket: (reason: string) => `${reason} Set a bucket for local files in Account.`,
  alreadySending: 'This voice is already being sent.',
  needsARecording: 'Add at least one recording.',
  atMostRecordings: (files: number) => `A voice is cloned from at most ${files} recordings. Remove some.`,
  stillOpening: (name: string) => `${name} is still being opened.`,
  recordingUnusable: (name: string) => `${name} cannot be used. Remove it.`,
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
  aRecording: 'A recording',

  // src-shared/clone/advice.ts
  decibels: (level: number) => `${level} dB`,
  lengthFound: (length: string) => `${length} long`,
  lengthOfAll: (length: string, all: string) => `${length} of ${all}`,
  silentShare: (percent: number) => `${percent}% silence`,
  tooLittleSpeech: 'So little speech shows few of a voice’s sounds. Thirty seconds of it make a better likeness.',
  thirtySecondsBetter: 'Thirty seconds or more make a better likeness.',
  fewMinutesEnough: 'A few minutes are enough; the best of them, trimmed out, serve better than all.',
  noClipping: 'No clipping',
  clippedIn: (places: number) => `Clipped in ${places} ${places === 1 ? 'place' : 'places'}`,
  clippingHarms: 'The wave is cut off where it was too loud, and the copy learns the crackle. Record with the input turned down.',
  noiseFloor: (level: string) => `Noise floor at ${level}`,
  noiseHarms:
    'There is hiss, hum or room noise between the words, and it becomes part of the voice. Reduce the noise, or record in a quieter place.',
  voiceAboveNoise: (decibels: string) => `Voice ${decibels} above the noise`,
  voiceNearNoise: 'The voice stands out little from what is around it. Closer to the microphone it would stand out more.',
  nothingAudible: 'Silent',
  noSpeechHere: 'There is no speech in this stretch. Check the trim and the microphone.',
  mostlyPause: 'Much of it is pause, and only speech shows a voice. Trim the silence, or choose a denser stretch.',
  verySoft: 'Very soft: made louder, its noise grows with it. Record closer or with more gain.',
  soft: 'Softer than speech usually is, at about −19 LUFS.',
  loud: 'Louder than speech usually is: listen for distortion.',
  onePitch: (hertz: number) => `No second voice found, about ${hertz} Hz`,
  twoPitchRanges: (low: number, high: number) => `Two ranges of pitch, about ${low} and ${high} Hz`,
  twoSpeakers: 'That sounds like more than one speaker, or one who plays two. A copy is of one voice: trim out the other, if there is one.',

  // src-shared/clone/consent.ts
  consentPrivate: 'I have the consent of the person whose voice this is to clone it.',
  consentPublic: 'I have the consent of the person whose voice this is to clone it and make it public.',
  consentMissing: 'Confirm that you have the consent of the person whose voice this is.',

  // src-shared/clone/files.ts
  fileTooLarge: (size: string, fileBytesInWords: string) =>
    `${size} is too large: a recording may have ${fileBytesInWords}. Nothing of it was read.`,
  fileWithoutEnding: 'A file without an ending',
  convertible: (type: string) => `${type} is not a file type for voice cloning. Its audio can be extracted and converted.`,
  notARecording: (type: string, acceptedInWords: string) => `${type} is not a recording. Voices are cloned from ${acceptedInWords}.`,
  textTooLong: (what: string, length: string, most: string) => `The ${what} has ${length} characters; ${most} are taken.`,
  needsName: 'The voice needs a name.',
  nameControlCharacters: 'The name holds control characters, which are invisible. Type it again.',
  descriptionControlCharacters: 'The description holds control characters. Type it again.',
  transcriptControlCharacters: 'The transcript holds control characters. Type it again.',

  // src-shared/clone/speakers.ts
  otherSpeaker: (name: string, name2: string) => `“${name}” sounds like another speaker than “${name2}”`,
  samePerson: 'These recordings are the same person',
} as const;
