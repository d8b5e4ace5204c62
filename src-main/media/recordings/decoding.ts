import { FLACDecoder } from '@wasm-audio-decoders/flac';
import {
  ADTS,
  AudioSampleSink,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  OggOutputFormat,
  Output,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { fail } from '#shared/failure.ts';
import { createDecoder, mixed, type Decoder } from '../decoders.ts';
import type { MonoChunk } from '../wav.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** A decoder for the kinds that stream. FLAC comes in no answer of a service, and so only recordings need it. */
export function recordingDecoder(kind: 'wav' | 'mp3' | 'ogg' | 'flac'): Decoder {
  if (kind !== 'flac') return createDecoder(kind);
  const decoder = new FLACDecoder();
  return {
    push: async (bytes) => {
      await decoder.ready;
      return mixed(await decoder.decode(bytes));
    },
    finish: async () => {
      await decoder.ready;
      return mixed(await decoder.flush());
    },
    free: () => decoder.free(),
  };
}

/** Containers that are opened: files that hold their sound themselves. A playlist, which names other files and addresses, is none. */
export const containerFormats: InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS];

/** What a container was found to hold. */
export interface Contained {
  codec: string;
  seconds: number;
  /** Bytes of its packets where they are AAC, which is not decoded here. */
  aacBytes: number;
}

/** Packets between two looks at whether enough was heard. */
const batch = 256;

/**
 * The sound of a container (MP4, M4A, MOV, WebM, Matroska, an AAC stream), its pictures left alone; `take` is handed what is decoded, and answers
 * whether it wants more. AAC is measured and not decoded. Fails with `unsupported-media` where there is no sound in it.
 */
export async function decodeContainer(path: string, take: (chunk: MonoChunk) => Promise<boolean>): Promise<Contained> {
  const input = new Input({ source: new FilePathSource(path), formats: containerFormats });
  try {
    const track = await findAudioTrack(input);
    const codec = await track.getCodec();
    const seconds = await track.computeDuration();
    if (codec === 'aac') return { codec, seconds, aacBytes: await packetBytes(track) };
    if (codec === 'mp3') await decodePackets(track, createDecoder('mp3'), take);
    else if (codec === 'flac') await decodeFlac(track, take);
    else if (codec === 'opus' || codec === 'vorbis') await decodeThroughOgg(track, codec, take);
    else if (codec?.startsWith('pcm-') === true) await decodePcm(track, take);
    else return { codec: codec ?? messages.clone.itsCodec, seconds, aacBytes: 0 };
    return { codec: codec.startsWith('pcm-') ? 'wav' : codec, seconds, aacBytes: 0 };
  } finally {
    input.dispose();
  }
}

/** Fails with `unsupported-media` in words where the file cannot be read, or holds no sound. */
export async function findAudioTrack(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack().catch((cause: unknown) => {
    throw fail('unsupported-media', message('clone.cannotBeRead'), { cause });
  });
  if (track !== null) return track;
  const isVideo = (await input.getPrimaryVideoTrack().catch(() => null)) !== null;
  throw fail('unsupported-media', isVideo ? message('clone.videoWithoutSound') : message('clone.noSoundOrCutOff'));
}

async function packetBytes(track: InputAudioTrack): Promise<number> {
  let bytes = 0;
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) bytes += packet.byteLength;
  if (bytes === 0) throw fail('unsupported-media', message('clone.endsBeforeSound'));
  return bytes;
}

async function decodePackets(track: InputAudioTrack, decoder: Decoder, take: (chunk: MonoChunk) => Promise<boolean>): Promise<void> {
  try {
    for await (const packet of new EncodedPacketSink(track).packets())
      for (const chunk of await decoder.push(packet.data)) if (!(await take(chunk))) return;
    for (const chunk of await decoder.finish()) if (!(await take(chunk))) return;
  } finally {
    decoder.free();
  }
}

async function decodeFlac(track: InputAudioTrack, take: (chunk: MonoChunk) => Promise<boolean>): Promise<void> {
  const decoder = new FLACDecoder();
  try {
    await decoder.ready;
    let held: Uint8Array[] = [];
    const decode = async (): Promise<boolean> => {
      const frames = held;
      held = [];
      if (frames.length > 0) for (const chunk of mixed(await decoder.decodeFrames(frames))) if (!(await take(chunk))) return false;
      return true;
    };
    for await (const packet of new EncodedPacketSink(track).packets()) {
      held.push(packet.data);
      if (held.length === batch && !(await decode())) return;
    }
    await decode();
  } finally {
    decoder.free();
  }
}

/** Both codecs are decoded from Ogg: the packets are moved into one, which is much smaller than what they decode to. */
async function decodeThroughOgg(
  track: InputAudioTrack,
  codec: 'opus' | 'vorbis',
  take: (chunk: MonoChunk) => Promise<boolean>,
): Promise<void> {
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw fail('unsupported-media', message('sound.codingNotStated'));
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined)) {
    if (packet.timestamp > 2 * 3600) break;
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  const decoder = createDecoder('ogg');
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  const piece = 64 * 1024;
  try {
    for (let at = 0; at < bytes.byteLength; at += piece)
      for (const chunk of await decoder.push(bytes.slice(at, at + piece))) if (!(await take(chunk))) return;
    for (const chunk of await decoder.finish()) if (!(await take(chunk))) return;
  } finally {
    decoder.free();
  }
}

async function decodePcm(track: InputAudioTrack, take: (chunk: MonoChunk) => Promise<boolean>): Promise<void> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    const channelData = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const channel = new Float32Array(sample.numberOfFrames);
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' });
      return channel;
    });
    const decoded = { channelData, samplesDecoded: sample.numberOfFrames, sampleRate: sample.sampleRate };
    sample.close();
    for (const chunk of mixed(decoded)) if (!(await take(chunk))) return;
  }
}
