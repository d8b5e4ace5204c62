export const library = {
  // src-main/library/uploads.ts
  pieceHasNoPlace: '"at" must say how many bytes come before the piece.',
  pieceMissing: 'A piece of the file before this one is missing.',
  pieceTooLarge: (megabytes: number) => `A piece of a file can have up to ${megabytes} MB.`,
  noSuchUpload: 'That file was not handed over, or was removed.',

  // src-main/library/exports.ts
  theExport: 'The export',
  allOfProject: 'the project',
  thisChapter: 'this chapter',
  nothingToExport: (what: string) => `There is nothing to export yet: no block of ${what} has sound.`,
  blockSoundDamaged: (start: string) =>
    `The audio of the block “${start}…” is damaged, so nothing was exported. Generate that block again.`,

  // src-shared/masters/report.ts
  limitRange: (least: number, most: number, unit: string) => `${least} to ${most} ${unit}`,
  limitMost: (most: number, unit: string) => `at most ${most} ${unit}`,

  // src-main/library/masters.ts
  checksFailedName: (name: string) => `${name} (checks failed)`,

  // src-main/library/kept-files.ts
  theResult: 'The result',
  resultIncomplete: 'The result did not arrive whole.',

  // src-main/library/library.ts
  noSuchTake: 'The project has no such take.',
  takeEditInvalid: (field: string) => `"${field}" is not a valid edit of a take.`,
  numberOutOfRange: (field: string, least: number, most: number) => `"${field}" must be a whole number from ${least} to ${most}.`,

  // src-main/library/project-file.ts
  theCopy: 'The copy of the project',

  // src-main/library/projects.ts
  copyName: (title: string) => `${title} copy`,

  // src-main/library/open-project.ts
  projectClosing: 'That project is being closed.',
  noSuchChapter: 'The project has no such chapter.',

  // src-main/library/paid-results.ts
  thePaidSound: 'The generated audio',
  soundArriving: 'That sound is already arriving.',
  partNotRecovered: 'A part of that sound arrived before. Recover it first.',
  soundStillArriving: 'That sound is still arriving.',
  soundNotPlayable: 'The service sent sound that cannot be played. It is in the profile folder.',
  soundOver: 'That sound is finished.',
  soundTooLarge: 'The audio of one block is too large for Voicewright. The part that was received is saved.',
  soundNotStored: 'A complete sound could not be saved.',

  // src-main/library/project-checks.ts
  namedProject: (path: string) => `The project "${path}"`,
  notAProject: (path: string) => `"${path}" is not a Voicewright project.`,
  besideNotAFile: (path: string, path2: string, ending: string) =>
    `${path} was not opened: "${path2}${ending}" beside it is not a plain file.`,
  projectTooNew: (path: string) => `${path} was made by a newer version of Voicewright. It was left untouched.`,
  foreignPart: (path: string, type: string, name: string) =>
    `${path} was not opened: the ${type} "${name}" in it is not part of a Voicewright project. The file was left untouched.`,
  partMissing: (path: string, type: string, name: string) => `${path} is damaged: the ${type} "${name}" is missing.`,
  holdsTooMany: (path: string, table: string) => `${path} was not opened: it holds more ${table} than a Voicewright project can have.`,
  tableUnreadable: (path: string, table: string) => `${path} is damaged: its ${table} cannot be read.`,
  foreignLog: (path: string, path2: string) =>
    `${path} was not opened: "${path2}-wal" beside it belongs to another file. Move that one away, then open the project again.`,

  // src-main/library/project-document.ts
  pasteTooLarge: (characters: string, maximumEditCharacters: string) =>
    `That is too much text at once (${characters}). Up to ${maximumEditCharacters} can be pasted at a time.`,
  stepDoesNotFit: 'it does not fit',
  notADocument: 'it is not one',
  editFailed: (reason: string) => `An edit could not be made: ${reason}`,
  chapterTooLongAfter: 'The chapter would become too long. Put a part of the text into another chapter.',
  editBreaksChapter: (problem: string) => `An edit would break the chapter: ${problem}`,
  newChapterNeedsDocument: (reason: string) => `A chapter that the project does not have needs a document: ${reason}`,
  chapterTooLong: 'A chapter is too long. Put a part of the text into another one.',
  theChapter: (title: string) => `the chapter "${title}"`,
  chapterUnreadable: (path: string, named: string) => `${path} is damaged: ${named} cannot be read.`,
  chapterTooLarge: (path: string, named: string) => `${path} was not opened: ${named} is too long.`,

  // src-main/library/project-file.ts
  nameLost: 'it has lost its name',
  castUnreadable: 'its cast cannot be read',
  pronunciationsUnreadable: 'its pronunciations cannot be read',
  editMissing: (slice: string) => `an edit of "${slice}" is missing`,
  projectDamaged: (subject: string, why: string) => `${subject} is damaged: ${why}.`,

  // src-main/library/project-schema.ts
  theProject: 'The project',
  undoHistory: 'The undo history',

  // src-main/library/project-threads.ts
  projectHangs: (path: string) => `The project "${path}" does not answer: reading it took too long, or too much memory.`,

  // src-main/library/project-versions.ts
  tooManyVersions: (most: number) => `A project keeps ${most} versions at most. Delete one first.`,
  versionsTooLarge: 'The versions of this project are too large together. Delete one first.',
  noSuchVersion: 'There is no such version of the project.',

  // src-main/library/project-pickups.ts
  tooManyPickups: (most: number) => `A project keeps ${most} pickups at most.`,

  // src-main/library/versions.ts
  versionUnreadable: 'This version cannot be read: it is damaged, or a newer Voicewright saved it. The project is unchanged.',

  // src-main/library/projects.ts
  projectNotOpen: 'That project is not open.',
  nameUsedTooOften: 'There are too many projects of that name.',
  tooManyOpen: (maximumOpen: number) => `${maximumOpen} projects are open. Close one first.`,
  copyIsOpen: 'A copy of this project is open. Close it first.',
  chapterChangedElsewhere: 'The chapter was changed elsewhere. Open it again to continue.',
  chaptersChangedElsewhere: 'The chapters were changed elsewhere. Open the project again to continue.',
  chapterNamedTwice: 'A chapter is named twice.',
  projectGone: (path: string) => `The project "${path}" no longer exists here: the file was moved, renamed or deleted.`,
  notAFile: (path: string) => `"${path}" is not a Voicewright project: it is not a file.`,

  // src-main/library/uploads.ts
  droppedFile: 'The dropped file',
  fileTooLarge: (floor: number) => `The file is too large: up to ${floor} MB are taken.`,

  // src-main/library/writable-path.ts
  choosePlaceFirst: (subject: string) => `${subject} was not written: choose where to save it first.`,
  studioFolder: 'Nothing can be saved in Voicewright’s own folder. Choose another one.',
  hiddenFolder: 'Nothing can be saved in a hidden folder. Choose another one.',
  projectNotReplaced: (path: string) => `${path} is a project and is not replaced.`,
  profileNotReplaced: (path: string) => `${path} belongs to the profile and is not replaced.`,
  pathNotFull: 'Enter a full path.',
  nameBeginsWithDot: (subject: string) => `${subject} needs a name that does not begin with a dot.`,
  nameNeedsEnding: (subject: string, ending: string) => `${subject} needs a name that ends in ${ending}.`,
  nameHasColon: (subject: string) => `${subject} needs a name without a colon.`,
  needsFileName: (subject: string) => `${subject} needs a file name: that is a folder.`,
  linkUntouched: (real: string) => `"${real}" is a link or a device. It was left untouched.`,
  projectUntouched: (real: string) => `"${real}" is a project. It was left untouched.`,
  fileUntouched: (path: string) => `There is a file named "${path}" already. It was left untouched.`,

  // src-shared/narration/document.ts
  notAChapter: 'The structure is not a chapter.',
  twoBlocksWithId: (id: string) => `Two blocks have the id ${id}.`,
  noBlockLeft: 'It would have no block.',
  onlyBlocks: 'A chapter holds blocks only.',
  notABlock: 'The structure is not a block.',
  blockInvalid: (id: string, path: string, problem: string) => `Block ${id}: ${path} ${problem}`,

  // src-main/library/results-index.ts
  storeOfSound: 'The store of generated audio',
} as const;
