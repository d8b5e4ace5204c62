import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleaning } from '#main/features/clone/cleaning.ts';
import { frameSamples, readVoice } from '#main/features/clone/cleaning-files.ts';
import { findKept } from '#main/features/clone/voice-activity.ts';
import {
  inNoise,
  levelsOf,
  makeNoise,
  noiseColours,
  requireNoisySpeech,
  speakCleanly,
  toPcm,
  type CleanSpeech,
} from '../helpers/noisy-speech.ts';
import type { Bench } from './run.ts';

const pause = 2 * 48_000;

/** Sentences with two seconds of silence around each, and where each word begins and each sentence ends. */
function withPauses(speeches: readonly CleanSpeech[]): { samples: Float32Array; whole: { from: number; to: number }[] } {
  const whole: { from: number; to: number }[] = [];
  const samples = new Float32Array(speeches.reduce((sum, one) => sum + one.samples.length + pause, pause));
  let at = pause;
  for (const { samples: speech, starts } of speeches) {
    const levels = levelsOf(speech);
    const said = Math.max(...levels) - 40;
    const end = levels.findLastIndex((level) => level > said) + 1;
    for (const [index, start] of starts.entries())
      whole.push({
        from: at + start,
        to: at + (index + 1 < starts.length ? start + frameSamples : end * frameSamples),
      });
    samples.set(speech, at);
    at += speech.length + pause;
  }
  return { samples, whole };
}

async function keptOf(samples: Float32Array): Promise<{ from: number; to: number }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  try {
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('pcm'), toPcm(samples));
    const cleaning = await Cleaning.begin({ pcm: at('pcm'), reduced: at('reduced'), voice: at('voice') });
    for (let share = 0; share < 1;) {
      const { done, total } = cleaning.step();
      share = done / total;
    }
    cleaning.free();
    return findKept(readVoice(at('voice'), { from: 0, to: samples.length })).map(({ from, to }) => ({
      from: from * frameSamples,
      to: to * frameSamples,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Words whose beginning, and of the last of a sentence its end, is kept, of all. No less than half of the silence must have gone. */
async function run(): Promise<{ ours: number; peer: number }> {
  requireNoisySpeech();
  const speeches = await speakCleanly();
  let [kept, words] = [0, 0];
  for (const voice of new Set(speeches.map(({ name }) => name))) {
    const own = speeches.filter(({ name }) => name === voice);
    const { samples, whole } = withPauses(own);
    for (const colour of noiseColours)
      for (const decibels of [10, 20, 80]) {
        const stretches = await keptOf(inNoise(samples, makeNoise(colour, 30), decibels));
        kept += whole.filter(({ from, to }) => stretches.some((stretch) => stretch.from <= from && to <= stretch.to)).length;
        words += whole.length;
        const cut = samples.length - stretches.reduce((sum, { from, to }) => sum + to - from, 0);
        if (cut < ((own.length + 1) * pause) / 2)
          throw new Error(`${voice} in ${colour} noise at ${decibels} dB: ${(cut / 48_000).toFixed(1)} s of silence was cut.`);
      }
  }
  return { ours: kept, peer: words };
}

export default {
  name: 'clone-trim-words: words that trimming silence leaves whole, of all; five voices in pink, brown and white noise at 10, 20 and 80 dB',
  atLeast: 1,
  run,
} satisfies Bench;
