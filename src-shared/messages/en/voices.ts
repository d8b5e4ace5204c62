import { plural } from './plural.ts';
import { approximate } from '../plural.ts';

export const voices = {
  // core/voices/model-select.tsx
  model: 'Model',
  isDefault: 'default',
  voiceDefault: 'Voice default',
  defaultModel: (usual: string) => `Default: ${usual}`,
  mixed: 'Mixed',
  modelNotOffered: 'This voice does not offer this model. Choose another.',
  noMatchingModels: 'No matching models',
  higherQuality: 'Higher quality',
  fasterAndCheaper: 'Faster, lower credit use',
  perThousand: (credits: string) => `${approximate(credits)} per 1,000 characters`,

  // core/voices/voice-facts.ts
  modelNotForSpeech: 'The service does not offer it for speech.',
  modelUnavailable: 'Not available for your account.',

  // core/voices/for-character.tsx
  useForCharacter: 'Use for a character',
  chooseCharacter: 'Choose a character',
  noMatchingCharacters: 'No matching characters',

  // core/voices/play-voice.tsx
  playNamed: (name: string) => `Play ${name}`,
  pauseNamed: (name: string) => `Pause ${name}`,
  noSampleYet: 'No sample yet. Press to see its price.',
  noSampleYetFor: (price: string) => `No sample yet: ${price}. Press twice to buy.`,
  noSampleYetLocal: (price: string) => `No sample yet: ${price}. Local credits cost no money. Press twice to play it.`,
  sampleFree: 'Free: this sample is already made.',
  free: 'free',
  buySample: (price: string) => `Press again to buy: ${price}`,
  playSample: (price: string) => `Press again to play it: ${price}. Local credits cost no money.`,

  // core/voices/option-play.tsx
  optionOffer: (price: string) => `Press again: ${price}`,

  // core/voices/voice-options.tsx
  optionsHeard: 'Free samples play as you go through the voices. Alt+P plays a voice or shows its price.',
  optionsSilent: 'Alt+P plays a voice or shows its price.',

  // core/voices/samples-store.ts
  sampleOffer: (name: string, price: string) => `${name} has no sample yet: ${price}. Play again to buy it.`,
  sampleOfferLocal: (name: string, price: string) =>
    `${name} has no sample yet: ${price}. Local credits cost no money. Play again to generate it.`,
  sampleMaking: (name: string) => `Generating a sample of ${name}.`,

  // core/voices/voice-search.ts
  allOfLanguage: (language: string) => `${language}, all`,

  // core/voices/voice-traits.ts: what people type for it, found from the beginnings of the words
  traits: {
    male: 'male man masculine gentleman',
    female: 'female woman feminine lady',
    child: 'child children kid',
    young: 'young younger youthful teenager',
    old: 'old older elderly aged mature senior',
    deep: 'deep deeper low lower bass',
    high: 'high higher bright',
  },

  // core/voices/voices.ts
  favouriteAdded: (shownName: string) => `${shownName} added to favourites.`,
  favouriteRemoved: (shownName: string) => `${shownName} removed from favourites.`,
  auditionCleared: (voices: string) => `${voices} taken out of the comparison`,
  auditionLimit: (count: string) => `You can audition up to ${count} voices.`,
  block: (count: number) => plural(count, 'block'),
  usedForBlocks: (length: string) => `Now used for ${length}. You can undo this.`,
  usedForProject: 'Now the project voice, for all blocks without their own voice.',
  projectVoiceSet: (name: string) => `${name} is the project voice`,
  createdOn: (moment: string) => `Created ${moment}`,
  speaksCharacter: (voice: string, character: string) => `${voice} is the voice of ${character}`,
  projectVoiceSetNote: 'Blocks with their own voice do not change.',
  openProjectFirst: 'Open a project first.',
  useFor: 'Use for',
  wholeProject: 'Whole project',
  selectedBlock: (count: number) => plural(count, 'selected block'),
  useForBlocksNote: (selected: string) => `For ${selected}. You can undo this.`,
  useForProjectNote: 'For all blocks without their own voice.',
  noProjectIsOpen: 'No project is open.',
  noBlockSelected: 'Select a block in Narration first.',
  audition: 'Audition',
  voiceNoLongerListed: (text: string) => `The service no longer lists ${text}. Not selected.`,

  // features/voices/audition-store.ts
  voice: (count: number) => plural(count, 'voice'),
  failedCount: (failed: string) => ` ${failed} failed.`,
  auditionStopped: 'Audition stopped.',
  auditionDone: (plural: string, failed: string) => `${plural} ready.${failed}`,

  // features/voices/audition.tsx
  lineToSay: 'Line to say',
  stopProgress: (done: string, total: string) => `Stop (${done} of ${total})`,
  chooseVoices: 'Tick voices with Enter or their check boxes.',
  priceUnknown: 'price unknown',
  credit: (count: number) => plural(count, 'credit'),
  allFree: (count: string) => `${count}: already paid, free.`,
  freeCount: (number: string) => `; ${number} free`,
  auditionNote: 'Each line is a job. If no response arrives, Voicewright requests it again, and it is charged only once.',
  auditionEmptyNote: 'Ticked voices appear here side by side. Each speaks the line once; playing it again is free.',
  auditionResults: 'Audition results',
  removeFromAudition: (name: string) => `Remove ${name} from audition`,
  inProgress: 'In progress',
  notGenerated: 'Not generated',

  // features/voices/arrange.ts
  unknownLanguage: 'Unknown language',
  unknownModel: 'Unknown model',
  otherLanguages: 'Other languages',
  otherModels: 'Other models',

  // features/voices/commands.ts
  chooseVoicesFirst: 'Tick voices first, with Enter or their check boxes.',
  writeLine: 'Enter a line to say.',
  serviceStarting: 'The service is starting.',
  selectVoiceFirst: 'Select a voice first.',
  searchVoices: 'Search voices',
  voices: 'Voices',
  toggleFavourite: 'Add to or remove from favourites',
  auditionCommand: 'Audition selected voices',
  stopAudition: 'Stop audition',
  noAudition: 'No audition is running.',
  useForBlocksCommand: 'Use voice for selected blocks',
  useForProjectCommand: 'Use voice for project',
  backToScript: 'Back to script',

  // features/voices/deletion-store.ts
  onlyOwnDeleted: 'Only voices that you cloned or designed can be deleted.',

  // features/voices/delete.tsx
  voiceDeleted: (name: string) => `${name} deleted`,
  alreadyDeleted: 'The service had already deleted it. Nothing was sent.',
  voiceDeletedNote: ({ narration, dubbing }: { narration: boolean; dubbing: boolean }) =>
    narration && dubbing
      ? 'Its audio is saved. Blocks in Narration and segments in Dubbing that use it are marked. Choose another voice there.'
      : narration
        ? 'Its audio is saved. Blocks that use it are marked in Narration. Choose another voice there.'
        : dubbing
          ? 'Its audio is saved. Segments that use it are marked in Dubbing. Choose another voice there.'
          : 'Its audio is saved.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  dragHint: 'Hold it over Narration to open the script, then drop it on a block',
  deleteNote:
    'This deletes the voice at the service and can’t be undone. Nothing is refunded. Existing audio stays in your projects and dubs.',
  lookingForUsers: 'Looking for projects and dubs that use it…',
  keepIt: 'Cancel',
  deleteVoice: 'Delete voice',
  usersNotFound: 'Couldn’t check which projects and dubs use it.',
  nothingUsesIt: 'No recent project and no dub uses it.',
  projectsUseIt: 'These projects use it and can’t generate more with it:',
  projectsList: 'Projects that use it',
  dubsUseIt: 'These dubs use it and can’t generate more with it:',
  dubsList: 'Dubs that use it',
  projectOpen: 'open',
  projectVoice: 'the project voice',
  voiceOfCharacters: (names: string) => `the voice of ${names}`,
  projectsNotRead: (projects: string) => `Couldn’t check: ${projects}.`,
  dubsNotRead: (count: number) => `Couldn’t check ${plural(count, 'dub')}.`,

  // features/voices/detail.tsx
  noVoiceSelected: 'Voice details',
  voiceGone: (name: string) => `“${name}” is no longer available`,
  chooseAnother: 'Choose another voice',
  selectVoiceNote: 'Press a voice to see its languages and models.',
  voiceGoneNote: 'The service no longer lists this voice. What it spoke stays in your projects.',
  useForBlocks: 'Use for the selected blocks',
  isProjectVoice: 'The voice of the project',
  useForProject: 'Use for the project',
  alreadyProjectVoice: 'This is already the project voice.',
  yours: 'Yours',
  models: 'Models',
  facts: 'Facts',
  deleteEllipsis: 'Delete voice…',
  customName: 'Your name for it',
  tags: 'Tags',
  tagPlaceholder: 'Add a tag and press Enter',
  noModels: 'The service lists no models for it.',
  character: (count: number) => plural(count, 'character'),
  upTo: (maxTextLength: string) => `up to ${maxTextLength}`,
  wordTimes: 'word times',
  availabilityUnknown: 'availability unknown',
  speaks: 'Speaks',
  kind: 'Kind',
  personalKind: 'Personal: this account only',
  public: 'Public',
  created: 'Created',
  changed: 'Changed',
  used: 'Used',
  serviceName: 'Name at the service',
  voiceId: 'Voice ID',
  pitch: 'Pitch, measured',
  pitchRange: (median: string, low: string, high: string) => `${median} Hz (${low} to ${high} Hz)`,

  // features/voices/filters.tsx
  language: 'Main language',
  canSpeak: 'Can speak',
  personal: 'Personal',
  tag: 'Tag',
  yourVoices: 'Your voices',
  favourites: 'Favourites',
  recent: 'Recent',
  clear: (filters: string) => `Clear ${filters}`,
  filter: (count: number) => plural(count, 'filter'),
  found: (length: string) => `${length} found.`,
  searchPlaceholder: 'Search names, descriptions, languages, models and tags',
  anyOf: (name: string) => `${name}: any`,
  noMatches: 'No matches',

  // features/voices/grid.tsx
  groupOf: (title: string, voices: string) => `${title}, ${voices}.`,

  // features/voices/grid-keys.ts
  notChosen: 'not selected',
  auditionSelection: (shownName: string, chosen: string, length: string) => `${shownName} ${chosen}. ${length} selected for the audition.`,

  // features/voices/voice-menu.tsx
  voiceMenu: 'Voice menu',
  play: 'Play',
  addFavourite: 'Add to favourites',
  removeFavourite: 'Remove from favourites',
  selectForAudition: 'Select for audition',
  takeFromAudition: 'Remove from audition',

  // features/voices/voice-cell-parts.tsx
  auditionNamed: (name: string) => `Audition ${name}`,
  favouriteNamed: (name: string) => `Favourite ${name}`,

  // features/voices/panel.tsx
  countOf: (number: string, total: string) => `${number} of ${total}`,
  countOfSuffix: (number: string, number2: string) => ` ${number} of ${number2}`,
  loading: (progress: string) => ` · loading${progress}…`,
  asOf: (age: string) => `As of ${age}`,
  refresh: 'Refresh',
  offlineNote: ': showing saved voices. You can edit favourites, tags and names, and play earlier auditions.',
  loadingVoices: 'Loading voices',
  loadingVoicesNote: 'The first voices appear in a moment.',
  loadedSoFar: (number: string, number2: string) => `${number} of ${number2} so far.`,
  forbidden: 'Your account can’t list voices',
  forbiddenNote:
    'The service refuses the list for this API key. You can still use a voice if you know its ID. Ask the account owner, or use another connection.',
  voicesNotLoaded: 'Couldn’t load the voices',
  noVoices: 'No voices',
  noVoicesNote: 'The service lists no voices for your account. Clone or design your own voice.',
  noMatchingVoices: 'No matching voices',
  clearAll: 'Clear search and filters',
  noMatchesFor: (search: string) => `No name, description, language, model or tag matches “${search}”. `,
  filtersActive: (filters: string, count: number) => `${filters} narrow${count === 1 ? 's' : ''} the list.`,
  noFavouritesNote: 'Add favourites with the star or F.',
  noRecentNote: 'Voices that you audition or use appear here.',
  tryAgain: 'Try again',

  // features/voices/view-choice.tsx
  byLanguage: 'By language',
  byModel: 'By model',
  ungrouped: 'No groups',
  byName: 'By name',
  newestFirst: 'Newest first',
  cards: 'Cards',
  list: 'List',
  groupBy: 'Order and groups',
  view: 'View',
  hearOptions: 'Play samples in voice lists',
  hearsOptionsNote: 'Free samples play while you go through a list of voices. Nothing is charged.',
  silentOptionsNote: 'Lists of voices are silent until you press Play.',

  // src-main/features/voices/annotations.ts
  annotations: 'Your notes on voices',

  // src-main/features/voices/samples.ts
  samples: 'The samples of voices',

  // src-main/features/voices/personal.ts
  cloneOf: (name: string) => `Clone of a voice: ${name}`,
  deletionOf: (name: string) => `Deletion of the voice ${name}`,
  notACloneFile: (name: string, cloneExtensions: string) =>
    `Voices cannot be cloned from ${name}. Use one of these types: ${cloneExtensions}.`,
  theRecording: (name: string) => `The recording ${name}`,
  largerThan: (name: string, floor: number) => `${name} is larger than ${floor} MB.`,
  emptyFile: (name: string) => `${name} is empty.`,

  // src-main/features/voices/service.ts
  voiceGoneAtService: 'The service no longer has this voice.',
} as const;
