export const requests = {
  // src-main/hosts/cli/request-commands.ts
  requestsCommand: 'requests that may cost, and how they ended',
  listCommand: 'list them, newest first',
  limitOption: 'up to 200',
  showCommand: 'show one of them with its timeline',
  notFound: (operationId: string) => `This profile has no request ${operationId}.`,
  checkedAtNextStart: (said: string) => `${said} Voicewright checks it when it starts again.`,
  ledgersInUse: (ledgers: number) =>
    `${ledgers} other ${ledgers === 1 ? 'record of requests is' : 'records of requests are'} in use by Voicewright or another run, and not shown.`,
} as const;
