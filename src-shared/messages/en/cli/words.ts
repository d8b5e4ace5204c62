export const words = {
  // src-main/hosts/cli/align-command.ts
  alignCommand: 'find the words of a text in a recording of it; needs no service',
  audioOption: 'the recording: WAV, MP3, FLAC, or Ogg; with ffmpeg installed also M4A and AAC; up to two hours',
  textOption: 'a file with the text that the recording says, in UTF-8',
  languageOption: 'its language: en, de, es, fr, or hi; default: found from the text',
  textEmpty: '--text: the file has no text.',
  mismatch: (from: string, to: string, text: string) => `From ${from} to ${to} the recording may not say “${text}”.`,

  // src-main/hosts/cli/project-words.ts
  wordsCommand: 'show where each word is, and find the words of takes without word times; needs no service',

  // src-main/hosts/cli/project-proof.ts
  proofCommand: 'find what went wrong in the takes of a project, the worst first; needs no service',
} as const;
