import { z } from 'zod';

export const alignedWord = z.looseObject({ text: z.string(), startMs: z.number(), endMs: z.number() });

export type AlignedWord = z.infer<typeof alignedWord>;

/**
 * Interface, "v3 aligned streaming", one schema by event name. Times are absolute milliseconds from the start of the audio.
 * Not shown, and chosen: a WAV that is streamed has 0xFFFFFFFF for both lengths of its header, as they are not known when it begins.
 * Also chosen: a spoken word that the engine gave no place for is left out of its chunk's last snapshot, a chunk of which nothing is known is
 * invalidated, and then `alignmentStatus` is `partial`.
 * What a
 * chunk is (the local service: a sentence); when the charge stands (with the first audio; a generation that fails is refunded all the same).
 * `completed` also carries `ignoredParameters` and `error` a `message` from the local service; both optional here.
 */
export const alignedEvents = {
  audio: z.looseObject({ audioBase64: z.string() }),
  alignment_snapshot: z.looseObject({ chunkSeq: z.int().nonnegative(), units: z.string(), words: z.array(alignedWord) }),
  alignment_invalidated: z.looseObject({ chunkSeq: z.int().nonnegative() }),
  completed: z.looseObject({
    requestId: z.string(),
    generationId: z.string().optional(),
    alignmentStatus: z.string(),
    quotaRemaining: z.int().optional(),
    creditsUsed: z.number().optional(),
    ignoredParameters: z.array(z.string()).optional(),
  }),
  error: z.looseObject({ requestId: z.string().optional(), code: z.string(), message: z.string().optional() }),
} as const;
