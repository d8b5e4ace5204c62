import { measureEnvelope } from '#main/media/repair/envelope.ts';
import { repairSpeech } from '../helpers/repaired-speech.ts';
import type { Bench } from './run.ts';

/** Root mean square of what is spoken, in decibels: another measure than the one that levels are matched by. */
function levelOf(samples: Int16Array): number {
  const { levels, threshold } = measureEnvelope(samples);
  const spoken = levels.filter((level) => level >= threshold);
  return 10 * Math.log10(spoken.reduce((sum, level) => sum + level * level, 0) / spoken.length);
}

export default {
  name: 'seam-level: step of level between a sentence that was generated again and the one that it replaces, decibels; the worst of all',
  atMost: 1,
  run: async () => {
    const steps = (await repairSpeech()).map(({ result, part, replaced }) =>
      Math.abs(levelOf(result.subarray(part.from, part.to)) - levelOf(replaced)),
    );
    return { ours: Math.max(...steps), peer: 1 };
  },
} satisfies Bench;
