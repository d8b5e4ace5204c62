import { plural } from './plural.ts';

export const manuscript = {
  // src-shared/manuscript/markdown.ts
  codeLeftOut: (count: number) => `${count} ${count === 1 ? 'code block was' : 'code blocks were'} left out.`,
  imagesLeftOut: (count: number) => `${count} ${count === 1 ? 'image was' : 'images were'} left out.`,
  htmlLeftOut: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'} of HTML ${count === 1 ? 'was' : 'were'} left out.`,
  struckLeftOut: 'Struck-through text was left out.',
  emphasisLeftOut: 'Italics and bold became plain text.',
  deepLeftOut: (count: number) => `${count} deeply nested ${count === 1 ? 'paragraph was' : 'paragraphs were'} left out.`,

  // src-main/features/manuscript/captions.ts
  soundsLeftOut: (count: number) => `${count} ${count === 1 ? 'caption without speech was' : 'captions without speech were'} left out.`,

  // src-shared/manuscript/manuscript.ts
  emptyChaptersLeftOut: (count: number) => `${count} ${count === 1 ? 'heading without text was' : 'headings without text were'} left out.`,

  // src-main/features/manuscript
  contentsLeftOut: 'The table of contents was left out.',
  notLinearLeftOut: (count: number) =>
    `${count} ${count === 1 ? 'page' : 'pages'} outside the reading order ${count === 1 ? 'was' : 'were'} left out.`,
  unlinkedNotesLeftOut: (count: number) =>
    `${count} ${count === 1 ? 'footnote that no text refers to was' : 'footnotes that no text refers to were'} left out.`,
  tooLarge: (name: string, megabytes: number) => `${name} cannot be imported: it is larger than ${megabytes} MB.`,
  hostile: (name: string) =>
    `${name} cannot be imported: it is built like a file that attacks programs. Save it again from a word processor.`,
  damaged: (name: string) => `${name} cannot be imported: it is damaged or incomplete.`,
  encrypted: (name: string) => `${name} cannot be imported: it is protected by a password or by a shop. Save it without protection.`,
  oldWord: (name: string) =>
    `${name} cannot be imported: it is protected by a password, or in the format of Word before 2007. Save it as .docx without a password.`,
  notText: (name: string) => `${name} cannot be imported: it is no text.`,
  unsupported: (name: string) => `${name} cannot be imported. Choose a .docx, .epub, .html, .md, .txt, .srt, .vtt or .csv file.`,
  tooManyBlocks: (name: string, most: number) => `${name} cannot be imported: it has more than ${most} paragraphs.`,
  tooMuch: (name: string) => `${name} cannot be imported: reading it takes too much time or memory.`,
  file: (name: string) => `The file ${name}`,
  failedIn: (name: string, why: string) => `${name}: ${why}`,
  uploadGone: (name: string) => `${name} is no longer there. Choose it again.`,
  csvHeader: 'the first line takes block, and voice and pause where you have them',
  csvCells: (columns: number) => `there are more than ${columns} cells`,
  csvPause: (most: number) => `pause takes 0 to ${most} milliseconds`,
  csvEmptyBlock: 'block is empty',

  // src-renderer/features/narration/manuscript/import-dialog.tsx
  importTitle: 'Import manuscript',
  importEllipsis: 'Import manuscript…',
  reading: 'Reading…',
  chooseOther: 'Choose another file…',
  characters: 'Characters',
  speaksIn: (paragraphs: number) => `Speaks in ${plural(paragraphs, 'paragraph')}`,
  samePerson: (short: string, name: string, paragraphs: number) => `“${short}” is ${name} (${plural(paragraphs, 'paragraph')})`,
  unspokenSpeech: (count: number) =>
    `The narrator reads ${count === 1 ? '1 paragraph' : `${count} paragraphs`} of speech, as the text does not name who speaks. To give ${count === 1 ? 'it' : 'them'} to somebody, right-click in the script and choose Character.`,
  proposedTitle: 'Who speaks',
  proposedNote:
    'The text names them as speakers. Tick a name to make it a character with a voice of its own; the narrator reads what you do not tick.',
  allSpeakers: (count: number) => (count === 2 ? 'Both names' : `All ${count} names`),
  speakTitles: 'Read chapter titles aloud',
  speakTitlesNote: 'Each title becomes the first block of its chapter, as in most audiobooks.',
  frontMatter: 'Front matter',
  splitSpeech: 'Leave “said …” to the narrator',
  splitSpeechNote:
    'Splits their paragraphs at the quotation marks. Each stays one paragraph in exports and in updates from the manuscript. Where the narrator says the same words again, such as “said Anna.”, they are generated and charged once.',
  footnotes: (count: number) => (count === 1 ? '1 footnote' : `${count} footnotes`),
  notesLeftOut: 'Leave out',
  notesAtEnd: 'At the end of the chapter',
  notesInPlace: 'After their paragraph',
  words: (count: string) => (count === '1' ? '1 word' : `${count} words`),
  importStatus: (chapters: string, words: string, length: string, price: string) => `${chapters} · ${words} · about ${length} · ${price}`,
  import: 'Import',
  cancel: 'Cancel',
  paragraphs: 'Paragraphs',
  showParagraphs: (title: string) => `Show paragraphs of ${title}`,
  titleOf: (title: string) => `Title of ${title}`,
  joinWithPrevious: 'Join with the chapter above',
  joinNamed: (title: string) => `Join ${title} with the chapter above`,
  pastedText: 'Pasted text.txt',
  pastedHtml: 'Pasted text.html',
  newProjectTitle: 'New project from manuscript',
  createProject: 'Create project',
  createAndGenerate: 'Create and generate…',
  useFor: 'Use the manuscript to',
  wayUpdate: 'Update this project',
  wayAdd: 'Add as new chapters',
  wayNew: 'Create a new project',

  // src-renderer/features/narration/manuscript/price.ts
  price: (credits: string) => `about ${credits} to generate`,
  priceWithPaid: (price: string, blocks: string) => `${price} (${blocks} already paid)`,
  priceWithVoiceless: (price: string, blocks: string, count: number) =>
    `${price}; ${blocks} ${count === 1 ? 'needs' : 'need'} a voice first`,
  allPaid: 'all of it already paid, free to generate',
  priceAsked: 'checking the price…',
  priceUnknown: 'price unknown',
  nothingToGenerate: 'nothing to generate',

  // src-renderer/features/narration/manuscript/update-preview.tsx
  updateTitle: 'Update from manuscript',
  updateEllipsis: 'Update from manuscript…',
  noText: 'The project has no text yet',
  apply: 'Apply',
  compareWith: 'Compare with',
  allChapters: 'All chapters of the project',
  chaptersOf: (name: string) => `Chapters from ${name}`,
  otherText: (found: string, compared: string) =>
    `This looks like another text: it has ${found} of ${compared} blocks of the project. Applying it removes the other blocks. You can undo this.`,
  importUnknown:
    'The project does not know the text of its last import, so your own edits are listed as changes too. Clear the rows that are your edits. Later updates know the text and leave your edits in the script.',
  sameText: 'The project already has this text.',
  sameTextUnknown: 'The project already has this text. Apply to store it, so that later updates keep your edits.',
  manuscriptUnchanged: 'The manuscript did not change. Your edits stay.',
  allLeftOut: 'All changes are left out. The script stays as you wrote it.',
  nothingLeft: 'No block would be left. Keep at least one.',
  onlyPauses: 'Only pauses change.',
  typographyAlone: (blocks: number) =>
    blocks === 1
      ? '1 block differs only in typography, such as quotation marks, and keeps its text and audio.'
      : `${blocks} blocks differ only in typography, such as quotation marks, and keep their text and audio.`,
  recast: (paragraphs: number) =>
    paragraphs === 1
      ? '1 changed paragraph names its speaker: the speech in it goes to that character.'
      : `${paragraphs} changed paragraphs name their speakers: the speech in them goes to those characters.`,
  audioStays: 'All audio stays. Nothing to generate.',
  noAudioAffected: 'The project has no audio yet.',
  becomeStale: (blocks: number) => (blocks === 1 ? '1 changed block needs audio again' : `${blocks} changed blocks need audio again`),
  lockedChanged: (blocks: number) =>
    blocks === 1
      ? '1 changed block is locked and gets no audio until you unlock it.'
      : `${blocks} changed blocks are locked and get no audio until you unlock them.`,
  withoutAudio: (blocks: number) => (blocks === 1 ? '1 new block needs audio' : `${blocks} new blocks need audio`),
  versionBefore: (name: string) => `Before update from ${name}`,
  noVersionBefore: 'no version saved, as the project has as many as it can',
  neededBefore: (blocks: number) =>
    blocks === 1 ? '1 block needed audio before the update' : `${blocks} blocks needed audio before the update`,
  chooseChapters: 'Choose chapters',
  chooseChaptersLeft: (left: number) => `Choose chapters (${left} left out)`,
  changedChapters: 'Chapters that change',
  newChapter: 'new',
  goneChapter: 'removed',
  movedChapter: 'moved',
  renamed: 'renamed',
  change: (count: number) => plural(count, 'change'),
  changes: 'Changes',
  changesIn: (title: string) => `Changes in ${title}`,
  chapterMoved: (same: number) =>
    `The chapter moves. ${same === 1 ? '1 block in it does' : `${same} blocks in it do`} not change and ${same === 1 ? 'keeps its' : 'keep their'} audio.`,
  otherSpeaker: 'Another speaker, same text',
  spokenBy: (name: string) => `Spoken by ${name}`,
  wholeChapter: 'The whole chapter',
  conflict: (count: number) => plural(count, 'conflict'),
  conflictMark: 'Conflict',
  imported: 'Imported',
  yours: 'Yours',
  manuscript: 'Manuscript',
  removedByYou: 'Removed by you',
  removedInManuscript: 'Removed in the manuscript',
  keepMine: 'Keep mine',
  takeManuscript: 'Take manuscript',
  resolve: (text: string) => `Conflict at “${text}”`,
  takeRow: (kind: string, text: string) => `Take: ${kind}, ${text}`,
  takeAllIn: (title: string) => `Take all changes in ${title}`,
  taken: (taken: string, all: string) => `${taken} of ${all} changes selected`,
  conflictsKept: (count: number) => (count === 1 ? '1 conflict keeps your text' : `${count} conflicts keep your text`),
  takeAll: 'Take all',
  takeNone: 'Leave all out',
  ownEdits: (count: number) => (count === 1 ? '1 of your edits stays' : `${count} of your edits stay`),
  yourEdit: 'Your edit',
  kind: 'Change',
  before: 'Before',
  after: 'After',
  kinds: { added: 'Added', changed: 'Changed', moved: 'Moved', removed: 'Removed', 'chapter-moved': 'Moved', renamed: 'Renamed' },
  moreChanges: (count: string) => `${count} more`,

  // src-renderer/features/narration/manuscript/manuscript-store.ts
  updateFrom: (names: string) => `update from ${names}`,
  updated: 'Project updated',
  projectChanged: 'The project changed while this was open. Check the changes again.',
  counts: {
    changed: (count: string) => `${count} changed`,
    added: (count: string) => `${count} added`,
    moved: (count: string) => `${count} moved`,
    removed: (count: string) => `${count} removed`,
    unchanged: (count: string) => `${count} unchanged`,
  },
  startChapterHere: 'Start a chapter here',
  startChapterAt: (text: string) => `Start a chapter at “${text}”`,
} as const;
