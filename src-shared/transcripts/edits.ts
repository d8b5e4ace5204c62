import { z } from 'zod';
import type { Segment } from './read.ts';
import { messages } from '../messages/index.ts';
import { speakerName } from './speaker-names.ts';

/** Characters of one segment, and of one speaker's name. */
export const editLimits = { segmentCharacters: 20_000, speakerCharacters: 100, entries: 20_000 } as const;

const few = (record: Record<string, unknown>): boolean => Object.keys(record).length <= editLimits.entries;

const segmentIndex = z.string().regex(/^\d{1,6}$/u);

/** What a person changed of a transcript. What the service sent stays beside it, and every change can be taken back. */
export const editsSchema = z.object({
  /** By the segment's index. An empty text leaves the segment out of everything that is made of the transcript. */
  texts: z.record(segmentIndex, z.string().max(editLimits.segmentCharacters)).refine(few, messages.transcribe.areTooMany),
  /** Names of speakers, by what the service calls them. */
  speakers: z
    .record(z.string().max(1000), z.string().trim().min(1).max(editLimits.speakerCharacters))
    .refine(few, messages.transcribe.areTooMany),
  /** Who speaks a segment that is given to another, by its index: as the service calls them, or a name that it does not know. */
  segmentSpeakers: z.record(segmentIndex, z.string().trim().min(1).max(1000)).refine(few, messages.transcribe.areTooMany).optional(),
  /** Doubtful segments that a person has checked, by their index. */
  checked: z.record(segmentIndex, z.literal(true)).refine(few, messages.transcribe.areTooMany).optional(),
});
export type TranscriptEdits = z.infer<typeof editsSchema>;

export const noEdits: TranscriptEdits = { texts: {}, speakers: {} };

export const isEdited = ({ texts, speakers, segmentSpeakers = {}, checked = {} }: TranscriptEdits): boolean =>
  [texts, speakers, segmentSpeakers, checked].some((changed) => Object.keys(changed).length > 0);

/** A segment with its text as the service sent it becomes one without an edit. */
export function withText(edits: TranscriptEdits, segment: Segment, text: string): TranscriptEdits {
  const texts = without(edits.texts, String(segment.index));
  return { ...edits, texts: text === segment.text ? texts : { ...texts, [String(segment.index)]: text } };
}

/** An empty name, or the service's own, takes the change back. */
export function withSpeaker(edits: TranscriptEdits, speaker: string, name: string): TranscriptEdits {
  const speakers = without(edits.speakers, speaker);
  const wanted = name.trim();
  return {
    ...edits,
    speakers: wanted === '' || wanted === speaker || wanted === speakerName(speaker) ? speakers : { ...speakers, [speaker]: wanted },
  };
}

/** One segment is another speaker's: one whose name, as it reads now, this is, or a new one. An empty name is the service's own speaker again. */
export function withSegmentSpeaker(
  { segmentSpeakers: before = {}, ...edits }: TranscriptEdits,
  segment: Segment,
  name: string,
  segments: readonly Segment[],
): TranscriptEdits {
  const wanted = name.trim();
  const known = listSpeakers(assignSpeakers(segments, { segmentSpeakers: before })).find(
    (one) => nameOfSpeaker(one, edits.speakers) === wanted,
  );
  const speaker = known ?? wanted;
  const others = without(before, String(segment.index));
  const segmentSpeakers = speaker === '' || speaker === segment.speaker ? others : { ...others, [String(segment.index)]: speaker };
  return Object.keys(segmentSpeakers).length === 0 ? edits : { ...edits, segmentSpeakers };
}

/** A person has checked a doubtful segment, or takes that back. */
export function withChecked({ checked: before = {}, ...edits }: TranscriptEdits, segment: Segment, isChecked: boolean): TranscriptEdits {
  const others = without(before, String(segment.index));
  const checked = isChecked ? { ...others, [String(segment.index)]: true as const } : others;
  return Object.keys(checked).length === 0 ? edits : { ...edits, checked };
}

const without = <Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== name));

/** What a speaker is called now: by a person, else as the service's own name is shown. */
export const nameOfSpeaker = (speaker: string, names: TranscriptEdits['speakers']): string => names[speaker] ?? speakerName(speaker);

/** The segments as they are read now. */
export function edited(segments: readonly Segment[], edits: TranscriptEdits): Segment[] {
  const { texts, speakers, checked = {} } = edits;
  return assignSpeakers(segments, edits).map((segment) => ({
    ...segment,
    text: texts[String(segment.index)] ?? segment.text,
    speaker: segment.speaker === null ? null : nameOfSpeaker(segment.speaker, speakers),
    ...(segment.unsure === true && { unsure: checked[String(segment.index)] !== true }),
  }));
}

/** The segments with those who speak them now, who are not renamed yet. */
export const assignSpeakers = (
  segments: readonly Segment[],
  { segmentSpeakers = {} }: Pick<TranscriptEdits, 'segmentSpeakers'>,
): Segment[] => segments.map((segment) => ({ ...segment, speaker: segmentSpeakers[String(segment.index)] ?? segment.speaker }));

/** The service's names of the speakers, in the order in which they are first heard. */
export function listSpeakers(segments: readonly Segment[]): string[] {
  return [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
}
