import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import {
  ADTS,
  AdtsOutputFormat,
  AudioSampleSink,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { decodeAac } from '../media/decode-aac.ts';

/** Mono samples from -1 to 1, in order. */
export interface Piece {
  samples: Float32Array;
  rate: number;
}

interface Decoded {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

/** Files that hold their sound themselves: a playlist, which names other files and addresses, is none. */
const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS];
const pieceBytes = 64 * 1024;
const pieceSamples = 16_384;
/** Packets that are decoded at once. */
const batch = 256;

/** The container is sound, but there is no decoder for what is in it: a codec rarer than AAC. `seconds`: how long it lasts. */
export class NoDecoder extends Error {
  readonly seconds: number;

  constructor(codec: string | null, seconds: number) {
    super(`there is no decoder for ${codec ?? 'its codec'}`);
    this.seconds = seconds;
  }
}

/**
 * Decodes a recording by its content, whatever its name said; with `seconds`, no more than what begins before them. Throws for what is no sound, and
 * {@link NoDecoder}.
 */
export async function* decodeSound(bytes: Uint8Array<ArrayBuffer>, seconds = Infinity): AsyncGenerator<Piece> {
  for await (const decoded of isOggFlac(bytes) ? decodeOggFlac(bytes) : decodeMedia(bytes, seconds))
    for (let at = 0; at < decoded.samplesDecoded; at += pieceSamples) yield mixed(decoded, at);
}

/** The one pair of container and codec that mediabunny does not open. */
const isOggFlac = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'OggS' && Buffer.from(bytes.subarray(28, 33)).toString('latin1') === '\x7fFLAC';

async function* decodeOggFlac(bytes: Uint8Array): AsyncGenerator<Decoded> {
  const decoder = new FLACDecoder();
  try {
    await decoder.ready;
    for (let at = 0; at < bytes.length; at += pieceBytes) yield await decoder.decode(bytes.subarray(at, at + pieceBytes));
    yield await decoder.flush();
  } finally {
    decoder.free();
  }
}

async function* decodeMedia(bytes: Uint8Array<ArrayBuffer>, seconds: number): AsyncGenerator<Decoded> {
  const input = new Input({ source: new BufferSource(bytes), formats });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) throw new Error('there is no sound in it');
    yield* decodeTrack(track, seconds);
  } finally {
    input.dispose();
  }
}

async function* decodeTrack(track: InputAudioTrack, seconds: number): AsyncGenerator<Decoded> {
  const codec = await track.getCodec();
  const packets = packetsOf(track, seconds);
  if (codec === 'mp3') yield* decodeMp3(packets);
  else if (codec === 'flac') yield* decodeFlac(packets);
  else if (codec === 'vorbis') yield* decodeOgg(await inContainer(track, codec, packets, new OggOutputFormat()), new OggVorbisDecoder());
  else if (codec === 'opus') yield* decodeOgg(await inContainer(track, codec, packets, new OggOutputFormat()), new OggOpusDecoder());
  else if (codec === 'aac') {
    const { samples, sampleRate } = await decodeAac(await inContainer(track, codec, packets, new AdtsOutputFormat()));
    yield { channelData: [samples], samplesDecoded: samples.length, sampleRate };
  } else if (codec?.startsWith('pcm-') === true || codec === 'ulaw' || codec === 'alaw') yield* decodePcm(track, seconds);
  // A file that ends in its head is no recording.
  else if ((await packets.next()).done === true) throw new Error('there is no sound in it');
  else throw new NoDecoder(codec, await track.computeDuration());
}

async function* packetsOf(track: InputAudioTrack, seconds: number): AsyncGenerator<EncodedPacket> {
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp > seconds) return;
    yield packet;
  }
}

async function* decodeMp3(packets: AsyncIterable<EncodedPacket>): AsyncGenerator<Decoded> {
  const decoder = new MPEGDecoder();
  try {
    await decoder.ready;
    for await (const packet of packets) yield decoder.decode(packet.data);
  } finally {
    decoder.free();
  }
}

async function* decodeFlac(packets: AsyncIterable<EncodedPacket>): AsyncGenerator<Decoded> {
  const decoder = new FLACDecoder();
  try {
    await decoder.ready;
    let held: Uint8Array[] = [];
    for await (const packet of packets) {
      held.push(packet.data);
      if (held.length < batch) continue;
      yield await decoder.decodeFrames(held);
      held = [];
    }
    if (held.length > 0) yield await decoder.decodeFrames(held);
  } finally {
    decoder.free();
  }
}

async function* decodeOgg(ogg: Uint8Array, decoder: OggVorbisDecoder | OggOpusDecoder): AsyncGenerator<Decoded> {
  try {
    await decoder.ready;
    for (let at = 0; at < ogg.length; at += pieceBytes) yield await decoder.decode(ogg.subarray(at, at + pieceBytes));
    yield await decoder.flush();
  } finally {
    decoder.free();
  }
}

async function* decodePcm(track: InputAudioTrack, seconds: number): AsyncGenerator<Decoded> {
  for await (const sample of new AudioSampleSink(track).samples(0, seconds)) {
    const { numberOfFrames: samplesDecoded, numberOfChannels, sampleRate } = sample;
    const channelData = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
      const channel = new Float32Array(samplesDecoded);
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' });
      return channel;
    });
    sample.close();
    yield { channelData, samplesDecoded, sampleRate };
  }
}

/** The same packets in a container that a decoder reads; they are much smaller than their sound. */
async function inContainer(
  track: InputAudioTrack,
  codec: 'vorbis' | 'opus' | 'aac',
  packets: AsyncIterable<EncodedPacket>,
  format: OutputFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw new Error('its codec is not described');
  for await (const packet of packets) await source.add(packet, { decoderConfig });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** The mean of all channels. */
function mixed({ channelData, samplesDecoded, sampleRate: rate }: Decoded, from: number): Piece {
  const samples = new Float32Array(Math.min(pieceSamples, samplesDecoded - from));
  for (const channel of channelData)
    for (let at = 0; at < samples.length; at += 1) samples[at] = (samples[at] ?? 0) + (channel[from + at] ?? 0) / channelData.length;
  return { samples, rate };
}
