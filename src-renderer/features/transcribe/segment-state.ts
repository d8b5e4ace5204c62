import type { TranscriptEdits } from '#shared/transcripts/edits.ts';

/** Whether a person wrote into a segment, or gave it to another speaker. */
export const isChanged = ({ texts, segmentSpeakers = {} }: TranscriptEdits, index: number): boolean =>
  String(index) in texts || String(index) in segmentSpeakers;
