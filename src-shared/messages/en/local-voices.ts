import { plural } from './plural.ts';

export const localVoices = {
  // features/account/local-voices.tsx
  voicesOnThisComputer: 'Voices and recognizers on this computer',
  intro:
    'Add your own voices to the local service: they then speak everywhere in Voicewright. Or add a recognizer: Transcribe then uses it. Adding one is free.',
  voiceFile: 'Voice file or model folder',
  takes: (megabytes: number) =>
    `A Flite voice (.flitevox, up to ${megabytes} MB), or a folder with a Piper, VITS, Kokoro or Whisper model. Include its licence: LICENSE, MODEL_CARD or README.`,
  tested: 'Tried so far: English Flite voices, and small Piper, VITS and Whisper models. Others are checked when you add them.',
  packageReady: (name: string, version: string) => `Model folders: ready. ${name} ${version} is installed.`,
  packageMissing: (name: string) =>
    `Model folders need the free package ${name}, which is not installed. To install it, get Node.js and run this command in a terminal. The command names the folder where Voicewright looks for the package.`,
  installCommand: (name: string, folder: string) => `npm install --prefix "${folder}" ${name}`,
  copyCommand: 'Copy command',
  commandCopied: 'Command copied',
  checked: 'Checked. The list is up to date.',
  checkAgain: 'Check again',
  adding: (name: string) => `Adding ${name}…`,
  addedVoices: 'Added voices and recognizers',
  noVoices: 'Nothing added yet.',
  kind: 'Kind',
  kinds: {
    flite: 'Flite voice',
    piper: 'Piper model',
    vits: 'VITS model',
    kokoro: 'Kokoro model',
    whisper: 'Whisper model: recognizes speech',
  },
  voices: 'Voices',
  language: 'Language',
  languages: (count: number) => plural(count, 'language'),
  use: 'Use',
  inUse: 'Transcribes your recordings',
  usedInstead: (name: string) => `Not used: ${name} was added later`,
  usedWithPackage: 'Not used until the package for model folders is installed',
  size: 'Size',
  licence: 'Licence',
  licenceNone:
    'No licence note: LICENSE, COPYING, MODEL_CARD and README were looked for. Check where it comes from before you publish with it.',
  licenceUnreadable: (file: string) => `${file} is not text. Check where it comes from before you publish with it.`,
  licenceRestricted: (file: string, words: string) =>
    `Restricted use: ${file} has the words “${words}”. Read it before you publish with it.`,
  licenceOwn: 'The voice file',
  showLicence: 'Show licence',
  hideLicence: 'Hide licence',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  added: (name: string) => `${name} added. Find it in Voices.`,
  addedRecognizer: (name: string) => `${name} added. Transcribe uses it.`,
  removed: (name: string) => `${name} removed.`,
  removedNote: 'Blocks that use it keep their audio.',
  removedRecognizerNote: 'Transcripts stay.',
  restored: (name: string) => `${name} is back.`,
  notAdded: 'Nothing was added.',
  listNotLoaded: 'The added voices and recognizers',

  // src-main/features/local-voices/service.ts
  otherServiceInUse: 'Voices and recognizers can be added to the local service only. Use it first.',
  unknown: (name: string) => `“${name}” is neither a voice nor a recognizer. Choose a .flitevox file or a model folder.`,
  filesMissing: (folder: string, files: string) => `“${folder}” is incomplete. Missing: ${files}.`,
  fieldsMissing: (file: string, fields: string) => `“${file}” does not say how its model is used. Missing or wrong: ${fields}.`,
  unsupported: (file: string, kind: string) =>
    `“${file}” is a model that cannot speak here (${kind}). Choose a Piper, VITS or Kokoro model.`,
  unsupportedRecognizer: (file: string, kind: string) =>
    `“${file}” recognizes speech, but is not a Whisper model of sherpa-onnx (${kind}). Choose a folder with an encoder, a decoder and tokens of Whisper.`,
  several: (files: string) => `The folder has several models: ${files}. Add one folder for each.`,
  noPackage: (name: string) => `Model folders need the package ${name}, which is not installed. Nothing was copied.`,
  packageFails: (why: string) => `The package for model folders is installed but does not load: ${why}`,
  folderTooLarge: (gigabytes: number) => `The model is larger than ${gigabytes} GB.`,
  diskFull: 'The disk is full. Nothing was added.',
  tooLarge: (name: string, megabytes: number) => `“${name}” is larger than ${megabytes} MB.`,
  damaged: (name: string) => `“${name}” does not work: the file is damaged or incomplete. Download it again.`,
  otherLanguage: (code: string) =>
    `This voice speaks “${code}”, which cannot be used. Flite voices must be English; models, a language of the voice list.`,
  twice: (name: string) => `“${name}” is already there.`,
  tooMany: (count: number) => `There are already ${plural(count, 'model')}. Remove one first.`,
  unreadable: (name: string) => `“${name}” could not be read.`,
  tooManyFiles: (count: number) => `The folder has more than ${count} files. Choose the folder of one model.`,
  filesGone: 'The dropped files are no longer there. Drop them again.',
};
