import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { frameRate } from '../alignment/windows.ts';
import { averageSpeech, findRuns, quantile, type SpeechLevels } from './speech-levels.ts';

/** What is this far below the speech is a pause, in decibels. */
const pauseBelow = 25;
/** Frames of a pause that is too long. */
const longPause = 150;
/** The last frame of speech that has ended is quieter than this, in decibels below the speech. */
const endBelow = 14;
/** Frames of silence that an encoder adds, at most. */
const longestPadding = 8;
/** A level step: frames of speech on either side of it, at least and at most, and decibels; little speech varies more. */
const stepFrames = { least: 50, most: 120 };
const leastStepDb = { between: 5.5, nearEnds: 6.8 };
/**
 * The same where the levels of the phonemes are known. `byChance`: a step counts by what its frames on both sides would differ by chance, of which single
 * frames differ by this many decibels. `leastHeard`: of the sound itself; `leastBoth`: of that and by the phonemes together.
 */
const knownStep = { least: 40, most: 200, byChance: 10, leastChances: 3.1, leastDb: 4, leastHeard: 3.5, leastBoth: 9 };
/** Share of the speech whose phonemes must be known. */
const leastKnown = 0.7;

const toMs = (frame: number): number => Math.round((frame * 1000) / frameRate);

/** Pauses that no reader makes. */
export function findSilence({ frames, speechDb }: SpeechLevels): Finding[] {
  const quiet = Math.min(speechDb - 12, Math.max(speechDb - pauseBelow, quantile(frames, 0.1) + 3));
  return findRuns(frames.length, (frame) => (frames[frame] ?? 0) < quiet, 3)
    .filter(({ from, to }) => to - from >= longPause)
    .map(({ from, to }) => ({
      kind: 'silence',
      startMs: toMs(from),
      endMs: toMs(to),
      text: '',
      score: Math.min(1, 0.4 + (to - from) / frameRate / 10),
    }));
}

/** A take that ends while somebody speaks. `text`: its last word. */
export function findCutEnd({ frames, speechDb }: SpeechLevels, text: string): Finding[] {
  let last = frames.length;
  // Encoders add a little silence that nobody recorded.
  while (last > frames.length - longestPadding && (frames[last - 1] ?? 0) < speechDb - 50) last -= 1;
  if ((frames[last - 1] ?? -100) < speechDb - endBelow) return [];
  return [{ kind: 'truncated', startMs: Math.max(0, toMs(last) - 300), endMs: toMs(last), text, score: 0.9 }];
}

/**
 * Where the speech gets louder or quieter at once and stays so. `relative`: decibels of each frame by what the voice says its phoneme with. Where that is
 * known, a step must show there too: a sentence with its loud phonemes first gets quieter by itself.
 */
export function findLevelSteps({ frames, speechDb }: SpeechLevels, relative?: Float32Array): Finding[] {
  const spoken = Array.from(frames.keys()).filter((frame) => (frames[frame] ?? -100) >= speechDb - 25);
  const known = spoken.filter((frame) => !Number.isNaN(relative?.[frame] ?? NaN));
  const steps =
    relative !== undefined && known.length > 0 && known.length >= leastKnown * spoken.length
      ? findKnownSteps(known, relative, frames)
      : findSteps(spoken, (some) => averageSpeech(Float32Array.from(some, (frame) => frames[frame] ?? -100)), leastStepDb);
  return steps.map(({ at, louder }) => ({
    kind: 'level',
    startMs: Math.max(0, toMs(at) - 250),
    endMs: Math.min(toMs(frames.length), toMs(at) + 250),
    text: '',
    score: Math.min(1, Math.abs(louder) / 15),
    difference: louder,
  }));
}

interface Step {
  at: number;
  /** Decibels that it is louder from there on. */
  louder: number;
}

/** The clearest steps that do not lie within each other's reach. */
function findKnownSteps(known: readonly number[], relative: Float32Array, levels: Float32Array): Step[] {
  const sums = new Float64Array(known.length + 1);
  known.forEach((frame, index) => (sums[index + 1] = (sums[index] ?? 0) + (relative[frame] ?? 0)));
  const mean = (from: number, to: number): number => ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  const heard = (from: number, to: number): number =>
    averageSpeech(Float32Array.from(known.slice(from, to), (frame) => levels[frame] ?? -100));
  const { least, most, byChance, leastChances, leastDb, leastHeard, leastBoth } = knownStep;
  const possible: { middle: number; chances: number; louder: number }[] = [];
  for (let middle = least; middle + least <= known.length; middle += 5) {
    const [from, to] = [Math.max(0, middle - most), Math.min(known.length, middle + most)];
    const change = mean(middle, to) - mean(from, middle);
    const db = Math.abs(change);
    const chances = db / (byChance * Math.sqrt(1 / (middle - from) + 1 / (to - middle)));
    if (chances < leastChances || db < leastDb) continue;
    const heardDb = (heard(middle, to) - heard(from, middle)) * Math.sign(change);
    if (heardDb >= leastHeard && heardDb + db >= leastBoth) possible.push({ middle, chances, louder: change });
  }
  const clearest: typeof possible = [];
  for (const step of possible.sort((one, other) => other.chances - one.chances))
    if (clearest.every(({ middle }) => Math.abs(middle - step.middle) > most)) clearest.push(step);
  return clearest.map(({ middle, louder }) => ({ at: known[middle] ?? 0, louder }));
}

/** `levelOf`: of some of the frames. */
function findSteps(spoken: readonly number[], levelOf: (some: readonly number[]) => number, least: typeof leastStepDb): Step[] {
  const steps: Step[] = [];
  for (let middle = stepFrames.least; middle + stepFrames.least <= spoken.length; middle += 5) {
    const before = levelOf(spoken.slice(Math.max(0, middle - stepFrames.most), middle));
    const louder = levelOf(spoken.slice(middle, middle + stepFrames.most)) - before;
    const db = Math.abs(louder);
    const isNearEnds = middle < stepFrames.most || middle + stepFrames.most > spoken.length;
    const at = spoken[middle] ?? 0;
    const last = steps.at(-1);
    if (db < (isNearEnds ? least.nearEnds : least.between)) continue;
    if (last === undefined || at - last.at > stepFrames.most) steps.push({ at, louder });
    else if (db > Math.abs(last.louder)) Object.assign(last, { at, louder });
  }
  return steps;
}
