import type { BlockAttributes } from '#shared/narration/document.ts';
import { controlsOf, modelOf, voiceOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { limits } from '#shared/wire/common.ts';
import { defaultModelId, familyOfVoice } from '#shared/catalogue/first-voice.ts';
import { type Model } from '#shared/catalogue/models.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';

export { defaultModelId, familyOfVoice };

/** The model that answers for a voice when none is named: its family's default where the voice has that, else its first. As main chooses it. */
export function answeringModelId(voice: Voice): string | undefined {
  const usual = defaultModelId(voice);
  return usual !== undefined && voice.modelIds.includes(usual) ? usual : voice.modelIds[0];
}

/** Why a model cannot be chosen now, in words. */
export function whyNot(modelId: string, models: readonly Model[]): string | undefined {
  if (models.length === 0) return undefined;
  const known = models.find((model) => model.id === modelId);
  if (!known) return messages.voices.modelNotForSpeech;
  return known.available ? undefined : messages.voices.modelUnavailable;
}

/** What the lists of the service say of blocks, before anything is sent. */
export interface VoiceFacts {
  /** True where the lists are there and the voice is not among them. */
  isGone(voiceId: string | null): boolean;
  /** True for a voice that another service lists. */
  isElsewhere(voiceId: string): boolean;
  /** Characters that the model of a block takes at most; `undefined` where the model is not known. */
  limitOf(attributes: Pick<BlockAttributes, 'voiceId' | 'modelId' | 'characterId'>, project: ProjectDefaults): number | undefined;
  /** BCP 47 tag of what a block's voice speaks. */
  languageOf(attributes: Pick<BlockAttributes, 'voiceId' | 'controls' | 'characterId'>, project: ProjectDefaults): string | undefined;
}

export const noVoiceFacts: VoiceFacts = {
  isGone: () => false,
  isElsewhere: () => false,
  limitOf: () => undefined,
  languageOf: () => undefined,
};

/** `voices` is undefined while the list is not there; one that is not `fresh` is of an earlier run, and says of no voice that it is gone. */
export function voiceFacts(
  voices: readonly Voice[] | undefined,
  models: readonly Model[],
  { fresh = true, isElsewhere = () => false }: { fresh?: boolean; isElsewhere?: VoiceFacts['isElsewhere'] } = {},
): VoiceFacts {
  const byId = new Map(voices?.map((voice) => [voice.voiceId, voice]));
  const longest = new Map(models.map((model) => [model.id, Math.min(model.maxTextLength, limits.textCharacters)]));
  return {
    isGone: (voiceId) => fresh && voices !== undefined && voiceId !== null && !byId.has(voiceId),
    isElsewhere,
    limitOf: (attributes, project) => {
      const voice = byId.get(voiceOf(attributes, project) ?? '');
      const modelId = modelOf(attributes, project) ?? (voice && defaultModelId(voice));
      return modelId === undefined ? undefined : longest.get(modelId);
    },
    languageOf: (attributes, project) =>
      controlsOf(attributes, project).language ?? byId.get(voiceOf(attributes, project) ?? '')?.primaryLanguage.replaceAll('_', '-'),
  };
}
