import { z } from 'zod';

/**
 * A voice as the studio knows it, whatever its service says of one: what is not known is empty. Fields of the service that have no use here are kept
 * as they came.
 */
const voiceSchema = z.looseObject({
  voiceId: z.string(),
  /** Its id where the service names none. */
  name: z.string(),
  isPersonal: z.boolean(),
  primaryLanguage: z.string(),
  languages: z.array(z.string()),
  /** Empty where no model is known that it speaks with. */
  modelIds: z.array(z.string()),
});
export type Voice = z.infer<typeof voiceSchema>;

/** A voice as it is listed: with its description and dates where they are known. Dates are texts that `Date.parse` reads. */
export const catalogueVoiceSchema = voiceSchema.extend({
  description: z.string().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type CatalogueVoice = z.infer<typeof catalogueVoiceSchema>;

/** An item of the list of version 1. */
export const listedVoiceSchema = z.looseObject({
  voiceId: z.string(),
  title: z.string(),
  description: z.string().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  isPersonal: z.boolean().optional(),
});
export type ListedVoice = z.infer<typeof listedVoiceSchema>;
