import { z } from 'zod';

/**
 * One segment: fields not shown, and chosen: a sentence or what the recogniser takes for one, times in seconds from the start of the audio, and its
 * words where they are known. `ignore_timestamps` leaves `segments` empty.
 */
export const transcriptionSegment = z.looseObject({
  id: z.int().nonnegative(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  words: z.array(z.looseObject({ text: z.string(), start: z.number(), end: z.number() })).optional(),
});

export type TranscriptionSegment = z.infer<typeof transcriptionSegment>;

/** `duration` is in seconds. `draft` and `own_speech` are not shown, and chosen: many words may be wrong; the service made this speech, and knows its words. */
export const transcription = z.looseObject({
  text: z.string(),
  duration: z.number(),
  segments: z.array(transcriptionSegment),
  draft: z.boolean().optional(),
  own_speech: z.boolean().optional(),
  credits_used: z.int(),
  quota_remaining: z.int(),
});
