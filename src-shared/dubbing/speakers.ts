import { findLabel, namesIn } from '../narration/named-lines.ts';
import { maximumSpeakerName, type Segment } from './timeline.ts';

/** The named speakers of a dub, by name. */
export const speakersOf = (segments: readonly Segment[]): string[] =>
  [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].toSorted((one, other) => one.localeCompare(other));

/**
 * What changes in the segments `ids` when they are given to a speaker: they take the voice that other segments of the speaker have. An empty name is no
 * speaker, and changes no voice.
 */
export function changeOfSpeaker(
  segments: readonly Segment[],
  ids: readonly string[],
  name: string,
): Pick<Segment, 'speaker'> & Partial<Pick<Segment, 'voiceId' | 'modelId'>> {
  const speaker = name.trim().slice(0, maximumSpeakerName) || null;
  const like = segments.find((segment) => segment.speaker === speaker && segment.voiceId !== null && !ids.includes(segment.id));
  return speaker === null || !like ? { speaker } : { speaker, voiceId: like.voiceId, modelId: like.modelId };
}

/** The name before the text of a segment, and the text without it: that of a speaker of the dub, or one in capitals, as in captions. */
export function nameInText(text: string, segments: readonly Segment[]): { speaker: string; text: string } | undefined {
  const found = findLabel(text);
  const rest = found ? text.slice(found.length).trim() : '';
  if (!found || rest === '') return undefined;
  const known = speakersOf(segments).find((one) => one.toLowerCase() === found.name.toLowerCase());
  return known === undefined && namesIn([text]).length === 0 ? undefined : { speaker: known ?? found.name, text: rest };
}
