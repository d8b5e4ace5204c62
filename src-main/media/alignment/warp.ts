import { averageFrames, findDistance, type Frames } from './frames.ts';
import type { Report } from './progress.ts';

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
export function warp(first: Frames, second: Frames, report: Report = () => undefined): Float64Array {
  if (Math.max(first.count, second.count) <= wholeFrames) {
    const width = Math.max(leastReach, Math.round(reach * second.count));
    return findPath(first, second, { centre: (frame) => Math.round(((frame + 0.5) * second.count) / first.count), width, report });
  }
  const coarse = warp(averageFrames(first, shrinking), averageFrames(second, shrinking));
  const centre = (frame: number): number => {
    const at = Math.min(coarse.length - 1, Math.floor(frame / shrinking));
    return Math.round(((coarse[at] ?? 0) + 0.5) * shrinking);
  };
  return findPath(first, second, { centre, width: corridor, report });
}

/** Rows between two reports. */
const rowsByReport = 1000;

interface Corridor {
  centre: (frame: number) => number;
  width: number;
  report: Report;
}

/** Looks `width` frames on either side of `centre` in `second`. */
function findPath(first: Frames, second: Frames, { centre, width, report }: Corridor): Float64Array {
  const taken = new Steps(first.count);
  let before = new Float64Array(second.count + 1).fill(Infinity);
  let now = new Float64Array(second.count + 1).fill(Infinity);
  before[0] = 0;
  let [lowBefore, highBefore] = [0, 0];
  for (let row = 1; row <= first.count; row++) {
    const middle = centre(row - 1) + 1;
    // The corridor goes on without a gap, from the first frames of both to the last.
    const low = row === 1 ? 1 : Math.max(1, Math.min(middle - width, highBefore));
    const high = row === first.count ? second.count : Math.min(second.count, Math.max(middle + width, low));
    const start = taken.begin(row - 1, low, high);
    now[low - 1] = Infinity;
    for (let column = low; column <= high; column++) {
      const difference = findDistance(first, row - 1, second, column - 1);
      let step = both;
      let least =
        column - 1 >= lowBefore && column - 1 <= highBefore ? (before[column - 1] ?? Infinity) + difference * diagonalCost : Infinity;
      const alongFirst = column >= lowBefore && column <= highBefore ? (before[column] ?? Infinity) + difference : Infinity;
      if (alongFirst < least) [least, step] = [alongFirst, onlyFirst];
      const alongSecond = (now[column - 1] ?? Infinity) + difference;
      if (alongSecond < least) [least, step] = [alongSecond, onlySecond];
      now[column] = least;
      taken.write(start + column, step);
    }
    if (row % rowsByReport === 0) report(row / first.count);
    [before, now] = [now, before];
    [lowBefore, highBefore] = [low, high];
  }
  return followBack(taken, first.count, second.count);
}

/** Places of the rows that are kept in one block. */
const placesOfBlock = 1 << 22;

/** The step that each place of the rows was come to by, four to a byte: rows of long recordings are many. */
class Steps {
  readonly #lows: Int32Array;
  /** Where each row begins among all places. */
  readonly #starts: Float64Array;
  readonly #blocks: Uint8Array[] = [];
  #places = 0;

  constructor(rows: number) {
    this.#lows = new Int32Array(rows);
    this.#starts = new Float64Array(rows);
  }

  /** A row from column `low` to column `high`; answers what a column's number is added to for its place. */
  begin(row: number, low: number, high: number): number {
    this.#lows[row] = low;
    this.#starts[row] = this.#places;
    this.#places += high - low + 1;
    while (this.#blocks.length * placesOfBlock < this.#places) this.#blocks.push(new Uint8Array(placesOfBlock / 4));
    return (this.#starts[row] ?? 0) - low;
  }

  write(place: number, step: number): void {
    const block = this.#blocks[place >>> 22];
    const [at, shift] = [(place & (placesOfBlock - 1)) >> 2, (place & 3) * 2];
    if (block !== undefined) block[at] = (block[at] ?? 0) | (step << shift);
  }

  read(row: number, column: number): number {
    const place = (this.#starts[row] ?? 0) + column - (this.#lows[row] ?? 0);
    const block = this.#blocks[place >>> 22];
    return ((block?.[(place & (placesOfBlock - 1)) >> 2] ?? 0) >> ((place & 3) * 2)) & 3;
  }
}

function followBack(taken: Steps, rows: number, columns: number): Float64Array {
  const places = new Float64Array(rows);
  let [row, column] = [rows, columns];
  let last = true;
  while (row > 0 && column > 0) {
    if (last) places[row - 1] = column - 1;
    const step = taken.read(row - 1, column);
    last = step !== onlySecond;
    if (step !== onlySecond) row--;
    if (step !== onlyFirst) column--;
  }
  return places;
}
