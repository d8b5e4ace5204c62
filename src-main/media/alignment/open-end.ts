import { averageFrames, cutFrames, findDistance, type Frames } from './frames.ts';

/**
 * Where a recording ends in a reference that goes on: the place up to which the reference costs least to find in the recording, by the length of the path.
 */

/** Nobody speaks more than so many times as fast as the reference voice. */
const fastest = 2;
/** Frames of the recording that are compared with all of the reference; of a longer one, neighbouring frames are taken together first. */
const mostFrames = 2500;

/** The number of frames of `reference` that `recording` has. Nothing is known of its beginning: both begin together. */
export function findEnd(reference: Frames, recording: Frames): number {
  const shrinking = Math.max(1, Math.ceil(recording.count / mostFrames));
  const spoken = averageFrames(cutFrames(reference, 0, recording.count * fastest), shrinking);
  return Math.min(reference.count, (findCheapestEnd(spoken, averageFrames(recording, shrinking)) + 1) * shrinking);
}

/** The row of the reference at which a path through the whole recording costs least, by its length. */
function findCheapestEnd(spoken: Frames, recorded: Frames): number {
  const [rows, columns] = [spoken.count, recorded.count];
  let before = new Float64Array(columns + 1).fill(Infinity);
  let now = new Float64Array(columns + 1).fill(Infinity);
  before[0] = 0;
  let [best, least] = [0, Infinity];
  for (let row = 0; row < rows; row++) {
    now[0] = Infinity;
    for (let column = 1; column <= columns; column++) {
      const difference = findDistance(spoken, row, recorded, column - 1);
      const onlyOne = Math.min(before[column] ?? Infinity, now[column - 1] ?? Infinity) + difference;
      now[column] = Math.min(onlyOne, (before[column - 1] ?? Infinity) + 2 * difference);
    }
    const cost = (now[columns] ?? Infinity) / (row + 1 + columns);
    if (cost < least) [best, least] = [row, cost];
    [before, now] = [now, before];
  }
  return best;
}
