import { messages } from '#shared/messages/index.ts';
import { sayLimits } from '#shared/operations/paid.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import type { Line } from './lines-store.ts';
import { answeringModelId } from './voice-facts.ts';

const key = 'audition-line';

/** The line that voices say for a sample, as a person wrote it last. May be lost without harm. */
export const sampleLine = {
  text: (): string => (localStorage.getItem(key) ?? messages.voices.sampleLine).slice(0, sayLimits.characters),
  set: (text: string): void => localStorage.setItem(key, text.slice(0, sayLimits.characters)),
};

/** The line as a voice says it, by its default model, named: so it is found without a service too. */
export function lineOf(voice: Voice, text: string): Line {
  const modelId = answeringModelId(voice);
  return { voiceId: voice.voiceId, text: text.trim(), ...(modelId === undefined ? {} : { modelId }) };
}
