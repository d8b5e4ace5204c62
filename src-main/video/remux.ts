import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
  type OutputFormat,
} from 'mediabunny';
import { fail } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { opusOf, type OpusSound } from './opus-packets.ts';
import { openVideo } from './probe.ts';

/** What the sound is put into. */
export type Container = 'mp4' | 'webm' | 'mov';

export interface RemuxOrder {
  source: string;
  container: Container;
  /** A new file. */
  out: string;
  channels: number;
  /** Of the whole sound; interleaved pieces come from `sound`. */
  samples: number;
  sound: AsyncIterable<Int16Array>;
  onFraction: (fraction: number) => void;
  signal: AbortSignal;
}

/** Of codecs that a file for editing can hold. */
const editable: readonly string[] = ['avc', 'hevc'];
const webm: readonly string[] = ['vp8', 'vp9', 'av1'];

/**
 * The container that a video's packets and the sound go into. Opus is what is coded here without loss of time: it has no gap at its beginning, and
 * every browser, VLC and ffmpeg play it in MP4 and WebM. Editors do not; for them there is a MOV with uncompressed sound.
 */
export function containerOf(video: { codec: string; container: string }, wanted: 'mp4' | 'mov'): Container {
  if (wanted === 'mov') {
    if (editable.includes(video.codec)) return 'mov';
    throw fail(
      'unsupported-media',
      `A MOV for editing holds H.264 and H.265; this video is ${video.codec.toUpperCase()}. Export it as it is instead.`,
      {
        field: 'format',
      },
    );
  }
  const isWeb = video.codec === 'vp8' || (webm.includes(video.codec) && /webm|matroska/iu.test(video.container));
  return isWeb ? 'webm' : 'mp4';
}

const formatOf = (container: Container): OutputFormat => {
  if (container === 'webm') return new WebMOutputFormat();
  // Room for the table of contents is left at the beginning, so that players begin at once, and no packet is held in memory.
  return container === 'mov' ? new MovOutputFormat({ fastStart: 'reserve' }) : new Mp4OutputFormat({ fastStart: 'reserve' });
};

const pcmPieceSamples = sampleRate / 10;

/** PCM in packets of a tenth of a second. */
function pcmOf(pieces: AsyncIterable<Int16Array>, channels: number, samples: number): OpusSound {
  return {
    decoderConfig: { codec: 'pcm-s16', numberOfChannels: channels, sampleRate },
    count: Math.ceil(samples / pcmPieceSamples) * 2 + 2,
    packets: (async function* () {
      let at = 0;
      for await (const piece of pieces) {
        const step = pcmPieceSamples * channels;
        for (let from = 0; from < piece.length; from += step) {
          const part = piece.slice(from, from + step);
          const length = part.length / channels;
          yield new EncodedPacket(new Uint8Array(part.buffer), 'key', at / sampleRate, length / sampleRate);
          at += length;
        }
      }
    })(),
  };
}

/**
 * Writes a video's own packets, byte for byte and at their own times, with another sound. One packet of each is held at a time. Leaves a partial file
 * where it fails or is stopped: whoever asked removes it.
 */
export async function remux({ source, container, out, channels, samples, sound, onFraction, signal }: RemuxOrder): Promise<void> {
  const input = openVideo(source);
  let output: Output | undefined;
  try {
    const track = await input.getPrimaryVideoTrack();
    const codec = await track?.getCodec();
    const videoConfig = await track?.getDecoderConfig();
    if (!track || !codec || !videoConfig) throw fail('unsupported-media', 'The video of this dub cannot be read any more.');
    const coded = container === 'mov' ? pcmOf(sound, channels, samples) : await opusOf(sound, channels, samples);
    const seconds = samples / sampleRate;
    const { packetCount } = await track.computePacketStats();
    output = new Output({ format: formatOf(container), target: new FilePathTarget(out) });
    const pictures = new EncodedVideoPacketSource(codec);
    const audio = new EncodedAudioPacketSource(container === 'mov' ? 'pcm-s16' : 'opus');
    output.addVideoTrack(pictures, { rotation: await track.getRotation(), maximumPacketCount: packetCount });
    output.addAudioTrack(audio, { maximumPacketCount: coded.count });
    await output.start();
    const videoPackets = new EncodedPacketSink(track).packets();
    let picture = await videoPackets.next();
    let piece = await coded.packets.next();
    let steps = 0;
    while (picture.done !== true || piece.done !== true) {
      signal.throwIfAborted();
      const isPicture = piece.done === true || (picture.done !== true && picture.value.timestamp <= piece.value.timestamp);
      if (isPicture && picture.done !== true) {
        await pictures.add(picture.value, { decoderConfig: videoConfig });
        if ((steps += 1) % 64 === 0) onFraction(Math.min(1, Math.max(0, picture.value.timestamp / seconds)));
        picture = await videoPackets.next();
      } else if (piece.done !== true) {
        await audio.add(piece.value, { decoderConfig: coded.decoderConfig });
        piece = await coded.packets.next();
      }
    }
    pictures.close();
    audio.close();
    await output.finalize();
    output = undefined;
  } finally {
    await output?.cancel().catch(() => undefined);
    input.dispose();
  }
}
