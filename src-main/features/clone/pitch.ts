import { findMedian } from '#shared/sound/pitch-meter.ts';

/** Semitones between the middles of two groups, at least, that one speaker seldom goes over. */
const gapSemitones = 5;
/** The gap against the spread within the groups. An even spread, parted in two, comes to 3.5; a normal one to 2.7. */
const gapBySpread = 4.5;
const leastShare = 0.15;
const leastSeconds = 3;

/**
 * Two ranges of pitch that keep apart, from the median of each second: two speakers, or one who plays two. A single lively voice fills the
 * room between its lowest and its highest; two voices leave a gap.
 */
export function twoRanges(hertz: readonly number[]): { low: number; high: number; share: number } | null {
  const tones = hertz.filter((value) => value > 0).map((value) => 12 * Math.log2(value / 100));
  if (tones.length < 2 * leastSeconds) return null;
  const sorted = tones.toSorted((one, other) => one - other);
  // The best place to part them is where the spread within both halves is least: tried at every place, in one pass.
  const sums = sorted.map(() => 0);
  const squares = sorted.map(() => 0);
  let [sum, square] = [0, 0];
  sorted.forEach((tone, index) => {
    sum += tone;
    square += tone * tone;
    sums[index] = sum;
    squares[index] = square;
  });
  let best: { cut: number; within: number } | undefined;
  for (let cut = leastSeconds; cut <= sorted.length - leastSeconds; cut += 1) {
    const [lowSum = 0, lowSquare = 0] = [sums[cut - 1], squares[cut - 1]];
    const within = lowSquare - lowSum ** 2 / cut + (square - lowSquare) - (sum - lowSum) ** 2 / (sorted.length - cut);
    if (best === undefined || within < best.within) best = { cut, within };
  }
  if (best === undefined) return null;
  const { cut, within } = best;
  const lowMean = (sums[cut - 1] ?? 0) / cut;
  const highMean = (sum - (sums[cut - 1] ?? 0)) / (sorted.length - cut);
  const spread = Math.sqrt(Math.max(within, 0) / sorted.length);
  const share = Math.min(cut, sorted.length - cut) / sorted.length;
  const gap = highMean - lowMean;
  if (gap < gapSemitones || gap < gapBySpread * spread || share < leastShare) return null;
  const toHertz = (tone: number): number => 100 * 2 ** (tone / 12);
  return { low: toHertz(findMedian(sorted.slice(0, cut))), high: toHertz(findMedian(sorted.slice(cut))), share };
}
