import { plural } from './plural.ts';
import { approximate } from '../plural.ts';

export const transcribe = {
  // features/transcribe/action.tsx
  lengthUnknown: 'Length unknown',
  noFile: 'No file',
  priceOfSecond: (what: string, credits: string, basis: string) => `${what}: about ${credits} per second. ${basis}`,
  priceShort: (what: string, credits: string) => `${what} · ${approximate(credits)} a second`,
  transcribe: 'Transcribe',
  sendNote: 'Sent once. If no response arrives, it may have been charged, and Voicewright can’t recover it.',
  transcribing: 'Transcribing',
  stopWaiting: 'Stop waiting',
  align: 'Align — free',
  percent: (percent: number) => `${percent}%`,

  // features/transcribe/check-mark.tsx
  captionLimit: (lines: string, characters: string) => `Captions have up to ${lines} lines of ${characters} characters.`,
  line: (count: number) => plural(count, 'line'),
  readingSpeedNote: (count: string, limit: string) =>
    `Comfortable up to ${count} characters per second. Above ${limit}, too fast for most readers.`,
  readingSpeed: (speed: string) => `${speed} char/s`,
  readingSpeedOver: (speed: string, most: string) => `${speed} char/s, over ${most}`,

  // features/transcribe/commands.ts
  openFirst: 'Open a transcript first.',
  audioMissing: 'The audio of this transcript is not on this computer.',
  typeToFind: 'No matches. Type text to find.',
  goToSegmentFirst: 'Click in a segment first.',
  nothingToCheck: 'This segment has nothing to check.',
  toggleChecked: 'Mark segment as checked, or not',
  transcriptionRunning: 'A transcription is running.',
  findCommand: 'Find in transcript',
  findNext: 'Find next',
  findPrevious: 'Find previous',

  // features/transcribe/earlier.tsx
  transcripts: 'Transcripts',
  transcriptsNewestFirst: 'Transcripts, newest first',
  searchTranscripts: 'Search transcripts',
  searchPlaceholder: 'Name or text',
  noMatchingTranscripts: 'No matching transcripts',
  searchScope: 'Search covers names, the start of each text and your corrections.',
  theList: 'the list',
  noTranscripts: 'No transcripts',
  noTranscriptsNote: 'Transcripts appear here with their audio files.',
  edited: 'Edited',
  alignedState: 'Aligned',
  draft: 'Draft',
  forClone: 'From Clone',
  free: 'Free',

  // features/transcribe/edits-store.ts
  restoredOriginal: 'Original restored.',
  undone: (label: string) => `Undone: ${label}.`,
  redone: (label: string) => `Redone: ${label}.`,
  textOfSegment: (number: string) => `Text of segment ${number}`,
  nameOfSpeaker: (speaker: string) => `Name of ${speaker}`,
  speakerOfSegment: (number: string) => `Speaker of segment ${number}`,
  speakerIs: (number: string, speaker: string) => `Segment ${number}: ${speaker}.`,
  speakerIsNobody: (number: string) => `Segment ${number} has no speaker.`,
  checkOfSegment: (number: string) => `Check of segment ${number}`,
  isChecked: (number: string) => `Segment ${number} is checked.`,
  isUnchecked: (number: string) => `Segment ${number} is to be checked.`,
  noEdits: 'The transcript has no edits.',
  notFoundStatus: 'No matches.',
  found: (count: string) => `${count} found.`,
  matchPosition: (position: string, total: string) => `${position} of ${total}.`,

  // features/transcribe/export-dialog.tsx
  savedToDownloads: 'Find it in your downloads.',
  savedAt: (path: string) => `Find it at ${path}.`,
  exported: (name: string) => `Exported ${name}`,
  exportedWithPlace: (name: string, place: string) => `Exported ${name}. ${place}`,
  exportTitle: 'Export transcript',
  exportFormats: 'Text, or captions: SRT, or VTT for the web',
  exportTextOnly: 'Text only. Captions need times for every segment',
  splitLongSegments: 'Split long segments',
  splitNote: (lines: string, characters: string) =>
    `Makes captions of up to ${lines} lines of ${characters} characters. If off, each segment is one caption.`,
  numberedSpeaker: (number: number) => `Speaker ${number}`,
  speakerNames: 'Speaker names',
  speakerNamesNote: {
    lines: 'Adds the name when the speaker changes.',
    tags: 'Names the speaker of each caption in its voice tag.',
  },
  cancel: 'Cancel',
  exportWord: 'Export',
  exportFormat: (format: string) => `Export ${format}`,
  segment: (count: number) => plural(count, 'segment'),
  segmentsTooLong: (long: string, lines: string, characters: string) => `${long} longer than ${lines} lines of ${characters} characters.`,
  segmentsTooFast: (fast: string, charactersPerSecond: string) =>
    `${fast} too fast to read: over ${charactersPerSecond} characters per second.`,
  segmentsFast: (brisk: string, charactersPerSecond: string) => `${brisk} fast: over ${charactersPerSecond} characters per second.`,
  captionsFit: (charactersPerSecond: string) =>
    `All captions fit and are easy to read: up to ${charactersPerSecond} characters per second.`,
  markedNote: 'Marked in the transcript.',

  // features/transcribe/failures.tsx
  historyAvailable: 'You can still read and edit your transcripts.',
  tryAgain: 'Try again',
  notSavedNote: 'Your changes are not saved.',
  saveAgain: 'Try saving again',
  transcribingTitle: (name: string) => `${name} is being transcribed`,
  transcribingNote: 'It is saved when it is ready.',
  useAgain: 'Use again',

  // features/transcribe/find-bar.tsx
  notFound: 'No matches',
  andMore: ' and more',
  matchesOf: (position: string, total: string, moreMark: string) => `${position} of ${total}${moreMark}`,
  transcriptSubject: 'The transcript',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',

  // features/transcribe/form.tsx
  fileTypes: (roomFor: string, minutes: string) =>
    `WAV, MP3, M4A, OGG, FLAC, or audio of MP4, MOV or WebM; up to ${roomFor} and ${minutes} minutes`,
  newTranscript: 'New transcript',
  withTimes: 'With timestamps',
  withTimesNote: 'You can play segments and make captions.',
  withoutTimesNote: 'Text only.',
  useFile: 'Use a file',
  url: 'Recording URL',
  urlNote: 'The service downloads the URL, so it must be reachable from there. To play the audio here, you need the file.',
  outOfReachNote: (outOfReach: string) => `${outOfReach} Use a URL instead, or set up a bucket in Account.`,
  recording: 'Recording',
  ofAudio: (length: string) => `${length} of audio`,
  checkingFile: 'Checking the file',
  readingVideo: 'Reading the audio of the video',
  readyForDub: (title: string) => `Transcribe it, then press Send to ${title}: its words become segments there.`,
  replaceFile: (name: string) => `Replace ${name}`,
  removeFile: (name: string) => `Remove ${name}`,
  detectAutomatically: 'Detect automatically',
  language: 'Language',
  noMatchingLanguages: 'No matching languages',
  alignedTypes: 'WAV, MP3, M4A, OGG, FLAC, or audio of MP4, MOV or WebM; up to two hours',

  // features/transcribe/known-text.tsx
  words: 'Words',
  haveText: 'I have the text',
  recognize: 'Write down speech',
  useRecording: (name: string) => `Use ${name} again`,
  recordingNotKept: (name: string) => `The recording of ${name} was not saved with its transcript. Choose it to align a text to it.`,
  haveTextNote: 'Voicewright finds your text in the recording, on this computer. Nothing is sent or charged.',
  recognizeNote: 'The service writes what it hears.',
  recognizeOwnNote: 'No recognizer is installed: only speech that Voicewright generated becomes text.',
  recognizeDraftNote: 'A draft, in English only. Expect wrong words.',
  recognizeModelNote: (name: string) => `${name} writes what it hears, on this computer.`,
  text: 'Text',
  textFile: 'File',
  textPasted: 'Paste',
  pastedText: 'Text of the recording',
  pastePlaceholder: 'What the recording says, word for word',
  textOfRecording: 'Text of the recording',
  textTypes: 'TXT, Markdown, Word, SRT or VTT',
  word: (count: number) => plural(count, 'word'),
  chapterOf: (title: string) => `Chapter of ${title}`,
  noMatchingChapters: 'No matching chapters',

  // features/transcribe/known-text-store.ts
  chapterNumber: (number: number) => `Chapter ${number}`,
  chooseText: 'Choose or drop the text.',
  pasteText: 'Paste the text.',

  // features/transcribe/local-note.tsx
  noRecognizer: 'No recognizer is installed',
  noRecognizerNote: 'The local service recognizes only speech that it generated. For other recordings:',
  alignWay: 'If you have the text, align it: free, and no recognizer is needed.',
  installWay: 'For drafts in English, on Debian or Ubuntu: apt install pocketsphinx pocketsphinx-en-us.',
  modelWay: 'For more languages, add the folder of a Whisper model in Account.',
  programWay: 'For a recognizer of your own: npm run service -- --recogniser PROGRAM, and connect to it.',
  accountWay: 'Or connect an account.',
  draftServiceNote:
    'The local service drafts English recordings with PocketSphinx. Expect wrong words. If you have the text, align it instead: free.',

  modelServiceNote: (name: string) =>
    `The local service transcribes with ${name}, on this computer. Check the text: a model may write words that nobody said. Segments have times, words have none.`,
  languageUnknown: (name: string, languages: string, chosen: string) =>
    `${name} recognizes ${languages} only. A recording in ${chosen} is refused, at no charge, unless the local service spoke it.`,
  theRecognizer: 'The recognizer',
  severalLanguages: (count: number) => plural(count, 'language'),

  // features/transcribe/hand-over-store.ts
  openProjectFirst: 'Open a project first.',
  block: (count: number) => plural(count, 'block'),
  chapterAdded: (title: string, length: string) => `${title}: chapter with ${length} added`,
  projectMade: (title: string, length: string) => `${title}: project with ${length} created`,
  dubNeedsTimes: 'A dub needs times for every segment of the transcript.',
  noTranscriptOpen: 'No transcript is open.',

  // features/transcribe/narration-dialog.tsx
  sendToNarration: 'Send to Narration',
  chapter: 'Chapter',
  addTo: 'Add to',
  thisProject: 'This project',
  newProject: 'New project',
  projectTitle: 'Title of the project',
  needsName: { open: 'Enter a name for the chapter.', new: 'Enter a title for the project.' },
  blockPer: 'Create a block for each',
  segmentTitle: 'Segment',
  paragraph: 'Paragraph',
  inNewChapter: (blocks: string, project: string) =>
    `${blocks} in a new chapter of ${project}. Nothing is sent or charged. You can undo this.`,
  inNewProject: (blocks: string) => `${blocks} in a new project. Nothing is sent or charged.`,
  addChapter: 'Add chapter',
  projectVoice: 'Project voice',
  noVoiceYet: 'No voice yet',
  voiceInCast: (voice: string) => `As in the cast: ${voice}`,
  keepsVoice: (name: string, voice: string) =>
    `${name} keeps the voice ${voice}, as there is audio in it. Only the new blocks have the other voice.`,
  newInCast: (names: string) => `New in the cast: ${names}.`,
  voiceOf: (speaker: string) => `Voice of ${speaker}`,
  noMatchingVoices: 'No matching voices',

  // features/transcribe/panel.tsx
  pendingTitle: 'Transcription in progress',
  pendingNote: 'You can use other panels. The transcript is saved when it is ready.',
  aligningTitle: 'Alignment in progress',
  aligningNote: 'You can use other panels. The transcript is saved when it is ready.',
  dropRecording: 'Drop a recording',
  exampleWhat: 'Thirteen seconds of a reading become text with times.',
  exampleOwnSpeech: 'A reading whose words the local service knows. Expect errors in your own recordings.',
  failedNote: 'Not transcribed. The message above says what happened and what you can do.',
  readyNote: 'Ready. Choose the language and Transcribe. The text appears here.',
  silentPaid: 'This recording is silent. Transcribing it may still be charged.',
  silentText: 'This recording is silent. Choose one that says the text.',
  readyToAlign: 'Ready. Choose Align. The text with its times appears here.',
  addText: 'Add the text of the recording, then choose Align.',
  chapterOffer: (title: string) => `Does it read a chapter of ${title}? Align it to that text: free.`,
  useChapter: 'Use the chapter’s text',
  elseRecognize: 'Otherwise choose the language and Transcribe.',
  localServiceNote: 'The local service recognizes only speech that it generated. Use a hosted service for other recordings (Account).',

  // features/transcribe/segments.tsx
  segments: 'Segments',
  segmentNumber: (number: string) => `Segment ${number}`,
  nobody: 'No name',
  markCheckedNamed: (name: string) => `Mark ${name} as checked`,
  restoreNamed: (name: string) => `Restore original of ${name}`,
  restoreOriginal: 'Restore original',
  playFrom: 'Play from',
  unsure: 'Check',
  unsureTitle: 'The recording may not say this.',
  outsideTitle: 'The service named a time after the end of the recording.',

  // features/transcribe/segment-menu.tsx
  segmentMenu: 'Segment menu',
  speaker: 'Speaker',
  speaksNow: 'Speaks now',
  changeSpeaker: 'Change speaker…',
  markChecked: 'Mark as checked',
  markUnchecked: 'Mark to check again',
  oneSegmentNote: 'Of this segment alone. To rename a speaker everywhere, use Speakers above the segments.',
  noSpeaker: 'No speaker',
  changeWord: 'Change',

  // features/transcribe/source-sound.tsx
  audioPosition: 'Position in the audio',
  position: 'Position',
  audioMissingNote: 'The audio was not saved with this transcript: the service downloaded it from a URL, or another panel sent it.',
  chooseAudio: 'Choose audio…',
  notTranscribed: (name: string) => `${name} couldn’t be transcribed`,
  notAligned: (name: string) => `The text couldn’t be aligned to ${name}`,
  audioNotKept: 'The audio couldn’t be saved',
  audioSubject: 'The audio',

  // features/transcribe/speakers.tsx
  speakers: 'Speakers',
  nameOf: (speaker: string) => `Name of ${speaker}`,

  // features/transcribe/transcripts-store.ts
  urlEmpty: 'Enter a URL.',
  urlInvalid: 'is not valid',
  urlProblem: (problem: string) => `The URL ${problem}.`,
  chooseFile: 'Choose or drop a file.',
  fileLoading: 'The file is loading.',
  fileTooLarge: (size: string, size2: string) =>
    `The file is too large (${size}). The local service accepts up to ${size2}. Nothing was read.`,
  fileReady: (name: string) => `${name} is ready.`,
  addedToForm: 'Added to the form. Transcribing again will be charged.',
  transcribingNamed: (name: string) => `Transcribing ${name}.`,
  transcribed: (length: string) => `Transcribed: ${length}.`,
  stoppedUnsent: 'Stopped. Nothing was sent.',
  stoppedWaiting: 'Stopped waiting. The transcript appears in the list when it is ready.',
  audioSaved: 'The audio is saved with the transcript.',
  aligning: (name: string) => `Aligning ${name}`,
  aligned: (length: string) => `Aligned: ${length}.`,
  transcriptClosed: 'The transcript is closed.',
  stoppedAligning: 'Stopped. Nothing was saved.',

  // lib/transcription-failure.ts
  localServiceLimit:
    'The local service recognizes only speech that it generated. Align a text that you have, install a recognizer, or use a hosted service.',
  localServiceCannot: 'The local service can’t transcribe this',
  draftLanguageLimit:
    'The recognizer on this computer knows English only. Align a text that you have, choose English, or use a hosted service.',
  noSpeech: 'No words were found in the recording.',
  noSpeechTitle: 'No speech found',

  // features/transcribe/transcript.tsx
  closeTranscript: 'Close transcript',
  exportCommand: 'Export transcript…',
  sendToNarrationCommand: 'Send transcript to Narration…',
  noText: 'No text.',
  draftInDub: 'Many words may be wrong. Check them before you generate speech.',
  draftNote: 'Many words may be wrong. Check them before you use the transcript.',
  ownSpeechNote: 'The local service generated this speech, so it knows the words.',
  othersHaveErrors: 'It recognizes other recordings with errors.',
  othersNotRecognized: 'Without a recognizer, other recordings can’t be transcribed.',
  check: 'Check',
  unsureNote: (count: number) =>
    `The recording may not say ${plural(count, 'segment')} of the text. ${count === 1 ? 'It is' : 'They are'} marked.`,
  outsideNote: (count: number) =>
    `The service named times after the end of the recording for ${plural(count, 'segment')}. They are left out.`,
  unsaidNote: (count: number) => `The recording ends ${plural(count, 'sentence')} before the text does.`,
  alignedTo: (name: string) => `Aligned to ${name}`,
  alignedToPasted: 'Aligned to pasted text',
  editedSaved: 'Edited, saved',
  saving: 'Saving',
  editedNotSaved: 'Edited, not saved',
  sendToDub: (title: string) => `Send to ${title}`,
  sendToDubbing: 'Send to Dubbing',
  into: (title: string) => `Into “${title}”`,
  dubsOfRecording: 'Dubs of this recording',
  newDub: 'New dub of this video',
  newDubWithVideo: 'New dub: choose its video…',
  correctedSegment: (count: number) => plural(count, 'corrected segment'),
  renamedSpeaker: (count: number) => plural(count, 'renamed speaker'),
  movedSegment: (count: number) => plural(count, 'segment with another speaker', 'segments with another speaker'),
  checkedSegment: (count: number) => plural(count, 'checked segment'),
  discardTitle: 'Discard your changes?',
  discardNote: (corrections: string) => `This discards: ${corrections}.`,
  keepChanges: 'Keep changes',
  discard: 'Discard',

  // features/transcribe/unknown-fields.tsx
  details: 'Details',
  moreField: (count: number) => plural(count, 'more field'),
  fieldsFromService: (fields: string, names: string) => `${fields} from the service: ${names}`,
  moreFields: 'More fields from the service',

  // core/files/upload-file.ts
  stopped: 'Stopped.',
  fileNotRead: 'Couldn’t read the whole file. Check that it is still there.',
  fileRefused: 'Voicewright could not accept the file.',

  // src-main/features/bucket/reachable.ts
  serviceCannotReachFile: (host: string) => `The service fetches the file itself, and ${host} cannot reach a file on this computer.`,

  // src-main/features/transcripts/look.ts
  tooLargeForLocalService: (most: number) => `The file is too large: the local service accepts up to ${most} MB.`,
  notAudioOrVideo: 'This file is not audio or video that can be read. Choose another file.',
  fileHasNoSound: 'The file has no audio.',
  soundHasNoLength: 'The audio of the file has no length.',
  soundTooLong: (most: number) => `The audio is too long: the local service accepts up to ${most} minutes.`,
  soundUnreadable: 'The audio cannot be read: the file is damaged, or is not audio or video.',

  // src-main/features/transcripts/service.ts
  fileGone: 'That file is no longer here. Choose it again.',
  noSuchTranscription: 'There is no such transcription.',
  noResult: 'This transcription left no result on the disk.',
  transcriptGone: 'The transcript’s file is no longer on the disk.',
  transcriptUnreadable: 'The transcript’s file cannot be read.',
  soundNotHere: 'The audio of that transcript is not on this computer.',
  captionsNeedTimes: 'Captions need a time for every segment. Export the transcript as text.',

  // src-main/features/transcripts/known-text.ts
  textGone: 'That text is no longer here. Choose it again.',
  textEmpty: 'The text has no words to align.',
  textTooLong: 'The text is too long: more than two hours of speech. Choose the part that the recording says.',

  // src-main/features/transcripts/aligned-store.ts
  theTranscript: 'The transcript',

  // src-main/features/transcripts/store.ts
  edits: 'The edits of the transcript',

  // src-main/features/transcripts/transcription.ts
  transcriptionOf: (name: string) => `Transcription of ${name}`,

  // src-shared/transcripts/edits.ts
  areTooMany: 'are too many',
} as const;
