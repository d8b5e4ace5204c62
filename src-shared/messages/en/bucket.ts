export const bucket = {
  // src-main/features/bucket/refusals.ts
  fileNotWritten: 'A file could not be written to the bucket',
  fileNotRead: 'The file could not be read from the bucket by its URL',
  fileNotRemoved: 'The file could not be removed from the bucket',
  bucketNotRead: 'The bucket could not be read',
  noSuchBucket: (bucket: string) => `there is no bucket “${bucket}” at this endpoint`,
  invalidBucketName: (bucket: string) => `“${bucket}” is not a valid bucket name there`,
  unknownAccessKey: 'the access key id is not known there',
  secretDoesNotMatch: 'the secret access key does not belong to the access key id',
  notAllowed: 'this access key may not do that',
  clockDiffers: 'the clock of this computer differs too much from the bucket’s',
  fileTooLarge: 'the file is too large for it',
  full: 'it is full',
  redirected: 'the endpoint redirects to another URL, which is not followed',
  otherRegion: (detail: string) => `the bucket is in another region${detail}`,
  notThere: 'it is not there',
  busy: 'it is busy, even after several tries',
  answeredStatus: (status: number) => `it answered with status ${status}`,
  endpointUnreachable: (doing: string, code: string) => `${doing}: its endpoint cannot be reached, or the connection was lost${code}.`,

  /** A sentence from {@link fileNotWritten} and its like, and why. */
  failedBecause: (doing: string, why: string) => `${doing}: ${why}.`,

  // src-main/features/bucket/service.ts
  filesInUse: (files: number) =>
    `${files === 1 ? 'A file of a running job is' : `${files} files of running jobs are`} in this bucket. Wait until the jobs are finished.`,
  settingInvalid: (setting: string, reason: string) => `${setting} ${reason}.`,
  notSet: 'No bucket for local files is set. Set one in Account.',
  secretNotStored: 'The secret access key of the bucket is not stored. Enter it in Account.',
  endpoint: 'The endpoint',
  region: 'The region',
  bucketName: 'The bucket’s name',
  prefix: 'The prefix',
  addressStyle: 'The URL style',
  accessKeyId: 'The access key id',
  addressLifetime: 'The lifetime of URLs',
  hostTakesNoBucketName: (host: string) => `${host} takes no bucket name before it: put the bucket’s name in the path.`,
  secretNotAscii: 'The secret access key must be visible ASCII characters without blanks, 1,024 at most.',
  enterSecret: 'Enter the secret access key.',

  // src-main/features/bucket/store.ts
  fileEndedEarly: 'The file could not be read to its end.',

  // src-main/features/bucket/trial.ts
  otherBytesRead: (read: string) => `${read}: the service returned other bytes than were written.`,

  // src-main/features/bucket/upload-store.ts
  tooManyFiles: (most: number) => `${most} files are in the bucket already. Wait until some of their jobs are finished.`,
  listOfFiles: 'The list of files in the bucket',

  // src-main/features/bucket/uploads.ts
  fileGone: (called: string) => `${called} is no longer on this computer. Choose it again.`,
  bucketAtHost: (bucket: string, host: string) => `${bucket} at ${host}`,
  bucketIsSetInAccount: (message: string) => `${message} The bucket is set in Account.`,

  // src-shared/operations/bucket.ts
  isEmpty: 'is empty',
  regionShape: 'must be letters, digits and hyphens, such as us-east-1',
  bucketNameShape: 'must be 3 to 63 letters, digits, dots, hyphens and underscores',
  prefixTooLong: 'has more than 200 characters',
  prefixShape: 'must be names of letters, digits, dots, hyphens and underscores with / between them, none beginning with a dot',
  visibleCharacters: 'must be visible characters without blanks',
  anHourAtLeast: 'must be an hour at least',
  sevenDaysAtMost: 'must be seven days at most',
} as const;
