export const transcripts = {
  // src-main/hosts/cli/transcribe-command.ts
  transcribeCommand: 'transcribe a recording; sent once, never again automatically',
  audioUrlOption: 'URL of the recording, for the service',
  ignoreTimestampsOption: 'without segments',
  fileNameOption: 'name of the recording',
  outOption: 'the file for the complete response as JSON; - for standard output',
  responseIn: (session: string) => `The service’s response is in ${session}.`,
} as const;
