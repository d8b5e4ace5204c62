export const dubbingTimeline = {
  // core/dubbing-timeline/dubbing-timeline.ts
  theDubCouldNotBeOpened: 'The dub could not be opened.',
  theDubWasRemovedWhatWas: 'The dub was removed. What was paid for stays in Jobs.',
  theDubCouldNotBeSaved: 'The dub could not be saved.',
  undone: 'Undone',
  doneAgain: 'Done again',
  move: 'Move',
  trim: 'Trim',
  addASegment: 'Add a segment',
  aSegmentWasAddedWriteItsText: 'A segment was added. Write its text.',
  thePlayheadIsInNoSegment: 'The playhead is in no segment.',
  itCannotBeSplitThereEach: 'It cannot be split there: each half needs a word, and a tenth of a second.',
  split: 'Split',
  deleteASegment: 'Delete a segment',
  deleteSegments: 'Delete segments',
  segment: 'segment',
  deletedUndoBringsBack: (size: string, part: string) => `${size} deleted. Undo brings ${part} back.`,

  // core/dubbing-timeline/files.ts
  that: 'That',
  isNeitherAVideoMp4Mov: (value: string) => `${value} is neither a video (MP4, MOV, WebM, MKV) nor captions (SRT, VTT).`,
  nothingWasTaken: 'Nothing was taken.',
  isOpenImportCaptionsOrAdd: (title: string) => `${title} is open. Import captions, or add a segment.`,
  stoppedNothingWasKept: 'Stopped. Nothing was kept.',
  couldNotBeOpened: (name: string) => `${name} could not be opened.`,
  theStudioDidNotTakeTheVideo: 'The studio did not take the video.',
  theVideoCouldNotBeRead: 'The video could not be read to its end. Is it still where it was?',
  stopped: 'Stopped.',
  openADubFirstCaptionsBelong: 'Open a dub first: captions belong to a video.',
  theCaptionsAreTooLargeUp: (value: number) => `The captions are too large: up to ${value} MB are read.`,
  wasNotImported: (name: string) => `${name} was not imported.`,
  line: 'line',
  ofWaitForAVideo: (length: string, name: string) => `${length} of ${name} wait for a video.`,
  importCaptions: 'Import captions',
  caption: 'caption',
  speaker: 'speaker',
  by: (size: string) => `, by ${size}`,
  importedChooseVoices: (length: string, part: string) => `${length} imported${part}. Choose voices.`,
  theDubIsNotSavedSo: 'The dub is not saved, so nothing was exported.',
  itIsAmongYourBrowsersDownloads: 'It is among your browser’s downloads.',
  itIsAt: (written: string) => `It is at ${written}.`,
  exported: (name: string, place: string) => `Exported ${name}. ${place}`,
  theExportWasStoppedNoFile: 'The export was stopped. No file was left.',

  // core/dubbing-timeline/from-result.ts
  noDubWasMade: 'No dub was made',
  theVideoIsNotOnThis: 'The video is not on this machine any more.',

  // src-main/features/dubbing-timeline/bytes.ts
  numberOutOfRange: (field: string, least: number, most: number) => `"${field}" must be a number from ${least} to ${most}.`,
  soundAlreadyHere: 'The sound of this video is here already.',

  // src-main/features/dubbing-timeline/dub-files.ts
  dubGone: 'That dub no longer exists.',
  theDub: 'The dub',
  dubUnreadable: 'The dub cannot be read. Its files are untouched, in the folder dubbing of the profile.',
  theVideo: 'The video',

  // src-main/features/dubbing-timeline/dubbing-thread.ts
  theFile: 'The file',
  videoHasNoSound: 'The video has no sound.',
  lineUnreadable: 'The sound of this line cannot be read.',
  lineNotDecoded: 'The sound of this line could not be decoded to the disk.',

  // src-main/features/dubbing-timeline/service.ts
  videoMissing: 'The video did not arrive. Drop it again.',
  tooManyDubs: (dubs: number) => `There are already ${dubs} dubs. Remove one first.`,
  changedElsewhere: 'This dub was changed in another window. Open it again to continue; nothing here was saved over it.',
  noCaptions: 'There are no captions to export: no segment has text.',
  segmentSoundGone: (text: string) =>
    `The sound of “${text}…” is no longer on the disk, so nothing was exported. Generate that segment again.`,

  // src-main/features/dubbing-timeline/sounds.ts
  lineSoundGone: 'The sound of this line is no longer on the disk.',

  // src-main/media/video/join-mp4.ts
  videoCutOff: 'The video ends before its pictures do: it is cut off.',

  // src-main/media/video/original-sound.ts
  soundCodingNotStated: 'The video does not say how its sound is coded.',

  // src-main/media/video/probe.ts
  notAVideo: 'It is no MP4, MOV, WebM or Matroska video, whatever its name says.',
  noPictures: 'There is no picture in it, or it is cut off before the place that says where its pictures are.',
  pictureCoding: (value: string) => `Its pictures are coded as ${value}; H.264, H.265, AV1, VP9 and VP8 can be used.`,
  unknownCoding: 'something unknown here',
  noLength: 'It has no length: it is damaged or cut off.',
  videoTooLong: 'The video is longer than six hours. Cut it elsewhere first.',
  videoUnreadable: 'The video cannot be read: it is damaged, cut off, or of a kind that is not known here.',

  // src-main/media/video/remux.ts
  movNeedsOtherCodec: (toUpperCase: string) =>
    `A MOV for editing holds H.264 and H.265; this video is ${toUpperCase}. Export it as it is instead.`,
  videoOfDubUnreadable: 'The video of this dub can no longer be read.',
} as const;
