import { requireVoices, speakByFlite } from '../helpers/other-voices.ts';
import { spokenTexts } from '../helpers/spoken-texts.ts';
import { measureWordErrors, type Spoken } from '../helpers/word-errors.ts';
import type { Bench } from './run.ts';

function* speeches(): Generator<Spoken> {
  requireVoices({ flite: true });
  for (const text of spokenTexts['en']!)
    for (const voice of ['slt', 'rms', 'awb', 'kal16'])
      for (const stretch of [0.85, 1, 1.15]) yield { text, language: 'en', speech: speakByFlite(text, voice, stretch) };
}

export default {
  name: 'word-times-flite: errors of word starts in voices of Flite with noise at 20 dB, against 20 (median) or 80 (90th percentile); milliseconds',
  atMost: 1,
  run: () => measureWordErrors(speeches(), { median: 20, ninetieth: 80 }),
} satisfies Bench;
