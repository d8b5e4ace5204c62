export const voices = {
  // core/voices/model-select.tsx
  model: 'Model',
  defaultOfTheVoice: 'Default of the voice',
  defaultWord: (usual: string) => `Default: ${usual}`,
  mixed: 'Mixed',
  thisVoiceDoesNotHaveThis: 'This voice does not have this model. Choose another.',
  noModelOfThatName: 'No model of that name',

  // core/voices/voice-facts.ts
  theServiceDoesNotListIt: 'The service does not list it for speech.',
  notAvailableForThisAccountNow: 'Not available for this account now.',

  // core/voices/voice-search.ts
  all: (language: string) => `${language}, all`,

  // core/voices/voices.ts
  isAFavourite: (shownName: string) => `${shownName} is a favourite.`,
  isNoFavouriteAnyMore: (shownName: string) => `${shownName} is no favourite any more.`,
  anAuditionHasVoicesAtMost: (value: string) => `An audition has ${value} voices at most.`,
  block: 'block',
  itSpeaksNowUndoTakesThatBack: (length: string) => `It speaks ${length} now. Undo takes that back.`,
  itIsTheVoiceOfThe: 'It is the voice of the project now: of every block that names no other.',
  narrates: (name: string) => `${name} narrates`,
  itIsTheProjectsVoiceNow: 'It is the project’s voice now. Blocks that name a voice of their own keep it.',
  openAProjectFirst: 'Open a project first.',
  selectedBlock: 'selected block',
  forUndoTakesItBack: (selected: string) => `For ${selected}; undo takes it back.`,
  forTheProjectWhereverABlock: 'For the project, wherever a block names no other voice.',
  noProjectIsOpen: 'No project is open.',
  noBlockIsSelectedInNarration: 'No block is selected in Narration.',
  audition: 'Audition',
  theServiceDoesNotListAny: (text: string) => `The service does not list ${text} any more: not chosen.`,

  // features/voices/audition-store.ts
  theLighthouseKeeperCountedTheWaves: 'The lighthouse keeper counted the waves, as he had every night for thirty years.',
  voice: 'voice',
  failed: (failed: string) => ` ${failed} failed.`,
  theAuditionWasStopped: 'The audition was stopped.',
  saidTheLine: (plural: string, failed: string) => `${plural} said the line.${failed}`,

  // features/voices/audition.tsx
  lineToSay: 'Line to say',
  stop: 'Stop (',
  ofWord: 'of',
  chooseVoicesWithSpaceOrBy: 'Choose voices with Space, or by their boxes.',
  priceUnknown: 'price unknown',
  credit: 'credit',
  paidForAlreadyFree: (count: string) => `${count}: paid for already, free.`,
  free: (number: string) => `; ${number} free`,
  theServiceNamesNoPricesThey: ' The service names no prices; they are learned from what is made.',
  earlierRequest: 'earlier request',
  learnedFrom: (learnedFrom: string) => ` Learned from ${learnedFrom}.`,
  eachLineIsAJobThat: 'Each line is a job that the service keeps: lost answers are asked for again, and never paid twice.',
  theVoicesThatYouChooseStand: 'The voices that you choose stand here side by side: each says the line once, and plays again for free.',
  auditionResults: 'Audition results',
  takeOutOfTheAudition: (name: string) => `Take ${name} out of the audition`,
  speaking: 'Speaking',
  notSaidYet: 'Not said yet',

  // features/voices/commands.ts
  chooseTheVoicesFirstWithSpace: 'Choose the voices first, with Space or by their boxes.',
  writeTheLineThatTheyAre: 'Write the line that they are to say.',
  theServiceIsStillStarting: 'The service is still starting.',
  selectAVoiceInTheListFirst: 'Select a voice in the list first.',
  searchVoices: 'Search voices',
  voices: 'Voices',
  makeTheVoiceAFavouriteOr: 'Make the voice a favourite, or no longer',
  auditionTheChosenVoices: 'Audition the chosen voices',
  stopTheAudition: 'Stop the audition',
  noAuditionIsRunning: 'No audition is running.',
  useTheVoiceForTheSelectedBlocks: 'Use the voice for the selected blocks',
  useTheVoiceForTheProject: 'Use the voice for the project',
  backToTheScript: 'Back to the script',

  // features/voices/delete.tsx
  isDeleted: (name: string) => `${name} is deleted`,
  theServiceDidNotHaveIt: 'The service did not have it any more; nothing was sent.',
  whatItHasSpokenIsKept:
    'What it has spoken is kept. Blocks that name it are marked in Narration, where another voice can be chosen for them.',
  deleteWord: (name: string) => `Delete ${name}?`,
  theVoiceIsDeletedAtThe:
    'The voice is deleted at the service, for good. Nothing is refunded: neither what it cost to make, nor what it has spoken. Sound that was made with it stays in your projects.',
  lookingForProjectsThatSpeakWithIt: 'Looking for projects that speak with it…',
  keepIt: 'Keep it',
  deleteTheVoice: 'Delete the voice',
  whichProjectsSpeakWithItCould: 'Which projects speak with it could not be found out.',
  noneOfTheProjectsThatYou: 'None of the projects that you opened last speaks with it.',
  theseProjectsSpeakWithItNothing: 'These projects speak with it; nothing new can be made with it there:',
  projectsThatSpeakWithIt: 'Projects that speak with it',
  theProjectsVoice: 'the project’s voice',
  couldNotBeLookedInto: 'Could not be looked into:',

  // features/voices/detail.tsx
  noVoiceIsSelected: 'No voice is selected',
  thisVoiceIsGone: 'This voice is gone',
  selectOneInTheListTo: 'Select one in the list to see what it speaks, and with which models.',
  theServiceDoesNotListIt2: 'The service does not list it any more.',
  useForTheSelectedBlocks: 'Use for the selected blocks',
  theVoiceOfTheProject: 'The voice of the project',
  useForTheProject: 'Use for the project',
  itIsTheVoiceOfThe2: 'It is the voice of the project already.',
  yours: 'Yours',
  models: 'Models',
  facts: 'Facts',
  personalVoice: 'Personal voice',
  deleteThisVoice: 'Delete this voice…',
  yourNameForIt: 'Your name for it',
  tags: 'Tags',
  addATagThenEnter: 'Add a tag, then Enter',
  theServiceNamesNoModelForIt: 'The service names no model for it.',
  character: 'character',
  upTo: (maxTextLength: string) => `up to ${maxTextLength}`,
  wordTimes: 'word times',
  whetherItIsAvailableIsNot: 'whether it is available is not known now',
  speaks: 'Speaks',
  kind: 'Kind',
  personalOfThisAccount: 'Personal: of this account',
  public: 'Public',
  made: 'Made',
  changed: 'Changed',
  used: 'Used',
  nameThere: 'Name there',
  voiceId: 'Voice id',

  // features/voices/filters.tsx
  language: 'Language',
  personal: 'Personal',
  tag: 'Tag',
  favourites: 'Favourites',
  recent: 'Recent',
  clear: 'Clear',
  filter: 'filter',
  found: (length: string) => `${length} found.`,
  searchNamesDescriptionsLanguagesModelsAndTags: 'Search names, descriptions, languages, models and tags',
  any: (toLowerCase: string) => `Any ${toLowerCase}`,
  noneOfThatName: 'None of that name',

  // features/voices/grid.tsx
  notChosen: 'not chosen',
  forTheAudition: (shownName: string, part: string, length: string) => `${shownName} ${part}. ${length} for the audition.`,
  audition2: (name: string) => `Audition ${name}`,
  favourite: (name: string) => `Favourite ${name}`,

  // features/voices/panel.tsx
  ofWord2: (number: string, total: string) => `${number} of ${total}`,
  ofWord3: (number: string, number2: string) => ` ${number} of ${number2}`,
  reading: (part: string) => ` · reading${part}…`,
  asOf: 'As of',
  refresh: 'Refresh',
  theseAreTheVoicesThatWere:
    ': these are the voices that were read before. Favourites, tags and names can be changed; what was auditioned can be heard.',
  readingTheVoices: 'Reading the voices',
  theFirstAreShownInAMoment: 'The first are shown in a moment.',
  ofSoFar: (number: string, number2: string) => `${number} of ${number2} so far.`,
  thisAccountMayNotListVoices: 'This account may not list voices',
  theServiceRefusesTheListTo:
    'The service refuses the list to this key. A voice whose id you know can still be used. Ask whoever runs the account, or connect another one.',
  theVoicesCouldNotBeRead: 'The voices could not be read',
  thereAreNoVoices: 'There are no voices',
  theServiceListsNoneForThis:
    'The service lists none for this account. A voice of your own can be cloned from a recording, or designed from a description.',
  noVoiceFits: 'No voice fits',
  clearSearchAndFilters: 'Clear search and filters',
  nothingHasInItsNameDescription: (search: string) => `Nothing has “${search}” in its name, description, languages, models or tags. `,
  s: 's',
  narrowTheList: (filters: string, part: string) => `${filters} narrow${part} the list.`,
  aVoiceBecomesAFavouriteBy: 'A voice becomes a favourite by its star, or by Ctrl+D.',
  voicesThatWereAuditionedOrGiven: 'Voices that were auditioned, or given to a block or a project, stand here.',
  tryAgain: 'Try again',

  // src-main/features/voices/annotations.ts
  annotations: 'Your notes on voices',

  // src-main/features/voices/personal.ts
  cloneOf: (name: string) => `Clone of a voice: ${name}`,
  deletionOf: (name: string) => `Deletion of the voice ${name}`,
  notACloneFile: (name: string, cloneExtensions: string) =>
    `Voices cannot be cloned from ${name}. Use one of these types: ${cloneExtensions}.`,
  theRecording: (name: string) => `The recording ${name}`,
  largerThan: (name: string, floor: number) => `${name} is larger than ${floor} MB.`,
  emptyFile: (name: string) => `${name} is empty.`,

  // src-main/features/voices/service.ts
  voiceOfBlockGone: 'The service no longer has the voice of this block.',
} as const;
