import type { TakeId } from '../ids.ts';
import { sampleRate, type Take, type Word } from './take.ts';
import { maximumTakeEdits, shortestSoundMs, type TakeEdit, type TakeEdits } from './take-edit.ts';

/** Takes as they sound with their edits. Pure. */

/** A take as it sounds in a block: its length and word times are those of the edited sound. */
export type EditedTake = Take & { readonly edit?: TakeEdit };

const none: TakeEdit = {};
/** Repairs of repairs that are followed back, at most. */
const mostGenerations = 100;

export const hasSeams = (take: Pick<Take, 'derivedFrom' | 'derivedAs'>): boolean =>
  take.derivedAs === undefined && (take.derivedFrom?.length ?? 0) > 1;

/**
 * The edit of a take in a block. A take that was repaired or cut from an edited one sounds like it: it has its gain, and its trims at the ends that both
 * share. One that was joined from several has theirs in its sound already.
 */
export function findTakeEdit(
  edits: TakeEdits,
  take: Take,
  findTake: (takeId: TakeId) => Take | undefined,
  generations = mostGenerations,
): TakeEdit {
  const own = edits[take.id];
  if (own !== undefined) return own;
  const { derivedFrom = [] } = take;
  const sources = [...new Set(derivedFrom.map(({ takeId }) => takeId))];
  if (generations === 0 || (take.derivedAs === 'cut' && sources.length > 1) || Object.keys(edits).length === 0) return none;
  for (const takeId of sources) {
    const source = findTake(takeId);
    if (source === undefined) continue;
    const { gainDb, trimStartMs = 0, trimEndMs = 0 } = findTakeEdit(edits, source, findTake, generations - 1);
    if (gainDb === undefined && trimStartMs === 0 && trimEndMs === 0) continue;
    const [first, last] = [derivedFrom[0], derivedFrom.at(-1)];
    const wholeMs = (source.samples * 1000) / sampleRate;
    const startMs = first?.takeId === takeId && first.startMs < 1 ? Math.floor(first.endMs) : 0;
    const endMs = last?.takeId === takeId && last.endMs > wholeMs - 1 ? Math.floor(wholeMs - last.startMs) : 0;
    return tidy({ gainDb, trimStartMs: Math.min(trimStartMs, startMs), trimEndMs: Math.min(trimEndMs, endMs) });
  }
  return none;
}

/** Without what changes nothing. */
function tidy({
  gainDb = 0,
  trimStartMs = 0,
  trimEndMs = 0,
  crossfadeMs,
}: { [Name in keyof TakeEdit]: TakeEdit[Name] | undefined }): TakeEdit {
  return {
    ...(gainDb !== 0 && { gainDb }),
    ...(trimStartMs > 0 && { trimStartMs }),
    ...(trimEndMs > 0 && { trimEndMs }),
    ...(crossfadeMs !== undefined && { crossfadeMs }),
  };
}

/** `edits` with this one for a take. Past `maximumTakeEdits` the oldest of the others go. */
export function withTakeEdit(edits: TakeEdits, takeId: TakeId, edit: { [Name in keyof TakeEdit]: TakeEdit[Name] | undefined }): TakeEdits {
  const others = Object.entries(edits).filter(([id]) => id !== takeId);
  return Object.fromEntries([...others.slice(-(maximumTakeEdits - 1)), [takeId, tidy(edit)]]);
}

/** Milliseconds of a take of so many samples that one of its trims may take away while the other stays as it is. */
export const longestTrimMs = (samples: number, otherMs: number): number =>
  Math.max(0, Math.floor((samples * 1000) / sampleRate) - otherMs - shortestSoundMs);

/** The samples of a take that are played: `from` up to but without `to`. Never none of a take that has any. */
export function playedSamples(samples: number, { trimStartMs = 0, trimEndMs = 0 }: TakeEdit): { from: number; to: number } {
  const toSamples = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  const from = Math.min(toSamples(trimStartMs), Math.max(0, samples - 1));
  return { from, to: Math.min(samples, Math.max(from + 1, samples - toSamples(trimEndMs))) };
}

/** Whether some of a place in a take, in milliseconds of the take as it was made, is played. A place without length is played on the edge too. */
export function isPlayed({ samples, edit }: EditedTake, { startMs, endMs }: { startMs: number; endMs: number }): boolean {
  const fromMs = edit?.trimStartMs ?? 0;
  const toMs = fromMs + (samples * 1000) / sampleRate;
  return (endMs > fromMs || startMs >= fromMs) && (startMs < toMs || edit?.trimEndMs === undefined);
}

/** By the take as it was made and its edit, so that what is worked out of a take is worked out once. */
const edited = new WeakMap<Take, Map<string, EditedTake>>();

export function editTake(take: Take, edit: TakeEdit): EditedTake {
  if (Object.keys(edit).length === 0) return take;
  const known = edited.get(take) ?? new Map<string, EditedTake>();
  const key = JSON.stringify([edit.gainDb, edit.trimStartMs, edit.trimEndMs, edit.crossfadeMs]);
  const found = known.get(key) ?? apply(take, edit);
  known.clear(); // Of the edits of one take, the newest is asked for again.
  edited.set(take, known.set(key, found));
  return found;
}

function apply(take: Take, edit: TakeEdit): EditedTake {
  const { from, to } = playedSamples(take.samples, edit);
  const startMs = (from * 1000) / sampleRate;
  const wholeMs = ((to - from) * 1000) / sampleRate;
  const shift = (ms: number): number => Math.min(wholeMs, Math.max(0, ms - startMs));
  const moved = (word: Word): Word => ({ ...word, startMs: shift(word.startMs), endMs: shift(word.endMs) });
  const isTrimmed = to - from < take.samples;
  return { ...take, edit, samples: to - from, words: isTrimmed ? take.words.map(moved) : take.words };
}
