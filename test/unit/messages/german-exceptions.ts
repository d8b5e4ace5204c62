/** Domains that still read in English: none. */
export const untranslated: readonly string[] = [];

/** Words that both languages write alike, and why; a text of them alone may read the same. */
export const same: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'also German words':
      'Name Region Budget Pause Blind Video Videos Text Audio stereo Segment Zoom In Live Normal Format Version Block Position System Start Manuskript Projekt Ton Info Status Export Import Team Test Kapitel Takes Take Links Filter Album Index Motiv Cover Podcast Streaming OK Details',
    'terms of the field that German uses too':
      'Bucket Credit Credits Attack Release Task Timecode Peak True dBTP LUFS RMS dB fps Clips Codec',
    'names of formats, units and standards':
      'URL GB MB WAV WebM Opus MP AAC SRT VTT HTTP PCM CSV MOV FLAC MP3 M4A M4B ID ASS TTML LRC JSON TextGrid Audacity Praat Reaper RPP OpenTimelineIO EPUB HTML ISBN kHz Hz kbit s ms s min h UTF ACX EBU R Ogg IMSC M A',
    'names of keys, as the keyboard and the browser write them': 'Esc Control Enter Shift Alt Win Tab ArrowUp ArrowDown Space',
    'names of their own': 'Voicewright Deutsch English voicewright',
    'a folder on disk, which is the same whatever the language': 'Projects',
    'a command of a terminal': 'npm install prefix',
    'what programs read': 'save start end dry run json out cover add audio',
  }).flatMap(([why, words]) => words.split(' ').map((word) => [word, why] as const)),
);

const pronoun = 'German repeats neither the pronoun nor the verb';
/** Values that German does not need, by the id of the text and the place of the value, and why. */
export const unneeded: ReadonlyMap<string, string> = new Map([
  ['account.differsFromJobs 1', 'one of two words, which German tells apart'],
  ['account.differsWhileOpen 2', pronoun],
  ['account.bucketFilesLeft 1', pronoun],
  ['clone.filesLeftOut 1', pronoun],
  ['clone.recordedHereLost 1', pronoun],
  ['dubbingTimeline.segmentsDeleted 1', pronoun],
  ['imagesVideo.noReferencesAllowed 1', pronoun],
  ['lipSync.billedRounded 1', 'one of two words, which German tells apart'],
  ['live.unsentDropped 1', pronoun],
  ['live.waitingFromLastRun 1', pronoun],
]);
