import type { Frames } from './frames.ts';

/**
 * What it costs to find the frames of a reference in a recording, in their own order and in others. Every order has the same frames, so that the
 * difference of each pair is measured once.
 */

/** What a step that goes on in one recording alone costs besides, where somebody speaks: wrong words fit by many such steps. */
const stepCost = 2;
/** Share of a recording that a path may lie off the diagonal; never fewer than `leastReach` frames. */
const reach = 0.2;
const leastReach = 100;
/** Pairs of frames that are compared at most. */
const mostPairs = 4_000_000;

/** Costs of paths, by frame of both. */
interface OrderCosts {
  /** Of each order. */
  costs: number[];
  /** What no order is below: each frame by the one that is most like it. This much is the voices' difference, and not the words'. */
  least: number;
}

/** Whether so many frames can be compared; of longer recordings, neighbouring frames are taken together first. */
export const canCompare = (spoken: Frames, recorded: Frames): boolean => spoken.count * recorded.count <= mostPairs;

/** An order gives the frame of `spoken` at each place. */
export function findCosts(spoken: Frames, recorded: Frames, orders: readonly Int32Array[]): OrderCosts {
  if (spoken.count === 0 || recorded.count === 0) return { costs: orders.map(() => 0), least: 0 };
  const differences = measureDifferences(spoken, recorded);
  return {
    costs: orders.map((order) => findCost(order, { differences, spoken, recorded })),
    least: findLeast(differences, spoken.count, recorded.count),
  };
}

/** Of each frame of `spoken`, by row, and each of `recorded`. */
function measureDifferences(spoken: Frames, recorded: Frames): Float32Array {
  const { width } = spoken;
  const [left, right] = [spoken.values, recorded.values];
  const differences = new Float32Array(spoken.count * recorded.count);
  let at = 0;
  for (let row = 0; row < spoken.count; row++)
    for (let column = 0; column < recorded.count; column++) {
      let [sum, one, other] = [0, row * width, column * width];
      for (const end = one + width; one < end; one++, other++) {
        const difference = (left[one] ?? 0) - (right[other] ?? 0);
        sum += difference * difference;
      }
      differences[at++] = Math.sqrt(sum);
    }
  return differences;
}

/** The least difference of each frame to any of the other recording: the mean of both recordings' means. */
function findLeast(differences: Float32Array, rows: number, columns: number): number {
  const leastOfColumns = new Float64Array(columns).fill(Infinity);
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    let leastOfRow = Infinity;
    for (let column = 0; column < columns; column++) {
      const difference = differences[row * columns + column] ?? 0;
      if (difference < leastOfRow) leastOfRow = difference;
      if (difference < (leastOfColumns[column] ?? 0)) leastOfColumns[column] = difference;
    }
    sum += leastOfRow;
  }
  return (sum / rows + leastOfColumns.reduce((total, least) => total + least, 0) / columns) / 2;
}

interface Compared {
  differences: Float32Array;
  spoken: Frames;
  recorded: Frames;
}

/** The least cost of a path through both. */
function findCost(order: Int32Array, { differences, spoken, recorded }: Compared): number {
  const [rows, columns] = [order.length, recorded.count];
  const along = Float64Array.from(recorded.isSpeech, (is) => (is === 0 ? 0 : stepCost));
  const most = Math.max(leastReach, Math.round(reach * columns));
  let before = new Float64Array(columns + 1).fill(Infinity);
  let now = new Float64Array(columns + 1).fill(Infinity);
  before[0] = 0;
  for (let row = 1; row <= rows; row++) {
    const frame = order[row - 1] ?? 0;
    const middle = Math.round(((row - 0.5) * columns) / rows) + 1;
    const low = row === 1 ? 1 : Math.max(1, middle - most);
    const high = row === rows ? columns : Math.min(columns, middle + most);
    const start = frame * columns - 1;
    const down = spoken.isSpeech[frame] === 0 ? 0 : stepCost;
    let last = Infinity;
    let diagonal = before[low - 1] ?? Infinity;
    now[low - 1] = Infinity;
    for (let column = low; column <= high; column++) {
      const difference = differences[start + column] ?? 0;
      const above = before[column] ?? Infinity;
      let least = diagonal + 2 * difference;
      const onlyFirst = above + difference + down;
      const onlySecond = last + difference + (along[column - 1] ?? 0);
      if (onlyFirst < least) least = onlyFirst;
      if (onlySecond < least) least = onlySecond;
      now[column] = last = least;
      diagonal = above;
    }
    // The next row looks further on than this one, and never further back.
    now.fill(Infinity, high + 1);
    [before, now] = [now, before];
  }
  return (before[columns] ?? 0) / (rows + columns);
}
