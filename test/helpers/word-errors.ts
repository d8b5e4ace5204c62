import { alignWords } from '#main/media/alignment/align.ts';
import { measureRecording } from '#main/media/alignment/measured-recording.ts';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import type { TimedSpeech } from './other-voices.ts';

/** A text, its language, and somebody else's speech of it. */
export interface Spoken {
  text: string;
  language: string;
  speech: TimedSpeech;
}

/** Errors of word starts that are wanted at most, in milliseconds. */
interface Wanted {
  median: number;
  ninetieth: number;
}

/** The errors of all words: of median and 90th percentile the one that is nearer to what is wanted, or beyond it. */
export async function measureWordErrors(
  speeches: Iterable<Spoken>,
  { median, ninetieth }: Wanted,
): Promise<{ ours: number; peer: number }> {
  const voice = await ReferenceVoice.start();
  const errors: number[] = [];
  for (const { text, language, speech } of speeches)
    alignWords(measureRecording(withNoise(speech)), text, language, voice).forEach(({ startMs }, index) => {
      const start = speech.starts[index];
      if (start !== undefined) errors.push(Math.abs(startMs - start));
    });
  errors.sort((left, right) => left - right);
  const at = (share: number): number => errors[Math.floor(errors.length * share)]!;
  const [middle, tail] = [at(0.5), at(0.9)];
  return middle / median > tail / ninetieth ? { ours: middle, peer: median } : { ours: tail, peer: ninetieth };
}

/** White noise, 20 dB below the speech. */
function withNoise({ samples, sampleRate }: TimedSpeech): { samples: Float32Array; sampleRate: number } {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const amplitude = Math.sqrt((power / 100) * 3);
  let seed = 1;
  const random = (): number => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
  return { samples: samples.map((sample) => sample + amplitude * random()), sampleRate };
}
