import { requireVoices, speakByFestival } from '../helpers/other-voices.ts';
import { spokenTexts } from '../helpers/spoken-texts.ts';
import { measureWordErrors, type Spoken } from '../helpers/word-errors.ts';
import type { Bench } from './run.ts';

const voices = ['kal_diphone', 'ked_diphone', 'cmu_us_slt_arctic_hts'];

function* speeches(): Generator<Spoken> {
  requireVoices({ festival: voices });
  for (const text of spokenTexts['en']!)
    for (const voice of voices)
      for (const stretch of [0.85, 1, 1.15]) yield { text, language: 'en', speech: speakByFestival(text, voice, stretch) };
}

export default {
  name: 'word-times-festival: errors of word starts in voices of Festival with noise at 20 dB, against 25 (median) or 100 (90th percentile); milliseconds',
  atMost: 1,
  run: () => measureWordErrors(speeches(), { median: 25, ninetieth: 100 }),
} satisfies Bench;
