import { z } from 'zod';
import { createdVoice } from './voice-creation.ts';

/** The create response. Field names beyond `designId`, `candidateId` and `previewAudioUrl` are not shown; those of the local service are optional here. */
export const designCandidate = z.looseObject({
  candidateId: z.string(),
  /** Absolute; wants the bearer. */
  previewAudioUrl: z.string(),
  provider: z.string().optional(),
  format: z.string().optional(),
});

export const design = z.looseObject({
  designId: z.string(),
  candidates: z.array(designCandidate),
  billing: z
    .looseObject({ characters_used: z.int().optional(), credits_used: z.number().optional(), quota_remaining: z.int().optional() })
    .optional(),
  language: z.string().optional(),
  createdAt: z.string().optional(),
  /** When the previews go, ISO 8601; from then on they can be neither heard nor saved. */
  expiresAt: z.string().optional(),
});

export type Design = z.infer<typeof design>;

/** The interface names `voiceId`; the rest is as of a cloned voice. A save takes no quota. */
export const savedDesign = createdVoice;
