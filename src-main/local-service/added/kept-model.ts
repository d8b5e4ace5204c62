import { z } from 'zod';
import { addedModel, type AddedModel } from '#shared/wire/added-models.ts';
import { type FliteVoice } from '../sound/flite/flite-voices.ts';

/** The folder of an added model holds a description, and beside it a voice file or the files of a model. */
export const descriptionFile = 'voice.json';
export const fliteFile = 'voice.flitevox';
export const modelFolder = 'model';

const flite = z.object({ hertz: z.number(), deviation: z.number(), gain: z.number(), fixed: z.literal(true).optional() });
const part = z.string().optional();

/** How a model that speaks is loaded. */
const spoken = z.object({
  kind: z.enum(['vits', 'kokoro']),
  /** Within its folder; `espeak` is absent where this program's own pronunciations are used. */
  parts: z.object({ model: part, tokens: part, lexicon: part, espeak: part, voices: part }),
  /** Whether it reads pronunciations of eSpeak NG. */
  needsEspeak: z.boolean(),
  gain: z.number(),
  /** Numbers of its voices, and what they are called. */
  speakers: z.array(z.object({ number: z.int(), name: z.string() })).min(1),
});
export type SpokenModel = z.infer<typeof spoken>;

/** How a model that recognises speech is loaded. */
const heard = z.object({
  kind: z.literal('whisper'),
  /** Within its folder. */
  parts: z.object({ encoder: z.string(), decoder: z.string(), tokens: z.string() }),
});
export type ListeningParts = z.infer<typeof heard>;

/** As {@link descriptionFile} has it. */
export const keptModel = z.object({ model: addedModel, flite: flite.optional(), spoken: spoken.optional(), heard: heard.optional() });
export type KeptModel = z.infer<typeof keptModel>;

/** A voice, a model that speaks or one that recognises speech, copied. */
export interface Copied extends Omit<AddedModel, 'addedAt' | 'voices'> {
  flite?: Omit<FliteVoice, 'id' | 'file'>;
  spoken?: SpokenModel;
  heard?: ListeningParts;
}
