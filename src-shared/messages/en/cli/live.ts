export const live = {
  // src-main/hosts/cli/live-command.ts
  liveCommand: 'speak standard input as it arrives, line by line',
  modeOption: 'reliable survives a lost connection; simple does not',
  realtimeVersionOption: 'version of the realtime interface',
  controls: 'the controls',
  typeLines: 'Type text line by line. Press Ctrl+D to finish.',
  bytesMissing: (missingBytes: number, id: string) => `${missingBytes} bytes of ${id} are missing.`,
  incomplete: (id: string) => `${id} is incomplete.`,
  reconnecting: 'reconnecting…',
} as const;
