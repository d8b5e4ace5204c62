export const main = {
  // src-main/hosts/cli/main.ts
  program: 'Speech from a hosted service, or from the local one when none is connected.',
  baseUrlOption: 'the service; default: VOICEWRIGHT_BASE_URL, else the connection of the app, else the local service',
  realtimeUrlOption: 'its realtime URL; default: VOICEWRIGHT_REALTIME_URL',
  timeoutOption: 'seconds for one response',
  waitTimeoutOption: 'seconds for a job to finish',
  maxPagesOption: 'pages of a list, at most',
  idempotencyKeyOption: 'key of a paid request; the same key and text are paid once',
  jsonOption: 'print one JSON value and nothing else',
  profileOption: 'use another profile',
  keyComesFrom: '\nThe key comes from VOICEWRIGHT_API_KEY or the connection, never from an argument.',
  whichCommand: 'Enter a command.',
  addHelp: (problem: string) => `${problem} Add --help to see what is available.`,
} as const;
