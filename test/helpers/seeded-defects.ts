import { execFileSync } from 'node:child_process';
import type { PickupKind } from '#shared/narration/pickup-kinds.ts';
import { averageSpeech, measureLevels } from '#main/media/proof/speech-levels.ts';
import type { TimedSpeech } from './other-voices.ts';

type Sound = Pick<TimedSpeech, 'samples' | 'sampleRate'>;

/** Speech with one thing wrong in it, which lies between these times. */
export interface DefectiveSpeech extends Sound {
  kind: PickupKind;
  startMs: number;
  endMs: number;
}

/** What speaks: the text, with the true start of each of its tokens where `timed`. */
export interface Speaker {
  record: (text: string) => Promise<Sound>;
  speak: (text: string) => Promise<TimedSpeech>;
}

export type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

export const defects = [
  'word deleted from the sound',
  'word left out',
  'word repeated',
  'phrase repeated',
  'another word',
  'cut end',
  'pause',
  'burst of noise',
  'hum',
  'fast',
  'slow',
  'gain step',
  'clipped',
] as const;
export type Defect = (typeof defects)[number];

/** What decides where a defect lies, how strong it is, and which words are said in place of others. */
export interface Seed {
  random: Random;
  otherWords: readonly string[];
}

/** `text` as this speaker says it, with a defect. */
export async function seedDefect(defect: Defect, text: string, speaker: Speaker, { random, otherWords }: Seed): Promise<DefectiveSpeech> {
  const tokens = text.split(' ');
  const word = pickWord(tokens, random);
  const speech = await speaker.speak(text);
  const [fromMs, toMs] = [speech.starts[word] ?? 0, speech.starts[word + 1] ?? 0];
  const place = (kind: PickupKind, startMs = fromMs, endMs = toMs) => ({ kind, startMs, endMs, sampleRate: speech.sampleRate });
  const wholeMs = (speech.samples.length * 1000) / speech.sampleRate;
  const index = (ms: number): number => Math.round((ms * speech.sampleRate) / 1000);
  const recorded = (words: readonly string[]) => speaker.record(words.join(' '));
  switch (defect) {
    case 'word deleted from the sound':
      return { ...place('missing-words', fromMs, fromMs), samples: splice(speech.samples, index(fromMs), index(toMs), new Float32Array()) };
    case 'word left out':
      return { ...place('missing-words', fromMs, fromMs), ...(await recorded(tokens.filter((_, at) => at !== word))) };
    case 'word repeated':
    case 'phrase repeated': {
      const end = Math.min(tokens.length - 1, word + (defect === 'word repeated' ? 1 : 3));
      const endMs = speech.starts[end] ?? toMs;
      return {
        ...place('repeated-words', fromMs, 2 * endMs - fromMs),
        ...(await recorded([...tokens.slice(0, end), ...tokens.slice(word)])),
      };
    }
    case 'another word': {
      const other = otherWords[Math.floor(random() * otherWords.length)] ?? '';
      return { ...place('other-words'), ...(await recorded(tokens.map((token, at) => (at === word ? other : token)))) };
    }
    case 'cut end': {
      const at = findLoud(speech, index(wholeMs * (0.8 + 0.12 * random())));
      const endMs = (at * 1000) / speech.sampleRate;
      return { ...place('truncated', endMs, endMs), samples: speech.samples.slice(0, at) };
    }
    case 'pause': {
      const pause = new Float32Array(index(2000 + 1000 * random()));
      const samples = splice(speech.samples, index(fromMs), index(fromMs), pause);
      return { ...place('silence', fromMs, fromMs + (pause.length * 1000) / speech.sampleRate), samples };
    }
    case 'burst of noise': {
      const lengthMs = 300 + 700 * random();
      const startMs = random() * (wholeMs - lengthMs);
      const loud = amplitudeOf(speech) * (0.8 + 0.8 * random()) * Math.sqrt(3);
      const samples = speech.samples.map((sample, at) =>
        at >= index(startMs) && at < index(startMs + lengthMs) ? sample + loud * (2 * random() - 1) : sample,
      );
      return { ...place('noise', startMs, startMs + lengthMs), samples };
    }
    case 'hum': {
      const [hertz, loud] = [random() < 0.5 ? 50 : 60, amplitudeOf(speech) * (0.3 + 0.3 * random())];
      const samples = speech.samples.map((sample, at) => sample + loud * Math.sin((2 * Math.PI * hertz * at) / speech.sampleRate));
      return { ...place('noise', 0, wholeMs), samples };
    }
    case 'fast':
    case 'slow': {
      const samples = changeTempo(speech, defect === 'fast' ? 1.4 : 0.7);
      return { ...place('pace', 0, (samples.length * 1000) / speech.sampleRate), samples };
    }
    case 'gain step': {
      const gain = 10 ** (((random() < 0.5 ? 1 : -1) * (6 + 3 * random())) / 20);
      const from = random() < 0.5 ? 0 : fromMs;
      const samples = speech.samples.map((sample, at) => (at >= index(from) ? sample * gain : sample));
      return { ...place('level', from, from === 0 ? wholeMs : from), samples };
    }
    case 'clipped': {
      const most = amplitudeOf(speech) * (1.2 + random());
      return { ...place('clipped', 0, wholeMs), samples: speech.samples.map((sample) => Math.max(-most, Math.min(most, sample))) };
    }
  }
}

/** Not the first or last ones, and none that a sentence pauses after. */
function pickWord(tokens: readonly string[], random: Random): number {
  const possible = tokens.flatMap((token, at) => (at > 0 && at < tokens.length - 2 && !/[.,;:]/u.test(token) ? [at] : []));
  return possible[Math.floor(random() * possible.length)] ?? 1;
}

const splice = (samples: Float32Array, from: number, to: number, middle: Float32Array): Float32Array =>
  Float32Array.from([...samples.subarray(0, from), ...middle, ...samples.subarray(to)]);

const amplitudeOf = ({ samples, sampleRate }: Sound): number => 10 ** (measureLevels(samples, sampleRate).speechDb / 20);

/** The nearest place before `at` where somebody speaks. */
function findLoud({ samples, sampleRate }: Sound, at: number): number {
  const { frames } = measureLevels(samples, sampleRate);
  const least = averageSpeech(frames) - 8;
  let frame = Math.min(frames.length - 1, Math.round((at * 100) / sampleRate));
  while (frame > 0 && (frames[frame] ?? 0) < least) frame--;
  return Math.round(((frame + 1) * sampleRate) / 100);
}

function changeTempo({ samples, sampleRate }: Sound, tempo: number): Float32Array {
  const format = ['-f', 'f32le', '-ar', String(sampleRate), '-ac', '1'];
  const out = execFileSync('ffmpeg', ['-v', 'error', ...format, '-i', '-', '-af', `atempo=${tempo}`, ...format, '-'], {
    input: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
    maxBuffer: 2 ** 28,
  });
  return new Float32Array(Uint8Array.from(out).buffer);
}
