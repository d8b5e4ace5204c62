import { plural } from './plural.ts';

export const exports = {
  // src-main/features/exports/file-names.ts
  nameEmpty: 'A file name is empty. Enter a template such as {book} - {number} {chapter}.',
  nameUnknownField: (field: string, known: string) => `File names have no field {${field}}. Use ${known}.`,
  nameLeavesFolder: 'File names cannot hold / or \\: every file goes into the chosen folder.',
  nameHasCharacter: (character: string) => `File names cannot hold ${character}.`,
  nameBeginsWithDot: (name: string) => `The file name “${name}” begins with a dot, which hides the file. Begin it with a letter.`,
  nameEndsBadly: (name: string) => `The file name “${name}” ends with a dot or a space, which Windows removes.`,
  nameReserved: (name: string) => `Windows does not allow the file name “${name}”. Choose another one.`,
  nameTooLong: (name: string, most: number) => `The file name “${name}” is longer than ${most} bytes. Shorten the template.`,
  namesCollide: (name: string) => `Two files would be named “${name}”. Add {number} or {block} to the template.`,

  // src-main/features/exports/cover.ts
  theCover: 'The cover',
  coverUnreadable: (what: string) => `${what} cannot be read.`,
  coverNoPicture: (what: string) => `${what} is not a JPEG or PNG image.`,
  coverTooLarge: (what: string, megabytes: number) => `${what} is larger than ${megabytes} MB.`,

  // src-main/features/exports/plan.ts
  openingCredits: 'Opening Credits',
  closingCredits: 'Closing Credits',
  retailSample: 'Retail Sample',
  narration: 'Narration',
  sampleTooShort: (number: number) => `Nothing was exported: chapter ${number} is too short for a sample of one minute.`,
  noSuchCredits: 'This chapter is not among the exported chapters with audio.',

  // src-main/features/exports/edit-files.ts
  editSound: 'Audio',

  // src-main/features/exports/epub-file.ts
  epub: { contents: 'Contents', cover: 'Cover', chapter: (number: number) => `Chapter ${number}` },

  // src-main/features/exports/proof-file.ts
  proofCsv: (book: string) => `${book} - Pickups`,
  proof: {
    play: 'Play',
    pause: 'Pause',
    chapter: 'Chapter',
    marks: 'Pickups',
    mark: 'Mark pickup (M)',
    save: 'Save pickups (CSV)',
    saved: 'Pickups saved.',
    marked: 'Pickup marked.',
    note: 'Note',
    remove: 'Remove',
    place: 'Chapter #, block #',
    help: 'Space plays and pauses. Click a word to play from there. Press M to mark a pickup, then send the CSV file to the producer.',
    cover: 'Cover',
  },

  // src-main/features/exports/service.ts
  nothingToExport: 'There is nothing to export yet: no block of the chosen chapters has audio.',
  noChapter: 'Choose at least one chapter.',
  onlyOfSound: 'A file for each block or character, and loudness presets, work with audio formats only.',
  onlyOfCaptions: 'Only captions and word times are timed to the files of a preset. Choose another format, or no such preset.',
  editIsOneFile: 'A project for an audio editor is one file with the audio of its chapters beside it. Choose one file.',
  stemsTakeNoPreset: 'A file for each character keeps its level so that the files fit together. Choose no loudness target.',
  tooLong: (title: string, minutes: number, most: number) =>
    `Nothing was exported: ${title} would last ${minutes} minutes, and the preset allows ${most} minutes a file. Split the chapter, or export a file for each chapter.`,
  theFolder: 'The folder',
  filesExist: (names: string, count: number) =>
    `${names}${count > 0 ? ` and ${count} more` : ''} already exist in this folder. Nothing was overwritten.`,
  noCover: 'The cover was not found. Choose it again.',

  // src-main/features/exports/report-page.ts
  reportName: (book: string, formats: string) => `${book} - Export report (${formats})`,
  reportTitle: (book: string) => `Export report: ${book}`,
  reportMade: (time: string) => `Measured on the decoded files on ${time}.`,
  allPassed: (count: number) => (count === 1 ? 'The check passed.' : `All ${count} checks passed.`),
  openPickups: (count: number) =>
    count === 1 ? '1 pickup is open. Listen to it before you deliver.' : `${count} pickups are open. Listen to them before you deliver.`,
  changedBlocks: (count: number) =>
    count === 1
      ? '1 block changed after generating: the file has its earlier audio. Generate it before you deliver.'
      : `${count} blocks changed after generating: the files have their earlier audio. Generate them before you deliver.`,
  someBroken: (broken: number, count: number) => `${broken} of ${plural(count, 'check')} failed.`,
  brokenRule: (rule: string, value: string, limit: string) => `${rule}: ${value}. Limit: ${limit}.`,
  file: 'File',
  length: 'Length',
  loudness: 'Loudness (LUFS)',
  truePeak: 'True peak (dBTP)',
  rms: 'RMS (dB)',
  noiseFloor: 'Noise floor (dB)',
  rule: 'Rule',
  limit: 'Limit',
  value: 'Value',
  state: 'State',
  passed: 'Passed',
  broken: 'Failed',
  notMeasured: 'not measured',
  rules: {
    rms: 'RMS',
    loudness: 'Loudness',
    'true-peak': 'True peak',
    'noise-floor': 'Noise floor',
    'room-tone-head': 'Room tone before',
    'room-tone-tail': 'Room tone after',
    duration: 'Length of a file',
  },

  // src-main/features/exports/receipts-page.ts
  receipts: {
    name: (book: string, formats: string) => `${book} - Receipts (${formats})`,
    title: (book: string) => `Receipts: ${book}`,
    syntheticSpeech: 'Synthetic speech',
    recordedSpeech: 'Recorded speech',
    credits: 'Credits',
    disclosure: 'Disclosure',
    noSpeech: 'These files contain no speech.',
    allRecorded: 'All speech in these files was recorded by people.',
    synthetic: (length: string, whole: string, voices: string) =>
      `These files contain synthetic speech: ${length} of ${whole}. Voices: ${voices}.`,
    serviceOfMaker: 'a speech service on the computer of the producer',
    madeBy: (services: string) => `It was generated by ${services}.`,
    recorded: (length: string, whole: string) => `People recorded ${length} of ${whole}.`,
    charges: 'Charges',
    sum: (credits: string, charges: number, unknown: number) =>
      unknown === 0
        ? `${credits} credits for ${charges} requests and recordings.`
        : `${credits} credits for ${charges} requests and recordings. The price of ${unknown} of them is unknown.`,
    ledger: (project: string, used: string, unused: string) =>
      `Jobs lists ${project} credits for this project: ${used} are in these files, ${unused} are not.`,
    chargeColumns: ['No.', 'Voice', 'Model', 'Text', 'Used', 'Credits', 'Time (UTC)', 'Request and operation'],
    recording: (fileName: string) => `Recording ${fileName}`.trim(),
    notInJobs: 'not in Jobs',
    unknown: 'unknown',
    lineColumns: ['From', 'To', 'Chapter', 'Block', 'Take', 'From in take', 'Charge'],
    silence: 'Silence',
    everySecond: (count: number) => `Where every second comes from (${plural(count, 'line')})`,
  },
} as const;
