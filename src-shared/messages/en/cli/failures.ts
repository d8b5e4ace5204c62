export const failures = {
  // src-main/hosts/cli/output.ts
  readerGone: 'Standard output was closed.',
  notCharged: 'It was not charged.',
  charged: 'It was charged.',
  mayBeCharged: 'It may have been charged.',
  refundReported: 'The service reports that the charge was refunded.',
  fixInput: 'Correct the input, then try again.',
  replaceKey: 'Set another key in VOICEWRIGHT_API_KEY.',
  addCredits: 'Add credits to the account.',
  addQuota: 'Wait for more API quota, or change the plan of the account.',
  trustOrigin: 'Trust that origin under Account in Voicewright, if you know that it belongs to the service.',
  chooseVoice: 'Choose another voice: voices list.',
  chooseModel: 'Choose another model: models list.',
  wait: 'Wait a while, then try again.',
  retry: 'Check it with requests list before you try again.',
  generateAgain: 'Sending it again will be charged.',
  lookUp: 'Check the service’s list for its result before you try again.',
  checkConnection: 'Check the URL and the network.',
  restartLocalService: 'Try again; the local service restarts.',
  freeDiskSpace: 'Free up disk space.',
  chooseFile: 'Choose another file.',
  updateProgram: 'Update Voicewright.',
  closeOtherWindow: 'Close the program that has it open.',
  report: 'The log in the profile folder has the details.',
  status: (status: number) => `status ${status}`,
  request: (requestId: string) => `request ${requestId}`,
  tryAgain: 'Try again.',
  checkIdAndAccount: 'Check the id, and which account is connected (profile get).',

  // src-main/hosts/cli/paid.ts
  stoppedWaiting: 'Stopped waiting; it may have been charged.',
  sameKeyAsks: (idempotencyKey: string) =>
    `Run the same command with --idempotency-key ${idempotencyKey} to see how it ended; you are not charged again.`,
  cannotAsk: 'The service cannot say how it ended.',
  lookForResult: (lookUp: string) => `It is never sent again automatically; look for its result: ${lookUp}.`,
  withPath: (said: string, path: string) => `${said} (${path})`,
  timeline: (said: string, operationId: string) => `${said} Its timeline: requests show ${operationId}.`,

  // src-main/hosts/cli/polling.ts
  stillMaking: (waitTimeout: number, again: string) => `The job is not finished after ${waitTimeout} seconds. Ask again: ${again}`,
} as const;
