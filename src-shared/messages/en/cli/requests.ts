export const requests = {
  // src-main/hosts/cli/request-commands.ts
  requestsCommand: 'requests that may cost, and how they ended',
  listCommand: 'list them, newest first',
  limitOption: 'up to 200',
  showCommand: 'show one of them with its timeline',
  notFound: (operationId: string) => `This profile has no request ${operationId}.`,
  checkedAtNextStart: (said: string) => `${said} The studio checks it at its next start.`,
  ledgersInUse: (ledgers: number) =>
    `${ledgers} other ${ledgers === 1 ? 'ledger is' : 'ledgers are'} in use by the studio or another run, and not shown.`,
} as const;
