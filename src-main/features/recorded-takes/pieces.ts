import { isSaid, type CheckedWord } from '../../media/alignment/align.ts';
import { levelsPerSecond } from '../../media/recordings/decode-recording.ts';

/** What a recording says of one block. Milliseconds from the start of the recording. */
export interface Piece {
  startMs: number;
  endMs: number;
  words: readonly CheckedWord[];
  /** Whether it says the words of the block. */
  isSaid: boolean;
}

/** Of the silence around a block, at most: its pause is the block's own. Milliseconds. */
const roomMs = 150;
/** How far into a word a gap may reach: words are found to some hundredths of a second. Milliseconds. */
const looseMs = 250;
/** A frame is quiet up to this share of the way from the quiet frames to the loud ones. */
const quietLevel = 0.08;
const frameMs = 1000 / levelsPerSecond;

/**
 * Cuts a recording at the gaps between blocks. `words`: of all blocks, in order; `counts`: how many each block has, at least one; `levels`: as
 * `decodeRecording` measures them. No two pieces overlap.
 */
export function cutPieces(words: readonly CheckedWord[], counts: readonly number[], levels: Float32Array): Piece[] {
  const isQuiet = findQuiet(levels);
  const wholeMs = levels.length * frameMs;
  let at = 0;
  const blocks = counts.map((count) => words.slice(at, (at += count)));
  const gaps = [undefined, ...blocks].map((before, index) => {
    const next = blocks[index]?.[0];
    const last = before?.at(-1);
    const fromMs = last === undefined ? 0 : withinWord(last);
    const toMs = next === undefined ? wholeMs : withinWord(next);
    return findGap({ fromMs, toMs, atMs: index === 0 ? 0 : (next?.startMs ?? wholeMs) }, levels, isQuiet);
  });
  return blocks.map((own, index) => {
    const [before, after] = [gaps[index], gaps[index + 1]];
    const startMs = before === undefined ? 0 : Math.max(index === 0 ? 0 : middle(before), before.endMs - roomMs);
    const endMs = after === undefined ? wholeMs : Math.min(index === blocks.length - 1 ? wholeMs : middle(after), after.startMs + roomMs);
    return { startMs, endMs: Math.max(startMs, endMs), words: own, isSaid: isSaid(own) };
  });
}

interface Gap {
  startMs: number;
  endMs: number;
}

/** A place that is in the word surely: it may seem to last until the next one begins. */
const withinWord = ({ startMs, endMs }: CheckedWord): number => Math.min((startMs + endMs) / 2, startMs + looseMs);

const middle = ({ startMs, endMs }: Gap): number => (startMs + endMs) / 2;

function findQuiet(levels: Float32Array): (frame: number) => boolean {
  const sorted = levels.toSorted();
  const [quiet, loud] = [sorted[Math.floor(sorted.length * 0.05)] ?? 0, sorted[Math.floor(sorted.length * 0.95)] ?? 0];
  const most = Math.min(quiet + quietLevel * (loud - quiet), loud / 4);
  return (frame) => (levels[frame] ?? 0) <= most;
}

/** The longest quiet between two times; without any, the quietest moment around `atMs`. */
function findGap(
  { fromMs, toMs, atMs }: { fromMs: number; toMs: number; atMs: number },
  levels: Float32Array,
  isQuiet: (frame: number) => boolean,
): Gap {
  const [from, to] = [Math.max(0, Math.floor(fromMs / frameMs)), Math.min(levels.length, Math.floor(toMs / frameMs))];
  let best: [number, number] = [from, from];
  for (let start = from; start < to;) {
    let end = start;
    while (end < to && isQuiet(end)) end += 1;
    if (end - start > best[1] - best[0]) best = [start, end];
    start = end + 1;
  }
  if (best[1] === best[0]) {
    // It begins, or ends, in the middle of a word.
    if (atMs === 0 || atMs === levels.length * frameMs) return { startMs: atMs, endMs: atMs };
    const near = Math.max(from, Math.floor((atMs - looseMs) / frameMs));
    let quietest = near;
    for (let frame = near; frame < to; frame++) if ((levels[frame] ?? 0) < (levels[quietest] ?? 0)) quietest = frame;
    best = [quietest, quietest];
  }
  return { startMs: best[0] * frameMs, endMs: best[1] * frameMs };
}
