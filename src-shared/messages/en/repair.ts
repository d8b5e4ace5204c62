import { plural } from './plural.ts';

export const repair = {
  // features/narration/repair/commands.ts
  selectionCommand: 'Generate selection again…',
  changedCommand: 'Generate changed sentences…',
  compareCommand: 'Compare before and after the repair',
  keepCommand: 'Keep the repair',
  selectWords: 'Select words in one block.',
  noSound: 'This block has no audio yet. Generate it first.',
  notChanged: 'The audio of this block says what its text says.',
  nothingToCompare: 'Nothing was repaired just now.',

  // features/narration/takes/take-card.tsx
  repairedTake: ' · made of parts of other takes; Jobs shows what they cost',

  // features/narration/repair/repair-store.ts
  repaired: 'The new sentence is in the take. Compare before and after.',
  saved: 'Repair saved.',
  savedAndAccepted: 'Repair saved and pickup accepted. Undo brings both back.',
  undone: 'The earlier audio is back.',
  playingBefore: 'Before',
  playingAfter: 'After',

  // features/narration/repair/changed-sentences.tsx
  someChanged: (count: number) => (count === 1 ? 'One sentence differs from the audio.' : `${count} sentences differ from the audio.`),
  removeWords: 'Remove the words from the audio',

  // features/narration/repair/repair-bar.tsx
  selectionTitle: 'Generate selection again',
  changedTitle: 'Generate changed sentences',
  sentences: (count: number) => (count === 1 ? 'This sentence is generated.' : 'These sentences are generated.'),
  onlyRemoved: 'Words are only removed from the audio. Nothing is generated.',
  wholeBlock: 'This is all of the text of the block.',
  rest: 'The rest of the block keeps its audio.',
  wholeBlockNote: 'Generate makes the whole block again.',
  free: 'Free: already paid for',
  noCharge: 'No charge',
  price: (characters: string, price: string) => `${characters} · ${price}`,
  loadingPrice: 'Loading the price…',
  priceUnknown: 'price unknown',
  character: (count: number) => plural(count, 'character'),
  credit: (count: number) => plural(count, 'credit'),
  generate: 'Generate',
  apply: 'Apply',
  cancel: 'Cancel',
  generating: 'Generating the sentence…',
  waitForSentence: 'Wait until the sentence is generated.',
  stop: 'Stop',
  tryAgain: 'Try again',
  tryAgainAsks: '“Try again” shows the price before anything is sent.',
  compare: 'Compare',
  unplacedTitle: 'A paid sentence is not in its take yet',
  unplacedNote: (text: string) => `Voicewright ended before “${text}” was put into the audio. Putting it there is free.`,
  place: 'Put in place…',
  notNow: 'Not now',
  compareNoteWithKeys: (keys: string) => `The new sentence is in the take. ${keys} plays before and after in turn.`,
  compareNote: 'The new sentence is in the take.',
  before: 'Before',
  after: 'After',
  beforeNote: 'Play the take as it was',
  afterNote: 'Play the repaired take',
  keep: 'Keep',
  undo: 'Undo',
  undoNote: 'Bring back the take as it was',
} as const;
