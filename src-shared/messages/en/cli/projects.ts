export const projects = {
  // src-main/hosts/cli/project-commands.ts
  projectCommand: 'show, change or export a project file that no window has open',
  showCommand: 'show the chapters and blocks, and which have sound; needs no service',
  fileArgument: 'the project, a .voicewright file',
  exportCommand: 'export chapters as sound or captions; needs no service',
  outOption: 'the file, with the ending of the format; with --each a folder, created if missing',
  chapterOption: 'only this chapter, from 1; default: all chapters',
  eachOption: 'chapter: a file for each chapter',
  allowMissingOption: 'export although blocks have no audio, and leave them out',
  presetOption: 'none: level and length do not change',
  unknownFormat: (exportFormats: string) => `Choose one of these formats: ${exportFormats}.`,
  eachTakesChapter: '--each takes chapter only.',
  replaceCommand: 'find and replace in the texts and titles of all chapters; needs no service',
  findOption: 'the text to find, in any case unless --match-case',
  withOption: 'the text to put in its place; may be empty',
  regexOption: 'the text to find is a regular expression; $1 works in --with',
  matchCaseOption: 'tell capital letters from small ones',
  wholeWordOption: 'find whole words only',
  dryRunOption: 'only say what would change',
  noPresets: 'There are no presets yet: leave --preset out, or enter none.',

  // src-main/hosts/cli/project-export.ts
  nothingToExport: 'There is nothing to export: no block has sound.',
  seconds: (value: string) => `${value} s`,
  outIsNotStdout: (detail: string) => `--out needs a ${detail}, not standard output.`,
  outIsFile: (out: string) => `--out: ${out} is a file; --each needs a folder.`,
  blockPlace: (chapter: number, blockId: string, text: string) => `chapter ${chapter}, block ${blockId}: “${text}”`,
  more: (rest: number) => `${rest} more`,
  file: 'file',
  folder: 'folder',
  leftOut: (blocks: number) =>
    `${blocks} ${blocks === 1 ? 'block has' : 'blocks have'} no audio and ${blocks === 1 ? 'was' : 'were'} left out.`,
  exportedStale: (blocks: number) =>
    `${blocks} ${blocks === 1 ? 'block was' : 'blocks were'} changed since ${blocks === 1 ? 'it was' : 'they were'} spoken: the earlier sound was exported.`,
  soundMissing: (blocks: number, list: string) =>
    `Nothing was exported: ${blocks} ${blocks === 1 ? 'block has' : 'blocks have'} no audio. Generate ${blocks === 1 ? 'it' : 'them'}, or add --allow-missing to export without. Without audio: ${list}.`,
  folderOfOut: 'The folder of --out',
  folderMissing: (path: string) => `The folder ${path} does not exist. Create it first.`,

  // src-main/hosts/cli/project-file.ts
  noSuchChapter: (chapters: number, number: number) =>
    `--chapter: the project has ${chapters === 1 ? 'one chapter' : `${chapters} chapters`}, and no chapter ${number}.`,

  // src-main/hosts/cli/project-replace.ts
  findLength: (most: number) => `--find takes 1 to ${most} characters.`,
  withLength: (most: number) => `--with takes at most ${most} characters.`,
  invalidExpression: (problem: string) => `--find: invalid regular expression: ${problem}.`,
  expressionTooSlow: (seconds: number) =>
    `Nothing was replaced: the regular expression took longer than ${seconds} seconds and was stopped. Simplify it.`,
  tooManyMatches: (most: number) => `Nothing was replaced: there are more than ${most} matches. Search for something longer.`,
  replaced: (matches: number, blocks: number, stale: number, how: 'dry' | 'done') =>
    `${how === 'dry' ? 'Would replace' : 'Replaced'} ${matches} ${matches === 1 ? 'match' : 'matches'} in ${blocks} ${blocks === 1 ? 'block' : 'blocks'}; ${stale} with audio ${how === 'dry' ? 'would change' : 'changed'}.`,

  // src-main/hosts/cli/project-show.ts
  chapter: (number: number) => `chapter ${number}`,
  blocks: (length: number) => `${length} blocks`,
} as const;
