export const files = {
  // src-main/features/files/service.ts
  hostHasNoDialogs: 'This host has no file dialogs of its own. Use the file picker of Voicewright.',
  folderNotChosen: 'This folder was not chosen for an export.',
  noFolder: (folder: string) => `There is no folder ${folder}.`,
  notAFolder: (folder: string) => `${folder} is a file, not a folder.`,
  folderNotAllowed: (folder: string) => `You do not have permission to read the folder ${folder}.`,
  folderUnreadable: (folder: string) => `The folder ${folder} could not be read.`,

  // src-main/infra/byte-response.ts
  pieceTooLarge: (most: number) => `A piece may have up to ${most} bytes.`,

  // src-main/infra/database-failure.ts
  openElsewhere: (subject: string) => `${subject} is open in another window or program. Close it there first.`,
  writeProtected: (subject: string) => `${subject} can be read but not written: it, or its folder, is write-protected.`,
  diskFullNothingLost: (subject: string) => `${subject} could not be written: the disk is full. Nothing that was saved is lost.`,
  diskTakesNoMore: (subject: string) =>
    `${subject} could not be written: the disk is full or takes no more. Nothing that was saved is lost.`,
  diskFault: (subject: string) => `${subject} could not be read or written: the disk reports a fault.`,
  cannotBeOpened: (subject: string) => `${subject} could not be opened: the file or its folder cannot be used.`,
  tooLargeToStore: (subject: string) => `${subject} cannot hold something that large.`,
  sqliteFailed: (subject: string, errcode: number) => `${subject} could not be used (SQLite ${errcode}).`,
  damaged: (subject: string) => `${subject} is damaged and cannot be read.`,

  // src-main/infra/files.ts
  diskFull: (subject: string) => `${subject} could not be written: the disk is full.`,
  notAllowed: (subject: string) => `${subject} could not be used: you do not have permission to read or write there.`,
  missing: (subject: string) => `${subject} could not be found: the file or its folder is gone.`,
  nameTaken: (subject: string) => `${subject} was not written: there is a file of that name already.`,
  isFolder: (subject: string) => `${subject} could not be used: that is a folder, not a file.`,
  nameTooLong: (subject: string) => `${subject} could not be used: the name is too long.`,
  tooManyOpen: (subject: string) => `${subject} could not be opened: too many files are open.`,
  readOrWriteFailed: (subject: string, detail: string) => `${subject} could not be read or written${detail}.`,

  // src-main/service-client/multipart-form.ts
  changedWhileRead: (subject: string) => `${subject} changed while it was read. Try again.`,

  // src-shared/operations/operation.ts
  wholePath: 'must be a whole path, from its root',
} as const;
