import { spokenLine } from '#shared/messages/spoken-lines.ts';
import { sayLimits } from '#shared/operations/paid.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import type { Line } from './lines-store.ts';
import { answeringModelId } from './voice-facts.ts';

const key = 'audition-line';

/** The line that voices say for a sample: as a person wrote it last, else the usual one in the voice's language. May be lost without harm. */
export const sampleLine = {
  text: (voice: Pick<Voice, 'primaryLanguage'> | undefined): string =>
    (localStorage.getItem(key) ?? spokenLine('sample', voice?.primaryLanguage)).slice(0, sayLimits.characters),
  set: (text: string): void => localStorage.setItem(key, text.slice(0, sayLimits.characters)),
};

/** The line as a voice says it, by its default model, named: so it is found without a service too. */
export function lineOf(voice: Voice, text: string): Line {
  const modelId = answeringModelId(voice);
  return { voiceId: voice.voiceId, text: text.trim(), ...(modelId === undefined ? {} : { modelId }) };
}
