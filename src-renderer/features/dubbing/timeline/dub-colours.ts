import { lanesOf } from '#shared/dubbing/lanes.ts';
import type { Segment } from '#shared/dubbing/timeline.ts';
import { distinctColours, speakerColour, type SpeakerColour } from '../../../core/voices/speaker-colour.ts';

interface DubColours {
  /** The colour of a speaker: no other with a name has it. */
  ofSpeaker: (speaker: string | null) => SpeakerColour | undefined;
  /** The colour of its speaker, or of its voice where that is not the speaker's; undefined without a voice. */
  ofSegment: (segment: Segment) => SpeakerColour | undefined;
}

/**
 * The colours of those who speak in a dub: a named speaker keeps the colour of a character whatever voice is chosen, as characters do in Narration; those
 * without a name have the colours of their voices.
 */
export function dubColours(segments: readonly Segment[]): DubColours {
  const lanes = lanesOf(segments);
  const voices = lanes.map((lane) => lane.segments.find(({ voiceId }) => voiceId !== null)?.voiceId ?? null);
  const colours = distinctColours(lanes.map(() => null));
  const known = new Map(
    lanes.map(({ speaker }, place) => {
      const voiceId = voices[place] ?? null;
      const colour = speaker === null && voiceId !== null ? speakerColour({ voiceId }) : colours[place];
      return [speaker, { colour, voiceId }];
    }),
  );
  return {
    ofSpeaker: (speaker) => known.get(speaker)?.colour,
    ofSegment: (segment) => {
      const speaker = known.get(segment.speaker);
      return speaker && segment.voiceId !== null && segment.voiceId === speaker.voiceId ? speaker.colour : speakerColour(segment);
    },
  };
}
