import { findDefaultModel, findFamily, type Family } from '../wire/models.ts';
import { readersLanguage } from '../messages/index.ts';
import { speaksLanguage } from '../dubbing/voice-languages.ts';
import type { Model } from './models.ts';
import type { Voice } from './voices.ts';
import { languageFamily } from '../language-family.ts';

/** Of the first of its models that the interface names. */
export function familyOfVoice(voice: Voice): Family | undefined {
  return voice.modelIds.map(findFamily).find((family) => family !== undefined);
}

/** The model that the service takes for a voice when none is named. */
export function defaultModelId(voice: Voice): string | undefined {
  const family = familyOfVoice(voice);
  return family === undefined ? voice.modelIds[0] : findDefaultModel(family);
}

/**
 * The voice that a new project begins with: one that speaks its language and whose default model is available and sounds while
 * it arrives; failing that, less and less of it. `language`: the first part of a BCP 47 tag, that of the window where there is no text yet.
 */
export function firstVoice(voices: readonly Voice[], models: readonly Model[], language: string = readersLanguage()): Voice | undefined {
  const defaultModel = (voice: Voice): Model | undefined => {
    const id = defaultModelId(voice);
    return models.find((model) => model.id === id && model.available && voice.modelIds.includes(model.id));
  };
  const isOfLanguage = (voice: Voice): boolean => languageFamily(voice.primaryLanguage) === language;
  const streams = (voice: Voice): boolean => defaultModel(voice)?.supportedOperations.alignedStreaming === true;
  const speaks = (voice: Voice): boolean => defaultModel(voice) !== undefined;
  return (
    voices.find((voice) => isOfLanguage(voice) && streams(voice)) ??
    voices.find((voice) => isOfLanguage(voice) && speaks(voice)) ??
    voices.find(streams) ??
    voices.find(speaks) ??
    voices[0]
  );
}

/** The same for a text: one that speaks its language (`de`) and can be used, where there is one, else as without a text. */
export function firstVoiceOf(voices: readonly Voice[], models: readonly Model[], language: string | undefined): Voice | undefined {
  const isUsable = (voice: Voice): boolean => models.some(({ id, available }) => available && voice.modelIds.includes(id));
  const speaking = language === undefined ? [] : voices.filter((voice) => speaksLanguage(voice, language) && isUsable(voice));
  return firstVoice(speaking, models, language) ?? firstVoice(voices, models);
}
