import { expect, it } from 'vitest';
import { newSegment, type Segment } from '#shared/dubbing/timeline.ts';
import { voiceColour } from '../../../src-renderer/core/voices/speaker-colour.ts';
import { dubColours } from '../../../src-renderer/features/dubbing/timeline/dub-colours.ts';

const segment = (place: number, speaker: string | null, voiceId: string | null = null): Segment => ({
  ...newSegment([], `segment000${String(place)}`, place * 96_000),
  speaker,
  voiceId,
});
const speakers = ['KEEPER', 'VISITOR', 'BOY', 'GIRL'];

it('a named speaker keeps the colour when voices are chosen, whichever these are', () => {
  const colours = (voiceOf: (place: number) => string | null) => {
    const { ofSpeaker } = dubColours(speakers.map((speaker, place) => segment(place, speaker, voiceOf(place))));
    return speakers.map((speaker) => ofSpeaker(speaker));
  };
  const before = colours(() => null);
  expect(new Set(before).size).toBe(speakers.length);
  for (let set = 0; set < 50; set += 1) expect(colours((place) => `voice-${String(set)}-${String(place)}`)).toEqual(before);
});

it('a segment has its speaker’s colour, that of its voice where the speaker has another, and none without a voice', () => {
  const segments = [segment(0, 'KEEPER', 'anna'), segment(1, 'KEEPER', 'ben'), segment(2, 'KEEPER'), segment(3, null, 'anna')];
  const { ofSpeaker, ofSegment } = dubColours(segments);
  expect(segments.map((one) => ofSegment(one))).toEqual([ofSpeaker('KEEPER'), voiceColour('ben'), undefined, voiceColour('anna')]);
});
