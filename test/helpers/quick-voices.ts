import { publicVoices } from '#main/local-service/voices/catalogue.ts';

const recorded = new Set(publicVoices.filter(({ variant }) => variant.startsWith('flite-')).map(({ voiceId }) => voiceId));

/** Without the voices that are made of recordings, which take ten times as long to speak: for tests that are not about the voice. */
export const quickVoices = <Voice extends { voiceId: string }>(voices: readonly Voice[]): Voice[] =>
  voices.filter(({ voiceId }) => !recorded.has(voiceId));
