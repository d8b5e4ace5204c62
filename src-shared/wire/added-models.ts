import { z } from 'zod';

/**
 * Voices that a person adds to the local service. Paths and bodies are this service's own, like `/_faults`: no part of the interface, and only for the
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

const licenceStates = ['noted', 'restricted', 'unreadable', 'none'] as const;

export const addedModel = z.object({
  id: z.string(),
  kind: z.enum(['flite']),
  /** What the voice is called. */
  name: z.string(),
  languages: z.array(z.string()),
  bytes: z.number(),
  /** `restricted`: it says that there is something that the voice may not be used for. `unreadable`: a licence file that is no text. */
  licence: z.object({ state: z.enum(licenceStates), text: z.string().nullable() }),
  /** ISO 8601. */
  addedAt: z.string(),
});
export type AddedModel = z.infer<typeof addedModel>;

export const addedModels = z.object({ models: z.array(addedModel) });

/**
 * Why nothing was added. `unknown`: neither a voice file nor a model folder. `damaged`: it does not speak. `twice`: `name` is there already.
 */
const refusals = ['unknown', 'too-large', 'damaged', 'language', 'twice', 'too-many', 'unreadable-file'] as const;
const refusal = z.object({
  reason: z.enum(refusals),
  /** What the reason is about: a language, a file, the voice that is there. */
  about: z.string().nullable(),
});
export type Refusal = z.infer<typeof refusal>;

export const addModelAnswer = z.union([z.object({ added: addedModel }), z.object({ refused: refusal })]);
export type AddModelAnswer = z.infer<typeof addModelAnswer>;
