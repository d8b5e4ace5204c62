export const sources = {
  // core/sources/source-field.tsx
  viaBucket: (bucket: string) => `. Uploaded to your bucket, ${bucket}`,
  url: (name: string) => `${name} URL`,
  urlNote: 'The service downloads this URL.',
  adding: (name: string) => `Adding ${name}`,
  checkingLength: 'Checking length',
  file: (name: string) => `${name} file`,
  upTo: (roomFor: string) => `, up to ${roomFor}`,
  filesWhenReady: 'You can add files when the service is ready.',
  remove: (kind: string) => `Remove ${kind}`,
  variable: ', variable',
  fps: (value: string, part: string) => `${value} fps${part}`,
  rotated: (value: string) => `rotated by ${value}°`,
  noAudio: 'no audio',

  // core/sources/sources.ts
  urlInvalid: 'Enter a URL that starts with http:// or https:// and has no user name or password.',
  seconds: (name: string, toFixed: string) => `${name}: ${toFixed} seconds.`,
  videoSubject: 'The video',
  audioSubject: 'The audio',
  urlRefused: (subject: string, message: string) => `${subject} can’t be downloaded from this URL: ${message}.`,
  notFetched: (subject: string, message: string) => `${subject} could not be downloaded: ${message}.`,
  unusable: (subject: string, message: string) => `${subject} can’t be used: ${message}.`,
  lengthUnknown: (value: string) => `${value} Its length is unknown here. The service may still be able to download it.`,
  aVideo: 'a video',
  aSound: 'an audio file',
  wrongType: (name: string, part: string, takenInWords: string) => `${name} is not ${part} of a supported type: ${takenInWords}.`,
  fileEmpty: (name: string) => `${name} is empty (0 bytes).`,
  fileTooLarge: (name: string, size: string, size2: string) =>
    `${name} has ${size}. The local service accepts up to ${size2}. Nothing was read.`,
  fileNotRead: (name: string) => `Couldn’t read all of ${name}. Check that it is still there.`,
  fileRefused: 'Voicewright could not accept the file.',
  enterValidUrl: (subject: string) => `Enter a valid ${subject} URL.`,
  added: 'added',
  checked: 'checked',
  inProgress: (subject: string, part: string) => `The ${subject} is being ${part}.`,
  addFirst: (subject: string) => `Add the ${subject} first.`,
  notCheckedYet: (subject: string) => `The ${subject} has not been checked yet.`,

  // core/sources/uploading.ts
  uploadingToBucket: (name: string) => `Uploading ${name} to your bucket.`,
} as const;
