export const options = {
  // src-main/hosts/cli/design-commands.ts
  whereTo: 'the file to write; - for standard output',
  nameOfVoice: 'name of the new voice',
  visibility: 'private (default) or public',

  // src-main/hosts/cli/input.ts
  text: 'the text; default: --file, else standard input',
  textFile: 'a file with the text, in UTF-8',
  format: 'mp3 (default), wav or ogg',
  voice: 'the voice, as voices list names it',
  model: 'the model; default: that of the voice’s family',
  speed: '0.5 to 2',
  volume: '-20 to 20',
  pitch: '-12 to 12, for models that have it',
  stability: '0.5 to 1.5, for models that have it',
  languageHint: 'a hint',
  emotion: 'for models that have it',
  instruction: 'how to speak, for models that take it',

  // src-main/hosts/cli/live-command.ts
  soundAsItArrives: 'the audio file; - for standard output, as it arrives',

  // src-main/hosts/cli/media-commands.ts
  listJobsCommand: 'list the account’s jobs, newest first',
  onePage: 'only this page',
  jobsOfPage: 'jobs a page, up to 100',
  stateFilter: 'only these',

  // src-main/hosts/cli/media-job.ts
  wait: 'wait until it is finished, and save it',
  waitAndWrite: 'wait, and write it to this file; - for standard output',

  // src-main/hosts/cli/speak-command.ts
  soundFile: 'the audio file; - for standard output',

  // src-main/hosts/cli/tts-commands.ts
  waitOnly: 'wait until it is finished',
  waitAndWriteSound: 'wait, and write the audio to this file; - for standard output',
  listAccountJobsCommand: 'list the account’s jobs',
} as const;
