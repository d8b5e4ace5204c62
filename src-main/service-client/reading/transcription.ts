import { answerIn } from '#shared/transcripts/read.ts';
import { asNumber, asRecord, Fields, type Reading } from './fields.ts';

/** Interface, "Transcription response". */
export interface TranscriptionAnswer {
  text: string;
  /** Seconds. */
  duration: number | undefined;
  /** As they came: their fields are not shown. */
  segments: Readonly<Record<string, unknown>>[];
  /** The local service says that many words may be wrong. */
  isDraft: boolean;
  creditsUsed: number | undefined;
  quotaRemaining: number | undefined;
  /** The whole answer as it came: it is paid for, and cannot be had again. */
  whole: Readonly<Record<string, unknown>>;
}

/** `undefined` for an answer that is no object: nothing of a transcription is in it. */
export function readTranscription(body: unknown, { note }: Pick<Reading, 'note'>): TranscriptionAnswer | undefined {
  const whole = asRecord(body);
  if (whole === undefined) return undefined;
  const fields = new Fields(answerIn(whole), 'transcription', note);
  const segments = (fields.array('segments') ?? []).map(asRecord).filter((segment) => segment !== undefined);
  const duration = fields.number('duration');
  return {
    text: typeof fields.raw['text'] === 'string' ? fields.raw['text'] : textOf(segments, fields),
    duration: duration !== undefined && duration >= 0 ? duration : undefined,
    segments,
    isDraft: fields.raw['draft'] === true,
    creditsUsed: fields.number('credits_used', 'creditsUsed') ?? asNumber(whole['credits_used']),
    quotaRemaining: fields.number('quota_remaining', 'quotaRemaining') ?? asNumber(whole['quota_remaining']),
    whole,
  };
}

function textOf(segments: readonly Readonly<Record<string, unknown>>[], fields: Fields): string {
  fields.text('text'); // takes down that it is not known
  return segments.flatMap(({ text }) => (typeof text === 'string' ? [text.trim()] : [])).join(' ');
}
