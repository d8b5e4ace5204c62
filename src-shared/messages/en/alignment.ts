export const alignment = {
  // src-main/media/alignment/alignment-thread.ts
  noLanguage: (language: string) =>
    `Words cannot be found in this language (${language}). English, German, Spanish, French, and Hindi are supported.`,
  otherText: 'The recording does not say this text. Check the text and its language.',
  notReadable: 'The recording cannot be read.',

  // src-main/media/alignment/speech-samples.ts
  tooLong: 'The recording is longer than two hours. Choose a shorter one.',
  silent: 'The recording is silent.',
  cannotBeDecoded: 'The recording cannot be decoded. It may be damaged or in a format that is not supported.',

  // src-main/media/alignment/aligner.ts
  ended: 'The alignment was stopped.',
  tooMuchWaits: 'Too many recordings are waiting to be aligned. Try again later.',
} as const;
