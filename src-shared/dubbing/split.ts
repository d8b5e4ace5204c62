import { heardOf, type Heard } from './fit.ts';
import { dubLimits, inOrder, type DubTake, type Segment } from './timeline.ts';

/**
 * Two segments where one was, the text parted at the word that is nearest in proportion. A take of what it says is parted with it: both halves
 * together sound as it did. `undefined` where either half would be too short, or without a word.
 */
export function splitAt(
  segments: readonly Segment[],
  takes: readonly DubTake[],
  segmentId: string,
  at: number,
  secondId: string,
): Segment[] | undefined {
  const segment = segments.find((one) => one.id === segmentId);
  if (!segment || at - segment.start < dubLimits.shortestSamples || segment.end - at < dubLimits.shortestSamples) return undefined;
  const heard = heardOf(segment, takes);
  const sound = heard?.state === 'done' ? heard : undefined;
  const spoken = sound && spokenUntil(sound, at - segment.start);
  const texts = halves(segment.text, sound && spoken !== undefined ? spoken / (sound.to - sound.from) : shareOfTime(segment, at));
  if (!texts || segments.length >= dubLimits.segments) return undefined;
  const [first, second] = texts.map((text): Segment => ({ ...segment, text, trim: null, heard: null, part: undefined })) as [
    Segment,
    Segment,
  ];
  const parts = sound && splitSound(segment, sound, sound.from + (spoken ?? spokenLetters(sound, texts)), texts);
  return inOrder([
    ...segments.filter((one) => one.id !== segmentId),
    { ...first, end: at, ...parts?.[0] },
    { ...second, id: secondId, start: at, ...parts?.[1] },
  ]);
}

const shareOfTime = ({ start, end }: Segment, at: number): number => (at - start) / (end - start);

/** Samples of the take that are heard before a place of the segment; `undefined` where too little is left for a second half. */
function spokenUntil({ from, to, pace }: Heard, place: number): number | undefined {
  const spoken = Math.round(place * pace);
  return spoken <= to - from - dubLimits.shortestSamples ? spoken : undefined;
}

/** Where the speech is over before the place, the second half has its words all the same: by their letters. */
function spokenLetters({ from, to }: Heard, [first, second]: readonly [string, string]): number {
  return Math.max(1, Math.floor(((to - from) * first.length) / (first.length + second.length)));
}

type Part = Pick<Segment, 'part' | 'trim'>;

/** What each half has of a take that is cut at one of its samples. What was trimmed stays so. */
function splitSound({ trim }: Segment, { take, own }: Heard, cut: number, texts: readonly [string, string]): [Part, Part] {
  const { head, tail } = trim?.takeId === take.id ? trim : { head: 0, tail: 0 };
  const trimmed = (head: number, tail: number): Segment['trim'] => (head === 0 && tail === 0 ? null : { takeId: take.id, head, tail });
  return [
    { part: { takeId: take.id, text: texts[0], from: own.from, to: cut }, trim: trimmed(head, 0) },
    { part: { takeId: take.id, text: texts[1], from: cut, to: own.to }, trim: trimmed(0, tail) },
  ];
}

function halves(text: string, share: number): [string, string] | undefined {
  const gaps = [...text.trim().matchAll(/\s+/gu)].map(({ index, 0: gap }) => ({ index, length: gap.length }));
  const wanted = text.trim().length * share;
  const nearest = gaps.toSorted((one, other) => Math.abs(one.index - wanted) - Math.abs(other.index - wanted))[0];
  if (!nearest) return undefined;
  return [text.trim().slice(0, nearest.index), text.trim().slice(nearest.index + nearest.length)];
}
