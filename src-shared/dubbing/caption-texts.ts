import { sampleRate } from '../narration/take.ts';
import { toSegments, type ReadCue } from './captions-in.ts';
import { dubLimits, inOrder, type Segment } from './timeline.ts';

/** Segments that took their texts from captions at the same time, such as a translation of them. */
export interface TakenTexts {
  segments: Segment[];
  /** Segments with a new text, segments that came new, and segments that no caption belongs to. */
  replaced: number;
  added: number;
  kept: number;
  /** Most captions belong to a segment: they are of this dub. */
  isMatch: boolean;
}

/** Captions have times of whole milliseconds, and some programs round them to frames. */
const tolerance = sampleRate / 50;

/**
 * Each caption goes to the segment with which it shares the most time, and several of one segment one after the other. Nothing but the text
 * changes. A caption that shares none becomes a segment, with the speaker and the voice of the nearest one where it names no speaker itself.
 */
export function takeTexts(cues: readonly ReadCue[], segments: readonly Segment[], newId: () => string): TakenTexts {
  const texts = new Map<string, string>();
  const without: ReadCue[] = [];
  for (const cue of cues) {
    const segment = segmentAt(cue, segments, texts);
    const before = segment && texts.get(segment.id);
    const text = before === undefined ? cue.text : `${before} ${cue.text}`;
    if (segment && text.length <= dubLimits.characters) texts.set(segment.id, text);
    else without.push(cue);
  }
  const added = without
    .slice(0, Math.max(0, dubLimits.segments - segments.length))
    .flatMap((cue) =>
      toSegments([cue], newId, segments).map((segment) => (cue.speaker === null ? likeNearest(segment, segments) : segment)),
    );
  const changed = segments.map((segment) => ({ ...segment, text: texts.get(segment.id) ?? segment.text }));
  return {
    segments: inOrder([...changed, ...added]),
    replaced: texts.size,
    added: added.length,
    kept: segments.length - texts.size,
    isMatch: texts.size > 0 && without.length * 2 <= cues.length,
  };
}

/** Among those that share as much of it, the one whose times are the nearest, and of several at one time one that has no caption yet. */
function segmentAt(cue: ReadCue, segments: readonly Segment[], taken: ReadonlyMap<string, string>): Segment | undefined {
  const shared = segments
    .map((segment) => ({ segment, time: Math.min(segment.end, cue.end) - Math.max(segment.start, cue.start) }))
    .filter(({ time }) => time > 0);
  const most = Math.max(...shared.map(({ time }) => time));
  const apart = ({ start, end }: Segment): number => Math.abs(start - cue.start) + Math.abs(end - cue.end);
  return shared
    .filter(({ time }) => time >= most - tolerance)
    .map(({ segment }) => segment)
    .toSorted((one, other) => apart(one) - apart(other) || Number(taken.has(one.id)) - Number(taken.has(other.id)))[0];
}

function likeNearest(segment: Segment, segments: readonly Segment[]): Segment {
  const distance = ({ start, end }: Segment): number => Math.max(start - segment.end, segment.start - end);
  const [nearest] = segments.toSorted((one, other) => distance(one) - distance(other));
  if (!nearest) return segment;
  const { speaker, voiceId, modelId, speed, fit, gainDb } = nearest;
  return { ...segment, speaker, voiceId, modelId, speed, fit, gainDb };
}
