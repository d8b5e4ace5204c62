import type { Voice } from '../catalogue/voices.ts';
import type { Segment } from './timeline.ts';
import { languageFamily } from '../language-family.ts';

/** What a voice is to say. */
export interface VoiceText {
  voiceId: string;
  /** Of its first segment. */
  speaker: string | null;
  text: string;
}

/** More of a text says no more of its language, in characters. */
export const enoughText = 2_000;

/** The text of each voice, in one piece. */
export function textsOfVoices(segments: readonly Segment[]): VoiceText[] {
  const found = new Map<string, VoiceText>();
  for (const { voiceId, speaker, text } of segments) {
    if (voiceId === null) continue;
    const before = found.get(voiceId);
    found.set(voiceId, { voiceId, speaker: before ? before.speaker : speaker, text: `${before?.text ?? ''} ${text}`.slice(0, enoughText) });
  }
  return [...found.values()];
}

/** What a dub says, in one piece, as far as it tells its language. */
export function textOfSegments(segments: readonly Pick<Segment, 'text'>[]): string {
  let said = '';
  for (const { text } of segments) if (said.length < enoughText) said = `${said} ${text.trim()}`.trim();
  return said.slice(0, enoughText);
}

/** True where a voice names `language` (`de`) among those that it speaks. */
export const speaksLanguage = (voice: Pick<Voice, 'languages' | 'primaryLanguage'>, language: string): boolean =>
  tagsOf(voice).includes(language);

/** True where a voice names the languages that it speaks, and `language` (`de`) is none of them. */
export function lacksLanguage(voice: Pick<Voice, 'languages' | 'primaryLanguage'>, language: string): boolean {
  const spoken = tagsOf(voice);
  return spoken.length > 0 && spoken.every((tag) => isLanguage(tag) && tag !== language);
}

const tagsOf = ({ languages, primaryLanguage }: Pick<Voice, 'languages' | 'primaryLanguage'>): string[] =>
  [primaryLanguage, ...languages].map(languageFamily).filter((tag) => tag !== '');

/** Not a word such as `multilingual`, and none of the codes that stand for several or for none. */
const isLanguage = (tag: string): boolean => /^[a-z]{2,3}$/u.test(tag) && !['mul', 'und', 'mis', 'zxx'].includes(tag);
