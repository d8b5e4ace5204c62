/** Pickups: places in takes that somebody should look at. */
export const pickups = {
  // src-main/library/pickups.ts
  csvName: 'Pickups.csv',

  // src-shared/narration/pickup-csv.ts
  csvHeader: 'The first row must be chapter,block,kind,start,end,text,note,state,score. The last four may be left out.',
  csvNumber: (column: string, least: number, most: number) => `“${column}” must be a number from ${least} to ${most}.`,
  csvOneOf: (column: string, values: string) => `“${column}” must be one of these: ${values}.`,
  csvTooLong: (column: string, most: number) => `“${column}” has more than ${most} characters.`,
  csvEndBeforeStart: '“end” is before “start”.',

  // features/narration/pickups/pickups-store.ts
  csvNoChapter: (chapter: number) => `The project has no chapter ${chapter}.`,
  csvNoBlock: (chapter: number, block: number) => `Chapter ${chapter} has no block ${block}.`,
  csvNoAudio: (chapter: number, block: number) => `Block ${block} of chapter ${chapter} has no audio.`,
  position: (at: string, count: string) => `${at} of ${count}`,
  marked: 'Marked this place.',
  accepted: 'Accepted. Undo opens it again.',
  reopened: 'Opened again.',
  imported: (added: number, changed: number) => `Imported: ${added} new, ${changed} changed.`,
  nothingPlays: 'Generate audio first. Then mark places while you listen.',

  // features/narration/pickups/pickup-kind.tsx
  kinds: {
    'missing-words': 'Missing words',
    'repeated-words': 'Repeated words',
    'other-words': 'Different words',
    truncated: 'Cut off',
    silence: 'Long silence',
    noise: 'Noise',
    pace: 'Unusual pace',
    level: 'Level jump',
    clipped: 'Clipping',
    mark: 'Your mark',
  },

  heardNothing: 'nothing',
  heardTwice: (words: string) => `“${words} ${words}”`,
  heardOther: 'sounds different',
  heardMore: 'words that are not written',
  heardCut: 'It ends before these words.',
  heardCutEarly: 'It ends too early.',
  louder: (decibels: string) => `${decibels} dB louder than what is around it`,
  quieter: (decibels: string) => `${decibels} dB quieter than what is around it`,
  louderFromHere: (decibels: string) => `From here on ${decibels} dB louder`,
  quieterFromHere: (decibels: string) => `From here on ${decibels} dB quieter`,
  faster: (percent: string) => `${percent}% faster than the takes around it`,
  slower: (percent: string) => `${percent}% slower than the takes around it`,

  // features/narration/pickups/inspector-tabs.tsx
  tabs: 'Inspector view',
  details: 'Details',
  pickups: 'Pickups',
  tabWithCount: (count: string) => `Pickups ${count}`,

  // features/narration/pickups/pickups-panel.tsx
  previous: 'Previous',
  next: 'Next',
  listedCount: (count: string) => `${count} in this list`,
  orderedBy: (order: string) => `Order: ${order}`,
  orders: { worst: 'Worst first', place: 'By place in the book', kind: 'By kind' },
  more: 'More',
  showAccepted: 'Show accepted',
  hideAccepted: 'Hide accepted',
  importCsv: 'Import CSV…',
  exportCsv: 'Export CSV…',
  nothingOpen: 'Nothing open',
  nothingOpenNote: 'Every pickup is accepted.',
  checkingNew: (count: number) => (count === 1 ? 'Checking the new take…' : 'Checking the new takes…'),
  nothingFound: 'Nothing found',
  nothingFoundNote: 'The checked takes are clean.',
  nothingChecked: 'No pickups yet',
  nothingCheckedNote: 'Problems in takes are listed here.',
  howToMark: (keys: string) => `Press ${keys} while you listen to mark a place.`,

  // features/narration/pickups/pickup-list.tsx
  noAudioNow: 'no audio now',
  acceptedState: 'Accepted',
  chapterTime: (chapter: number, time: string) => `Chapter ${chapter}, ${time}`,
  takeSays: (heard: string) => `Take says: ${heard}`,
  soundsDifferent: 'Sounds different from the text',
  takeEndsBefore: 'The take ends before these words.',
  takeEndsEarly: 'The take ends too early.',
  noted: (note: string) => `Note: ${note}`,

  // features/narration/pickups/checks-row.tsx
  checking: (done: string, total: string) => `Checking audio: ${done} of ${total} takes`,
  stopChecks: 'Stop checking',
  checksStopped: 'Checking was stopped. Some takes are not checked.',
  checkRest: 'Check the rest',

  // features/narration/pickups/pickup-details.tsx
  /** What a check of the sound means. */
  kindNotes: {
    pace: 'At least a fifth faster or slower than the takes of this voice around it.',
    level: 'Much louder or quieter than what is around it.',
    silence: 'A pause that is too long for speech.',
    noise: 'A sound that is no speech.',
    clipped: 'The loudest samples are cut off.',
  } as Readonly<Partial<Record<string, string>>>,
  place: (chapter: number, block: number) => `Chapter ${chapter} · Block ${block}`,
  written: 'Written',
  heard: 'In the take',
  draftNote:
    'This computer compares sounds and writes no words down. Names and foreign words can be false alarms: play around the place, then accept it.',
  remove: 'Delete mark',
  note: 'Note',
  sayItAs: 'Say it as…',
  playAround: 'Play around',
  playAroundNote: 'Play with two seconds before and after',
  accept: 'Accept',
  openAgain: 'Open again',
  generateSentence: 'Generate sentence again',
  generateSentences: 'Generate sentences again',
  generateAgain: 'Generate block again',

  // features/narration/chapter-menu.tsx
  proofed: 'checked by this computer, nothing left to listen to',
  proofedPercent: (percent: number) => `Checked by this computer, nothing left to listen to: ${percent}%`,

  // features/narration/pickups/pickup-commands.ts
  group: 'Pickups',
  nonePresent: 'There are no pickups.',
  notSelected: 'Select a pickup first.',
  markCommand: 'Mark this place',
  markNeedsAudio: 'Generate audio for this block first.',
  markKeyword: 'marker',
  showCommand: 'Show pickups',
  checksKeyword: 'checks proofing',
  nextCommand: 'Next pickup',
  previousCommand: 'Previous pickup',
  playAroundCommand: 'Play around the pickup',
  acceptCommand: 'Accept the pickup',
  generateSentenceCommand: 'Generate the sentence of the pickup again…',
  noSentence: 'The times of the words at this place are not known.',
  generateAgainCommand: 'Generate the block of the pickup again',
} as const;
