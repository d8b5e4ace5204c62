import { repairSpeech } from '../helpers/repaired-speech.ts';
import { measureSeams } from '../helpers/spoken-sound.ts';
import type { Bench } from './run.ts';

export default {
  name: 'seam-click: largest step between two samples at the seams of repaired takes, by the 99.9th percentile of their take; the worst seam',
  atMost: 1,
  run: async () => {
    const seams = (await repairSpeech()).map(({ base, result, part }) => measureSeams(base, result, part));
    const worst = seams.reduce((one, other) => (other.click / other.step > one.click / one.step ? other : one));
    return { ours: worst.click, peer: worst.step };
  },
} satisfies Bench;
