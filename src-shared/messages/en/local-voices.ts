import { plural } from './plural.ts';

export const localVoices = {
  // features/account/local-voices.tsx
  voicesOnThisComputer: 'Voices on this computer',
  intro: 'Add your own voices to the local service. They then speak everywhere in Voicewright. Adding one is free.',
  voiceFile: 'Voice file or model folder',
  takes: (megabytes: number) =>
    `A Flite voice (.flitevox, up to ${megabytes} MB), or a folder with a Piper, VITS or Kokoro model. Include its licence: LICENSE, MODEL_CARD or README.`,
  tested:
    'Tested: English Flite voices, and small test models built like Piper and VITS voices. Not tested: trained Piper or VITS voices, and Kokoro.',
  packageReady: (name: string, version: string) => `Model folders: ready. ${name} ${version} is installed.`,
  packageMissing: (name: string) =>
    `Model folders need the free package ${name}, which is not installed. To install it, get Node.js and run this command in a terminal. The command names the folder where Voicewright looks for the package.`,
  installCommand: (name: string, folder: string) => `npm install --prefix "${folder}" ${name}`,
  copyCommand: 'Copy command',
  commandCopied: 'Command copied',
  checkAgain: 'Check again',
  adding: (name: string) => `Adding ${name}…`,
  addedVoices: 'Added voices',
  noVoices: 'No voices added yet.',
  kind: 'Kind',
  kinds: { flite: 'Flite voice', piper: 'Piper model', vits: 'VITS model', kokoro: 'Kokoro model' },
  voices: 'Voices',
  language: 'Language',
  size: 'Size',
  licence: 'Licence',
  licenceNone:
    'No licence note: LICENSE, COPYING, MODEL_CARD and README were looked for. Check where the voice comes from before you publish with it.',
  licenceUnreadable: (file: string) => `${file} is not text. Check where the voice comes from before you publish with it.`,
  licenceRestricted: (file: string, words: string) =>
    `Restricted use: ${file} has the words “${words}”. Read it before you publish with this voice.`,
  licenceOwn: 'The voice file',
  showLicence: 'Show licence',
  hideLicence: 'Hide licence',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  added: (name: string) => `${name} added. Find it in Voices.`,
  removed: (name: string) => `${name} removed.`,
  removedNote: 'Blocks that use it keep their audio.',
  restored: (name: string) => `${name} is back.`,
  notAdded: 'The voice was not added.',
  listNotLoaded: 'The added voices',

  // src-main/features/local-voices/service.ts
  otherServiceInUse: 'Voices can be added to the local service only. Use it first.',
  unknown: (name: string) => `“${name}” is not a voice. Choose a .flitevox file or a model folder.`,
  filesMissing: (folder: string, files: string) => `“${folder}” is incomplete. Missing: ${files}.`,
  fieldsMissing: (file: string, fields: string) => `“${file}” does not say how its model is used. Missing or wrong: ${fields}.`,
  unsupported: (file: string, kind: string) =>
    `“${file}” is a model that cannot speak here (${kind}). Choose a Piper, VITS or Kokoro model.`,
  several: (files: string) => `The folder has several models: ${files}. Add one folder for each.`,
  noPackage: (name: string) => `Model folders need the package ${name}, which is not installed. Nothing was copied.`,
  packageFails: (why: string) => `The package for model folders is installed but does not load: ${why}`,
  folderTooLarge: (gigabytes: number) => `The model is larger than ${gigabytes} GB.`,
  diskFull: 'The disk is full. Nothing was added.',
  tooLarge: (name: string, megabytes: number) => `“${name}” is larger than ${megabytes} MB.`,
  damaged: (name: string) => `“${name}” does not speak: the file is damaged or incomplete. Download it again.`,
  otherLanguage: (code: string) =>
    `This voice speaks “${code}”, which cannot be used. Flite voices must be English; models, a language of the voice list.`,
  twice: (name: string) => `This voice is already there: “${name}”.`,
  tooMany: (count: number) => `There are already ${plural(count, 'voice')}. Remove one first.`,
  unreadable: (name: string) => `“${name}” could not be read.`,
  tooManyFiles: (count: number) => `The folder has more than ${count} files. Choose the folder of one model.`,
  filesGone: 'The dropped files are no longer there. Drop them again.',
};
