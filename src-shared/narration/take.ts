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
  /** Of a recording: the name of its file, without folders. */
  fileName: z.string().max(255).optional(),
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
export const variantSchema = z.int().min(1).max(maximumVariants);

/** The fingerprint of a shape: SHA-256 in hex over its canonical JSON (sorted keys, absent and undefined alike). */
export function fingerprintOf(shape: Shape): string {
  const { variant, ...first } = shape;
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(variant === undefined || variant === 0 ? first : shape))));
}

/** The fingerprint of the work that a take is a reading of: every reading of what a block is now is up to date. */
export function workOf(take: Pick<Take, 'fingerprint' | 'variant'>): string {
  return take.variant?.of ?? take.fingerprint;
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
