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
} as const;
