export const sources = {
  // core/sources/source-field.tsx
  sentThroughYourBucket: (bucket: string) => `. Sent through your bucket, ${bucket}`,
  address: (name: string) => `${name} address`,
  theServiceFetchesItFromThereItself: 'The service fetches it from there itself.',
  handingOver: (name: string) => `Handing over ${name}`,
  lookingAtItsLength: 'Looking at its length',
  file: (name: string) => `${name} file`,
  upTo: (roomFor: string) => `, up to ${roomFor}`,
  filesCanBeGivenAsSoon: 'Files can be given as soon as the service is there.',
  removeThe: (kind: string) => `Remove the ${kind}`,
  varying: ', varying',
  fps: (value: string, part: string) => `${value} fps${part}`,
  turnedBy: (value: string) => `turned by ${value}°`,
  noSound: 'no sound',

  // core/sources/sources.ts
  thisIsNoAddressThatA: 'This is no address that a service fetches: it begins with http:// or https://, and holds no name and password.',
  seconds: (name: string, toFixed: string) => `${name}: ${toFixed} seconds.`,
  theVideo: 'The video',
  theAudio: 'The audio',
  cannotBeFetchedFromThatAddress: (subject: string, message: string) => `${subject} cannot be fetched from that address: ${message}.`,
  couldNotBeFetched: (subject: string, message: string) => `${subject} could not be fetched: ${message}.`,
  cannotBeUsed: (subject: string, message: string) => `${subject} cannot be used: ${message}.`,
  itsLengthIsNotKnownHere: (value: string) => `${value} Its length is not known here; the service may still be able to fetch it.`,
  aVideo: 'a video',
  aSound: 'a sound',
  isNotThatIsTaken: (name: string, part: string, takenInWords: string) => `${name} is not ${part} that is taken: ${takenInWords}.`,
  isEmpty0Bytes: (name: string) => `${name} is empty: 0 bytes.`,
  hasTheLocalServiceTakesAt: (name: string, size: string, size2: string) =>
    `${name} has ${size}; the local service takes ${size2} at most. Nothing of it was read.`,
  couldNotBeReadToIts: (name: string) => `${name} could not be read to its end. Is it still where it was?`,
  theStudioDidNotTakeTheFile: 'The studio did not take the file.',
  theAddressOfTheIsNone: (subject: string) => `The address of the ${subject} is none.`,
  handedOver: 'handed over',
  lookedAt: 'looked at',
  theIsBeing: (subject: string, part: string) => `The ${subject} is being ${part}.`,
  giveTheFirst: (subject: string) => `Give the ${subject} first.`,
  theHasNotBeenLookedAtYet: (subject: string) => `The ${subject} has not been looked at yet.`,

  // core/sources/uploading.ts
  isBeingUploadedToYourBucket: (name: string) => `${name} is being uploaded to your bucket.`,

  // src-main/features/media-sources/inspect.ts
  notMedia: 'it is no media file of a kind that can be read',
  holdsNothing: 'the file is damaged: it holds nothing',
  holdsNoPictures: 'the file holds no pictures',
  holdsNoSound: 'the file holds no sound',
  unknownCodec: (kind: string) => `its ${kind} is of a codec that is not known`,
  noLength: 'it has no length',

  // src-main/features/media-sources/remote.ts
  toThisMachine: 'to this machine',
  intoPrivateNetwork: 'into a private network',
  redirectToPrivate: (where: string, host: string) => `a redirect leads ${where} (${host}), which is not followed`,
  redirectNotFetched: 'a redirect leads to an address that is not fetched',
  serverAnswered: (status: number, detail: string) => `its server answered ${status}${detail}`,
  mayWorkLater: '; it may work later',
  tooManyRedirects: (redirects: number) => `it redirects more than ${redirects} times`,
  serverCompresses: 'its server sends it packed, which was not asked for',
  serverUnreachable: (thrown: string) => `its server cannot be reached${thrown}`,
  lengthTooCostly: 'too much of it would have to be read to learn its length',
  interrupted: 'it was interrupted',
  otherParts: 'its server sends other parts than it is asked for',
  noParts: 'its server does not hand out parts of it, and all of it is too much to read',

  // src-main/features/media-sources/service.ts
  leadsToThisMachine: (host: string) => `it leads to this machine, which ${host} cannot reach`,
  tooLargeForService: (most: string) => `it is larger than the ${most} that the local service takes`,
  tooLongForService: (value: number) => `it is longer than the ${value} minutes that the local service takes`,
  lookTimedOut: (value: number) => `it could not be looked at within ${value} seconds`,
  notAStoredResult: 'That is not a saved result.',
  fileTypeNotTaken: (name: string) => `${name} is not a supported file type.`,
  fileGone: 'the file is no longer on this machine; choose it again',
  noSuchJob: 'The ledger has no such lip sync or dubbing.',
  originCannotReachFiles: (host: string) =>
    `${host} fetches videos and sounds itself, and cannot reach a file on this machine. Give an address that it can reach, or set a bucket for local files in Account.`,
  unreadable: 'it cannot be read: it is damaged, or no media file',
  noSuchUpload: 'That upload no longer exists.',
  soundGone: 'That sound no longer exists.',

  // src-main/features/transcripts/look.ts
  fileEmpty: 'The file is empty: 0 bytes.',
} as const;
