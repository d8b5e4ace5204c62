import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import {
  AudioSampleSink,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  NullTarget,
  OggOutputFormat,
  Output,
  type InputAudioTrack,
} from 'mediabunny';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';

/** The sound of a video, decoded as it is read, in bounded memory. */

/** One array for each channel, at `rate` Hz. */
export interface Decoded {
  channels: Float32Array[];
  rate: number;
}

/** Frames of FLAC that are decoded at once. */
const flacBatch = 64;

/** Fails with `unsupported-media` for a codec that has no decoder here; see `isDecoded`. */
export async function* decodeTrack(track: InputAudioTrack): AsyncGenerator<Decoded> {
  const codec = await track.getCodec();
  if (codec === 'mp3') yield* mp3(track);
  else if (codec === 'flac') yield* flac(track);
  else if (codec === 'opus' || codec === 'vorbis') yield* throughOgg(track, codec);
  else if (codec !== null && (codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw')) yield* pcm(track);
  else throw fail('unsupported-media', message('sound.noDecoder', codec ?? message('sound.unknownCoding')));
}

interface FromLibrary {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

function* decoded({ channelData, samplesDecoded, sampleRate }: FromLibrary): Generator<Decoded> {
  if (samplesDecoded <= 0 || channelData.length === 0) return;
  yield { channels: channelData.map((channel) => channel.slice(0, samplesDecoded)), rate: sampleRate };
}

async function* mp3(track: InputAudioTrack): AsyncGenerator<Decoded> {
  const decoder = new MPEGDecoder();
  try {
    await decoder.ready;
    for await (const { data } of new EncodedPacketSink(track).packets()) yield* decoded(decoder.decode(data));
  } finally {
    decoder.free();
  }
}

async function* flac(track: InputAudioTrack): AsyncGenerator<Decoded> {
  const decoder = new FLACDecoder();
  try {
    await decoder.ready;
    let held: Uint8Array[] = [];
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      held.push(data);
      if (held.length < flacBatch) continue;
      yield* decoded(await decoder.decodeFrames(held));
      held = [];
    }
    if (held.length > 0) yield* decoded(await decoder.decodeFrames(held));
  } finally {
    decoder.free();
  }
}

/** Both codecs have their decoders for Ogg: packets are moved into pages, and each page is decoded and forgotten. */
async function* throughOgg(track: InputAudioTrack, codec: 'opus' | 'vorbis'): AsyncGenerator<Decoded> {
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw fail('unsupported-media', message('dubbingTimeline.soundCodingNotStated'));
  const decoder = codec === 'opus' ? new OggOpusDecoder() : new OggVorbisDecoder();
  let pages: Uint8Array[] = [];
  const output = new Output({ format: new OggOutputFormat({ onPage: (bytes) => pages.push(bytes.slice()) }), target: new NullTarget() });
  try {
    await decoder.ready;
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source);
    await output.start();
    for await (const packet of new EncodedPacketSink(track).packets()) {
      // Its own count begins at zero: the caller cuts what lies before the video.
      await source.add(packet, { decoderConfig });
      const whole = pages;
      pages = [];
      for (const page of whole) yield* decoded(await decoder.decode(page));
    }
    await output.finalize();
    for (const page of pages) yield* decoded(await decoder.decode(page));
    yield* decoded(await decoder.flush());
  } finally {
    decoder.free();
  }
}

async function* pcm(track: InputAudioTrack): AsyncGenerator<Decoded> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const channel = new Float32Array(sample.numberOfFrames);
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' });
      return channel;
    });
    const rate = sample.sampleRate;
    sample.close();
    yield { channels, rate };
  }
}
