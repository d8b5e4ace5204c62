/** Hundredths of a second, `from` up to but without `to`. */
export interface Piece {
  from: number;
  to: number;
}

/** Whisper takes 30 seconds at a time, and drops what is beyond. */
export const longestPiece = 2_800;
/** From this on a frame is a voice. */
const voiced = 0.5 * 255;
/** Fewer frames in a row are a click, and fewer of all are no speech. */
const leastRun = 4;
const leastSpeech = 15;
/** What is kept around speech: a soft sound at its ends, for which the activity is no measure. */
const air = { before: 20, after: 40 } as const;
/** In a silence that is longer, a recogniser invents words: it is left out. */
const longestSilence = 300;
/** Speech without a pause is cut where it is quietest for this long, in the second half of what fits. */
const aroundCut = 10;

/**
 * Where a recording is cut for a recogniser: at pauses, into pieces of at most {@link longestPiece}, without long silences. Empty where nobody speaks. `voice`: how
 * probable a voice is in each hundredth of a second, 0 to 255.
 */
export function cutAtPauses(voice: Uint8Array): Piece[] {
  const runs = speechRuns(voice);
  if (runs.reduce((sum, { from, to }) => sum + to - from, 0) < leastSpeech) return [];
  const pieces: Piece[] = [];
  for (const run of runs.flatMap((one) => withoutLength(one, voice))) {
    const last = pieces.at(-1);
    if (last !== undefined && run.from - last.to <= longestSilence && run.to - last.from <= longestPiece - air.before - air.after)
      last.to = run.to;
    else pieces.push({ ...run });
  }
  /** Half of the pause between a piece and the next. */
  const after = (index: number): number => {
    const [piece, next] = [pieces[index], pieces[index + 1]];
    return piece === undefined || next === undefined ? voice.length : Math.floor((piece.to + next.from) / 2);
  };
  return pieces.map(({ from, to }, index) => ({
    from: Math.max(index === 0 ? 0 : after(index - 1), from - air.before),
    to: Math.min(after(index), to + air.after),
  }));
}

function speechRuns(voice: Uint8Array): Piece[] {
  const runs: Piece[] = [];
  let from = -1;
  for (let frame = 0; frame <= voice.length; frame += 1) {
    const isVoice = (voice[frame] ?? 0) >= voiced;
    if (isVoice && from < 0) from = frame;
    if (isVoice || from < 0) continue;
    if (frame - from >= leastRun) runs.push({ from, to: frame });
    from = -1;
  }
  return runs;
}

/** A run that is too long, cut where a voice is least probable. */
function withoutLength({ from, to }: Piece, voice: Uint8Array): Piece[] {
  const most = longestPiece - air.before - air.after;
  if (to - from <= most) return [{ from, to }];
  let at = from + most;
  let least = Infinity;
  for (let frame = from + Math.round(most / 2); frame < from + most - aroundCut; frame += 1) {
    const sum = voice.subarray(frame - aroundCut, frame + aroundCut).reduce((total, one) => total + one, 0);
    if (sum < least) [least, at] = [sum, frame];
  }
  return [{ from, to: at }, ...withoutLength({ from: at, to }, voice)];
}
