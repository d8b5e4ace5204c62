import { plural } from './plural.ts';

export const voicing = {
  // src-shared/narration/cast.ts, pronunciation.ts
  idTwice: 'Two characters have the same id.',
  nameTwice: 'Two characters have the same name.',
  entryTwice: 'Two entries are for the same words.',

  // src-main/features/pronunciations/service.ts
  csvName: 'Pronunciations.csv',

  // features/narration/voicing/voicing-commands.ts
  sayItAs: 'Say it as…',
  pronunciationsCommand: 'Pronunciations…',
  assignCharacter: (place: number) => `Assign character ${place}`,
  assignNoCharacter: 'Assign no character',
  cast: 'Cast',
  placeCaretOnWord: 'Place the cursor on a word.',
  noSuchCharacter: 'The cast has no such character.',
  selectBlock: 'Select a block.',

  // features/narration/script/script-menu.tsx
  scriptMenu: 'Script menu',
  character: 'Character',
  noCharacter: 'No character',

  // features/narration/voicing/pronunciation-dialog.tsx
  pronunciation: 'Pronunciation',
  written: 'Written',
  spoken: 'Spoken',
  spokenHint: 'Respell it as it sounds, such as “sequel” for SQL.',
  hearIt: 'Hear it',
  hearNote: 'Listening is free, in the voice of this computer.',
  stopHearing: 'Stop',
  usedIn: 'Used in',
  thisProject: 'This project',
  allProjects: 'All projects',
  onlyVoice: (voice: string) => `Only for this voice: ${voice}`,
  onlyLanguage: 'Only for this language',
  language: 'Language',
  anyVoice: 'Any voice',
  anyLanguage: 'Any language',
  save: 'Save',
  close: 'Close',
  pronunciations: 'Pronunciations',
  noPronunciations: 'No pronunciations yet.',
  edit: (written: string) => `Edit ${written}`,
  remove: (written: string) => `Remove ${written}`,
  importCsv: 'Import CSV…',
  exportCsv: 'Export CSV',
  imported: (entries: number) => `${entries} ${entries === 1 ? 'pronunciation' : 'pronunciations'} imported.`,
  exported: (place: string) => `Exported to ${place}.`,
  entrySaved: (written: string, spoken: string) => `Saved: ${written} is said as “${spoken}”.`,
  enterBoth: 'Enter what is written and how to say it.',
  counting: 'Counting…',
  occurrences: (matches: number, blocks: number) =>
    `${matches} ${matches === 1 ? 'occurrence' : 'occurrences'} in ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`,
  stale: (blocks: number) =>
    blocks === 0 ? 'no audio changes' : `${blocks} ${blocks === 1 ? 'block' : 'blocks'} with audio to generate again`,
  cost: (credits: string) => `about ${credits}`,
  costUnknown: 'price unknown',

  // features/narration/voicing/cast.tsx
  characters: 'Characters',
  voice: 'Voice',
  audioSoFar: (time: string) => `${time} of audio so far`,
  noCharacters: 'Add a character to give it a voice of its own.',
  chooseBlockVoice: 'Choose voice of block',
  addCharacter: 'Add character',
  newCharacter: 'New character…',
  findSpeakers: 'Find speakers in the text…',
  newName: (place: number) => `Character ${place}`,
  nameOf: (name: string) => `Name of ${name}`,
  voiceOf: (name: string) => `Voice of ${name}`,
  colourOf: (name: string, colour: number) => `Color of ${name}: ${colour}`,
  removeCharacter: (name: string) => `Remove ${name}`,
  assigned: (name: string, blocks: number) => `${name}: ${blocks} ${blocks === 1 ? 'block' : 'blocks'}.`,
  settingsOf: (name: string) => `Settings of ${name}`,
  assignKeys: 'Alt+1 to Alt+9 assign the selected blocks, Alt+0 removes the character.',
  characterNeedsVoice: (name: string) => `${name} has no voice. Choose one in Cast, or choose a voice for the block.`,
  nameTaken: 'Another character has this name.',

  // core/project/describe-change.ts, project-store.ts
  textUndone: 'Text change undone.',
  textRedone: 'Text change redone.',
  undone: (what: string) => `Undone: ${what}`,
  redone: (what: string) => `Redone: ${what}`,
  castAdded: (names: string) => `${names} added to the cast`,
  castRemoved: (names: string) => `${names} removed from the cast`,
  castVoice: (name: string) => `voice of ${name}`,
  castChanged: (names: string) => `${names} changed`,
  castRenamed: (before: string, after: string) => `${before} renamed ${after}`,
  blockNumber: (number: string) => `block ${number}`,
  settingsOfBlocks: {
    take: (blocks: string) => `take of ${blocks}`,
    takeEdits: (blocks: string) => `edit of the take of ${blocks}`,
    lock: (blocks: string) => `lock of ${blocks}`,
    note: (blocks: string) => `note of ${blocks}`,
    pause: (blocks: string) => `pause after ${blocks}`,
    voice: (blocks: string) => `voice of ${blocks}`,
    character: (blocks: string) => `character of ${blocks}`,
    settings: (blocks: string) => `settings of ${blocks}`,
  },

  // features/narration/voicing/recast-dialog.tsx
  recast: (name: string) => `Change how ${name} speaks?`,
  recastNote: 'Audio that no longer matches stays until you generate it again.',
  change: 'Change voice',
  cancel: 'Cancel',

  // features/narration/voicing/speakers-dialog.tsx
  speakersTitle: 'Speakers in the text',
  speakersNote: 'Your text names these speakers. Tick a name to make it a character with a voice of its own. No word of the text changes.',
  speaksIn: (blocks: number) => `Speaks ${plural(blocks, 'block')}`,
  samePerson: (short: string, name: string, blocks: number) => `“${short}” is ${name} (${plural(blocks, 'block')})`,
  needAgain: (blocks: number) =>
    blocks === 0
      ? 'No block needs new audio.'
      : `${plural(blocks, 'block')} that ${blocks === 1 ? 'has' : 'have'} audio ${blocks === 1 ? 'needs' : 'need'} it again.`,
  noSpeakers: 'The text does not say who speaks, as in: “Come in,” said Anna.',
  allCast: (names: string) => `No other speakers found. In the cast already: ${names}.`,

  // features/narration/voicing/voicing-store.ts
  pronunciationOf: (written: string) => `pronunciation of “${written}”`,
  pronunciationCount: (count: number) => plural(count, 'pronunciation'),
  speakersAdded: (names: number, blocks: number) =>
    `${names} ${names === 1 ? 'character' : 'characters'} added, ${blocks} ${blocks === 1 ? 'block' : 'blocks'} assigned.`,

  // features/narration/voicing/voiceless-characters.tsx
  withoutVoice: (names: string, count: number) => `${names} ${count === 1 ? 'has' : 'have'} no voice`,
  withoutVoiceNote: (blocks: string, count: number) => `${blocks} ${count === 1 ? 'is' : 'are'} left out until then.`,
  chooseVoice: 'Choose a voice…',

  // features/narration/voicing/other-language.tsx
  otherLanguage: (language: string, voice: string) => `The text seems to be in ${language}. ${voice} does not speak it.`,
  useVoice: (voice: string) => `Use ${voice}`,
  chooseOtherVoice: 'Choose another voice',

  // features/narration/voicing/found-characters.tsx
  charactersFound: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} found`,
  foundNote: (names: string) => `${names}. The names before the colon are not spoken.`,
  addToCast: 'Add to cast',
  keepText: 'Keep as text',
} as const;
