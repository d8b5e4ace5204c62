import { plural } from './plural.ts';

export const narration = {
  // features/narration/takes/another-take.tsx
  anotherTake: 'Make another take',
  anotherTakeNote: 'Generates the same text again with the same settings. This will be charged.',
  loadingPrice: 'Loading the price',
  paidElsewhere: 'Already paid in another project. Free.',
  paidBefore: (blocks: string) => `${blocks}, already paid. Free.`,
  someFree: (blocks: string, free: string) => `${blocks}, ${free} of them free`,
  whyFree: 'Free: already paid for, or the same words as another block. ',
  character: (count: number) => plural(count, 'character'),
  charactersPriceUnknown: (characters: string) => `${characters}, price unknown`,
  credit: (count: number) => plural(count, 'credit'),

  // features/narration/generate/ask-first-dialog.tsx
  blocks: 'Blocks',
  characters: 'Characters',
  speech: 'Speech',
  about: (amount: string) => `about ${amount}`,
  price: 'Price',
  unknown: 'Unknown',
  balanceAfter: 'Balance after',
  balanceNow: 'Balance now',
  creditsShort: (number: string) => `${number} credits short`,
  block: (count: number) => plural(count, 'block'),
  generateBlocksQuestion: (blocks: string) => `Generate ${blocks}?`,
  leftOutTitle: 'Left out',
  leftOutAsTooLong: (count: number) =>
    count === 1
      ? 'One block is too long for its model and is left out. Split it to generate it.'
      : `${count} blocks are too long for their model and are left out. Split them to generate them.`,
  leftOutWithoutVoice: (blocks: string, names: string, count: number) =>
    `${blocks} of ${names} ${count === 1 ? 'has no voice and is' : 'have no voice and are'} left out.`,
  others: (count: string) => `${count} others`,
  leftOutElsewhere: (blocks: string, count: number) =>
    `${blocks} ${count === 1 ? 'has a voice of another service and is' : 'have voices of another service and are'} left out.`,
  sentBefore: (count: number, more: boolean) =>
    count === 1
      ? `1 ${more ? 'more' : 'of these blocks'} was sent before, and not all of its audio arrived. It may have been charged, and is charged again.`
      : `${count} ${more ? 'more' : 'of these blocks'} were sent before, and not all of their audio arrived. They may have been charged, and are charged again.`,
  ofThemUnknown: (count: number) => `, ${count} with unknown outcome`,
  outcomeUnknown: (count: number) =>
    count === 1
      ? '1 of these blocks has a request with unknown outcome. It is requested with the same ID and is not charged twice. If its audio was lost, it fails, and only generating it again after that is charged again.'
      : `${count} of these blocks have requests with unknown outcome. They are requested with the same IDs and are not charged twice. Those whose audio was lost fail, and only generating them again after that is charged again.`,
  onlyThisChapter: 'This chapter only…',
  askedOncePerProject:
    ' You see this before a project’s first chapter, before its first order of more than one chapter, and whenever the price exceeds your limit in Account.',
  cancel: 'Cancel',
  generate: 'Generate',

  // features/narration/inspector/control-fields.tsx
  advanced: 'Advanced',
  advancedSet: (count: number) => `${String(count)} set`,
  language: 'Language',
  voiceLanguage: (language: string) => `Voice language (${language})`,
  textNormalization: 'Text normalization',
  normalizationNote: 'Reads numbers, dates and signs as words.',
  leaveOutKaomoji: 'Leave out kaomoji',
  kaomojiNote: 'Decorative faces made of characters are not spoken.',

  // features/narration/script/block-view.ts
  noVoice: 'No voice',
  voiceNotListed: 'Voice unavailable',
  voiceNamedNotListed: (name: string) => `${name} (unavailable)`,
  otherService: 'Other service',
  tooLong: 'Too long',

  // features/narration/chapter-menu.tsx
  chapters: 'Chapters',
  chapterOf: (position: string, total: string) => `Chapter ${position} of ${total}`,
  addChapter: 'Add chapter',
  wordsColumn: 'Words',
  lengthColumn: 'Length',
  audioColumn: 'Audio',
  checkedColumn: 'Checked',
  chapterKeys:
    'Arrow keys go through the list, Enter opens. F2 renames. Alt and an arrow key, or a drag, moves. Delete deletes. You can undo all of these.',
  moveUp: (title: string) => `Move ${title} up`,
  isFirst: 'This is the first chapter.',
  moveDown: (title: string) => `Move ${title} down`,
  isLast: 'This is the last chapter.',
  rename: (title: string) => `Rename ${title}`,
  deleteNamed: (title: string) => `Delete ${title}`,
  word: (count: number) => plural(count, 'word'),
  noAudioInline: 'no audio',
  finished: 'finished',
  chapterTitle: 'Chapter title',

  // features/narration/commands.ts
  placeCaretInText: 'Place the cursor in a block with text.',
  chooseAVoiceFirst: 'Choose a voice first.',
  generateSelected: 'Generate selected blocks',
  generateAll: 'Generate all',
  generateChapter: 'Generate chapter',
  generateBook: 'Generate book',
  generateMore: 'More to generate',
  stopGenerating: 'Stop generating',
  nothingGenerating: 'Nothing is being generated.',
  moveBlockUp: 'Move block up',
  script: 'Script',
  moveBlockDown: 'Move block down',
  splitBlock: 'Split block at the cursor',
  joinBlock: 'Join block with the one above',
  mergeKeyword: 'merge blocks',
  lockBlocks: 'Lock or unlock blocks',
  lock: (count: number) => (count > 1 ? `Lock ${count} blocks` : 'Lock block'),
  unlock: (count: number) => (count > 1 ? `Unlock ${count} blocks` : 'Unlock block'),
  blocksLocked: (count: number) => `${plural(count, 'block')} locked.`,
  blocksUnlocked: (count: number) => `${plural(count, 'block')} unlocked.`,
  placeCaretInside: 'Place the cursor inside the text of a block.',
  placeCaretBelow: 'Place the cursor in a block that has one above it.',
  extendSelectionUp: 'Select block, then extend up',
  extendSelectionDown: 'Select block, then extend down',
  selectIndividually: 'Select blocks individually: Up and Down move, Space selects',

  // features/narration/script/editor.ts
  scriptKeyShortcuts: 'Control+Enter Control+Shift+Enter Alt+ArrowUp Alt+ArrowDown Control+Space',
  editRejected: (problem: string) => `The edit was not applied because it would damage the chapter. ${problem}`,
  blocksSelected: (value: string, part: string) => `${value} ${part} selected.`,
  notSelected: 'not selected',
  blockAnnouncement: (value: string, part: string, count: string) => `Block ${value}, ${part}. ${count}`,
  selectionMode: 'Blocks selected. Press Enter to write.',
  theBlock: 'The block',
  blockCount: (count: string) => `${count} blocks`,
  blockMoved: (what: string, value: string, total: string) => `${what} moved to position ${value} of ${total}.`,

  // features/narration/waveform/waveform-commands.ts
  generateFirst: 'Generate audio first.',

  // features/narration/generate/failures.tsx
  chapterAudioSubject: 'The chapter’s audio',
  firstOf: (length: string, excerpt: string) => `${length}, first: ${excerpt}`,
  otherChapter: (count: number) => plural(count, 'other chapter'),
  failedElsewhere: (blocks: string, place: string, reasons: string) => `${blocks} failed in ${place}. ${reasons}.`,
  showNamed: (name: string) => `Show ${name}`,
  tryAgain: 'Try again',
  generateAgain: 'Generate again',
  goToBlock: 'Go to block',

  // features/narration/script/script.tsx
  blockGone: 'Block not found',
  blockGoneNote: 'It was deleted from the project. You can undo this in the script.',

  // features/narration/generate/generate-actions.tsx
  generationFinished: (summary: string) => `Generation finished. ${summary}`,
  upToDate: 'Up to date. Nothing is sent or charged.',
  failedCount: (count: string) => `, ${count} failed`,
  progressOf: (position: string, total: string, part: string) => `${position} of ${total}${part}`,
  generatingProgress: (words: string) => `Generating: ${words}.`,
  generatingLabel: (words: string) => `Generating ${words}`,
  generationProgress: 'Generation progress',
  priceUnknown: 'price unknown',
  ofThisChapter: (blocks: string) => `${blocks} of this chapter`,

  // features/narration/inspector/inspector-fields.tsx
  pauseAfter: 'Pause after',
  s: 's',
  mixed: 'Mixed',
  locked: 'Locked',
  lockedMixed: 'Mixed: some blocks are locked.',
  onlyLockedLeft: 'Only locked blocks are left.',
  unlockFirst: 'The block is locked. Turn off Locked to generate it.',
  lockedNote: 'Generating leaves locked blocks out.',

  // features/narration/inspector/inspector-problems.tsx
  thisBlock: 'this block',
  damagedNote: (blocks: string) => `The audio of ${blocks} is damaged and can’t be played. Generating again replaces it.`,
  tooLongNote: (length: string, limit: string) => `${length}: the model accepts ${limit} at most. Longer text is not sent.`,
  splitBeforeSending: 'Split before sending',
  splitDone: (made: string) => `Split into ${made}. You can undo this.`,
  voiceReplaced: (replaced: string) => `Voice changed for ${replaced}.`,
  projectVoiceReplaced: 'Project voice changed.',
  projectAndBlocks: (count: string) => `the project and ${count}`,
  theProject: 'the project',
  voiceMissing: (name: string) =>
    `The service no longer lists the voice ${name}. It may be deleted or belong to another service. Existing audio is saved.`,
  voiceElsewhere: (name: string, other: string, other2: string) =>
    `The voice ${name} belongs to ${other}, which is not in use. Existing audio is saved. To generate more with it, choose Use ${other2} in Account.`,
  replacementVoice: (whose: string) => `Replacement voice for ${whose}`,

  // features/narration/inspector/inspector.tsx
  selectedBlock: (count: number) => plural(count, 'selected block'),
  blockTitle: 'Block',
  placeCaret: 'Place the cursor in a block to edit its settings.',
  takes: 'Takes',
  projectVoice: 'Project voice',
  voice: 'Voice',
  projectVoiceIn: (nameIn: string) => `Project voice${nameIn}`,
  voiceOfCharacter: (character: string, voice: string) => `${character}: ${voice}`,
  voicesOfCast: 'Voices of the cast',
  projectModel: (modelId: string) => `Project: ${modelId}`,
  speed: 'Speed',
  volume: 'Speaking volume',
  db: ' dB',
  pitch: 'Pitch',
  st: ' st',
  stability: 'Stability',
  similarity: 'Similarity',
  emotion: 'Emotion',
  instruction: 'Instruction',
  voiceOfTheProject: 'Voice of the project',
  modelOfTheProject: 'Model of the project',
  projectVoiceNote: 'Used by blocks without their own voice.',
  note: 'Note',
  ignoredSettings: (settings: string) => `Ignored by the model: ${settings}.`,

  // features/narration/waveform/level-meter.tsx
  noAudio: 'No audio',
  peakAndRms: (peak: string, rms: string) => `Peak ${peak}, RMS ${rms}`,
  level: 'Level',
  truePeakNote: 'Highest true peak since Play, in decibels (dBTP). Red above −1, the limit of most platforms. Click to reset',
  resetTruePeak: 'Reset true peak',
  decibels: (replace: string) => `${replace} dB`,

  // features/narration/panel.tsx
  narration: 'Narration',

  // features/narration/script/script-menu.tsx
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteByKey: (keys: string) => `Voicewright may not read the clipboard here. Press ${keys} to paste.`,

  // features/narration/script/paste.ts
  pasteTooManyParagraphs: (count: string, value2: string) =>
    `Can’t paste ${count} paragraphs at once. The limit is ${value2}. Paste in parts.`,
  pasteTooLong: (count: string, value2: string) =>
    `Can’t paste ${count} thousand characters at once. The limit is ${value2} thousand. Paste in parts.`,

  // features/narration/generate/resume-unsent.tsx
  unfinishedGeneration: 'Unfinished generation',
  unsentNote: (count: number, blocks: string) =>
    count === 1
      ? `Voicewright closed before ${blocks} was generated. You were not charged for it.`
      : `Voicewright closed before ${blocks} were generated. You were not charged for them.`,
  sentNote: (withoutResult: string, count: number) => `${withoutResult} ${count === 1 ? 'is' : 'are'} not part of this.`,
  resume: 'Resume',
  otherGeneration: 'Other blocks are being generated.',
  dismiss: 'Dismiss',

  // features/narration/script/script.tsx
  scriptPlaceholder: 'Write or paste the text to speak',

  // features/narration/script/undone-chapters.tsx
  chaptersUndone: (chapters: string) => `Undo removed ${chapters}.`,

  // features/narration/takes/take-card.tsx
  takeDetails: 'Details',
  pause: 'Pause',
  play: 'Play',
  takeDamaged: 'Damaged. It can’t be played.',
  thisTake: (play: string) => `${play} this take`,
  inUse: 'In use',
  unstar: 'Remove star',
  star: 'Star',
  starNamed: (name: string) => `Star ${name}`,
  stale: 'Outdated',
  incomplete: 'Incomplete',
  damaged: 'Damaged',
  defaultModel: 'default model',
  unknownModel: 'unknown model',
  creditsUnknown: 'Credits unknown, see Jobs',
  madeWith: (settings: string) => `Generated with ${settings}.`,
  takeDamagedNote: 'Its audio file was changed and no copy is intact. Generate again to replace it.',
  readingNumber: (number: string) => ` · reading ${number}`,
  wordTimesEstimated: ' · estimated word times',
  takeHasNoWordTimes: ' · no word times. Estimates are available in English, German, Spanish, French, and Hindi.',
  someWordTimesEstimated: ' · some word times estimated',
  differentText: (beginning: string) => `Entirely different text: “${beginning}…”`,
  textChanges: (added: string, removed: string) => `Text changes since: ${added} added, ${removed} removed`,
  chosen: 'Chosen',
  choose: 'Choose',
  chooseNamed: (name: string) => `Choose ${name}`,
  chosenNamed: (name: string) => `Chosen: ${name}`,
  useNewest: 'Use the newest take',
  chooseNote: 'Always use this take',
  inUseNote: 'This take is in use',
  compare: 'Compare',
  compareNamed: (name: string) => `Compare ${name}`,
  compareNote: 'Compare with the take in use',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restoreNote: 'Restore its text, voice and settings',

  // features/narration/takes/take-comparison.tsx
  take: 'Take',
  takeNumber: (number: string) => `Take ${number}`,
  comparison: 'Comparison',
  switchNote: 'Switch at the same position',
  switchTakes: 'Switch takes',
  paused: 'Paused',
  playingTake: (part: string) => `Playing ${part}`,
  turnedDown: (part: string, toFixed: string) => ` · ${part} turned down ${toFixed} dB`,
  endComparison: 'End comparison',
  useCompared: (name: string) => `Use ${name}`,
  keepCompared: (name: string) => `Keep ${name}`,
  useComparedNote: 'Use the take that plays and end the comparison',

  // features/narration/takes/take-words.ts
  maybeCharged: ' It may have been charged.',
  generatingAgainAfter: (recoveryWords: string, charged: string) => `${recoveryWords}${charged} Generating again will be charged.`,
  recoverStream: 'The stream was interrupted. Received audio is saved. The service can’t resume it.',
  recoverJob: 'Only part of this job arrived. Received audio is saved. The service ended the job.',
  recoverResponse: 'The response was interrupted. Received audio is saved. The service can’t resend it.',
  recoverPartial: 'Part of the audio is missing. Received audio is saved.',

  // features/narration/takes/takes-store.ts
  takeNotRead: 'Couldn’t read the audio of this take.',
  newestPlays: 'The newest take plays.',
  takePlays: 'This take plays.',
  takeNowInUse: (name: string) => `${name} is now in use.`,
  takeStaysInUse: (name: string) => `Comparison ended. ${name} stays in use.`,
  comparisonEnded: 'Comparison ended.',
  restored: 'Text, voice and settings restored from this take.',
  blockEmpty: 'This block has no text.',
  serviceNotReady: 'The service is not ready.',
  waitForGeneration: 'Wait for the current generation to finish.',
  placeCaretInTakes: 'Place the cursor in a block with takes.',
  takePosition: (position: string, total: string) => `Take ${position} of ${total}.`,
  olderTakeCommand: 'Go to older take',
  newerTakeCommand: 'Go to newer take',
  playTakeCommand: 'Play or pause take',
  takeIsDamaged: 'This take is damaged.',
  compareCommand: 'Compare take with the one in use',
  nothingToCompare: 'No other take to compare with.',
  switchCommand: 'Switch between compared takes',
  compareTwoTakesFirst: 'Compare two takes first.',
  useComparedCommand: 'Use the compared take that plays',
  starCommand: 'Star or unstar take',
  chooseCommand: 'Choose take, or use the newest',
  restoreCommand: 'Restore text, voice and settings of the take',
  alreadyRestored: 'The block already matches this take.',

  // features/narration/takes/takes-view.ts
  otherText: 'other text',
  otherPronunciation: 'another pronunciation',
  anotherVoice: 'another voice',
  anotherModel: 'another model',
  otherSettings: 'other settings',
  anotherService: 'another service',

  // features/narration/takes/takes.tsx
  emptyBlockNoTakes: 'Empty blocks have no takes.',
  noTakes: 'No takes. Choose Generate to create one.',
  takePaid: 'The audio of this block is already paid for. Generate adds it for free.',
  takesList: 'Takes of this block, newest first',
  olderTake: (count: number) => plural(count, 'older take'),
  showOlder: (takes: string) => `Show ${takes}`,
  dragToMove: 'Drag to move the block',
  chosenTake: 'You chose this take.',
  chosenTakeDiffers: 'The chosen take has other text, voice or settings.',
  useNewestButton: 'Use newest',

  // features/narration/waveform/transport.tsx
  positionOf: (position: string, total: string) => `${position} of ${total}`,
  asItArrives: 'as it arrives',
  buffering: 'waiting for more audio',
  waitingForBlock: 'waiting for the next block',
  stop: 'Stop',
  pausedInline: 'paused',
  zoomToSelectionNote: 'Zooms to the selection',
  zoomToSelection: 'Zoom to selection',
  fitNote: 'Shows the whole chapter',
  fitChapter: 'Fit chapter',
  zoomOutNote: 'Shows more of the chapter',
  zoomOut: 'Zoom out',
  zoomInNote: 'Shows more detail',
  zoomIn: 'Zoom in',
  playFromHereNote: 'Plays from the cursor’s block',
  playFromHere: 'Play from here',
  loopNote: 'Repeats the selection or chapter',
  loop: 'Loop',
  playbackSpeed: 'Playback speed',
  position: 'Position',

  changed: 'Changed',

  // features/narration/voicing/voice-select.tsx
  notOnService: ' (not on this service)',
  voicesAreLoading: 'Voices are loading…',
  chooseAVoice: 'Choose a voice',
  voicesNotLoaded: 'Couldn’t load the voices.',
  noMatchingVoices: 'No matching voices',
  personal: ' · personal',

  // features/narration/waveform/waveform-commands.ts
  selectFirst: 'Select first: drag over the waveform, or press I and O.',
  noBlockAtPlayhead: 'No audio at the playhead.',
  pauseSet: (value: string) => `Pause after the block: ${value} milliseconds.`,
  rangeSelected: (selectionWords: string) => `Selected: ${selectionWords}.`,
  nothingSelected: 'Nothing is selected.',
  audioGroup: 'Audio',
  playBackwards: 'Play backwards. Press again for faster',
  playForwards: 'Play. Press again for faster',
  followPlayback: 'Follow playback',
  followNote: 'Keeps the words that play in view',
  playFirst: 'Start playback first.',
  playFromHereCommand: 'Play from the cursor’s block',
  loopCommand: 'Loop selection or chapter',
  playSlower: 'Play slower',
  playFaster: 'Play faster',
  zoomInCommand: 'Zoom in on the waveform',
  zoomOutCommand: 'Zoom out of the waveform',
  fitCommand: 'Fit chapter in the waveform',
  zoomToSelectionCommand: 'Zoom waveform to selection',
  scrollForward: 'Scroll waveform forward',
  scrollBack: 'Scroll waveform back',
  nextWord: 'Go to next word',
  previousWord: 'Go to previous word',
  selectionStart: 'Start selection at playhead',
  selectionEnd: 'End selection at playhead',
  lengthenPause: 'Lengthen pause after block at playhead',
  shortenPause: 'Shorten pause after block at playhead',
  clearSelection: 'Clear waveform selection',

  // features/narration/waveform/waveform-pointer.ts
  ms: (value: string) => `${value} ms`,

  // features/narration/waveform/waveform-view.ts
  waveformLoading: 'Loading the waveform…',
  waveformNotRead: 'Couldn’t load part of the waveform. Trying again…',
  timeRange: (clock: string, clock2: string) => `${clock} to ${clock2}`,
  timeRangeWords: (from: string, to: string, words: string) => `${from} to ${to}, ${words}`,
  playhead: 'Playhead',

  // features/narration/waveform/waveform.tsx
  waveformEmptyNote: 'The waveform appears as blocks are generated.',
  pressGenerate: (name: string) => `Choose ${name} to create audio.`,
  writeFirst: 'Write some text above.',
  waveform: 'Waveform',
  estimatedLegend: 'Dashed: estimated word times',
  firstAudioArriving: 'Audio is arriving',
  audioArrivingNote: 'The waveform appears when the block is complete.',

  // features/narration/generate/what-to-make.ts
  nothingToSpeak: 'Write some text first.',
  voicesElsewhere: 'Blocks without audio use voices of another service. Choose a voice of this service.',
  onlyTooLongLeft: 'Blocks without audio are too long for their model. Split them first.',
  splitFirst: 'The block is too long for its model. Split it first.',
  charactersWithoutVoice: 'Blocks without audio belong to characters without a voice. Choose their voices in Cast.',
  allGenerated: 'All blocks have audio.',

  // features/narration/waveform/word-lane.ts
  noWordTimes: 'no word times',
  dashedWords: 'Words with a dashed outline have estimated times.',

  // src-shared/narration/outline.ts
  chapterNumber: (number: number) => `Chapter ${number}`,

  // src-shared/narration/pronunciation-csv.ts
  csvTooLarge: 'The CSV file is larger than 4 MB.',
  csvRow: (line: number, why: string) => `Line ${line}: ${why} Nothing was imported.`,
  csvHeader: 'The first row must be written,spoken,language,voice.',
  csvQuotes: 'The quotation marks do not match.',
  csvColumns: (columns: number) => `There are more than ${columns} columns.`,
  csvTwice: (written: string, line: number) => `“${written}” is also on line ${line}.`,
  csvFieldEmpty: (field: string) => `“${field}” is empty.`,
  csvFieldInvalid: (field: string) => `“${field}” is too long, or has a line break.`,
  tooManyPronunciations: (most: number) => `A table holds at most ${most} pronunciations.`,
  pronunciationInvalid: (written: number, spoken: number) =>
    `Enter what is written with at most ${written} characters, and how to say it with at most ${spoken}, each on one line.`,
  noSuchPronunciation: (written: string) => `No pronunciation of “${written}” exists.`,
} as const;
