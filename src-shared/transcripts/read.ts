import { z } from 'zod';
import { wordSchema, type Word } from '../narration/take.ts';
import { segmentSpellings } from '../wire/transcription.ts';

/** One piece of a transcript. Times are milliseconds from the start of the sound; `null` where the service named none. */
export const segmentSchema = z.object({
  /** Its place among those that the service sent, from 0; edits are kept by it. */
  index: z.int().nonnegative(),
  text: z.string(),
  startMs: z.number().nullable(),
  endMs: z.number().nullable(),
  speaker: z.string().nullable(),
  /** With their times from the start of the sound; empty where the service named none. */
  words: z.array(wordSchema),
  /** Fields of the service that have no use here, as they came. */
  rest: z.record(z.string(), z.json()),
  /** Of a known text: the recording may not say it. */
  unsure: z.boolean().optional(),
  /** The service names times after the end of the sound; they are left out. */
  isOutside: z.boolean().optional(),
});
export type Segment = z.infer<typeof segmentSchema>;

/** A transcription as the service sent it, in one form whatever its fields are called. */
export interface ReadTranscript {
  text: string;
  /** Of the sound; `null` where the service did not say. */
  seconds: number | null;
  segments: Segment[];
  /** The service says that many of its words may be wrong. */
  isDraft: boolean;
  /** The local service says that it made this speech, and knows its words. */
  isOwnSpeech: boolean;
  /** Fields of the answer itself that have no use here. */
  rest: Record<string, z.core.util.JSONType>;
}

type Json = z.core.util.JSONType;
type Fields = Record<string, Json>;

/** Fields of the answer that the interface shows, and those of the local service alone. */
const known = new Set(['text', 'duration', 'segments', 'credits_used', 'quota_remaining', 'draft', 'own_speech']);

/** Segments and words that are read of one answer. */
const most = { segments: 20_000, words: 5_000 } as const;

/** The transcription in an answer: the answer itself, or what it wraps in an envelope. */
export function answerIn(answer: unknown): unknown {
  const whole = fieldsIn(answer);
  const isOne = (fields: Fields | undefined): boolean => typeof fields?.['text'] === 'string' || Array.isArray(fields?.['segments']);
  if (whole === undefined || isOne(whole)) return answer;
  return ['data', 'result', 'transcription'].map((name) => fieldsIn(whole[name])).find(isOne) ?? answer;
}

/** Reads an answer of the transcription endpoint. An answer without segments is one for each line of its text, without times. */
export function readTranscript(answer: unknown): ReadTranscript {
  const fields = fieldsIn(answerIn(answer)) ?? {};
  const { text: whole, duration, segments: sent } = fields;
  const marks = { isDraft: fields['draft'] === true, isOwnSpeech: fields['own_speech'] === true };
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !known.has(name)));
  const text = typeof whole === 'string' ? whole : '';
  const seconds = typeof duration === 'number' && Number.isFinite(duration) && duration >= 0 ? duration : null;
  const listed = Array.isArray(sent)
    ? sent
        .slice(0, most.segments)
        .map(fieldsIn)
        .filter((fields) => fields !== undefined)
    : [];
  const segments = inMilliseconds(listed.map(segmentOf), seconds);
  if (segments.some((segment) => segment.text.trim() !== '')) return { text, seconds, segments, ...marks, rest };
  const lines = text.split(/\r?\n+/u).filter((line) => line.trim() !== '');
  const untimed = { startMs: null, endMs: null, speaker: null, words: [] };
  return { text, seconds, ...marks, segments: lines.map((line, index) => ({ index, text: line.trim(), ...untimed, rest: {} })), rest };
}

function segmentOf(fields: Fields, index: number): Segment {
  const used = new Set<string>();
  const text = textIn(fields, segmentSpellings.text, used) ?? '';
  const speaker = textIn(fields, segmentSpellings.speaker, used) ?? null;
  const { startMs, endMs } = timesIn(fields, used);
  const words = wordsIn(fields, used);
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !used.has(name)));
  return { index, text: text.trim(), startMs, endMs, speaker, words, rest };
}

function timesIn(fields: Fields, used: Set<string>): { startMs: number | null; endMs: number | null } {
  const startMs =
    first(fields, segmentSpellings.startMs, used, numberOf) ?? first(fields, segmentSpellings.start, used, millisecondsOf) ?? null;
  const found = first(fields, segmentSpellings.endMs, used, numberOf) ?? first(fields, segmentSpellings.end, used, millisecondsOf) ?? null;
  return { startMs, endMs: found !== null && startMs !== null && found < startMs ? startMs : found };
}

function wordsIn(fields: Fields, used: Set<string>): Word[] {
  const name = segmentSpellings.words.find((one) => Array.isArray(fields[one]));
  const listed = name === undefined ? [] : (fields[name] as readonly Json[]);
  const words = listed.slice(0, most.words).flatMap((item): Word[] => {
    const word = fieldsIn(item);
    const ignored = new Set<string>();
    const text = word && textIn(word, segmentSpellings.text, ignored)?.trim();
    const { startMs, endMs } = word ? timesIn(word, ignored) : { startMs: null, endMs: null };
    return text === undefined || text === '' || startMs === null || endMs === null ? [] : [{ text, startMs, endMs }];
  });
  // Words of which some have no times say nothing of where the others end.
  if (name === undefined || words.length !== listed.length) return [];
  used.add(name);
  return words;
}

/** Times that can be meant in no other way: then they were milliseconds already. */
function inMilliseconds(segments: Segment[], seconds: number | null): Segment[] {
  if (seconds === null || seconds === 0) return segments;
  const last = segments.reduce((latest, { endMs }) => Math.max(latest, endMs ?? 0), 0);
  const asSeconds = last / 1000;
  if (asSeconds <= 2 * seconds + 5 || asSeconds / 1000 > seconds + 1) return segments;
  const smaller = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  return segments.map((segment) => ({
    ...segment,
    startMs: smaller(segment.startMs),
    endMs: smaller(segment.endMs),
    words: segment.words.map((word) => ({ ...word, startMs: word.startMs / 1000, endMs: word.endMs / 1000 })),
  }));
}

/** The first of these fields that can be read; it counts as used. */
function first<T>(
  fields: Fields,
  names: readonly string[],
  used: Set<string>,
  read: (value: Json | undefined) => T | undefined,
): T | undefined {
  for (const name of names) {
    const value = read(fields[name]);
    if (value === undefined) continue;
    used.add(name);
    return value;
  }
  return undefined;
}

function textIn(fields: Fields, names: readonly string[], used: Set<string>): string | undefined {
  return first(fields, names, used, (value) =>
    typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined,
  );
}

const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Of seconds, or of a text such as `1:02.5` or `00:01:02,500`. */
function millisecondsOf(value: Json | undefined): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) return number * 1000;
  const parts =
    typeof value === 'string' && /^(?:\d+:){0,2}\d+(?:[.,]\d+)?s?$/u.test(value)
      ? value.replace(/s$/u, '').replace(',', '.').split(':')
      : [];
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
}

const fieldsIn = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
