import { firstVoiceOf } from '#shared/catalogue/first-voice.ts';
import type { Model } from '#shared/catalogue/models.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { enoughText, lacksLanguage, speaksLanguage } from '#shared/dubbing/voice-languages.ts';
import type { BlockId } from '#shared/ids.ts';
import type { BlockView } from '../../../core/chapter/chapter-view.ts';

/** What a voice is to say in the blocks of a chapter that lack audio, as far as it tells its language. */
export interface WantedText {
  voiceId: string;
  /** The first of those blocks. */
  blockId: BlockId;
  text: string;
}

type Wanted = Pick<BlockView, 'id' | 'text' | 'voiceId' | 'wanting' | 'paid'> & { attributes: Pick<BlockView['attributes'], 'locked'> };

/** The text of each voice that Generate all would send, in one piece. */
export function findWantedTexts(blocks: readonly Wanted[]): WantedText[] {
  const found = new Map<string, WantedText>();
  for (const { id, text, voiceId, wanting, paid, attributes } of blocks) {
    if (voiceId === null || !wanting || paid || attributes.locked) continue;
    const before = found.get(voiceId) ?? { voiceId, blockId: id, text: '' };
    if (before.text.length < enoughText) found.set(voiceId, { ...before, text: `${before.text} ${text}`.trimStart().slice(0, enoughText) });
  }
  return [...found.values()];
}

/** A language that a voice is to say and does not speak. */
export interface UnspokenLanguage {
  language: string;
  voice: Voice;
  blockId: BlockId;
  /** One that speaks it. */
  other: Voice;
}

/** Only where another voice speaks the language: a person can do nothing about the rest. `languages`: of each voice's text, where it is plain. */
export function findUnspokenLanguages(
  texts: readonly WantedText[],
  languages: ReadonlyMap<string, string>,
  { voices, models }: { voices: readonly Voice[]; models: readonly Model[] },
): UnspokenLanguage[] {
  return texts.flatMap(({ voiceId, blockId }) => {
    const language = languages.get(voiceId);
    const voice = voices.find((one) => one.voiceId === voiceId);
    if (language === undefined || !voice || !lacksLanguage(voice, language)) return [];
    const other = firstVoiceOf(voices, models, language);
    return other && speaksLanguage(other, language) ? [{ language, voice, blockId, other }] : [];
  });
}
