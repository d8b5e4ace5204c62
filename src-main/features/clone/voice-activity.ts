import { maximumCuts } from '#shared/clone/clean-up.ts';

/** What was found out of each hundredth of a second. */
export interface VoiceFrames {
  /** How probable a voice is, 0 to 255. */
  voice: Uint8Array;
  /** Level in half decibels below full scale, 255 for silence. */
  level: Uint8Array;
}

/** Frames, `from` up to but without `to`. */
interface Stretch {
  from: number;
  to: number;
}

/** From this on a frame is a voice. */
const voiced = 0.6 * 255;
/** A voice is not softer than the loudest twentieth of the sound by more than this, in half decibels. */
const underLoudest = 80;
/** The level of a voice ranges this far within a second; noise, hum and tones hold theirs. Half decibels. */
const leastRange = 12;
const aroundFrames = 50;
const steadyStep = 10;
/** Frames of a voice that are more than a click. */
const leastVoiced = 4;
/** All that is said must come to this many frames. */
const leastSpeech = 15;
/** A gap within a word, in frames. */
const wordGap = 6;
/** Soft sounds at the ends of words are louder than the noise by this, in half decibels, and last this long at most, in frames. */
const overNoise = 12;
const longestEnd = 60;
/** Frames that are kept before and after what is said, where a soft sound ends that neither shows in noise: 0.6 seconds of a pause stay. */
export const air = { before: 20, after: 40 } as const;
/** Less is not worth a cut, in frames. */
const shortestCut = 5;

/**
 * What is to be kept of a sound so that no pause is longer than 0.6 seconds, in frames; empty where nobody speaks. A voice is where the model hears
 * one and the level moves as speech does; its words reach as far as what is louder than the noise beside it, for the model misses soft consonants.
 */
export function findKept({ voice, level }: VoiceFrames): Stretch[] {
  const spoken = join(
    runs(findVoiced({ voice, level })).filter(({ from, to }) => to - from >= leastVoiced),
    wordGap,
  );
  if (spoken.reduce((sum, { from, to }) => sum + to - from, 0) < leastSpeech) return [];
  const threshold = noiseLevel(level) - overNoise;
  const whole = spoken.map(({ from, to }) => ({
    from: Math.max(0, reach(level, threshold, from, -1) - air.before),
    to: Math.min(level.length, reach(level, threshold, to - 1, 1) + 1 + air.after),
  }));
  return withLongestCuts(join(whole, shortestCut));
}

/** 1 for each frame that is a voice. */
function findVoiced({ voice, level }: VoiceFrames): Uint8Array {
  const loudest = level.toSorted()[Math.floor(level.length * 0.05)] ?? 0;
  const likely = voice.map((probability, frame) => (probability >= voiced && (level[frame] ?? 255) <= loudest + underLoudest ? 1 : 0));
  const moves = findMoving(likely, level);
  return likely.map((one, frame) => one & (moves[frame] ?? 0));
}

/** 1 for each frame within half a second of which a voice moves as speech does. */
function findMoving(likely: Uint8Array, level: Uint8Array): Uint8Array {
  const moves = new Uint8Array(level.length);
  for (let at = 0; at < level.length; at += steadyStep) {
    const [from, to] = [Math.max(0, at - aroundFrames), at + aroundFrames];
    const around = level
      .subarray(from, to)
      .filter((_, index) => likely[from + index] === 1)
      .sort();
    const loud = around[Math.floor(around.length * 0.1)] ?? 0;
    const soft = around[Math.floor(around.length * 0.9)] ?? 0;
    if (soft - loud >= leastRange) moves.fill(1, from, to);
  }
  return moves;
}

function runs(marks: Uint8Array): Stretch[] {
  const found: Stretch[] = [];
  let from = -1;
  for (let frame = 0; frame <= marks.length; frame += 1) {
    if (marks[frame] === 1) {
      if (from < 0) from = frame;
    } else if (from >= 0) {
      found.push({ from, to: frame });
      from = -1;
    }
  }
  return found;
}

/** Stretches that are not further apart than `gap` are one. */
function join(stretches: readonly Stretch[], gap: number): Stretch[] {
  const joined: Stretch[] = [];
  for (const { from, to } of stretches) {
    const last = joined.at(-1);
    if (last && from - last.to <= gap) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The softest tenth of what is not silence, in half decibels below full scale. */
function noiseLevel(level: Uint8Array): number {
  const sounding = level.filter((one) => one < 180).sort();
  return sounding[Math.floor(sounding.length * 0.9)] ?? 180;
}

/** The last frame in a direction that belongs to the word at `frame`. */
function reach(level: Uint8Array, threshold: number, frame: number, direction: 1 | -1): number {
  let last = frame;
  for (let step = 1; step <= longestEnd; step += 1) {
    const at = frame + direction * step;
    if (at < 0 || at >= level.length || Math.abs(at - last) > wordGap) break;
    if ((level[at] ?? 255) < threshold) last = at;
  }
  return last;
}

/** A list has a bound: beyond it the shortest pauses stay as they are. */
function withLongestCuts(stretches: readonly Stretch[]): Stretch[] {
  if (stretches.length <= maximumCuts + 1) return [...stretches];
  const gaps = stretches.slice(1).map(({ from }, index) => ({ index: index + 1, length: from - (stretches[index]?.to ?? 0) }));
  const cut = new Set(
    gaps
      .sort((one, other) => other.length - one.length)
      .slice(0, maximumCuts)
      .map(({ index }) => index),
  );
  const left: Stretch[] = [];
  for (const [index, { from, to }] of stretches.entries()) {
    const last = left.at(-1);
    if (last && !cut.has(index)) last.to = to;
    else left.push({ from, to });
  }
  return left;
}
