import { lanesOf } from '#shared/dubbing/lanes.ts';
import type { Segment } from '#shared/dubbing/timeline.ts';
import { distinctColours, speakerColour, type SpeakerColour } from '../../../core/voices/speaker-colour.ts';

interface DubColours {
  /** The colour of a speaker: no other has it. */
  ofSpeaker: (speaker: string | null) => SpeakerColour | undefined;
  /** The colour of its speaker, or of its voice where that is not the speaker's; undefined without a voice. */
  ofSegment: (segment: Segment) => SpeakerColour | undefined;
}

/** The colours of those who speak in a dub: by the first voice of each. */
export function dubColours(segments: readonly Segment[]): DubColours {
  const lanes = lanesOf(segments);
  const voices = lanes.map((lane) => lane.segments.find(({ voiceId }) => voiceId !== null)?.voiceId ?? null);
  const colours = distinctColours(voices);
  const known = new Map(lanes.map(({ speaker }, place) => [speaker, { colour: colours[place], voiceId: voices[place] ?? null }]));
  return {
    ofSpeaker: (speaker) => known.get(speaker)?.colour,
    ofSegment: (segment) => {
      const speaker = known.get(segment.speaker);
      return speaker && segment.voiceId !== null && segment.voiceId === speaker.voiceId ? speaker.colour : speakerColour(segment);
    },
  };
}
