export const chapter = {
  // core/chapter/chapter-view.ts
  queued: 'Queued',
  beingMade: 'Being made',
  sending: 'Sending',
  generating: 'Generating',
  empty: 'Empty',
  failed: 'Failed',
  damaged: 'Damaged',
  lockedSilent: 'Locked, silent',
  noSound: 'No sound',
  incomplete: 'Incomplete',
  lockedChanged: 'Locked, changed',
  locked: 'Locked',
  changed: 'Changed',
  done: 'Done',

  // core/chapter/chapters.ts
  added: (title: string) => `${title} added.`,
  isNowChapterOf: (value: string, value2: string, value3: string) => `${value} is now chapter ${value2} of ${value3}.`,
  deletedUndoBringsItBackWith: (title: string) => `${title} deleted. Undo brings it back with its sound.`,
  theProjectHasAsManyChapters: 'The project has as many chapters as it can hold.',
  aProjectKeepsAtLeastOneChapter: 'A project keeps at least one chapter.',
  chapters: 'Chapters',
  thisIsTheFirstChapter: 'This is the first chapter.',
  thisIsTheLastChapter: 'This is the last chapter.',
  showTheChapters: 'Show the chapters',
  addAChapter: 'Add a chapter',
  addChaptersFromTextFiles: 'Add chapters from text files…',
  renameTheChapter: 'Rename the chapter',
  goToTheNextChapter: 'Go to the next chapter',
  goToTheChapterBefore: 'Go to the chapter before',
  moveTheChapterUp: 'Move the chapter up',
  moveTheChapterDown: 'Move the chapter down',
  deleteTheChapter: 'Delete the chapter',

  // core/chapter/text-chapters.ts
  aTxtFileBecomesAChapter:
    'A TXT file becomes a chapter. Of any other document, copy the text where it is open and paste it into the script: its paragraphs become blocks.',
  holdsNoText: (name: string) => `${name} holds no text.`,
  openAProjectFirstItsChapters: 'Open a project first: its chapters are where this goes.',
  theProjectWouldHaveMoreThanChapters: (number: string) => `The project would have more than ${number} chapters.`,
  chapter: 'chapter',
  block: 'block',
  ofAddedUndoTakesBack: (length: string, blocks: string, part: string) => `${length} of ${blocks} added. Undo takes ${part} back.`,
  isTooLongCharactersAndParagraphs: (name: string, number: string, number2: string) =>
    `${name} is too long: ${number} characters and ${number2} paragraphs are the most at once. Nothing was added.`,
  chapter2: 'Chapter',
} as const;
