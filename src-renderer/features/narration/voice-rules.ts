import type { Family } from '#shared/wire/models.ts';
import type { Model } from '#shared/catalogue/models.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { defaultModelId, familyOfVoice, whyNot } from '../../core/voices/voice-facts.ts';
import { language } from '../../lib/format.ts';
import { locale } from '#shared/messages/index.ts';

export { defaultModelId, whyNot };

/** Which controls a model takes: the four of the capabilities by them, the others by the interface's family notes. */
export function offers(model: Model | undefined, family: Family | undefined, control: string): boolean {
  const declared = model?.controls[control];
  if (typeof declared === 'boolean') return declared;
  if (control === 'speed' || control === 'volume') return model === undefined;
  if (control === 'pitch') return family === 'beta' || family === 'gamma';
  if (control === 'emotion') return family === 'beta';
  if (control === 'instruction') return model?.id.startsWith('gamma-audio-3.0') === true;
  return false;
}

/** By which way of asking a model's speech is paid for: as main's plan chooses it. */
export function workFamilyOf(model: Model): 'aligned' | 'job' | 'sync' {
  const { alignedStreaming, asynchronous } = model.supportedOperations;
  return alignedStreaming === true ? 'aligned' : asynchronous === true ? 'job' : 'sync';
}

/** The voices by the language they speak, both in the order of their names. */
export function voiceGroups(voices: readonly Voice[]): { group: string; items: { value: string; label: string }[] }[] {
  const groups = Map.groupBy(voices, (voice) => language(voice.primaryLanguage.split(/[-_]/u)[0] ?? ''));
  const { compare } = new Intl.Collator(locale());
  return [...groups]
    .sort(([one], [other]) => compare(one, other))
    .map(([group, members]) => ({
      group,
      items: members
        .map((voice) => ({ value: voice.voiceId, label: voiceName(voice) }))
        .sort((one, other) => compare(one.label, other.label)),
    }));
}

/** What is searched: the name with the language and the family. */
function voiceName(voice: Voice): string {
  const family = familyOfVoice(voice);
  return `${voice.name} · ${language(voice.primaryLanguage)}${family === undefined ? '' : ` · ${family}`}`;
}
