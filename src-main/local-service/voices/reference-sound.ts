import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import {
  ADTS,
  AdtsOutputFormat,
  AudioSampleSink,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
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

/** A recording to clone from, as mono samples from -1 to 1. Only its first {@link heardSeconds} are decoded. */
export interface ReferenceSound {
  samples: Float32Array;
  rate: number;
  /** Its decoder keeps memory that only the end of the thread gives back. */
  leavesMemory: boolean;
}

/** A voice is known after a minute; more would only cost time and memory. */
export const heardSeconds = 60;

const pieceBytes = 64 * 1024;

/** The container is sound, but there is no decoder here for what is in it: a codec rarer than AAC. */
export class NotHeard extends Error {
  readonly seconds: number;

  constructor(codec: string, seconds: number) {
    super(`${codec} is not decoded here`);
    this.seconds = seconds;
  }
}

interface Decoded {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
  leavesMemory?: boolean;
}

interface Decoder {
  ready: Promise<void>;
  free: () => void;
}

/** Files that hold their sound themselves: a playlist, which names other files and addresses, is none. */
const containerFormats = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS];

/** Decodes by content, whatever the name said. Throws when it is no audio, damaged beyond use, or {@link NotHeard}. */
export async function decodeReference(bytes: Uint8Array): Promise<ReferenceSound> {
  // FLAC inside Ogg is the one pair that mediabunny does not open.
  if (
    Buffer.from(bytes.subarray(0, 64)).toString('latin1').startsWith('OggS') &&
    Buffer.from(bytes.subarray(28, 33)).toString('latin1') === '\x7fFLAC'
  ) {
    return mono(await using(new FLACDecoder(), (decoder) => inPieces(decoder, bytes)));
  }
  const input = new Input({ source: new BufferSource(bytes), formats: containerFormats });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) throw new Error('There is no sound in it');
    return mono(await decodeTrack(track));
  } finally {
    input.dispose();
  }
}

async function decodeTrack(track: InputAudioTrack): Promise<Decoded> {
  const codec = await track.getCodec();
  if (codec === 'mp3') {
    const packets = await packetsOf(track);
    return using(new MPEGDecoder(), (decoder) => decoder.decode(Buffer.concat(packets.map((packet) => packet.data))));
  }
  if (codec === 'flac') {
    const packets = await packetsOf(track);
    return using(new FLACDecoder(), (decoder) => decoder.decodeFrames(packets.map((packet) => packet.data)));
  }
  if (codec === 'vorbis' || codec === 'opus') {
    const ogg = await inContainer(track, codec, new OggOutputFormat());
    return codec === 'opus'
      ? using(new OggOpusDecoder(), (decoder) => decoder.decodeFile(ogg))
      : using(new OggVorbisDecoder(), (decoder) => decoder.decodeFile(ogg));
  }
  if (codec === 'aac') {
    const { samples, sampleRate } = await decodeAac(await inContainer(track, codec, new AdtsOutputFormat()));
    return { channelData: [samples], samplesDecoded: samples.length, sampleRate, leavesMemory: true };
  }
  if (!(await track.canDecode())) {
    // The packets are counted all the same: a file that ends in its head is no recording.
    if ((await packetsOf(track)).length === 0) throw new Error('There is no sound in it');
    throw new NotHeard(codec ?? 'This codec', await track.computeDuration());
  }
  return pcm(track);
}

async function using<Kind extends Decoder>(decoder: Kind, work: (decoder: Kind) => Decoded | Promise<Decoded>): Promise<Decoded> {
  try {
    await decoder.ready;
    return await work(decoder);
  } finally {
    decoder.free();
  }
}

/** Piece by piece until enough was heard: silence packs so well that the whole of a small file could fill the memory. */
async function inPieces(decoder: FLACDecoder, bytes: Uint8Array): Promise<Decoded> {
  const parts: Decoded[] = [];
  let samples = 0;
  for (let at = 0; at < bytes.length && samples < heardSeconds * (parts[0]?.sampleRate ?? Infinity); at += pieceBytes) {
    const part = await decoder.decode(bytes.subarray(at, at + pieceBytes));
    if (part.samplesDecoded === 0) continue;
    parts.push(part);
    samples += part.samplesDecoded;
  }
  // The last block waits in the decoder for a next one.
  const last = await decoder.flush();
  if (last.samplesDecoded > 0) parts.push(last);
  return joined(parts);
}

async function packetsOf(track: InputAudioTrack) {
  const packets = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp > heardSeconds) break;
    packets.push(packet);
  }
  return packets;
}

/** The same packets in a container that their decoder reads. */
async function inContainer(
  track: InputAudioTrack,
  codec: 'vorbis' | 'opus' | 'aac',
  format: OutputFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw new Error('Its codec is not described');
  for (const packet of await packetsOf(track)) await source.add(packet, { decoderConfig });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

async function pcm(track: InputAudioTrack): Promise<Decoded> {
  const parts: Decoded[] = [];
  for await (const sample of new AudioSampleSink(track).samples(0, heardSeconds)) {
    const channelData = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const channel = new Float32Array(sample.numberOfFrames);
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' });
      return channel;
    });
    parts.push({ channelData, samplesDecoded: sample.numberOfFrames, sampleRate: sample.sampleRate });
    sample.close();
  }
  return joined(parts);
}

function joined(parts: readonly Decoded[]): Decoded {
  const samplesDecoded = parts.reduce((sum, part) => sum + part.samplesDecoded, 0);
  const channelData = (parts[0]?.channelData ?? []).map((_, place) => {
    const channel = new Float32Array(samplesDecoded);
    let at = 0;
    for (const part of parts) {
      channel.set(part.channelData[place] ?? [], at);
      at += part.samplesDecoded;
    }
    return channel;
  });
  return { channelData, samplesDecoded, sampleRate: parts[0]?.sampleRate ?? 0 };
}

/** All channels together, cut to what is heard. */
function mono({ channelData, samplesDecoded, sampleRate, leavesMemory = false }: Decoded): ReferenceSound {
  if (channelData.length === 0 || samplesDecoded <= 0 || sampleRate < 4_000 || sampleRate > 192_000)
    throw new Error('There is no sound in it');
  const length = Math.min(samplesDecoded, heardSeconds * sampleRate);
  const samples = new Float32Array(length);
  for (const channel of channelData) {
    for (let at = 0; at < length; at += 1) samples[at] = (samples[at] ?? 0) + (channel[at] ?? 0) / channelData.length;
  }
  return { samples, rate: sampleRate, leavesMemory };
}
