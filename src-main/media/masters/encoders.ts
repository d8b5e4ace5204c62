import { open, type FileHandle } from 'node:fs/promises';
import {
  AudioSample,
  AudioSampleSource,
  EncodedAudioPacketSource,
  FlacOutputFormat,
  OggOutputFormat,
  Output,
  type MetadataTags,
} from 'mediabunny';
import type { ChapterStart, MasterTags, SoundFormat } from '#shared/masters/formats.ts';
import { writeAll } from '../../infra/files.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import { createFileTarget } from '../file-target.ts';
import { mp3KilobitsPerSecond } from '../sound-writer.ts';
import { encodeOpus } from '../video/opus-packets.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import type { AacThread } from './aac-thread.ts';
import { createId3Tag } from './id3.ts';
import { emptyInfoFrame, fillInfoFrame } from './mp3-info.ts';
import type { Mp3Thread } from './mp3-thread.ts';
import { addMp4Metadata } from './mp4-metadata.ts';

export interface FileOrder {
  format: SoundFormat;
  /** Where nothing is yet. */
  path: string;
  /** Hz. */
  rate: number;
  /** Altogether. */
  samples: number;
  tags: MasterTags;
  chapters: readonly ChapterStart[];
  /** Of AAC: the bytes of each packet, in the order of the file. */
  onPacket?: (bytes: number) => void;
}

/** A call that takes longer hangs: each is for a second of sound or two. */
const patienceMs = 120_000;

type Pieces = AsyncIterable<Int16Array<ArrayBuffer>>;

/** Writes mono 16 bit samples into a file of the format, whole and synced. What it leaves when it fails is for the caller to remove. */
export async function encodeFile(order: FileOrder, pieces: Pieces): Promise<void> {
  await encoders[order.format](order, pieces);
  const file = await open(order.path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const encoders: Readonly<Record<SoundFormat, (order: FileOrder, pieces: Pieces) => Promise<void>>> = {
  wav: (order, pieces) =>
    writeFile(
      order.path,
      (async function* () {
        yield wavHeader(order.samples, order.rate);
        for await (const piece of pieces) yield new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
      })(),
    ),
  mp3: encodeMp3,
  ogg: encodeOgg,
  flac: encodeFlac,
  m4a: encodeMp4,
  m4b: encodeMp4,
};

async function encodeMp3(order: FileOrder, pieces: Pieces): Promise<void> {
  const { path, rate, samples, tags, chapters } = order;
  const tag = createId3Tag(tags, chapters, (samples * 1000) / rate);
  const content = async function* (): AsyncGenerator<Uint8Array, void> {
    yield tag;
    yield emptyInfoFrame(rate);
    yield* encodeMp3Frames(rate, pieces);
  };
  await writeFile(path, content());
  await fillInfoFrame(path, tag.length, { rate, samples });
}

async function* encodeMp3Frames(rate: number, pieces: Pieces): AsyncGenerator<Uint8Array, void> {
  // Its failures come here, and from here they are known.
  const encoder = new ThreadClient<Mp3Thread>(threadUrl('mp3-thread'), { name: 'mp3', patienceMs, onUnexpected: () => undefined });
  try {
    await encoder.call('open', rate, mp3KilobitsPerSecond);
    // One piece is coded while the next is made.
    let coded: Promise<Uint8Array> | undefined;
    for await (const piece of pieces) {
      const before = coded;
      coded = encoder.call('encode', piece);
      coded.catch(() => undefined); // the next turn reports it
      if (before) yield await before;
    }
    if (coded) yield await coded;
    yield await encoder.call('finish');
  } finally {
    await encoder.close();
  }
}

async function encodeOgg({ path, samples, tags }: FileOrder, pieces: Pieces): Promise<void> {
  const output = new Output({ format: new OggOutputFormat(), target: createFileTarget(path) });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  output.setMetadataTags(metadataOf(tags));
  const { packets, decoderConfig } = await encodeOpus(pieces, 1, samples);
  await closing(output, async () => {
    for await (const packet of packets) await source.add(packet, { decoderConfig });
  });
}

async function encodeFlac({ path, rate, tags }: FileOrder, pieces: Pieces): Promise<void> {
  const { registerFlacEncoder } = await import('@mediabunny/flac-encoder');
  registerFlacEncoder();
  const output = new Output({ format: new FlacOutputFormat(), target: createFileTarget(path) });
  const source = new AudioSampleSource({ codec: 'flac' });
  output.addAudioTrack(source);
  output.setMetadataTags(metadataOf(tags));
  let taken = 0;
  await closing(output, async () => {
    for await (const data of pieces) {
      if (data.length === 0) continue;
      const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: rate, timestamp: taken / rate });
      taken += data.length;
      try {
        await source.add(sample);
      } finally {
        sample.close();
      }
    }
  });
}

async function closing(output: Output, run: () => Promise<void>): Promise<void> {
  await output.start();
  try {
    await run();
    await output.finalize();
  } catch (thrown) {
    await output.cancel().catch(() => undefined);
    throw thrown;
  }
}

function metadataOf({ title, album, author, narrator, track, cover }: MasterTags): MetadataTags {
  return {
    title,
    album,
    ...(author !== undefined && { artist: author }),
    ...(narrator !== undefined && { raw: { NARRATOR: narrator } }),
    ...(track && { trackNumber: track.number, tracksTotal: track.of }),
    ...(cover && { images: [{ data: cover.bytes, mimeType: cover.type, kind: 'coverFront' }] }),
  };
}

async function encodeMp4({ format, path, samples, tags, chapters, onPacket }: FileOrder, pieces: Pieces): Promise<void> {
  // Its failures come here, and from here they are known.
  const writer = new ThreadClient<AacThread>(threadUrl('aac-thread'), { name: 'aac', patienceMs, onUnexpected: () => undefined });
  const report = (lengths: number[]): void => lengths.forEach((bytes) => onPacket?.(bytes));
  try {
    await writer.call('open', path, samples, tags.language);
    // It has seconds of sound in hand when it answers.
    for await (const piece of pieces) report(await writer.call('push', piece));
    report(await writer.call('finish'));
  } finally {
    await writer.close();
  }
  await addMp4Metadata(path, { brand: format === 'm4b' ? 'M4B ' : 'M4A ', tags, chapters });
}

/** Bytes that are put together for one write. */
const writeBytes = 256 * 1024;

async function writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await writeContent(file, content);
  } finally {
    await file.close();
  }
}

async function writeContent(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  const buffer = new Uint8Array(writeBytes);
  let [filled, written] = [0, 0];
  const flush = async (): Promise<void> => {
    await writeAll(file, buffer.subarray(0, filled), written);
    written += filled;
    filled = 0;
  };
  for await (const bytes of content)
    for (let at = 0; at < bytes.byteLength;) {
      const taken = bytes.subarray(at, at + writeBytes - filled);
      buffer.set(taken, filled);
      filled += taken.byteLength;
      at += taken.byteLength;
      if (filled === writeBytes) await flush();
    }
  await flush();
}
