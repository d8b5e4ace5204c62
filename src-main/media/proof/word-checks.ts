import type { Finding } from '#shared/narration/pickup-kinds.ts';
import type { Recording } from '../alignment/align.ts';
import type { ReferenceSpeech } from '../alignment/reference-voice.ts';

export function checkWords(
  _recording: Recording,
  _tokens: readonly string[],
  _reference: ReferenceSpeech,
  _sound: readonly Finding[],
): Finding[] {
  return [];
}
