export const speech = {
  // src-main/hosts/cli/speak-command.ts
  speakCommand: 'speak text, and write the audio and the times of its words',
  wordsOption: 'the file for word times; default: beside the audio',
  endpointOption: 'which endpoint speaks; all but aligned are for testing integrations, without words',
  wordsNeedFile: '--words needs a file name: standard output is for the audio.',
  serviceWaits: 'waiting for the service…',
  theWords: 'The words',
  soundIsWhole: (said: string, out: string) => `${said} The audio is complete in ${out}.`,
  wordsIncomplete: (status: string) => `The word times are not complete (${status}).`,
  optionNotForEndpoint: (foreign: string) => `--${foreign} does not apply to this endpoint.`,
  modelNeeded: 'This endpoint needs --model.',
} as const;
