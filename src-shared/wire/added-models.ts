import { z } from 'zod';

/**
 * Voices and recognisers that a person adds to the local service. Paths and bodies are this service's own, like `/_faults`: no part of the interface, and only for the
 * key that the service was started with.
 */
export const addedModelsPath = '/_models';

export const addedLimits = {
  /** Models that are kept at a time. */
  models: 50,
  /** Files of one model. */
  files: 2_000,
  /** One `.flitevox` file. */
  fliteBytes: 32 * 1024 ** 2,
  /** All files of a model folder. */
  folderBytes: 4 * 1024 ** 3,
  /** Voices of one model; a model with more speakers gives its first ones. */
  voices: 64,
  licenceCharacters: 600,
} as const;

/** A file's place in what was added, with `/` between folders; never absolute and never upwards. */
export const placeInModel = z
  .string()
  .min(1)
  .max(500)
  .refine((name) => !/^[/\\]|\\|\p{Cc}|^[A-Za-z]:|(?:^|\/)\.{1,2}(?:\/|$)/u.test(name), 'must be a path inside the folder');

/** `POST`: files of this machine, which are copied. */
export const addModelRequest = z.strictObject({
  /** Of the file or the folder: what the voice is called. */
  name: z.string().min(1).max(255),
  files: z
    .array(z.strictObject({ name: placeInModel, path: z.string().min(1).max(4096) }))
    .min(1)
    .max(addedLimits.files),
});
export type AddModelRequest = z.infer<typeof addModelRequest>;

/** What can be added: a voice file of Flite's, a folder of a model that speaks, or one of a model that recognises speech (`whisper`). */
const addedKinds = ['flite', 'piper', 'vits', 'kokoro', 'whisper'] as const;
export type AddedKind = (typeof addedKinds)[number];

const licenceStates = ['noted', 'restricted', 'unreadable', 'none'] as const;

export const addedModel = z.object({
  id: z.string(),
  kind: z.enum(addedKinds),
  /** What it is called; of a voice with several, each has a name of its own that begins with this one. */
  name: z.string(),
  /** BCP 47 tags; of a recogniser, their first parts. */
  languages: z.array(z.string()),
  /** How many voices it gives; a recogniser none. */
  voices: z.int(),
  bytes: z.number(),
  licence: z.object({
    /** `restricted`: it says that there is something that the voice may not be used for. `unreadable`: a licence file that is no text. */
    state: z.enum(licenceStates),
    text: z.string().nullable(),
    /** Where it stands; null for what a voice file says of itself, and where there is none. */
    file: z.string().nullable(),
    /** The words that make it `restricted`. */
    words: z.string().nullable(),
  }),
  /** ISO 8601. */
  addedAt: z.string(),
});
export type AddedModel = z.infer<typeof addedModel>;

/** The npm package that model folders need. A person installs it: `npm install --prefix FOLDER NAME`. */
export const modelPackage = z.object({
  name: z.string(),
  /** Where it is looked for. */
  folder: z.string(),
  /** Null where it is not installed. */
  version: z.string().nullable(),
});
export type ModelPackage = z.infer<typeof modelPackage>;

export const addedModels = z.object({ models: z.array(addedModel), package: modelPackage });
export type AddedModels = z.infer<typeof addedModels>;

/**
 * Why nothing was added. `unknown`: neither a voice file nor a model folder. `files-missing`: a folder without files that its model needs. `fields-missing`: a file
 * without fields that say how it is used. `unsupported`: a model of a kind that is not loaded; `unsupported-recogniser`: one
 * that recognises speech and is not Whisper's. `several`: more than one model. `no-package`: what loads models is not installed. `package-fails`: it is and cannot be loaded. `damaged`: it does not
 * work. `twice`: `name` is there already.
 */
const refusals = [
  'unknown',
  'files-missing',
  'fields-missing',
  'unsupported',
  'unsupported-recogniser',
  'several',
  'no-package',
  'package-fails',
  'too-large',
  'damaged',
  'language',
  'twice',
  'too-many',
  'unreadable-file',
  'disk-full',
] as const;
const refusal = z.object({
  reason: z.enum(refusals),
  /** What the reason is about: a language, a file, the voice that is there, names of what is missing. */
  about: z.string().nullable(),
  /** The file that lacks the fields which `about` names. */
  file: z.string().nullable(),
});
export type Refusal = z.infer<typeof refusal>;

export const addModelAnswer = z.union([z.object({ added: addedModel }), z.object({ refused: refusal })]);
export type AddModelAnswer = z.infer<typeof addModelAnswer>;
