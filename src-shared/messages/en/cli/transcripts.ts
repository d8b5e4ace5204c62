export const transcripts = {
  // src-main/hosts/cli/transcribe-command.ts
  transcribeCommand: 'transcribe a recording: sent once, never again automatically; with --text, align its text, free',
  audioUrlOption: 'URL of the recording, for the service',
  audioOption: 'the recording on this computer, for --text; up to two hours',
  textOption: 'what the recording says: TXT, Markdown, Word, SRT or VTT; needs no service, nothing is charged',
  audioMissing: '--audio-url is missing: the recording, for the service. With --text, --audio is the recording on this computer.',
  textNeedsAudio: '--text needs --audio, the recording on this computer.',
  audioNeedsText: '--audio needs --text. For the service, the recording needs a URL (--audio-url).',
  twoRecordings: '--audio-url: use either --audio with --text, or --audio-url.',
  ignoreTimestampsOption: 'without segments',
  fileNameOption: 'name of the recording',
  outOption: 'the file for the complete response as JSON; - for standard output',
  responseIn: (session: string) => `The service’s response is in ${session}.`,
} as const;
