import { newSegment, type DubTake, type Segment } from '#shared/dubbing/timeline.ts';

export const second = 48_000;
export const spoken = 'The lamp is lit at seven and it burns until the morning.';

/** A segment of four seconds that begins at a second of the video. */
export const lineAt = (id: string, start: number, change: Partial<Segment> = {}): Segment => ({
  ...newSegment([], id, start * second),
  end: (start + 4) * second,
  text: spoken,
  voiceId: 'anna',
  ...change,
});

/** A take of exactly what a segment says. `letter`: of its id. */
export const takeFor = ({ text, voiceId, modelId, speed }: Segment, samples: number, letter = 'a'): DubTake => ({
  id: `${letter.repeat(64)}.wav`,
  text,
  voiceId: voiceId ?? '',
  modelId,
  speed,
  contentType: 'audio/wav',
  bytes: samples * 2,
  samples,
});
