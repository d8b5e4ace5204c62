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
