import { averageFrames, type Frames } from './frames.ts';

/**
 * Where each frame of one recording lies in another, by dynamic time warping: the path through both with the least difference. Long recordings
 * are warped coarsely first, and then finely near that path.
 */

/** Frames: up to here the path is looked for everywhere that speeds between a half and a double can reach. */
const wholeFrames = 2500;
/** Share of the other recording on either side of the diagonal, where no coarse path is known; never less than `leastReach` frames. */
const reach = 0.2;
const leastReach = 150;
/** Frames on either side of a coarse path. */
const corridor = 120;
/** A step on in both recordings costs this much more than a step on in one of them, which is half of a path's length. */
const diagonalCost = 1.3;
const shrinking = 4;

/** Which recording a step of the path goes on in. */
const [both, onlyFirst, onlySecond] = [0, 1, 2];

/** For each frame of `first`, its place in `second`, in frames with fractions; it never runs backwards. */
export function warp(first: Frames, second: Frames): Float64Array {
  if (Math.max(first.count, second.count) <= wholeFrames) {
    const width = Math.max(leastReach, Math.round(reach * second.count));
    return findPath(first, second, (frame) => Math.round(((frame + 0.5) * second.count) / first.count), width);
  }
  const coarse = warp(averageFrames(first, shrinking), averageFrames(second, shrinking));
  const centre = (frame: number): number => {
    const at = Math.min(coarse.length - 1, Math.floor(frame / shrinking));
    return Math.round(((coarse[at] ?? 0) + 0.5) * shrinking);
  };
  return findPath(first, second, centre, corridor);
}

/** Looks `width` frames on either side of `centre` in `second`. */
function findPath(first: Frames, second: Frames, centre: (frame: number) => number, width: number): Float64Array {
  const rows: { low: number; steps: Uint8Array }[] = [];
  let before = new Float64Array(second.count + 1).fill(Infinity);
  let now = new Float64Array(second.count + 1).fill(Infinity);
  before[0] = 0;
  let [lowBefore, highBefore] = [0, 0];
  for (let row = 1; row <= first.count; row++) {
    const middle = centre(row - 1) + 1;
    // The corridor goes on without a gap, from the first frames of both to the last.
    const low = row === 1 ? 1 : Math.max(1, Math.min(middle - width, highBefore));
    const high = row === first.count ? second.count : Math.min(second.count, Math.max(middle + width, low));
    const steps = new Uint8Array(high - low + 1);
    now[low - 1] = Infinity;
    for (let column = low; column <= high; column++) {
      const difference = distance(first, row - 1, second, column - 1);
      let step = both;
      let least =
        column - 1 >= lowBefore && column - 1 <= highBefore ? (before[column - 1] ?? Infinity) + difference * diagonalCost : Infinity;
      const alongFirst = column >= lowBefore && column <= highBefore ? (before[column] ?? Infinity) + difference : Infinity;
      if (alongFirst < least) [least, step] = [alongFirst, onlyFirst];
      const alongSecond = (now[column - 1] ?? Infinity) + difference;
      if (alongSecond < least) [least, step] = [alongSecond, onlySecond];
      now[column] = least;
      steps[column - low] = step;
    }
    rows.push({ low, steps });
    [before, now] = [now, before];
    [lowBefore, highBefore] = [low, high];
  }
  return followBack(rows, second.count);
}

function distance(first: Frames, one: number, second: Frames, other: number): number {
  const { width } = first;
  let [left, right] = [one * width, other * width];
  let sum = 0;
  for (const end = left + width; left < end; left++, right++) {
    const difference = (first.values[left] ?? 0) - (second.values[right] ?? 0);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

function followBack(rows: readonly { low: number; steps: Uint8Array }[], columns: number): Float64Array {
  const places = new Float64Array(rows.length);
  let [row, column] = [rows.length, columns];
  let last = true;
  while (row > 0 && column > 0) {
    if (last) places[row - 1] = column - 1;
    const looked = rows[row - 1];
    const step = looked?.steps[column - looked.low] ?? both;
    last = step !== onlySecond;
    if (step !== onlySecond) row--;
    if (step !== onlyFirst) column--;
  }
  return places;
}
