export const output = {
  // src-main/hosts/cli/catalogue-commands.ts
  notAvailable: 'not available',
  characters: (maxTextLength: number) => `${maxTextLength} characters`,
  notListed: (names: string) => `Not understood, and not listed: ${names}.`,

  // src-main/hosts/cli/design-commands.ts
  typeAndBytes: (out: string, bytes: number) => `${out}	${bytes} bytes`,

  // src-main/hosts/cli/live-command.ts
  arrivedPart: (file: string) => `The part that was received is in ${file}.`,
  listCut: (pages: number) => `The list may continue after ${pages} ${pages === 1 ? 'page' : 'pages'}. Read more with --max-pages.`,
  bytes: (bytes: number) => `${bytes} bytes`,
  charactersSpoken: (units: number) => `${units} characters`,

  // src-main/hosts/cli/media-job.ts
  ofQuota: (used: string | number) => `${used} of the quota`,
  credits: (amount: string | number) => `${amount} credits`,

  // src-main/hosts/cli/paid.ts
  resultIn: (path: string) => `The result is in ${path}.`,

  // src-main/hosts/cli/polling.ts
  statusAndSeconds: (status: string, seconds: number) => `${status} … ${seconds} s`,

  // src-main/hosts/cli/speak-command.ts
  words: (length: number) => `${length} words`,
} as const;
