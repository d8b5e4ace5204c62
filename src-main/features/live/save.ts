import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RealtimeFormat } from '#shared/wire/realtime.ts';
import { parseJson } from '../../service-client/answers.ts';
import { syncDirectory } from '../../infra/files.ts';
import { writeWhole, type LiveLog } from './log.ts';
import { loggedSegment, pcmFacts, type PcmFacts } from './log-records.ts';

/** What stands beside the sound of a request: its phrases, and where each is in the file. */
const manifestSchema = z.object({
  format: z.string(),
  whole: z.boolean(),
  bytes: z.int(),
  /** Of what was spoken, where the format says it. */
  durationMs: z.number().optional(),
  /** Of raw samples. */
  pcm: pcmFacts.optional(),
  segments: z.array(loggedSegment.extend({ offset: z.int(), bytes: z.int(), whole: z.boolean() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const soundPath = (directory: string, operationId: string, format: string): string =>
  join(directory, `${operationId}.${format === 'opus' ? 'ogg' : format}`);
const manifestPath = (directory: string, operationId: string): string => join(directory, `${operationId}.json`);

/**
 * Makes the sound and the list of phrases out of a log: durable when it settles. With `prefix` the sound ends where the first byte is
 * missing, as a simple request promises no more.
 */
export async function keepSound(log: LiveLog, format: RealtimeFormat, prefix: boolean): Promise<Manifest> {
  const kept = log.kept(prefix);
  const soundBytes = kept.reduce((sum, { pieces }) => sum + pieces.reduce((some, piece) => some + piece.length, 0), 0);
  const header = soundBytes === 0 ? undefined : await log.header();
  const begin = header === undefined ? new Uint8Array(0) : withLength(header, soundBytes);
  const durationMs = findDuration(soundBytes, log.pcm, header);
  const manifest: Manifest = {
    format,
    whole: kept.length === log.standing().length && kept.every(({ whole }) => whole),
    bytes: 0,
    ...(durationMs !== undefined && { durationMs }),
    ...(log.pcm !== undefined && { pcm: log.pcm }),
    segments: [],
  };
  let at = begin.byteLength;
  for (const { segment, pieces, whole } of kept) {
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    manifest.segments.push({ ...segment, offset: at, bytes, whole });
    at += bytes;
  }
  manifest.bytes = soundBytes === 0 ? 0 : at;
  if (soundBytes > 0)
    await writeWhole(
      soundPath(log.directory, log.operationId, format),
      (async function* () {
        yield begin;
        for (const { pieces } of kept) yield* log.sound(pieces);
      })(),
    );
  await writeWhole(
    manifestPath(log.directory, log.operationId),
    // oxlint-disable-next-line typescript/require-await -- one part, as a stream of parts
    (async function* () {
      yield Buffer.from(JSON.stringify(manifest));
    })(),
  );
  await syncDirectory(log.directory);
  return manifest;
}

export async function readManifest(directory: string, operationId: string): Promise<Manifest | undefined> {
  const text = await readFile(manifestPath(directory, operationId), 'utf8').catch(() => undefined);
  const read = manifestSchema.safeParse(text === undefined ? undefined : parseJson(text));
  return read.success ? read.data : undefined;
}

/** Of raw samples, and of a WAV, whose header names the bytes of a second. */
function findDuration(soundBytes: number, pcm: PcmFacts | undefined, header: Uint8Array | undefined): number | undefined {
  const ofPcm = pcm && (pcm.sampleRate * pcm.channels * pcm.bitDepth) / 8;
  const ofWav = header && header.byteLength >= 44 ? new DataView(header.buffer, header.byteOffset).getUint32(28, true) : undefined;
  const bytesPerSecond = ofPcm ?? ofWav ?? 0;
  return bytesPerSecond > 0 ? Math.round((soundBytes / bytesPerSecond) * 1000) : undefined;
}

/** The sound of a WAV begins behind its `data` chunk's head; anything else has no header of its own. */
export function headerLength(format: string, bytes: Uint8Array): number {
  if (format !== 'wav' || bytes.byteLength < 12) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') return 0;
  for (let at = 12; at + 8 <= bytes.byteLength; at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) & 1))
    if (name(at) === 'data') return at + 8;
  return 0;
}

/** A streamed WAV could not know its length; the kept one does. */
export function withLength(header: Uint8Array, soundBytes: number): Uint8Array {
  const known = Uint8Array.from(header);
  const view = new DataView(known.buffer);
  const most = 0xffffffff;
  view.setUint32(4, Math.min(most, soundBytes + known.byteLength - 8), true);
  view.setUint32(known.byteLength - 4, Math.min(most, soundBytes), true);
  return known;
}
