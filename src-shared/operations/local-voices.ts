import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { addedLimits, addedModel, modelPackage, placeInModel } from '../wire/added-models.ts';
import { operation } from './operation.ts';

const id = z.string().min(1).max(200);

/** Voices that a person adds to the local service. Only while that is in use; else each is a `conflict`. Nothing here is charged. */
export const localVoiceOperations = {
  'localVoices.list': operation({ out: z.object({ voices: z.array(addedModel), package: modelPackage }) }),
  /** Files that were dropped (`POST /bytes/upload`); `name` is that of the file or the folder. Fails with why they are no voice. */
  'localVoices.add': operation({
    in: z.object({
      name: z.string().min(1).max(255),
      files: z
        .array(z.object({ name: placeInModel, uploadId: z.string().regex(idPattern) }))
        .min(1)
        .max(addedLimits.files),
    }),
    out: addedModel,
  }),
  'localVoices.remove': operation({ in: z.object({ id }) }),
  /** Takes a removal back, for as long as the local service runs. */
  'localVoices.restore': operation({ in: z.object({ id }) }),
} as const;
