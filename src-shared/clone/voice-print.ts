import { z } from 'zod';

/** Mean and spread of the cepstrum of a voice, coefficient by coefficient. */
export const voicePrintSchema = z.object({ mean: z.array(z.number()).max(64), spread: z.array(z.number()).max(64) });
export type VoicePrint = z.infer<typeof voicePrintSchema>;
