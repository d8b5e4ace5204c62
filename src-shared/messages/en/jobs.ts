export const jobs = {
  // core/jobs/job-actions.tsx
  priceOfLipSyncUnknown: 'The price is not known yet. The studio learns it from the lip syncs that you make.',
  whatCanBeDone: 'What can be done',
  theServiceCannotBeAskedHow: 'The service cannot be asked how this ended: it may have been charged. Generating again will be charged.',
  itWasAskedForAgain: 'It was asked for again.',
  goOnWaiting: 'Go on waiting',
  retry: 'Retry',
  itWasAdopted: 'It was adopted.',
  theLipSyncWasSentAs: 'The lip sync was sent as a new job.',
  theServiceCannotBeMadeTo:
    'The service cannot be made to stop: what it does goes on there, and is charged all the same. It can be gone on with here later.',
  stoppedWaiting: 'Stopped waiting.',
  stopWaiting: 'Stop waiting',
  askingAgainHasNotBroughtOut:
    'Asking again did not show how it ended: a link in it may have expired. If you give it up, it is not asked for again, and it may have been charged. You can then send the same order as a new request, which will be charged.',
  givenUpItMayHaveBeenCharged: 'Given up. It may have been charged.',
  giveItUp: 'Give it up',
  asksTheServiceHowFarIt: 'Asks the service how far it is, and fetches what is there. Free.',
  readsWhetherItHasHappenedAnd: 'Reads whether it has happened, and sends it once more only if it has not. Free.',
  sendsExactlyTheSameOnceMore:
    'Sends exactly the same once more, with the same ids: what was charged is not charged again. If the first request never arrived, this one is charged in its place.',
  nothingInTheServicesListMay: 'Nothing in the service’s list may have come of it.',
  found: (value: string) => `${value} found.`,
  readsTheServicesOwnListFor:
    'Reads the service’s own list for what may have come of it. Looking and adopting are free; sending it again would be charged again.',
  lookItUp: 'Look it up',
  nothingInTheListMayHave:
    'Nothing in the list may have come of it: most likely it never arrived. You can send it again as a new request, which will be charged.',
  whatMayHaveComeOfIt: 'What may have come of it',
  adopt: (part: string) => `Adopt ${part}`,
  adopt2: 'Adopt',
  aboutASecondLearnedFromEarlier: (credits: string, value: string) => `About ${credits} a second, learned from ${value} earlier.`,
  theBalanceIs: (credits: string) => ` The balance is ${credits}.`,
  theSpeechWasMadePaidFor: (price: string) =>
    `The speech was made, paid for and kept. This makes the lip sync alone, as a new job at its own price. ${price}`,
  tryTheLipSyncAlone: 'Try the lip sync alone',

  // core/jobs/job-row.tsx
  progressOf: (title: string) => `Progress of ${title}`,

  // core/jobs/job-words.ts
  speech: 'Speech',
  speechV1: 'Speech (v1)',
  speechV2: 'Speech (v2)',
  speechCompatible: 'Speech (compatible)',
  live: 'Live',
  transcription: 'Transcription',
  voiceClone: 'Voice clone',
  voiceDeletion: 'Voice deletion',
  voiceDesign: 'Voice design',
  designedVoice: 'Designed voice',
  lipSync: 'Lip sync',
  dubbing: 'Dubbing',
  image: 'Image',
  video: 'Video',
  profile: 'Profile',
  sending: 'Sending',
  beingMade: 'Being made',
  outcomeUnknown: 'Outcome unknown',
  done: 'Done',
  failed: 'Failed',
  open: 'Open',
  refunded: (credits: string) => `${credits} refunded`,
  apiQuota: (number: string) => `${number} API quota`,
  ifCharged: (credits: string) => `${credits}, if charged`,
  notCharged: 'not charged',
  notReportedYet: 'not reported yet',
  about: (credits: string) => `about ${credits}`,
  chargeNotReported: 'charge not reported',
  costNotKnown: 'cost not known',

  // core/jobs/jobs-filter.ts
  anyState: 'Any state',
  running: 'Running',
  anyKind: 'Any kind',
  voiceClones: 'Voice clones',
  voiceDesigns: 'Voice designs',
  transcriptions: 'Transcriptions',
  imagesVideo: 'Images & video',
  account: 'Account',
  anyCost: 'Any cost',
  free: 'Free',
  upTo10Credits: 'Up to 10 credits',
  text10To100Credits: '10 to 100 credits',
  over100Credits: 'Over 100 credits',
  costNotKnown2: 'Cost not known',
  anyDate: 'Any date',
  today: 'Today',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  last365Days: 'Last 365 days',

  // core/jobs/jobs.ts
  voicewrightJobs: 'Voicewright jobs',

  // features/jobs/balance-bar.tsx
  theBalanceCouldNotBeRead: 'The balance could not be read.',
  theLedgerIsNotHeldAgainst: 'The ledger is not held against the balance yet.',
  ledgerAndBalance: 'Ledger and balance',
  explain: 'Explain',

  // features/jobs/commands.ts
  itIsAmongYourBrowsersDownloads: 'It is among your browser’s downloads.',
  itIsAt: (path: string) => `It is at ${path}.`,
  exported: (name: string) => `Exported ${name}`,
  job: 'job',
  exported2: (name: string, rows: string) => `Exported ${name}, ${rows}.`,
  searchTheJobs: 'Search the jobs',
  jobs: 'Jobs',
  refreshTheListOfJobs: 'Refresh the list of jobs',
  exportTheJobsAsCsv: 'Export the jobs as CSV',

  // features/jobs/events.tsx
  youConfirmedTheConsentOfThe: 'You confirmed the consent of the person whose voice it is',
  writtenDownThenSent: 'Written down, then sent',
  sentAgainWithTheSameIds: 'Sent again with the same ids',
  takenByTheService: 'Taken by the service',
  doneWhatCameOfItIs: 'Done: the result is on this machine',
  adoptedByYou: 'Adopted by you',
  givenUpByYou: 'Given up by you',
  itsFilesWereRemovedByYou: 'Its files were removed by you',
  whatHappened: 'What happened',
  anEarlierVersionOfTheStudio: 'An earlier version of the studio sent it, and kept no timeline.',
  http: (value: string) => `HTTP ${value}`,
  charged: (credits: string) => `charged ${credits}`,
  apiQuotaLeft: (number: string) => `${number} API quota left`,
  task: (taskId: string) => `task ${taskId}`,

  // features/jobs/files.tsx
  files: 'Files',
  removedByYouOn: 'Removed by you on',
  whenNothingUsedThemTheyWere: ', when nothing used them. They were paid for; the same words again are a new request.',
  theResult: 'the result',
  save: 'Save',

  // features/jobs/filters.tsx
  narrowTheJobs: 'Narrow the jobs',
  searchJobs: 'Search jobs',
  searchWordsAndIds: 'Search words and ids',
  state: 'State',
  kind: 'Kind',
  project: 'Project',
  anyProject: 'Any project',
  cost: 'Cost',
  date: 'Date',
  connection: 'Connection',
  anyConnection: 'Any connection',
  clearTheFilters: 'Clear the filters',

  // features/jobs/job-line.tsx
  madeElsewhere: (kind: string) => `${kind} · made elsewhere`,
  costNotReported: 'cost not reported',
  noDate: 'no date',
  ofWord: (connectionName: string) => `of ${connectionName}`,

  // features/jobs/job-list.tsx
  noJobIsFound: 'No job is found.',
  theListOfJobs: 'The list of jobs',
  jobsMadeElsewhereCouldNotBeListed: 'Jobs made elsewhere could not be listed.',
  readAgain: 'Read again',
  allJobsOfTheServiceAreListed: 'All jobs of the service are listed.',
  olderJob: 'older job',
  leftAtTheService: (left: string) => `${left} left at the service.`,
  leftAtTheService2: 'left at the service.',
  showOlderJobs: 'Show older jobs',
  theJobsCouldNotBeRead: 'The jobs could not be read',
  readingTheJobs: 'Reading the jobs',
  theyAreOnThisMachineIn: 'They are on this machine, in the ledger of paid work.',
  noJobIsLikeThat: 'No job is like that',
  lookWithFewerWordsOrFor: 'Look with fewer words, or for any state, kind, project, cost and date.',
  nothingWasSentYet: 'Nothing was sent yet',
  whateverMayBePaidForStands: 'Whatever may be paid for stands here from the moment it is sent, with what became of it.',

  // features/jobs/panel.tsx
  theListIsUpToDate: 'The list is up to date.',
  refresh: 'Refresh',
  exportCsv: 'Export CSV',
  inAll: (operations: string, credits: string) => `${operations} · ${credits} in all`,

  // features/jobs/project-names.ts
  project2: (slice: string) => `Project ${slice}`,

  // features/jobs/request-inspector.tsx
  request: 'Request',
  requestLineAndHeaders: 'Request line and headers',
  itHadNoBody: 'It had no body.',
  itsBodyIsNoTextOf: (size: string, value: string) => `Its body is no text: ${size} of ${value}.`,
  requestBody: 'Request body',
  theFirst: 'The first',
  charactersOf: 'characters of',

  // features/jobs/timeline.tsx
  downloadOnTheCommandLine: (taskId: string) => `To download its sound, run: voicewright tts download ${taskId} --out sound.`,
  timeline: 'Timeline',
  job2: 'Job',
  closeTheTimeline: 'Close the timeline',
  readingTheTimeline: 'Reading the timeline',
  theTimelineCouldNotBeRead: 'The timeline could not be read.',
  anEstimateChargeNotReported: (costWords: string) => `${costWords}, an estimate: the charge was not reported`,
  amount: 'Amount',
  begun: 'Begun',
  took: 'Took',
  ms: (number: string) => `${number} ms`,
  attempts: 'Attempts',
  model: 'Model',
  service: 'Service',
  task2: 'Task',
  answer: 'Answer',
  http2: (value: string, part: string) => `HTTP ${value}${part}`,
  goToItsProject: 'Go to its project',
  madeElsewhere2: 'Made elsewhere',
  notInTheServicesList: 'not in the service’s list',
  notReported: 'Not reported',
  anotherProgramOrAnotherStudioBegan:
    'Another program, or another studio, began this with the same account: the ledger here holds no request of it, and so no timeline and no files.',

  // src-main/features/jobs/csv.ts
  creditsRefundedColumn: 'Credits refunded',
  apiQuotaColumn: 'API quota',
  httpStatusColumn: 'HTTP status',
  serviceRequestColumn: 'Request of the service',

  // src-main/features/jobs/service.ts
  noSuchOperation: 'The ledger has no such operation.',
  nothingToExport: 'There is nothing to export.',
  exportFileName: (slice: string) => `Voicewright jobs ${slice}.csv`,
  operationOver: 'This operation is finished.',
  cannotLookUp: 'Only a request with an unknown outcome can be looked up, where the service has a list to look in.',
  resultOfAnother: 'That is the result of another operation of this studio.',

  // src-main/features/jobs/service.ts
  bearerHidden: 'Bearer (the key, which is never shown)',
} as const;
