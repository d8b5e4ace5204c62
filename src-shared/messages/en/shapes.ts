import { plural } from './plural.ts';
import { approximate } from '../plural.ts';

export const shapes = {
  scotland: 'Scotland',
  quoted: (text: string) => `“${text}”`,

  // audio/player.ts
  chapterAudioNotRead: 'Couldn’t read the chapter’s audio.',

  // audio/recorder.ts
  microphoneDenied: 'Allow the microphone in the system or browser settings, then press Record again.',
  microphoneMissing: 'No microphone found. Connect one or choose another.',
  microphoneBusy: 'The microphone is in use by another program or is not responding.',
  microphoneFailed: 'Couldn’t open the microphone.',

  // lib/failure-words.ts
  notCharged: 'Nothing was charged.',
  charged: 'This was charged.',
  maybeCharged: 'It may have been charged.',
  refundReported: 'The service reports that the charge was refunded.',
  serviceSilent: 'The service does not respond.',
  workSafe: 'Your work is safe.',
  serviceSays: (said: string) => `The service says: “${said}”`,
  details: 'Details',
  waitingForService: 'Waiting for the service',
  nextChangeInput: 'Correct what this message names, then try again.',
  nextChangeKey: 'Change the API key in Account, or in VOICEWRIGHT_API_KEY if you set it there.',
  nextAddCredits: 'Add credits, then try again.',
  nextAddQuota: 'Wait for more API quota or change your plan, then try again.',
  nextChooseVoice: 'Choose another voice.',
  nextChooseModel: 'Choose another model.',
  nextWait: 'Wait a moment, then try again.',
  nextTryAgain: 'Try again.',
  nextWillBeCharged: 'Sending it again will be charged.',
  nextCheckJobs: 'It may have finished. Check Jobs first.',
  nextCheckConnection: 'Check the connection, then try again.',
  nextRestartService: 'Restart the local service, then try again.',
  nextFreeSpace: 'Free up disk space, then try again. Your data is safe.',
  nextChooseFile: 'Choose another file.',
  nextUpdate: 'Open it with a newer version of Voicewright.',
  nextCloseElsewhere: 'Close it in the other window, then try again.',
  nextTrust: 'Trust this URL only if it belongs to the service, then try again.',
  nextReport: 'If it happens again, report it with the details below.',
  titleBucket: 'Couldn’t use the bucket',
  titleOverCap: 'Over your cap',
  titleGivenUp: 'Given up',
  titleTooLarge: 'Too large',
  titlePrivateNetwork: 'The URL leads to a private network',
  titleOtherOrigin: 'Another server asks for the API key',
  titleInvalid: 'Can’t send this request',
  titleNotPossible: 'Can’t do this',
  titleKeyRejected: 'API key not accepted',
  titleNoCredits: 'Not enough credits',
  titleNoQuota: 'Not enough API quota',
  titleForbidden: 'Your account can’t do this',
  titleNotFound: 'Not found',
  titleRefunded: 'Refunded',
  titleConflict: 'Changed elsewhere',
  titleResponseLost: 'The response was lost',
  titleTooLong: 'Too long',
  titleTooManyRequests: 'Too many requests',
  titleServiceFailed: 'The service failed',
  titleUnavailable: 'The service is unavailable',
  titleTimeout: 'The service took too long',
  titleUnreachable: 'Can’t reach the service',
  titleNoResponse: 'Outcome unknown',
  titleInterrupted: 'Audio was interrupted',
  titleDiskFull: 'The disk is full',
  titleFileMissing: 'File not found',
  titleNotProject: 'Not a Voicewright project',
  titleNewerVersion: 'Made by a newer version',
  titleOpenElsewhere: 'Open elsewhere',
  titleFileExists: 'A file with this name exists',
  titleFileUnusable: 'Couldn’t use the file',
  titleDamaged: 'Damaged',
  titleTooMuch: 'Too much at once',
  titleDisconnected: 'The connection was lost',
  titleInternal: 'Something went wrong in Voicewright',
  titleStopped: 'Stopped',
  titleFailed: 'This did not work',

  // lib/format.ts
  minute: (count: number) => plural(count, 'minute'),
  second: (count: number) => plural(count, 'second'),
  s: (seconds: string) => `${seconds} s`,
  bytes: 'bytes',
  credit: (count: number) => plural(count, 'credit'),
  aboutLeft: (formatDuration: string) => `about ${formatDuration} left`,
  min: (minutes: string) => `${minutes} min`,
  hMin: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  justNow: 'just now',
  minAgo: (minutes: string) => `${minutes} min ago`,
  hAgo: (hours: string) => `${hours} h ago`,
  mb: (number: string) => `${number}\u00A0MB`,
  leavesAbout: (number: string) => `, leaves about\u00A0${number}`,

  // lib/peak-words.ts
  dbtp: (level: string) => `${level} dBTP`,
  truePeak: (formatTruePeak: string) => ` True peak ${formatTruePeak}.`,
  truePeakLimitedFrom: (formatTruePeak: string, formatTruePeak2: string) =>
    ` True peak ${formatTruePeak}, limited from ${formatTruePeak2}.`,

  // lib/plain-text.ts
  isEmpty: (subject: string) => `${subject} is empty.`,
  tooManyCharacters: (subject: string, number: string, number2: string) => `${subject} has ${number} characters. The limit is ${number2}.`,
  severalLines: (subject: string) => `${subject} must be a single line.`,
  controlCharacter: (subject: string, code: string) => `${subject} contains an invisible control character (U+${code}). Retype that part.`,

  // lib/recoverability.ts
  saved: 'Saved',
  recoverable: 'Can be downloaded again',
  notRecoverable: 'Charged, not recoverable',
  unknown: 'Unknown',
  about: (figure: string) => approximate(figure),
  unknownFigure: 'unknown',
  recoverJob: 'Runs as a job. If the connection is lost, the audio can be downloaded again for free.',
  recoverStream:
    'Streams while it is generated. If the connection is lost, received audio is saved as an incomplete take. The rest is charged and lost.',
  recoverOnce: 'Answered once. If the response is lost, it is charged and can’t be recovered.',
  recoverReplay: 'The service stores the response for a while. Requesting it again with the same ID is free.',
  recoverLive: 'Spoken live. Only played audio is saved.',
  recoverList: 'If the response is lost, the service’s list shows whether it was created. It is never resent automatically.',
  recoverSaved: 'Complete and saved on this computer.',
  lostOnce: 'The service responded once, and the response did not arrive. It can’t be recovered.',
  lostStream: 'Received audio is saved as an incomplete take. The rest can’t be recovered.',

  // lib/toast.tsx
  close: 'Close',
  undoTooLate: 'Something else changed since. Undo it first.',
  paidRequestEnded: 'Outcome known',
  paidRequestsEnded: (count: number) => `${count} earlier requests are closed. The last:`,
  showInJobs: 'Show in Jobs',

  // ui/counted.tsx
  amountOf: (amount: string, most: string) => `${amount} of ${most}`,

  // ui/drop-zone.tsx
  dropToAdd: (takes: string) => `Drop to add: ${takes}`,
  chooseFiles: 'Choose files…',
  chooseAFile: 'Choose a file…',
  chooseAFolder: 'Choose a folder…',
  dropOn: (name: string) => `${name}: drop here`,

  // ui/number-field.tsx
  numberRange: (formatNumber: string, formatNumber2: string) => `Enter a number from ${formatNumber} to ${formatNumber2}`,

  // ui/progress-row.tsx
  exportProgress: 'Export progress',
  cancelExport: 'Cancel export',

  // ui/request-id.tsx
  request: 'Request',
  copied: 'Copied',
  copyRequestId: 'Copy request ID',
  copyRequestIds: 'Copy request IDs',
  andMore: (count: number) => `and ${count} more`,

  // ui/search-select.tsx
  noMatch: (search: string) => `No match for “${search}”`,
  notChosen: (search: string) => `“${search}” was not chosen. Press Enter to choose a match.`,

  // lib/toast.tsx
  limitedTo: (field: string, value: string) => `${field}: limited to ${value}`,
  percentDone: (percent: number) => `${percent}%`,

  // ui/upload-progress.tsx
  uploadedToBucket: (percent: string, size: string) => `${percent}% of ${size}, to your bucket`,
  uploading: (name: string) => `Uploading ${name}`,
  stop: 'Stop',

  // ui/voice-controls.tsx
  mixed: 'Mixed',
  none: 'None',
} as const;
