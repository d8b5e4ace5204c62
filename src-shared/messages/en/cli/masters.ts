export const masters = {
  // src-main/hosts/cli/project-commands.ts
  presetOption:
    'audiobook, podcast, broadcast (EBU R 128), broadcast-us (ATSC A/85) or streaming; none, the default, changes neither level nor length',
  timedToOption:
    'the preset of the audio files that captions or word times belong to: files of audiobook begin with room tone; default: the timeline of the chapter',
  titleOption: 'the title in the file; default: the title of the project',
  authorOption: 'the author in the file, of audio and books',
  narratorOption: 'the narrator in the file',
  coverOption: 'the cover in the file, a JPEG or PNG image',
  openingOption: 'the chapter that is the opening credits, with --preset audiobook --each chapter',
  closingOption: 'the chapter that is the closing credits, with --preset audiobook --each chapter',
  sampleOption: 'also write a retail sample from the start of this chapter, with --preset audiobook --each chapter',
  receiptsOption: 'also write where each second comes from and what was paid for it, as HTML and JSON',
  unknownEach: (choices: string) => `Choose one of these: ${choices}.`,
  unknownPreset: (names: string) => `Choose one of these presets: ${names}.`,

  // src-main/hosts/cli/project-receipts.ts
  ledgersInUse: (count: number) =>
    `The receipts may lack charges: ${count} other ${count === 1 ? 'program holds its ledger' : 'programs hold their ledgers'}.`,

  // src-main/hosts/cli/project-masters.ts
  onlyOfFormats: (option: string, formats: string) => `${option} works with these formats only: ${formats}.`,
  creditsNeedPreset: (option: string) => `${option} needs --preset audiobook and --each chapter.`,
  stemsTakeNoPreset: 'Stems keep level and length so that they fit together: leave --preset out with --each character.',
  noSuchChapter: (option: string, number: number) => `${option}: chapter ${number} is not among the exported chapters with audio.`,
  cover: (path: string) => `--cover: ${path}`,
  textTooLong: (option: string, most: number) => `${option} takes 1 to ${most} characters.`,
  tooLong: (file: string, minutes: number, most: number) =>
    `Nothing was exported: ${file} would last ${minutes} minutes, and the preset allows ${most} minutes a file. Split the chapter, or use --each chapter.`,
  checksFailed: (path: string, rules: string) => `${path} breaks rules of the preset: ${rules}.`,
  brokenRule: (rule: string, value: string, limit: string) => `${rule} is ${value}, must be ${limit}`,
  notMeasured: 'not measured',
} as const;
