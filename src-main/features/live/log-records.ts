import { crc32 } from 'node:zlib';
import { z } from 'zod';

/** A phrase as it is sent: its texts have the sequences from `first` on. A retry repeats exactly this. */
export const loggedSegment = z.object({
  segmentId: z.string(),
  phraseId: z.string(),
  first: z.int().positive(),
  texts: z.array(z.string()),
});
export type LoggedSegment = z.infer<typeof loggedSegment>;

/** Signed little endian. */
export const pcmFacts = z.object({ sampleRate: z.int().positive(), channels: z.int().positive(), bitDepth: z.int().positive() });
export type PcmFacts = z.infer<typeof pcmFacts>;

const checkSum = z.int().nonnegative();
const recordSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('segment'), segment: loggedSegment }),
  /** Not taken by the service: it is none of the request's. */
  z.object({ t: z.literal('refused'), segmentId: z.string() }),
  /** The header of the sound's format. */
  z.object({ t: z.literal('header'), length: z.int().nonnegative(), sum: checkSum }),
  /** What raw samples are: of a format that does not say it itself. */
  z.object({ t: z.literal('pcm'), ...pcmFacts.shape }),
  /** An attempt is a connection, or what was fetched from the service's store. Of each frame its sequence, its length and its check sum. */
  z.object({
    t: z.literal('audio'),
    attempt: z.int().nonnegative(),
    segmentId: z.string(),
    frames: z.array(z.tuple([z.int(), z.int().nonnegative(), checkSum])),
  }),
  z.object({ t: z.literal('gap'), attempt: z.int().nonnegative(), after: z.int() }),
  z.object({ t: z.literal('whole'), attempt: z.int().nonnegative(), segmentId: z.string() }),
]);
export type StoredRecord = z.infer<typeof recordSchema>;
type StoredAudio = Extract<StoredRecord, { t: 'audio' }>;

/** One frame of sound; `sum` is the CRC-32 of its bytes, where that is known already. */
export interface AudioRecord {
  t: 'audio';
  attempt: number;
  sequence: number;
  segmentId: string;
  bytes: Uint8Array;
  sum?: number | undefined;
}
/** What is appended. Frames that follow one another share a record on the disk. */
export type LogRecord = Exclude<StoredRecord, { t: 'audio' | 'header' }> | AudioRecord | { t: 'header'; bytes: Uint8Array };

/** Records as they are written, and what of them is where. */
export interface PackedRecords {
  parts: Uint8Array[];
  /** Where the bytes of each begin. */
  places: { record: StoredRecord; offset: number }[];
  /** Bytes of all. */
  size: number;
}

/** Before a record's own JSON and its bytes: their two lengths and the check sum of the JSON, 32 bits each, little endian. */
export const headBytes = 12;
export interface Head {
  json: number;
  bytes: number;
  sum: number;
}
/** Sound of which a record takes no more; a single frame may be longer. */
const worthARecord = 1024 * 1024;
const maximumRecordBytes = 8 * 1024 * 1024;

/** Records as one write takes them. */
export function packRecords(records: readonly LogRecord[]): PackedRecords {
  const packed: PackedRecords = { parts: [], places: [], size: 0 };
  let audio: { record: StoredAudio; pieces: Uint8Array[]; bytes: number } | undefined;
  const endAudio = (): void => {
    if (audio !== undefined) put(packed, audio.record, audio.pieces, audio.bytes);
    audio = undefined;
  };
  for (const record of records) {
    if (record.t !== 'audio') {
      endAudio();
      if (record.t !== 'header') put(packed, record, [], 0);
      else put(packed, { t: 'header', length: record.bytes.byteLength, sum: crc32(record.bytes) }, [record.bytes], record.bytes.byteLength);
      continue;
    }
    const { attempt, segmentId, sequence, bytes, sum = crc32(bytes) } = record;
    const goesOn =
      audio?.record.attempt === attempt && audio.record.segmentId === segmentId && audio.bytes + bytes.byteLength <= worthARecord;
    if (!goesOn) endAudio();
    audio ??= { record: { t: 'audio', attempt, segmentId, frames: [] }, pieces: [], bytes: 0 };
    audio.record.frames.push([sequence, bytes.byteLength, sum]);
    audio.pieces.push(bytes);
    audio.bytes += bytes.byteLength;
  }
  endAudio();
  return packed;
}

function put(packed: PackedRecords, record: StoredRecord, pieces: readonly Uint8Array[], bytes: number): void {
  const text = JSON.stringify(record);
  const head = Buffer.allocUnsafe(headBytes + Buffer.byteLength(text));
  const json = head.subarray(headBytes);
  json.write(text);
  head.writeUInt32LE(json.byteLength, 0);
  head.writeUInt32LE(bytes, 4);
  head.writeUInt32LE(crc32(json), 8);
  packed.parts.push(head, ...pieces);
  packed.places.push({ record, offset: packed.size + head.byteLength });
  packed.size += head.byteLength + bytes;
}

/** `undefined` where none stands: at the end, or where it was torn. */
export function readHead(bytes: Uint8Array): Head | undefined {
  if (bytes.byteLength < headBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, headBytes);
  const head = { json: view.getUint32(0, true), bytes: view.getUint32(4, true), sum: view.getUint32(8, true) };
  return head.json + head.bytes > maximumRecordBytes ? undefined : head;
}

/** `undefined` where it was torn, or is none of these. */
export function readRecord(head: Head, json: Uint8Array): StoredRecord | undefined {
  if (json.byteLength < head.json || crc32(json) !== head.sum) return undefined;
  return recordSchema.safeParse(JSON.parse(Buffer.from(json).toString('utf8'))).data;
}

/** Whether these are all the bytes of the record, as they were written. */
export function isWhole(record: StoredRecord, head: Head, bytes: Uint8Array): boolean {
  if (bytes.byteLength < head.bytes) return false;
  if (record.t === 'header') return record.length === head.bytes && crc32(bytes) === record.sum;
  if (record.t !== 'audio') return head.bytes === 0;
  const length = record.frames.reduce((sum, frame) => sum + frame[1], 0);
  return length === head.bytes && wholeFrames(record, bytes).length === record.frames.length;
}

/** The frames of a record up to the first that is not whole. */
export function wholeFrames({ attempt, segmentId, frames }: StoredAudio, bytes: Uint8Array): AudioRecord[] {
  const whole: AudioRecord[] = [];
  let at = 0;
  for (const [sequence, length, sum] of frames) {
    const frame = bytes.subarray(at, at + length);
    if (frame.byteLength < length || crc32(frame) !== sum) break;
    whole.push({ t: 'audio', attempt, segmentId, sequence, bytes: frame, sum });
    at += length;
  }
  return whole;
}
