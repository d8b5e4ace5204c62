import { plural } from './plural.ts';

/** Named versions of a project. */
export const versions = {
  // features/narration/versions/versions-dialog.tsx
  versions: 'Versions',
  open: 'Versions…',
  note: 'A version saves the text, the chapters, the cast, the pronunciations and the chosen takes. Restoring one deletes no takes, and you can undo it in the text.',
  none: 'No versions yet.',
  noProject: 'Open a project first.',
  name: 'Name',
  save: 'Save version',
  saved: (name: string) => `Saved the version “${name}”.`,
  facts: (date: string, chapters: string, blocks: string, words: string) => `${date} · ${chapters} · ${blocks} · ${words}`,
  chapter: (count: number) => plural(count, 'chapter'),
  compare: 'Compare',
  compareNamed: (name: string) => `Compare ${name} with the project`,
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `“${name}” restored`,
  remove: 'Delete',
  removeNamed: (name: string) => `Delete ${name}`,
  same: (name: string) => `The project equals the version “${name}”.`,
  changesSince: (name: string) => `Changes since “${name}”`,
  inChapter: (kind: string, chapter: string) => `${kind} · ${chapter}`,
  more: (count: number) => `And ${count} more.`,
  kinds: {
    added: 'Added',
    removed: 'Deleted',
    changed: 'Text changed',
    moved: 'Moved',
    settings: 'Settings changed',
    take: 'Other take',
  },
} as const;
