import { z } from 'zod';
import type { Segment } from './read.ts';
import { messages } from '../messages/index.ts';

/** Characters of one segment, and of one speaker's name. */
export const editLimits = { segmentCharacters: 20_000, speakerCharacters: 100, entries: 20_000 } as const;

const few = (record: Record<string, unknown>): boolean => Object.keys(record).length <= editLimits.entries;

/** What a person changed of a transcript. What the service sent stays beside it, and every change can be taken back. */
export const editsSchema = z.object({
  /** By the segment's index. An empty text leaves the segment out of everything that is made of the transcript. */
  texts: z.record(z.string().regex(/^\d{1,6}$/u), z.string().max(editLimits.segmentCharacters)).refine(few, messages.transcribe.areTooMany),
  /** Names of speakers, by what the service calls them. */
  speakers: z
    .record(z.string().max(1000), z.string().trim().min(1).max(editLimits.speakerCharacters))
    .refine(few, messages.transcribe.areTooMany),
});
export type TranscriptEdits = z.infer<typeof editsSchema>;

export const noEdits: TranscriptEdits = { texts: {}, speakers: {} };

export const isEdited = ({ texts, speakers }: TranscriptEdits): boolean =>
  Object.keys(texts).length > 0 || Object.keys(speakers).length > 0;

/** A segment with its text as the service sent it becomes one without an edit. */
export function withText(edits: TranscriptEdits, segment: Segment, text: string): TranscriptEdits {
  const texts = without(edits.texts, String(segment.index));
  return { ...edits, texts: text === segment.text ? texts : { ...texts, [String(segment.index)]: text } };
}

/** An empty name, or the service's own, takes the change back. */
export function withSpeaker(edits: TranscriptEdits, speaker: string, name: string): TranscriptEdits {
  const speakers = without(edits.speakers, speaker);
  const wanted = name.trim();
  return { ...edits, speakers: wanted === '' || wanted === speaker ? speakers : { ...speakers, [speaker]: wanted } };
}

const without = (record: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== name));

/** The segments as they are read now. */
export function edited(segments: readonly Segment[], { texts, speakers }: TranscriptEdits): Segment[] {
  return segments.map((segment) => ({
    ...segment,
    text: texts[String(segment.index)] ?? segment.text,
    speaker: segment.speaker === null ? null : (speakers[segment.speaker] ?? segment.speaker),
  }));
}

/** The service's names of the speakers, in the order in which they are first heard. */
export function listSpeakers(segments: readonly Segment[]): string[] {
  return [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
}
