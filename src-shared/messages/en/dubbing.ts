import { plural } from './plural.ts';
import { approximate } from '../plural.ts';

export const dubbing = {
  // features/dubbing/job/commands.ts
  dub: 'Dub',
  dubbing: 'Dubbing',
  sendingNow: 'A dubbing is being sent.',

  // features/dubbing/job/form.tsx
  newDubbing: 'New dubbing',
  video: 'Video',
  text: 'Text',
  textNote: 'Text to speak in the video',
  fitSpeech: 'Fit speech to video',
  fitSpeechNote: (least: string, most: string) =>
    `Changes the pace, not the pitch, to match the video length: ${least} to ${most} times the normal pace.`,
  voice: 'Voice',
  voicesAreLoading: 'Voices are loading…',
  chooseAVoice: 'Choose a voice',
  voicesNotLoaded: 'Couldn’t load the voices.',
  noMatchingVoices: 'No matching voices',
  speed: 'Speed',
  forecast: 'Forecast',
  paceLearned: 'Based on earlier audio of this voice.',
  paceUnknown: 'This voice’s pace is not known yet.',
  timesPace: (count: string) => `${count} times`,
  speechLength: (clock: string) => `About ${clock} of speech`,
  videoLengthUnknown: 'The video length is unknown.',
  speechForVideo: (about: string, clock: string) => `${about} for ${clock} of video`,
  endsWithVideo: 'The result ends with the video. Speech after that is cut.',
  endsWithSpeech: 'The result ends with the speech.',
  cutsPicture: (length: string) => `The result ends with the speech: about ${length} of the picture is cut.`,
  paceNeeded: (times: string, least: string, most: string) => `Needs ${times} the normal pace. The range is ${least} to ${most}.`,
  paceIsHeard: 'Listeners notice that pace.',
  likelyFits: (both: string) => `${both}: probably fits`,
  willFit: (both: string) => `${both}: fits`,
  mayNotFit: (both: string) => `${both}: may not fit`,
  mayNotFitNote: (asked: string) => `${asked} If it does not fit, the speech is still charged.`,
  shortenText: 'Shorten the text.',
  lengthenText: 'Lengthen the text, or turn off the fit.',
  willNotFit: (both: string) => `${both}: does not fit`,
  willNotFitNote: (asked: string, remedy: string) => `${asked} The speech would be charged and the lip sync would fail. ${remedy}`,

  // features/dubbing/job/language-field.tsx
  language: 'Language',
  noMatchingLanguages: 'No matching languages',
  chooseOtherLanguage: 'Choose another language',

  // features/dubbing/job/language-rules.ts
  voiceDefault: 'Voice default',
  voiceDefaultOf: (language: string) => `Default: ${language}`,
  otherLanguages: 'Other languages',
  useWritten: (written: string) => `Send “${written}”`,
  languageOfTextDiffers: (language: string, chosen: string) =>
    `The text seems to be in ${language}. The language to speak is set to ${chosen}.`,
  noVoiceSpeaks: (chosen: string) => `No voice of the service speaks ${chosen}. The service may ignore it.`,
  namesSpoken: (names: string, count: number) =>
    `The text names ${count === 1 ? 'a speaker' : 'speakers'} (${names}): the ${count === 1 ? 'name' : 'names'} would be spoken and charged. For several voices, use the Timeline.`,
  removeNames: 'Remove names',
  namesRemoved: 'Names removed',
  openTimeline: 'Open Timeline',
  voiceLacks: (voice: string, language: string) => `${voice} does not speak ${language}.`,

  // features/dubbing/job/outlook.ts
  fitOrShorten: 'Turn on “Fit speech to video” or shorten the text, then dub again.',
  shortenAgain: 'Shorten the text, then dub again.',
  fitOrLengthen: 'To keep all of the video, turn on “Fit speech to video” or lengthen the text, then dub again.',
  lengthenAgain: 'To keep all of the video, lengthen the text, then dub again.',

  // features/dubbing/job/make-action.tsx
  character: (count: number) => plural(count, 'character'),
  unknownLength: 'unknown length',
  billedSecond: (count: number) => plural(count, 'billed second'),
  aboutLength: (characters: string, billed: string) => `${characters}, about ${billed}`,
  dubNote:
    'If no response arrives, you can send the same request again. It is charged only once. If the lip sync fails, the speech is saved and you can try the lip sync alone.',
  dubProgress: 'The service generates the speech and starts the job',

  // features/dubbing/timeline/example-dub.ts
  exampleTitle: 'The harbour',
  exampleCaptions:
    '1\n00:00:00,200 --> 00:00:02,000\nKEEPER: Good evening from the harbour.\n\n2\n00:00:02,280 --> 00:00:04,080\nVISITOR: Have all of the boats come back?\n\n3\n00:00:04,200 --> 00:00:05,600\nKEEPER: Every one of them.\n',

  // features/dubbing/job/one-text.tsx
  historyNote: 'Dubbings appear here with their text and video.',
  historyAvailable: 'You can still use earlier results.',
  useAgain: 'Use its text and video again',
  ofSavedSpeech: 'of the saved speech',
  speech: 'Speech',
  speechSaved: 'The speech is saved',
  speechSubject: 'the speech',

  // features/dubbing/job/dubbing-job-store.ts
  /** The language of the text below. */
  exampleLanguage: 'en',
  exampleText: 'The boats are back. Everybody is safe, and there will be fish for the whole village tonight.',

  // features/dubbing/job/one-text.tsx
  exampleWhat: 'A keeper at the harbour speaks in another voice.',

  // features/dubbing/job/players.tsx
  dropVideo: 'Drop a video to dub',
  mediaMissing: 'It is no longer on this computer, or can’t be reached.',
  source: 'Source',
  result: 'Result',
  nothingGenerated: 'No result.',
  resultPlaceholder: 'The result plays here.',
  players: 'Players',

  // features/dubbing/job/script.tsx
  script: 'Script',
  timesSpread: (clock: string) => `Times are estimated: the text is spread over the ${clock} of speech.`,
  timesExpected: (clock: string) => `Times are estimated for about ${clock} of speech.`,
  goTo: 'Go to',
  afterVideoEnd: 'after the video ends',

  // features/dubbing/job/dubbing-job-store.ts
  notDubbed: 'The video couldn’t be dubbed',
  textSubject: 'The text',
  chooseVoiceFirst: 'Choose a voice first.',
  dubbingSending: 'Sending the dubbing.',
  lipSyncInProgress: 'Speech generated. The lip sync is in progress.',
  stopped: 'Stopped. Nothing was sent.',

  // features/dubbing/panel.tsx
  oneText: 'One text',
  timeline: 'Timeline',
  dubbingMode: 'Dubbing mode',

  // features/dubbing/timeline/actions.tsx
  importCaptions: 'Import captions',
  importWord: 'Import',
  captionsFile: 'Captions file',
  line: (count: number) => plural(count, 'line'),
  paidCount: (count: string) => ` (${count} already paid)`,
  segmentWillNotFit: (place: number) => `segment ${place} will not fit`,
  willNotFitCount: (count: number) => `${count} will not fit`,
  segmentDoesNotFit: (place: number) => `segment ${place} does not fit`,
  doNotFitCount: (count: number) => `${count} do not fit`,
  allGeneratedInShort: 'All have takes',
  generateAll: 'Generate all',

  // features/dubbing/timeline/unfit-dialog.tsx
  unfitQuestion: (count: number) => (count === 1 ? '1 line will not fit' : `${count} lines will not fit`),
  unfitNote:
    'Even at double pace, the speech is expected to be too long for its time. Select a segment to see how to make it fit. Once it is generated, a change of its text or speed is charged again.',
  voicelessLeftOut: (count: number) =>
    count === 1 ? '1 more line has no voice and is left out.' : `${count} more lines have no voice and are left out.`,
  voicelessCount: (count: number) => `${count} without a voice`,
  generateUnfitToo: (count: number) => (count === 1 ? 'Generate anyway' : `Generate all ${count}`),
  generateFitting: (count: number) => (count === 1 ? 'Generate the 1 that fits' : `Generate the ${count} that fit`),

  // features/dubbing/timeline/export-question.tsx
  exportUnfinished: 'Export unfinished audio?',
  changedLines: (count: number) =>
    count === 1
      ? '1 line is changed: its audio is from before the change.'
      : `${count} lines are changed: their audio is from before the change.`,
  silentLines: (count: number) => (count === 1 ? '1 line has no audio.' : `${count} lines have no audio.`),
  failedLines: (count: number) => (count === 1 ? 'Of these, 1 failed.' : `Of these, ${count} failed.`),
  voicelessLines: (count: number) =>
    count === 1 ? 'Of these, 1 has no voice and is not generated.' : `Of these, ${count} have no voice and are not generated.`,
  exportAnyway: 'Export anyway',
  generateFirst: 'Generate first',

  // features/dubbing/timeline/actions.tsx
  generateAllNote: 'Each line is a job. If no response arrives, Voicewright requests it again, and it is charged only once.',
  failedCount: (count: string) => `, ${count}\u00A0failed`,
  progressOf: (position: string, total: string, failed: string) => `${position}\u00A0of\u00A0${total}${failed}`,
  generatingProgress: (words: string) => `Generating ${words}`,
  generationProgress: 'Generation progress',
  generating: 'Generating',
  stopGenerating: 'Stop generating',
  captionsNameSpeakers: 'Captions with speaker names',
  exportVideo: 'Export video',
  webmOpus: 'WebM, Opus',
  mp4Aac: 'MP4, AAC',
  exportVideoWithOpus: 'Export video with Opus',
  mp4Opus: 'MP4, Opus',
  exportVideoForEditing: 'Export video for editing',
  movUncompressed: 'MOV, uncompressed audio',
  exportAudio: 'Export audio',
  exportCaptions: 'Export captions',
  srt: 'SRT',
  exportWebCaptions: 'Export captions for the web',
  vtt: 'VTT',
  exportWord: 'Export',
  segment: (count: number) => plural(count, 'segment'),
  withoutAudio: (segments: string) => `${segments} without audio`,

  // features/dubbing/timeline/commands.ts
  openDubFirst: 'Open a dub first.',
  exportRunning: 'An export is running.',
  generateAllCommand: 'Generate all segments without a take',
  generationRunning: 'Lines are being generated.',
  splitCommand: 'Split segment at playhead',
  addSegmentCommand: 'Add segment at playhead',
  selectAll: 'Select all segments',
  exportVideoCommand: 'Export dubbed video',
  exportSrtCommand: 'Export captions as SRT',
  importCaptionsCommand: 'Import captions…',
  audioPreparing: 'The audio is being prepared.',

  // features/dubbing/timeline/inspector.tsx
  voices: 'Voices',
  everybody: 'everybody',
  unnamedSpeakers: 'unnamed speakers',
  voiceOfCount: (name: string, length: string) => `Voice of ${name} (${length})`,
  voiceOf: (name: string) => `Voice of ${name}`,
  ducking: 'Ducking',
  originalAudio: 'Original audio',
  noOriginalAudio: 'The video has no audio.',
  originalNotDecodable: (codecName: string) => `Its ${codecName} audio can’t be decoded here. Only the dub plays.`,
  duckingNote: 'Lowered in every segment that the dub speaks, to its end.',
  lowerBy: 'Lower by',
  db: ' dB',
  attack: 'Attack',
  ms: ' ms',
  release: 'Release',
  duckingSilentNote: 'At 60 dB, silent in these segments.',
  variableFrames: ', variable',
  frameRate: (rate: string, variableNote: string) => `${rate} fps${variableNote}`,
  file: 'File',
  length: 'Length',
  picture: 'Picture',
  rotated: (degrees: string) => `, rotated by ${degrees}°`,
  frames: 'Frame rate',
  audio: 'Audio',
  stereo: ', stereo',
  noneAudio: 'none',

  // features/dubbing/timeline/lanes.tsx
  lanesHelp:
    'The arrow keys select a segment, Home and End the first and the last. Comma and period move the playhead by one frame. Alt with Left and Right moves the segment by one frame, Control moves its end, Alt and Control its start. Add Shift for ten frames. Enter edits its text. Delete removes it. The Menu key or Shift+F10 opens its menu.',
  noSpeaker: 'No speaker',
  speaker: 'Speaker',
  originalLoading: (codecName: string) => `Loading its ${codecName} audio…`,

  // features/dubbing/timeline/interrupted.tsx
  interrupted: 'Interrupted generation',
  interruptedNote: (segments: string) =>
    `Generating was interrupted. Still without audio: ${segments}. Lines already sent are added when they arrive, at no extra charge.`,
  resume: 'Resume',

  // features/dubbing/timeline/making-store.ts
  generationStopped: (made: string) => `Stopped. ${made} generated. Lines already sent are added when they arrive, at no extra charge.`,
  reusedCount: (count: string) => `, ${count} of them reused for free`,
  failedCountSummary: (count: string) => `; ${count} failed`,
  onlyFailed: (lines: string) => `${lines} failed.`,
  generatedSummary: (made: string, reused: string, failed: string) => `${made} generated${reused}${failed}.`,
  needsSegments: 'Import captions or add a segment first.',
  needsVoices: 'Choose the missing voices first.',
  allGenerated: 'All segments have takes.',

  // features/dubbing/timeline/original-sound.ts
  originalUnavailable: 'The original audio can’t be decoded here. Only the dub plays.',
  originalReady: 'The original audio is ready.',
  audioNotReceived: 'The audio could not be loaded.',

  // features/dubbing/timeline/other-language.tsx
  otherLanguage: (language: string, voices: string, count: number) =>
    `The text seems to be in ${language}. ${voices} ${count === 1 ? 'does' : 'do'} not speak it.`,
  chooseOtherVoice: 'Choose another voice',

  // features/dubbing/timeline/voices-gone.tsx
  voiceGone: (name: string | undefined, count: number) =>
    `${name === undefined ? 'A voice' : `The voice ${name}`} is no longer available. ${plural(count, 'segment')} ${count === 1 ? 'needs' : 'need'} another one.`,

  // features/dubbing/timeline/retiming-store.ts
  segmentStarts: (number: string, start: string) => `Segment ${number} starts at ${start}.`,
  segmentEnds: (number: string, end: string) => `Segment ${number} ends at ${end}.`,
  segmentAt: (number: string, start: string) => `Segment ${number} is at ${start}.`,
  noFurther: 'It can’t go further.',

  // features/dubbing/timeline/dub-player-store.ts
  dubAudioNotRead: 'Couldn’t read the dub’s audio.',
  dubNotPlayable: 'Couldn’t play the dub.',

  // features/dubbing/timeline/segment-bar.tsx
  noTextYet: 'No text',
  readingSpeed: (speed: string) => `${speed} char/s`,

  // features/dubbing/timeline/segment-fields.tsx
  nameSpoken: (name: string) => `“${name}:” would be spoken.`,
  makeSpeaker: (name: string) => `Set ${name} as speaker`,
  segmentTitle: 'Segment',
  noSegmentsHint: 'Import captions, or add a segment at the playhead and enter its text.',
  noSelectionHint: 'Select a segment in the list or on the timeline.',
  segmentNumber: (number: string) => `Segment ${number}`,
  deleteDel: 'Delete (Del)',
  deleteSelected: 'Delete these segments',
  deleteOne: 'Delete this segment',
  segmentSilent: 'This segment has no audio.',
  textOfSegment: (number: string) => `Text of segment ${number}`,
  model: 'Model',
  fit: 'Fit',
  level: 'Level',
  several: 'Mixed',
  start: 'Start',
  end: 'End',
  trimTake: 'Trim take',
  pauseTake: 'Pause take',
  playTake: 'Play take',
  trimAt: { start: 'Trim at start', end: 'Trim at end' },
  segmentEmpty: 'Enter its text first.',
  upToDate: 'Up to date. Nothing is sent or charged.',
  generate: 'Generate',

  // features/dubbing/timeline/segment-list.tsx
  segments: 'Segments',
  missingVoiceInline: 'an unavailable voice',

  // features/dubbing/timeline/segment-menu.tsx
  segmentMenu: 'Segment menu',
  editText: 'Edit text',
  changeSpeaker: 'Change speaker',

  // features/dubbing/timeline/start.tsx
  exampleDubWhat: 'Two speakers at the harbour, in two voices.',
  videoToDub: 'Drop a video to dub',
  videoDropNote: 'MP4, MOV, WebM or MKV, up to 2 GB. The video is copied, and the original never changes.',
  waitingLines: 'Lines waiting for a video',
  lineWaits: (lines: string, file: string) => `${lines} from ${file} waits for a video`,
  linesWait: (lines: string, file: string) => `${lines} from ${file} wait for a video`,
  waitingDrop: 'Drop or choose a video',
  waitingOpen: ', or open a dub',
  waitingNote: '. Each line becomes a segment at its time.',
  discardLines: 'Discard',
  openingVideo: 'Opening a video',
  copying: (name: string) => `Copying ${name}`,
  openingAndReadingAudio: (name: string) => `Opening ${name} and reading its audio`,
  opening: (name: string) => `Opening ${name}`,
  stop: 'Stop',
  loadingDubs: 'Loading dubs',
  dubsNotLoaded: 'Couldn’t load the dubs.',
  readAgain: 'Reload',
  noDubsNote:
    'Drop a video. Import captions or add segments, choose voices, and generate. The original audio is lowered while the dub speaks. The picture never changes.',
  dubs: 'Dubs',
  dubsNote: 'Voicewright keeps dubs on this computer, apart from projects.',
  noSegmentsInline: 'no segments',
  segmentsGenerated: (made: number, all: number) => `${made} of ${plural(all, 'segment')} generated`,
  removeNamed: (title: string) => `Remove ${title}`,
  removeTitle: 'Remove this dub?',
  removeNote: (title: string, length: string) =>
    `${title} (${length}) and its copy of the video are deleted. This can’t be undone. Paid lines stay on this computer and are free in other dubs.`,
  cancel: 'Cancel',
  remove: 'Remove',

  // features/dubbing/timeline/timeline.tsx
  videoTypes: 'a video (MP4, MOV, WebM, MKV)',
  allDubs: 'All dubs',
  notSaved: 'Not saved',
  saving: 'Saving…',
  saved: 'Saved',
  dropNow: (takes: string) => `Drop: ${takes}`,
  dropHere: (takes: string) => `Drop here: ${takes}`,
  dropTypes: 'captions (SRT, VTT) for segments, or a video for a new dub',
  noSegmentsTitle: 'No segments',
  noSegmentsNote:
    'Drop captions (SRT or WebVTT), choose Import, or press N to add a segment at the playhead. “ANNA:\u00A0…” at the start of a line names its speaker.',
  noSegmentsTranscribe: 'No captions? Transcribe the video: its words become segments here, in its language.',
  segmentsUndone: 'Segments were undone.',
  segmentsUndoneAudioSaved: 'Segments were undone. Their audio is saved and is not charged again.',
  redoSegments: 'Redo',
  noTranslationNote:
    'The service does not translate segments. For another language, import translated captions (SRT), or enter the text of each segment in it.',
  transcribeVideo: 'Transcribe the video',
  usePaidTranscript: 'Use its transcript',
  transcriptPaid: (length: string) => `${length} · already paid, free`,
  transcribeElsewhere: 'Language, or a text you have…',
  transcribeLimit: (minutes: string) => `Up to ${minutes} minutes of audio.`,
  tooLongToTranscribe: (minutes: string) =>
    `The video is too long: up to ${minutes} minutes of audio are transcribed. If you have the text, align it: up to two hours, free.`,
  transcriptInTranscribe: (title: string) => `${title} is transcribed. Find the transcript in Transcribe.`,
  importNote: (file: string, captions: string, segments: string) =>
    `${file} has ${captions}; the dub has ${segments}. You can undo whichever you choose.`,
  replaceTextsNote: 'Replace texts gives each segment the text of the captions at its time. Speakers, voices, times and takes stay.',
  caption: (count: number) => plural(count, 'caption'),
  addCaptions: 'Add to segments',
  replaceSegments: 'Replace segments',
  nothingWasExported: 'Nothing was exported.',
  missingAudio: (segments: string) =>
    `The audio of ${segments} is missing on this computer. Generate again: free if the service still has it, charged otherwise.`,
  linesMaybeCharged: (count: number) => `${plural(count, 'line')} may have been charged.`,
  linesAskedAgain: 'After you reconnect, Voicewright asks for what was sent with the same key. Nothing is charged twice.',
  tooLongBy: (over: string) => `${over} too long`,
  tooLongEvenFast: (over: string) => `${over} too long, even at 2× speed`,
  overBy: (over: string) => `+${over}`,
  barIsLength: (length: string) => `Line below it: plays for ${length}`,
  showSegment: 'Show segment',
  showNextSegment: 'Show next',
  generateAgain: 'Generate again',
  failedOtherwise: (count: number) => (count === 1 ? '1 line failed for another reason.' : `${count} lines failed for other reasons.`),
  exported: (file: string, place: string) => `Exported ${file}. ${place}`,
  dismiss: 'Dismiss',
  savedLocally: 'The dub is saved on this computer. You can edit, play and export it.',
  reopen: 'Reopen',

  // features/dubbing/timeline/too-long.tsx
  makeItFit: 'Make it fit',
  remedyFree: 'Free.',
  newTakePaid: 'The new take is already paid.',
  newTakeCharged: 'Generating again will be charged.',
  newTakeCosts: (credits: string) => `Generating again: ${approximate(credits)}.`,

  // features/dubbing/timeline/remedy-words.ts
  shortenPause: 'Shorten the pause before',
  borrowGap: 'Borrow the gap after',
  speakFaster: 'Speak faster',
  cutWords: 'Cut words',
  thenAsSpoken: 'Then it fits at its own pace.',
  thenAtPace: (pace: string) => `Then it plays at ${pace}.`,
  thenRunsOver: (over: string) => `Then it still runs ${over} over.`,
  thenCut: (over: string) => `Then ${over} are still cut.`,
  thenTooLong: (over: string) => `Then it is still ${over} too long, even at 2× speed.`,
  startsEarlier: (by: string) => `Starts ${by} earlier.`,
  endsLater: (by: string) => `Ends ${by} later.`,
  tightenEffect: 'Sets Fit to “Faster where too long”.',
  speedEffect: (speed: string) => `The voice speaks a new take at ${speed}× speed.`,
  thenSpedUp: (factor: string) => `To fit, that take then plays faster again by ${factor}.`,
  cutEffect: 'Removes what does not fit.',

  // features/dubbing/timeline/remedy-acts.ts
  wordsCut: 'Words cut',
  removedWords: (words: string) => `Removed: “${words}”.`,
  generateToPlay: 'Generate again to play the change.',
  remedyTaken: (name: string, effect: string) => `${name}. ${effect} You can undo this.`,

  // features/dubbing/timeline/transport.tsx
  pause: 'Pause',
  play: 'Play',
  pauseDub: 'Pause dub',
  playDub: 'Play dub',
  addSegmentNote: 'Adds a segment at the playhead, or in the next free place',
  addSegment: 'Add segment',
  split: 'Split',
  zoom: 'Zoom',
  position: 'Position in the dub',

  // features/dubbing/timeline/video-view.tsx
  videoTitle: (title: string) => `Video: ${title}`,
  cannotShowVideo: (codec: string) => `Can’t show ${codec} video here. You can still play the audio and export the dub.`,

  // features/dubbing/timeline/voice-field.tsx
  missingVoice: 'Unavailable voice',
  severalVoices: 'Several voices',
  withoutVoice: (segments: string) => `${segments} without a voice`,

  // features/dubbing/timeline/words.ts
  fasterWhereTooLong: 'Faster where too long',
  fasterNote: 'Keeps the pace if it fits, else up to twice as fast.',
  asSpoken: 'As spoken',
  asSpokenNote: 'Keeps the pace. Speech may run past the end.',
  fillTheTime: 'Fill the time',
  fillNote: 'Changes the pace, from half to double, to fill the time.',
  cutAtTheEnd: 'Cut at the end',
  cutNote: 'Keeps the pace and fades out at the end.',
  noText: 'no text',
  noVoice: 'no voice',
  voiceGoneInShort: 'voice unavailable',
  overlapsAnother: 'overlaps another',
  pastVideoEnd: 'past the video’s end',
  tooLongToFit: 'too long to fit',
  tooShortToFill: 'too short to fill',
  endIsCut: 'end is cut',
  queued: 'Queued',
  done: 'Done',
  failed: 'Failed',
  outcomeUnknown: 'Outcome unknown',
  changed: 'Changed',
  noAudio: 'No audio',
  changedText: (before: string) => `Changed: its audio still says “${before}”.`,
  changedLonger: (before: string) => `Changed: its audio says only “${before}”. A line is spoken in one go: generate it to hear all of it.`,
  changedVoice: 'Changed: its audio has the earlier voice, model or speed.',
  atPace: (pace: string) => `${pace}× speed`,
  speechInTime: (seconds: string, seconds2: string) => `${seconds} of speech in ${seconds2}`,
  tooLong: (measured: string, seconds: string) => `${measured}: too long. At double pace it runs ${seconds} over.`,
  tooShort: (measured: string, seconds: string) => `${measured}: too short. At half pace, ${seconds} stay empty.`,
  runsOver: (measured: string, seconds: string) => `${measured}: runs ${seconds} over.`,
  endCut: (measured: string, seconds: string) => `${measured}: ${seconds} are cut.`,
  fitsAsSpoken: (measured: string) => `${measured}: fits as spoken.`,
  barelyNoticeable: 'barely noticeable',
  noticeable: 'noticeable',
  clearlyRushed: 'clearly rushed',
  factor: (pace: string) => `${pace}×`,
  byVoicePace: 'from this voice’s pace',
  byTypicalPace: 'from a typical pace',
  expectedInTime: (seconds: string, seconds2: string, basis: string) => `About ${seconds} expected in ${seconds2}, ${basis}`,
  probablyFits: 'probably fits as spoken',
  probablyFitsAt: (pace: string) => `probably fits at ${pace}`,
  shouldFit: 'should fit as spoken',
  shouldFitAt: (pace: string) => `should fit at ${pace}`,
  expectRunsOver: (seconds: string) => `would run ${seconds} over`,
  expectCut: (seconds: string) => `${seconds} would be cut`,
  paceRequired: (paceWords: string, noticed: string) => `${paceWords} needed, ${noticed}`,
  expectTooLong: 'too long, even at double pace',
  expectTooShort: 'too short, even at half pace',

  // src-main/features/dubbing/service.ts
  speechNotDownloaded: 'It could not be downloaded yet.',
  speechStored: 'It is saved.',
  speechMade: (message: string, kept: string) => `${message} The speech was made and paid for. ${kept} You can try its lip sync alone.`,
  ofVideo: (videoUrl: string, text: string) => `Dubbing of ${videoUrl}: “${text}”`,
  cannotBeSaved: 'Only a dub whose speech was made and whose lip sync failed can be saved like this.',
  lipSyncAfterDubbing: (video_url: string, text: string) => `Lip sync of ${video_url}, after its dubbing: “${text}”`,

  // src-shared/dubbing/captions-in.ts
  captionsTooLarge: (megabytes: number) => `The captions are too large: up to ${megabytes} MB are read.`,
  captionTimesMissing: (line: number, found: string) =>
    `Line ${line} should tell when caption ${found} is shown, as in 00:00:01,000 --> 00:00:03,500.`,
  notACaption: (line: number, found: string) => `Line ${line} is no caption: “${found}” stands where a number or the times should be.`,
  tooManyCaptions: (segments: number) => `There are more than ${segments} captions. Import them in parts.`,
  noCaptionsInFile: 'There are no captions in it. SRT and WebVTT are read.',
  captionTimeUnreadable: (line: number, slice: string) => `Line ${line} has a time that cannot be read: “${slice}”.`,
  captionEndsEarly: (line: number, slice: string) => `Line ${line} ends before it begins: “${slice}”.`,
  captionTooLate: (line: number) => `Line ${line} is later than six hours, where a dub ends.`,
  captionTooLong: (line: number, length: number, characters: number) =>
    `The caption at line ${line} has ${length} characters; a segment holds ${characters}. Part it in two.`,

  // src-shared/dubbing/timeline.ts
  tooNearToStart: 'is too near to its start',
  dubbedName: (title: string, language: string | undefined) => `${title} (${language === undefined ? 'dubbed' : `dubbed, ${language}`})`,
} as const;
