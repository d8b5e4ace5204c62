import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { controlsSchema, type Controls } from './document.ts';

/** The sample rate of every decoded take, chapter and live stream: mono, signed 16 bit little endian. */
export const sampleRate = 48_000;
/** Peak pairs a second (minimum then maximum, each a signed byte) of every take and chapter. */
export const peaksPerSecond = 100;

/** A spoken word: `startMs <= endMs`, milliseconds from the start of its take. */
export const wordSchema = z.object({
  text: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  /** True where this machine guessed the time and the service did not say it. */
  estimated: z.boolean().optional(),
});
export type Word = z.infer<typeof wordSchema>;

export const takeSchema = z.object({
  id: z.string(),
  blockId: z.string(),
  /** Of everything that shaped the sound; equal fingerprints are the same paid work. */
  fingerprint: z.string(),
  createdAt: z.number(),
  /** The text that was spoken, as it was sent. */
  text: z.string(),
  voiceId: z.string(),
  modelId: z.string().nullable(),
  /** Samples at `sampleRate`. */
  samples: z.int().nonnegative(),
  /** `incomplete`: the stream ended before its `completed`; kept, playable, never counted as up to date. */
  state: z.enum(['complete', 'incomplete', 'damaged']),
  /** `complete` or `partial`: the service's word times. `estimated`: found on this machine. `none`: there are none. */
  alignment: z.enum(['complete', 'partial', 'estimated', 'none']),
  words: z.array(wordSchema),
  creditsUsed: z.number().nullable(),
  requestId: z.string().nullable(),
  ignoredParameters: z.array(z.string()),
  starred: z.boolean(),
  /** The controls that shaped it; absent in takes of older versions, which did not keep them. */
  controls: controlsSchema.optional(),
  /** A narrator's own recording and no service's speech: `voiceId` is empty, and it is up to date while its block has its text. */
  source: z.literal('recording').optional(),
  /** Another reading of the very same work, bought on purpose: the how manyth (from 1), and the fingerprint of the first. */
  variant: z.object({ number: z.int().positive(), of: z.string() }).optional(),
  /** Put together on this machine, of these stretches of other takes, in order. */
  derivedFrom: z
    .array(z.object({ takeId: z.string(), startMs: z.number(), endMs: z.number(), gainDb: z.number() }))
    .max(10_000)
    .optional(),
  /** Of one with `derivedFrom`. `cut`: as a block was split or joined; such a take stands for its text like any other. */
  derivedAs: z.literal('cut').optional(),
});
export type Take = z.infer<typeof takeSchema>;

/** Everything that shapes the sound of a block. */
export interface Shape {
  /** The connection's stable id: voices of one service are not another's. */
  connectionId: string;
  text: string;
  voiceId: string;
  modelId: string | null;
  controls: Controls;
  /** Absent or 0: the first reading. Another number asks for another reading of the same work, which is paid for. */
  variant?: number | undefined;
}

/** Readings of one work besides the first, at most. */
export const maximumVariants = 99;

/** The fingerprint of a shape: SHA-256 in hex over its canonical JSON (sorted keys, absent and undefined alike). */
export function fingerprintOf(shape: Shape): string {
  const { variant, ...first } = shape;
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(variant === undefined || variant === 0 ? first : shape))));
}

/** The fingerprint of the work that a take is a reading of: every reading of what a block is now is up to date. */
export function workOf(take: Pick<Take, 'fingerprint' | 'variant'>): string {
  return take.variant?.of ?? take.fingerprint;
}

/** Whether a take may stand for a block that names `takeId`. A repaired one needs that name, so that undo brings back what was before. */
export function mayStandFor(take: Pick<Take, 'id' | 'derivedFrom' | 'derivedAs'>, takeId: string | null): boolean {
  return take.derivedFrom === undefined || take.derivedAs === 'cut' || take.id === takeId;
}

/** The works that blocks which name these takes need not buy: fingerprints of every whole take that may stand for one of them. */
export function findMadeWorks(takes: readonly Take[], takeIds: readonly (string | null)[]): Set<string> {
  const named = new Set(takeIds);
  const isUsable = (take: Take): boolean => take.state === 'complete' && mayStandFor(take, named.has(take.id) ? take.id : null);
  return new Set(takes.filter(isUsable).map(workOf));
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return value === undefined ? 'null' : JSON.stringify(value);
}

export interface ChosenTake {
  take: Take;
  /** True when the take was made of another text, voice or setting than the block has now, or is not whole. */
  stale: boolean;
  /** True when there is a whole take of what the block is now, though a person may have chosen another. */
  made: boolean;
}

/** Whether a take is of what a block is now; `fingerprint` is the block's. */
export const isReadingOf = (take: Take, block: { id: string; text: string }, fingerprint: string): boolean =>
  take.source === 'recording' ? take.blockId === block.id && take.text === block.text.trim() : workOf(take) === fingerprint;

/**
 * The take that stands for a block: the one a person chose; else the newest whole reading of this fingerprint, the block's own
 * before those of other blocks, and of theirs the first reading before another; else the newest take of this block, stale.
 * Undoing an edit therefore brings the old sound back at no cost.
 */
export function chooseTake(
  all: readonly Take[],
  block: { id: string; takeId: string | null; text: string },
  fingerprint: string,
): ChosenTake | undefined {
  const takes = all.filter((take) => mayStandFor(take, block.takeId));
  const isCurrent = (take: Take): boolean => isReadingOf(take, block, fingerprint) && take.state === 'complete';
  const newest = (candidates: readonly Take[]): Take | undefined =>
    candidates.reduce<Take | undefined>((best, take) => (best === undefined || take.createdAt >= best.createdAt ? take : best), undefined);
  const pinned = block.takeId === null ? undefined : takes.find((take) => take.id === block.takeId);
  const take =
    pinned ??
    newest(takes.filter((candidate) => candidate.blockId === block.id && isCurrent(candidate))) ??
    newest(takes.filter((candidate) => candidate.variant === undefined && isCurrent(candidate))) ??
    newest(takes.filter(isCurrent)) ??
    newest(takes.filter((candidate) => candidate.blockId === block.id && candidate.state === 'complete')) ??
    newest(takes.filter((candidate) => candidate.blockId === block.id && candidate.state !== 'damaged'));
  return take && { take, stale: !isCurrent(take), made: takes.some(isCurrent) };
}
