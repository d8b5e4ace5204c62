import { alignAndCheck } from '#main/media/alignment/align.ts';
import { measureRecording } from '#main/media/alignment/measured-recording.ts';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { heldOutTexts } from '../helpers/held-out-texts.ts';
import { recordByFestival, recordByFlite, requireVoices } from '../helpers/other-voices.ts';
import type { Bench } from './run.ts';

const voices = [
  (text: string) => recordByFlite(text, 'slt'),
  (text: string) => recordByFlite(text, 'rms'),
  (text: string) => recordByFlite(text, 'awb'),
  (text: string) => recordByFestival(text, 'kal_diphone'),
  (text: string) => recordByFestival(text, 'cmu_us_slt_arctic_hts'),
];

/** 100 recordings with their own text and 100 with another one of about the same length. A right text that is refused counts as all wrong ones. */
async function run(): Promise<{ ours: number; peer: number }> {
  requireVoices({ flite: true, festival: ['kal_diphone', 'cmu_us_slt_arctic_hts'] });
  const reference = await ReferenceVoice.start();
  const byLength = heldOutTexts.toSorted((one, other) => one.length - other.length);
  let [found, refused] = [0, 0];
  for (const [index, text] of byLength.entries())
    for (const [number, record] of voices.entries()) {
      const recording = measureRecording(record(text));
      const isMatch = (other: string): boolean => alignAndCheck(recording, other, 'en', reference).isMatch;
      const step = 1 + (number % 3);
      const wrong = byLength[index + step] ?? byLength[index - step]!;
      if (!isMatch(text)) refused++;
      if (!isMatch(wrong)) found++;
    }
  return { ours: refused > 0 ? 0 : found, peer: 100 };
}

export default {
  name: 'word-times-mismatch: of 100 texts that the recording does not say, those that are found, none of 100 right ones being refused; against 100',
  atLeast: 0.95,
  run,
} satisfies Bench;
