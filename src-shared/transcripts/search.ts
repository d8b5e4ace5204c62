import { plainText } from '../plain-text.ts';
import type { Segment } from './read.ts';

/** Where a text is found: characters of the segment's own text, from `start` up to `end`. */
export interface Match {
  index: number;
  start: number;
  end: number;
}

/** Matches that are counted; a transcript with more is searched by a longer word. */
export const mostMatches = 5_000;

/** Finds a text in the segments, whatever its case and accents, in reading order. Segments never change. */
export function findInSegments(segments: readonly Pick<Segment, 'index' | 'text'>[], wanted: string): Match[] {
  const needle = plainText(wanted.trim());
  if (needle === '') return [];
  const matches: Match[] = [];
  for (const segment of segments) {
    const { index, text } = segment;
    const { plain, places } = plainOf(segment);
    for (let at = plain.indexOf(needle); at >= 0; at = plain.indexOf(needle, at + needle.length)) {
      matches.push({ index, start: places[at] ?? 0, end: places[at + needle.length] ?? text.length });
      if (matches.length === mostMatches) return matches;
    }
  }
  return matches;
}

/** What was made plain once, for as long as the segment lasts. */
const known = new WeakMap<object, ReturnType<typeof plainWithPlaces>>();

function plainOf(segment: Pick<Segment, 'text'>): ReturnType<typeof plainWithPlaces> {
  const before = known.get(segment);
  if (before) return before;
  const made = plainWithPlaces(segment.text);
  known.set(segment, made);
  return made;
}

/** The text without case and accents, and for each of its characters (and the end) where it stands in the text itself. */
function plainWithPlaces(text: string): { plain: string; places: number[] } {
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    const piece = plainText(sign);
    for (let index = 0; index < piece.length; index += 1) places.push(at);
    plain += piece;
    at += sign.length;
  }
  places.push(text.length);
  return { plain, places };
}
