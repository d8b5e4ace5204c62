export const input = {
  // src-main/hosts/cli/input.ts
  notANumber: 'Enter a number.',
  notAWholeNumber: 'Enter a whole number from 1.',
  tooMany: (most: number) => `Enter ${most} or less.`,
  notAKey: 'Enter 1 to 128 visible ASCII characters.',
  notSeconds: 'Enter a number of seconds, up to one day.',
  twoTexts: 'Choose either --text or --file.',
  fileUnreadable: (option: string, file: string) => `${option}: ${file} cannot be read.`,
  textMissing: 'No text: add --text, --file or standard input.',
  stdinTooLong: 'The text on standard input is too long.',
  textTooLong: (field: string) => `${field}: the text is too long.`,
  notUtf8: (field: string) => `${field}: the text is not UTF-8.`,

  // src-main/hosts/cli/paid.ts
  optionInvalid: (option: string, reason: string) => `${option}: ${reason}.`,
  notValid: 'not valid',

  // src-main/hosts/cli/phrases.ts
  stdinNotUtf8: 'The text is not UTF-8.',

  // src-main/hosts/cli/project-export.ts
  outIsFolder: (out: string) => `--out: ${out} is a folder.`,
  outInvalid: (reason: string) => `--out: ${reason}`,

  // src-main/hosts/cli/sound-file.ts
  outEmpty: '--out is empty: enter a file, or - for standard output.',
  bothToStdout: '--json and --out - cannot both use standard output.',
  outUnwritable: (path: string, code: string) => `--out: ${path} cannot be written (${code}).`,
  theSound: 'The audio',
} as const;
