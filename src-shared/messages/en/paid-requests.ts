export const paidRequests = {
  // src-main/features/live/log.ts
  notAnOperationId: 'That is not an operation id.',

  // src-main/paid-requests/account.ts
  serviceChanged: 'Another service was connected.',

  // src-main/paid-requests/attempts.ts
  sentBefore: 'It was sent before, and how that ended is not known. It may have been charged.',

  // src-main/paid-requests/budget/caps.ts
  capWouldBePassed: (cap: string, what: string, credits: string, estimate: string, left: string) =>
    `The cap of ${cap} credits a ${what} would be passed: ${credits} are spent, ${left} are left, and this costs about ${estimate} in all.`,
  capReached: (cap: string, what: string, credits: string) =>
    `The cap of ${cap} credits a ${what} is reached: ${credits} are spent, and what this costs is not known.`,
  capUncertain: (cap: string, what: string) =>
    `The cap of ${cap} credits a ${what} cannot be held: what such a request costs is not known, and one that may have been charged is out already. Wait until the service has reported the price, or remove the cap in Account.`,

  // src-main/paid-requests/budget/spending.ts
  spendingOfDay: 'The account of what is spent in a day',

  // src-main/paid-requests/coordinator.ts
  alreadySending: 'This is already being sent.',
  alreadyGivenUp: 'You gave this up. It is not requested again.',
  wouldChargeTwice: 'The service would make and charge it a second time. Look for its result instead.',
  cannotAskAgain: 'The service cannot say how this ended. It may have been charged, and generating again will be charged.',
  cannotAdopt: 'Only a request with an unknown outcome can be adopted, where the service has a list to look in.',
  cannotGiveUp: 'Only a request that was sent again, and whose outcome is still unknown, can be given up.',
  notCarriedOut: 'The service says that it did not happen. It was not charged.',

  // src-main/paid-requests/giving-up.ts
  stoppedWaiting: 'Stopped waiting. The service continues. You can resume it in Jobs.',
  givenUp: 'You gave this up before its outcome was known. It is not requested again.',

  // src-main/paid-requests/ledger/store.ts
  notALedger: (path: string) => `${path} is not Voicewright’s record of paid requests. Move it away, then start Voicewright again.`,
  ledgerTooNew: (path: string) => `The record of paid requests, ${path}, was written by a newer version of Voicewright.`,
  ledgerDiskFull: 'The disk is full: the record of paid requests cannot be written, so nothing is sent.',
  keyUsedBefore: 'This idempotency key was used for an earlier request. Take a new one for a new request.',
  ledgerInUse: 'Another program uses the record of paid requests.',
  ledgerDamaged: (path: string) => `The record of paid requests, ${path}, is damaged. Move it away, then start Voicewright again.`,
  ledgerUnusable: (path: string) => `The record of paid requests, ${path}, cannot be opened or written.`,

  // src-main/paid-requests/ownership.ts
  otherAccount: (connectionId: string) => `This belongs to another account, at ${connectionId}. It resumes when that account is connected.`,
  neverLearned: 'It is not known whether the service accepted this. It may have been charged.',

  // src-main/paid-requests/polling.ts
  nothingToPoll: 'There is no status to check for this kind of request.',
  takesOverAWeek: 'The service has been making this for a week.',

  // src-main/paid-requests/recovery.ts
  studioEnded: 'Voicewright ended before the service responded. It may have been charged.',
} as const;
