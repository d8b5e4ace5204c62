import { plural } from './plural.ts';

export const chapter = {
  // core/chapter/chapter-view.ts
  queued: 'Queued',
  waitingAtService: 'In progress',
  sending: 'Sending',
  generating: 'Generating',
  empty: 'Empty',
  failed: 'Failed',
  damaged: 'Damaged',
  lockedNoAudio: 'Locked, no audio',
  noAudio: 'No audio',
  incomplete: 'Incomplete',
  lockedChanged: 'Locked, changed',
  locked: 'Locked',
  changed: 'Changed',
  done: 'Done',

  // core/chapter/chapters.ts
  added: (title: string) => `${title} added.`,
  chapterMoved: (title: string, position: string, total: string) => `${title} is now chapter ${position} of ${total}.`,
  chapterDeleted: (title: string) => `${title} deleted. Undo restores it with its audio.`,
  chapterLimit: 'The project has the maximum number of chapters.',
  lastChapter: 'A project needs at least one chapter.',
  chapters: 'Chapters',
  isFirst: 'This is the first chapter.',
  isLast: 'This is the last chapter.',
  showChapters: 'Show chapters',
  addChapter: 'Add chapter',
  rename: 'Rename chapter',
  goToNext: 'Go to next chapter',
  goToPrevious: 'Go to previous chapter',
  moveUp: 'Move chapter up',
  moveDown: 'Move chapter down',
  deleteChapter: 'Delete chapter',

  // src-renderer/features/narration/manuscript
  fileEmpty: (name: string) => `${name} contains no text.`,
  openProjectFirst: 'Open a project first.',
  tooManyChapters: (number: string) => `A project can have up to ${number} chapters.`,
  named: (title: string) => `chapter “${title}”`,
  wasAdded: (chapters: string) => `${chapters} added`,
  wasRemoved: (chapters: string) => `${chapters} removed`,
  chapter: (count: number) => plural(count, 'chapter'),
  block: (count: number) => plural(count, 'block'),
  chaptersAdded: (length: string, blocks: string, pronoun: string) => `${length} with ${blocks} added. Undo removes ${pronoun}.`,
  defaultTitle: 'Chapter',
} as const;
