import { plural } from './plural.ts';

export const dubbingTimeline = {
  // core/dubbing-timeline/dubbing-timeline.ts
  dubNotOpened: 'Couldn’t open the dub.',
  dubRemoved: 'Dub removed. Its paid requests stay in Jobs.',
  dubNotSaved: 'Couldn’t save the dub.',
  undone: 'Undone',
  redone: 'Redone',
  move: 'Move',
  trim: 'Trim',
  addSegment: 'Add segment',
  segmentAdded: 'Segment added. Enter its text.',
  segmentAddedAt: (time: string) => `Segment added at ${time}, the nearest free place. Enter its text.`,
  noRoom: 'No free half second from the playhead to the end of the video.',
  rename: 'Rename dub',
  titleOfDub: 'Title of the dub',
  noSegmentAtPlayhead: 'Move the playhead into a segment.',
  playheadElsewhere: 'Move the playhead into this segment.',
  chooseTake: 'Choose take',
  takeChoice: 'Take',
  takeNumber: (number: number, seconds: string) => `Take ${number} · ${seconds}`,
  anotherNotMade: 'No other take was made. The segment keeps its audio.',
  needsFirstTake: 'Generate the segment first.',
  noMoreTakes: (count: number) => `This line has ${count} takes, which is the limit.`,
  cannotSplit: 'Can’t split here. Each part needs a word and a tenth of a second.',
  split: 'Split',
  segmentsMerged: 'Segments merged.',
  mergedStale: 'Segments merged. Generate the new line to hear all of it. Undo restores the takes.',
  mergeTooFew: 'Select two or more segments.',
  mergeApart: 'Select segments that follow each other.',
  mergeSpeakers: 'Select segments of one speaker.',
  mergeTooLong: (characters: number) => `Too long together. The limit is ${characters} characters.`,
  mergeSegments: 'Merge segments',
  noNextSegment: 'No segment follows.',
  mergeWithNext: 'Merge with next segment',
  deleteSegment: 'Delete segment',
  deleteSegments: 'Delete segments',
  segment: (count: number) => plural(count, 'segment'),
  segmentsDeleted: (size: string, pronoun: string) => `${size} deleted. Undo restores ${pronoun}.`,

  // core/dubbing-timeline/files.ts
  thatFile: 'That file',
  wrongFileType: (name: string) => `${name} is not a video (MP4, MOV, WebM, MKV) or captions (SRT, VTT).`,
  notUsed: 'Not used',
  nothingAdded: 'Nothing was added.',
  videoOpened: (title: string) => `${title} is open. Import captions or add a segment.`,
  importStopped: 'Stopped. Nothing was saved.',
  fileNotOpened: (name: string) => `Couldn’t open ${name}.`,
  videoRefused: 'Voicewright could not accept the video.',
  videoNotRead: 'Couldn’t read the whole video. Check that it is still there.',
  stopped: 'Stopped.',
  openDubFirst: 'Open a dub before you import captions.',
  captionsTooLarge: (count: number) => `The captions are too large. The limit is ${count} MB.`,
  captionsNotImported: (name: string) => `${name} was not imported.`,
  line: (count: number) => plural(count, 'line'),
  linesWaiting: (length: string, name: string) => `${length} from ${name} ready. Add a video.`,
  importCaptions: 'Import captions',
  caption: (count: number) => plural(count, 'caption'),
  speaker: (count: number) => plural(count, 'speaker'),
  bySpeakers: (size: string) => `, by ${size}`,
  sound: (count: number) => plural(count, 'sound'),
  soundsLeftOut: (sounds: string) => `Not imported, as nobody speaks them: ${sounds}`,
  quoted: (text: string) => `“${text}”`,
  more: (count: number) => `${count} more`,
  captionsImported: (length: string, speakers: string) => `${length} imported${speakers}. Choose voices.`,
  replaceTexts: 'Replace texts',
  textsToTake: (replaced: number, added: number, kept: number) =>
    `Replaces ${plural(replaced, 'text')} and adds ${added}; ${plural(kept, 'segment')} ${kept === 1 ? 'keeps its' : 'keep their'} text.`,
  textsTaken: (replaced: number, added: number, kept: number) =>
    `${plural(replaced, 'text')} replaced, ${added} added, ${plural(kept, 'segment')} ${kept === 1 ? 'keeps its' : 'keep their'} text.`,
  exportNeedsSave: 'Couldn’t save the dub, so nothing was exported.',
  savedToDownloads: 'Find it in your downloads.',
  exportedSilent: (count: number) => (count === 1 ? '1 segment in it has no audio.' : `${count} segments in it have no audio.`),
  exportedStale: (count: number) =>
    count === 1 ? '1 segment in it is changed: its audio is older.' : `${count} segments in it are changed: their audio is older.`,
  captionsNewer: (count: number) =>
    count === 1
      ? '1 segment is changed: the captions have the new text, its audio is older.'
      : `${count} segments are changed: the captions have the new text, their audio is older.`,
  exportedFaulty: (count: number) =>
    count === 1
      ? '1 segment overlaps another, is too long or is cut off.'
      : `${count} segments overlap others, are too long or are cut off.`,
  exportedTitle: (name: string) => `Exported ${name}`,
  savedAt: (written: string) => `Find it at ${written}.`,
  exported: (name: string, place: string) => `Exported ${name}. ${place}`,
  exportStopped: 'Export canceled. No file was saved.',

  // features/dubbing/panel.tsx
  oneTextNote: 'One voice speaks one text over the whole video, and the lips move with it. You get a new video.',
  timelineNote: 'Many lines, each at its own time, in one or more voices. You edit words and times, and the picture stays the same.',

  // features/dubbing/timeline/transport.tsx
  merge: 'Merge',
  toggleCaptions: 'Show or hide captions over the video',
  captionsOverVideo: 'Captions over the video',
  captionsOverVideoNote: 'Shows the line at the playhead over the video. Exports don’t have it.',

  // core/dubbing-timeline/dub-from-result.ts
  dubNotCreated: 'Couldn’t create the dub',
  videoMissing: 'The video is no longer on this computer.',

  // src-main/features/dubbing-timeline/bytes.ts
  numberOutOfRange: (field: string, least: number, most: number) => `"${field}" must be a number from ${least} to ${most}.`,
  soundAlreadyHere: 'The audio of this video is already loaded.',

  // src-main/features/dubbing-timeline/dub-files.ts
  dubGone: 'That dub no longer exists.',
  theDub: 'The dub',
  dubUnreadable: 'The dub cannot be read. Its files are untouched, in the folder dubbing of the profile.',
  theVideo: 'The video',

  // src-main/features/dubbing-timeline/dubbing-thread.ts
  theFile: 'The file',
  videoHasNoSound: 'The video has no audio.',
  lineUnreadable: 'The audio of this line cannot be read.',
  lineNotDecoded: 'The audio of this line could not be decoded to the disk.',

  // src-main/features/dubbing-timeline/service.ts
  videoNotReceived: 'The video did not arrive. Drop it again.',
  tooManyDubs: (dubs: number) => `There are already ${dubs} dubs. Remove one first.`,
  changedElsewhere: 'This dub was changed in another window. Open it again to continue; nothing here was saved over it.',
  noCaptions: 'There are no captions to export: no segment has text.',
  segmentSoundGone: (text: string) =>
    `The audio of “${text}…” is no longer on the disk, so nothing was exported. Generate that segment again.`,

  // src-main/features/dubbing-timeline/sounds.ts
  lineSoundGone: 'The audio of this line is no longer on the disk.',

  // src-main/media/video/join-mp4.ts
  videoCutOff: 'The video ends before its pictures do: it is cut off.',

  // src-main/media/video/original-sound.ts
  soundCodingNotStated: 'The video does not state its audio codec.',

  // src-main/media/video/probe.ts
  notAVideo: 'This is not an MP4, MOV, WebM or Matroska video, even if its name says so.',
  noPictures: 'There is no picture in it, or it is cut off before the place that says where its pictures are.',
  pictureCoding: (codec: string) => `Its pictures are coded as ${codec}; H.264, H.265, AV1, VP9 and VP8 can be used.`,
  unknownCoding: 'something unknown here',
  noLength: 'It has no length: it is damaged or cut off.',
  videoTooLong: 'The video is longer than six hours. Cut it elsewhere first.',
  videoUnreadable: 'The video cannot be read: it is damaged, cut off, or of a kind that is not known here.',

  // src-main/media/video/remux.ts
  movNeedsOtherCodec: (toUpperCase: string) =>
    `A MOV for editing holds H.264 and H.265; this video is ${toUpperCase}. Export it in its own format instead.`,
  videoOfDubUnreadable: 'The video of this dub can no longer be read.',
} as const;
