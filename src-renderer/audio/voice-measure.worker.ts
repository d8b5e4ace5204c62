import { measureVoice, type VoiceMeasure } from '#shared/sound/voice-measure.ts';

/** What the worker sends: a measure, or null for silence. */
export type MeasureAnswer = VoiceMeasure | null;

/** Measures the sound that it is sent, beside the window. */
addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
  const answer: MeasureAnswer = measureVoice(data) ?? null;
  postMessage(answer);
});
