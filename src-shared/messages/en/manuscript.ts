export const manuscript = {
  // src-shared/manuscript/markdown.ts
  codeLeftOut: (count: number) => `${count} ${count === 1 ? 'code block was' : 'code blocks were'} left out.`,
  imagesLeftOut: (count: number) => `${count} ${count === 1 ? 'image was' : 'images were'} left out.`,
  htmlLeftOut: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'} of HTML ${count === 1 ? 'was' : 'were'} left out.`,
  deepLeftOut: (count: number) => `${count} deeply nested ${count === 1 ? 'paragraph was' : 'paragraphs were'} left out.`,

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
  characters: 'Characters',
  footnotes: (count: number) => (count === 1 ? '1 footnote' : `${count} footnotes`),
  notesLeftOut: 'Leave out',
  notesAtEnd: 'At the end of the chapter',
  notesInPlace: 'After their paragraph',
  words: (count: string) => (count === '1' ? '1 word' : `${count} words`),
  importStatus: (chapters: string, words: string, length: string) =>
    `${chapters} · ${words} · about ${length} · price shown before you generate`,
  import: 'Import',
  cancel: 'Cancel',
  showParagraphs: (title: string) => `Show paragraphs of ${title}`,
  titleOf: (title: string) => `Title of ${title}`,
  joinWithPrevious: 'Join with the chapter above',
  joinNamed: (title: string) => `Join ${title} with the chapter above`,
  startChapterAt: (text: string) => `Start a chapter at “${text}”`,
} as const;
