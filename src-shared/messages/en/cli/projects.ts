export const projects = {
  // src-main/hosts/cli/project-commands.ts
  projectCommand: 'import, show, change or export a project file that no window has open',
  importCommand: 'make a project from text or Markdown files; headings start chapters; needs no service',
  sourceArgument: '.docx, .epub, .html, .md, .txt, .srt, .vtt or .csv files, in reading order',
  projectOption: 'the project to make, a .voicewright file',
  voiceOption: 'the voice of the project',
  castOption: 'give the character of the lines NAME: … this voice; may be given more than once',
  languageOption: 'the language of the blocks',
  addOption: 'append the chapters to a project that exists',
  updateOption:
    'take the files as the second version of what the project was made of; your edits of the project stay, also where the manuscript changed the same paragraph (a conflict, which is listed)',
  takeManuscriptOption: 'in conflicts, take the manuscript in place of your edits',
  speakTitlesOption: 'speak the titles of chapters',
  splitSpeechOption: 'give what is quoted to who speaks in the text (“…,” said Thomas), and leave the rest to the narrator',
  allOption: 'import front matter too: title page, copyright, contents',
  showCommand: 'show the chapters and blocks, and which have sound; needs no service',
  fileArgument: 'the project, a .voicewright file',
  exportCommand: 'export chapters as audio, captions, word times, a book to read along or a project for an audio editor; needs no service',
  outOption:
    'the file, with the ending of the format (vtt-words: .vtt, labels: .txt); rpp and otio put WAV files beside it; with --each a folder, created if missing',
  chapterOption: 'only this chapter, from 1; default: all chapters',
  eachOption: 'a file for each chapter; of audio also for each block or character',
  allowMissingOption: 'export although blocks have no audio, and leave them out',
  unknownFormat: (exportFormats: string) => `Choose one of these formats: ${exportFormats}.`,
  replaceCommand: 'find and replace in the texts and titles of all chapters; needs no service',
  findOption: 'the text to find, in any case unless --match-case',
  withOption: 'the text to put in its place; may be empty',
  regexOption: 'the text to find is a regular expression; $1 works in --with',
  matchCaseOption: 'tell capital letters from small ones',
  wholeWordOption: 'find whole words only',
  dryRunOption: 'only say what would change',
  speaksNoBlock: (name: string) => `${name} speaks no block.`,
  tooManyCharacters: (maximum: number) => `A project holds at most ${maximum} characters.`,

  recordCommand: 'import a narrator’s own recording of a chapter or a block; needs no service',
  recordAudioOption: 'the recording: WAV, MP3, FLAC, or Ogg; with ffmpeg installed also M4A and AAC; up to two hours',
  setCommand: 'set voice, model, pause and take edits of a block, a chapter or the project; needs no service',
  blockOption: 'only this block, by the id that show prints',
  setVoiceOption: 'the voice; its usual model comes with it unless --model names one',
  setModelOption: 'the model of the voice',
  pauseOption: 'the pause after the blocks, in milliseconds',
  repairCommand: 'generate sentences of a block again and put them into its take',
  repairBlockOption: 'the block, by the id that show prints',
  fromOption: 'the first word, counted from 0 in the text of the block',
  toOption: 'the last word',
  repairTextOption: 'the words themselves, in place of --from and --to',
  gainOption: 'how much louder the takes of the blocks are, in decibels; the takes do not change',
  trimStartOption: 'how much of the start of the takes is not played, in milliseconds',
  trimEndOption: 'how much of the end of the takes is not played, in milliseconds',
  crossfadeOption: 'the crossfade of repaired takes, in milliseconds',
  castCommand: 'show who speaks in a project, and assign voices; needs no service',
  assignOption: 'give a character this voice; may be given more than once',
  pronounceCommand: 'show and change how words are said; needs no service',
  addPronunciationOption: 'say a word as another; may be given more than once',
  removeOption: 'remove the entries for a word; may be given more than once',
  importCsvOption: 'add the entries of a CSV file: written,spoken,language,voice',
  exportCsvOption: 'write all entries to a CSV file',

  // src-main/hosts/cli/project-cast.ts
  assignTakesNameAndVoice: (option: string, text: string) => `${option} needs a name and a voice, as in NAME=ID, not “${text}”.`,
  noSuchCharacter: (name: string) => `The cast has no character named ${name}.`,
  noVoice: 'no voice',
  staleAndEstimate: (stale: number, characters: number) =>
    `${stale} ${stale === 1 ? 'block' : 'blocks'} with audio changed; generating the project would send ${characters} characters.`,

  // src-main/hosts/cli/project-pronounce.ts
  addTakesWrittenAndSpoken: (text: string) => `--add needs what is written and how to say it, as in WRITTEN=SPOKEN, not “${text}”.`,
  addInvalid: (why: string) => `--add: ${why}`,
  importNeedsFile: (path: string) => `--import: ${path} is not a file.`,
  csvOfImport: 'The file of --import',
  matchesIn: (matches: number, blocks: number) =>
    `${matches} ${matches === 1 ? 'match' : 'matches'} in ${blocks} ${blocks === 1 ? 'block' : 'blocks'}.`,

  // src-main/hosts/cli/project-export.ts
  nothingToExport: 'There is nothing to export: no block has sound.',
  seconds: (duration: string) => `${duration} s`,
  outIsNotStdout: (detail: string) => `--out needs a ${detail}, not standard output.`,
  outIsFile: (out: string) => `--out: ${out} is a file; --each needs a folder.`,
  blockPlace: (chapter: number, blockId: string, text: string) => `chapter ${chapter}, block ${blockId}: “${text}”`,
  more: (rest: number) => `${rest} more`,
  file: 'file',
  folder: 'folder',
  leftOut: (blocks: number) =>
    `${blocks} ${blocks === 1 ? 'block has' : 'blocks have'} no audio and ${blocks === 1 ? 'was' : 'were'} left out.`,
  exportedIncomplete: (blocks: number) =>
    `${blocks} ${blocks === 1 ? 'block has' : 'blocks have'} audio that breaks off; what there is was exported.`,
  exportedStale: (blocks: number) =>
    `${blocks} ${blocks === 1 ? 'block was' : 'blocks were'} changed since ${blocks === 1 ? 'it was' : 'they were'} spoken: the earlier sound was exported.`,
  soundMissing: (blocks: number, list: string) =>
    `Nothing was exported: ${blocks} ${blocks === 1 ? 'block has' : 'blocks have'} no audio, or audio that breaks off. Generate ${blocks === 1 ? 'it' : 'them'}, or add --allow-missing to export anyway. Missing: ${list}.`,
  folderOfOut: 'The folder of --out',
  folderMissing: (path: string) => `The folder ${path} does not exist. Create it first.`,

  // src-main/hosts/cli/project-file.ts
  noSuchChapter: (chapters: number, number: number) =>
    `--chapter: the project has ${chapters === 1 ? 'one chapter' : `${chapters} chapters`}, and no chapter ${number}.`,

  // src-main/hosts/cli/project-import.ts
  addOrUpdate: 'Choose --add or --update, not both.',
  frontMatterLeftOut: (chapters: number) =>
    `${chapters} ${chapters === 1 ? 'chapter' : 'chapters'} of front matter ${chapters === 1 ? 'was' : 'were'} left out. Add --all to import ${chapters === 1 ? 'it' : 'them'}.`,
  idLength: 'Enter an id of 1 to 128 characters, or a language of 1 to 64.',
  nothingToImport: 'Nothing was imported: the files have no text.',
  tooManyChapters: (most: number) => `Nothing was imported: a project has at most ${most} chapters.`,
  projectExists: (path: string) =>
    `${path} exists. To append the chapters to it, add --add. To take the files as its second version, add --update.`,
  withoutVoices: (names: string, count: number, first: string, project: string) =>
    `${names} ${count === 1 ? 'has no voice' : 'have no voices'} yet, and what they say is not generated. Give each one: voicewright project cast "${project}" --assign "${first}=VOICE".`,
  imported: (chapters: number, blocks: number, how: 'dry' | 'done') =>
    `${how === 'dry' ? 'Would import' : 'Imported'} ${chapters} ${chapters === 1 ? 'chapter' : 'chapters'} with ${blocks} ${blocks === 1 ? 'block' : 'blocks'}.`,

  revised: (added: number, changed: number, moved: number, removed: number, unchanged: number, how: 'dry' | 'done') =>
    `${how === 'dry' ? 'Would update' : 'Updated'}: ${added} added, ${changed} changed, ${moved} moved, ${removed} removed, ${unchanged} unchanged.`,

  importUnknown:
    'The project did not know the text of its last import: where you had edited it, the manuscript replaced that too. From now on it knows the text and keeps your edits.',
  ownEditsKept: (count: number) => (count === 1 ? '1 of your edits stays.' : `${count} of your edits stay.`),
  conflict: (yours: string, theirs: string, taken: 'project' | 'manuscript') =>
    `Conflict (${taken === 'manuscript' ? 'manuscript taken' : 'yours stays'})\tyours: ${yours}\tmanuscript: ${theirs}`,
  takeManuscriptNeedsUpdate: 'Add --take-manuscript to an update only: the project is new, or --add appends to it.',

  // src-main/hosts/cli/project-replace.ts
  findLength: (most: number) => `--find takes 1 to ${most} characters.`,
  withLength: (most: number) => `--with takes at most ${most} characters.`,
  invalidExpression: (problem: string) => `--find: invalid regular expression: ${problem}.`,
  expressionTooSlow: (seconds: number) =>
    `Nothing was replaced: the regular expression took longer than ${seconds} seconds and was stopped. Simplify it.`,
  tooManyMatches: (most: number) => `Nothing was replaced: there are more than ${most} matches. Search for something longer.`,
  replaced: (matches: number, blocks: number, stale: number, how: 'dry' | 'done') =>
    `${how === 'dry' ? 'Would replace' : 'Replaced'} ${matches} ${matches === 1 ? 'match' : 'matches'} in ${blocks} ${blocks === 1 ? 'block' : 'blocks'}; ${stale} with audio ${how === 'dry' ? 'would change' : 'changed'}.`,

  // src-main/hosts/cli/project-record.ts
  recordNeedsPlace: 'Say what the recording is of: add --chapter or --block.',
  aligning: 'aligning the recording…',
  // src-main/hosts/cli/percent.ts
  percentDone: (text: string, percent: number) => `${text} ${percent}%`,
  // src-main/hosts/cli/project-record.ts
  proofed: (checked: number, found: number) =>
    `Checked ${checked} ${checked === 1 ? 'block' : 'blocks'}: ${found === 0 ? 'nothing found' : `${found} ${found === 1 ? 'pickup' : 'pickups'}`}.`,
  proofProgress: (checked: number, total: number) => `checked ${checked} of ${total} blocks`,
  notRecorded: (blockId: string, text: string) => `The recording does not say block ${blockId}, which was left as it was: “${text}”`,

  // src-main/hosts/cli/project-set.ts
  noSuchBlock: (id: string) => `No block has the id ${id}.`,
  nothingToSet: 'Say what to set: add --voice, --model, --pause, --gain, --trim-start, --trim-end or --crossfade.',
  wordsOrText: 'Use either --text, or --from and --to.',
  fromAndTo: '--from and --to belong together.',
  wordIndex: (option: string) => `${option} takes the index of a word: 0 or more.`,
  fromAfterTo: '--from must not be after --to.',
  textNotInBlock: 'The block does not have this text.',
  textTwiceInBlock: 'The block has this text more than once. Use --from and --to.',
  noSuchWord: (words: number) => `The block has ${words} words, counted from 0.`,
  repairPlanned: (sentences: number, characters: number) =>
    `${sentences} ${sentences === 1 ? 'request' : 'requests'} with ${characters} characters would be sent. Nothing was sent.`,
  repairDone: (sentences: number) => `${sentences} ${sentences === 1 ? 'passage is' : 'passages are'} now in the take of the block.`,
  gainRange: (least: number, most: number) => `--gain takes ${least} to ${most} decibels.`,
  trimRange: (option: string) => `${option} takes a whole number of milliseconds, 0 or more.`,
  crossfadeRange: (most: number) => `--crossfade takes a whole number from 0 to ${most} milliseconds.`,
  trimTooLong: (blockId: string, most: number, shortest: number) =>
    `Block ${blockId} can be trimmed by ${most} ms at most, as ${shortest} ms of audio must stay. Nothing was changed.`,
  noTakeToEdit: 'No selected block has audio to edit. Generate it first.',
  pauseRange: (most: number) => `--pause takes 0 to ${most} milliseconds.`,

  // src-main/hosts/cli/project-show.ts
  chapter: (number: number) => `chapter ${number}`,
  blocks: (length: number) => `${length} ${length === 1 ? 'block' : 'blocks'}`,
} as const;
