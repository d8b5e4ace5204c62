export const sources = {
  // core/examples
  exampleMissing: 'Couldn’t read the example that comes with Voicewright.',
  exampleFilm: 'The harbour.webm',
  exampleLine: 'The last boat.ogg',
  exampleReading: 'The lighthouse keeper.mp3',
  tryExample: 'Try an example',
  exampleWhenReady: 'You can try the example when the service is ready.',
  exampleLocal: 'Runs on the local service and costs no money.',
  exampleLocalTakes: (amount: string) => `Takes about ${amount} of the local service and costs no money.`,
  exampleHosted: 'You see the price before you pay.',

  // core/sources/source-link.tsx
  byLink: 'By link…',
  url: (name: string) => `${name} URL`,
  urlNote: 'The service downloads this URL.',
  byLinkTitle: (name: string) => `${name} by link`,
  video: 'Video',
  audio: 'Audio',
  cancel: 'Cancel',
  useLink: 'Use link',

  // core/sources/source-zone.tsx
  notPlayedHere: 'The service downloads it. It can’t be played here.',
  viaBucket: (bucket: string) => `Uploaded to your bucket, ${bucket}`,
  file: (name: string) => `${name} file`,
  upTo: (roomFor: string) => `, up to ${roomFor}`,
  filesWhenReady: 'You can add files when the service is ready.',

  // core/sources/source-field.tsx
  adding: (name: string) => `Adding ${name}`,
  checkingLength: 'Checking length',
  notChosen: 'Not chosen',
  kindNames: { video: 'video', audio: 'audio' },
  replace: (kind: string) => `Replace ${kind}`,
  remove: (kind: string) => `Remove ${kind}`,
  variable: ', variable',
  fps: (rate: string, variableNote: string) => `${rate} fps${variableNote}`,
  rotated: (degrees: string) => `rotated by ${degrees}°`,
  noAudio: 'no audio',

  // core/sources/sources.ts
  urlInvalid: 'Enter a URL that starts with http:// or https:// and has no user name or password.',
  seconds: (name: string, toFixed: string) => `${name}: ${toFixed} seconds.`,
  notUsed: { video: 'This video can’t be used', audio: 'This audio can’t be used' },
  videoSubject: 'The video',
  audioSubject: 'The audio',
  urlRefused: (subject: string, message: string) => `${subject} can’t be downloaded from this URL: ${message}.`,
  notFetched: (subject: string, message: string) => `${subject} could not be downloaded: ${message}.`,
  unusable: (subject: string, message: string) => `${subject} can’t be used: ${message}.`,
  lengthUnknown: (stage: string) => `${stage} Its length is unknown here. The service may still be able to download it.`,
  aVideo: 'a video',
  aSound: 'an audio file',
  wrongType: (name: string, kind: string, takenInWords: string) => `${name} is not ${kind} of a supported type: ${takenInWords}.`,
  fileEmpty: (name: string) => `${name} is empty (0 bytes).`,
  fileTooLarge: (name: string, size: string, size2: string) =>
    `${name} has ${size}. The local service accepts up to ${size2}. Nothing was read.`,
  fileNotRead: (name: string) => `Couldn’t read all of ${name}. Check that it is still there.`,
  fileRefused: 'Voicewright could not accept the file.',
  enterValidUrl: (subject: string) => `Enter a valid ${subject} URL.`,
  added: 'added',
  checked: 'checked',
  inProgress: (subject: string, step: string) => `The ${subject} is being ${step}.`,
  addFirst: (subject: string) => `Add the ${subject} first.`,
  notCheckedYet: (subject: string) => `The ${subject} has not been checked yet.`,

  // core/sources/uploading.ts
  uploadingToBucket: (name: string) => `Uploading ${name} to your bucket.`,

  // src-main/features/media-sources/inspect.ts
  notMedia: 'it is not a media file that can be read',
  holdsNothing: 'the file is damaged: it holds nothing',
  holdsNoPictures: 'the file holds no pictures',
  holdsNoSound: 'the file has no audio',
  unknownCodec: (kind: string) => `its ${kind} is of a codec that is not known`,
  noLength: 'it has no length',

  // src-main/features/media-sources/remote.ts
  toThisMachine: 'to this computer',
  intoPrivateNetwork: 'into a private network',
  redirectToPrivate: (where: string, host: string) => `a redirect leads ${where} (${host}), which is not followed`,
  redirectNotFetched: 'a redirect leads to a URL that is not fetched',
  serverAnswered: (status: number, detail: string) => `its server answered ${status}${detail}`,
  mayWorkLater: '; it may work later',
  tooManyRedirects: (redirects: number) => `it redirects more than ${redirects} times`,
  serverCompresses: 'its server sends it compressed, which was not requested',
  serverUnreachable: (thrown: string) => `its server cannot be reached${thrown}`,
  lengthTooCostly: 'too much of it would have to be read to learn its length',
  interrupted: 'it was interrupted',
  otherParts: 'its server sends other parts than were requested',
  noParts: 'its server does not hand out parts of it, and all of it is too much to read',

  // src-main/features/media-sources/service.ts
  leadsToThisMachine: (host: string) => `it leads to this computer, which ${host} cannot reach`,
  tooLargeForService: (most: string) => `it is larger than the ${most} that the local service takes`,
  tooLongForService: (minutes: number) => `it is longer than the ${minutes} minutes that the local service takes`,
  lookTimedOut: (seconds: number) => `it could not be looked at within ${seconds} seconds`,
  notAStoredResult: 'That is not a saved result.',
  fileTypeNotTaken: (name: string) => `${name} is not a supported file type.`,
  fileGone: 'the file is no longer on this computer; choose it again',
  noSuchJob: 'There is no such lip sync or dubbing job.',
  originCannotReachFiles: (host: string) =>
    `${host} fetches files itself, and cannot reach a file on this computer. Enter a URL that it can reach, or set a bucket for local files in Account.`,
  unreadable: 'it cannot be read: it is damaged, or no media file',
  noSuchUpload: 'That upload no longer exists.',
  soundGone: 'That sound no longer exists.',

  // src-main/features/transcripts/look.ts
  emptyFile: 'The file is empty: 0 bytes.',
} as const;
