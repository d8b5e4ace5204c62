import { rm } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
  type OutputFormat,
} from 'mediabunny';
import { containerFor } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { createFileTarget } from '../file-target.ts';
import { toTrackLanguage } from '../track-language.ts';
import { joinMp4 } from './join-mp4.ts';
import { encodeAac } from './aac-packets.ts';
import type { CodedSound } from './coded-sound.ts';
import { encodeOpus } from './opus-packets.ts';
import { openVideo } from './probe.ts';
import { message } from '#shared/messages/message.ts';

/** What the sound is put into. */
export type Container = 'mp4' | 'webm' | 'mov';

export interface RemuxOrder {
  source: string;
  container: Container;
  /** What the sound of an MP4 is coded with. A WebM holds Opus, a MOV uncompressed sound. */
  codec: 'aac' | 'opus';
  /** A new file. */
  out: string;
  /** Of what the sound says, a BCP 47 tag; undefined where that is not known. */
  language?: string | undefined;
  channels: number;
  /** Of the whole sound; interleaved pieces come from `sound`. */
  samples: number;
  sound: AsyncIterable<Int16Array>;
  onFraction: (fraction: number) => void;
  signal: AbortSignal;
}

/** Of codecs that a file for editing can hold. */
const editable: readonly string[] = ['avc', 'hevc'];

/** Editors do not play Opus: for them there is a MOV with uncompressed sound. Fails with `unsupported-media` for what that cannot hold. */
export function chooseContainer(video: { codec: string; container: string }, wanted: 'mp4' | 'mov'): Container {
  if (wanted === 'mov') {
    if (editable.includes(video.codec)) return 'mov';
    throw fail('unsupported-media', message('dubbingTimeline.movNeedsOtherCodec', video.codec.toUpperCase()), {
      field: 'format',
    });
  }
  return containerFor(video);
}

const formatOf = (container: Container): OutputFormat => {
  if (container === 'webm') return new WebMOutputFormat();
  // Room for the table of contents is left at the beginning, so that players begin at once, and no packet is held in memory.
  return container === 'mov' ? new MovOutputFormat({ fastStart: 'reserve' }) : new Mp4OutputFormat({ fastStart: 'reserve' });
};

const pcmPieceSamples = sampleRate / 10;

/** PCM in packets of a tenth of a second. */
function pcmOf(pieces: AsyncIterable<Int16Array>, channels: number, samples: number): CodedSound {
  return {
    codec: 'pcm-s16',
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

/** What of the work is done when the sound is coded; the pictures are copied much faster. */
const soundShare = 0.85;

/**
 * Writes a video's own packets, byte for byte and at their own times, with another sound, in bounded memory. Leaves no partial sound; the caller
 * removes a partial file where it fails or is stopped.
 */
export async function remux(order: RemuxOrder): Promise<void> {
  const { source, container, out, channels, samples, sound, onFraction, signal } = order;
  if (container === 'mov') return copyPackets(order, pcmOf(sound, channels, samples), onFraction);
  if (container === 'webm') return copyPackets(order, await encodeOpus(sound, channels, samples), onFraction);
  const soundPath = `${out}.sound`;
  try {
    const coded = order.codec === 'aac' ? encodeAac(sound, channels, samples) : await encodeOpus(sound, channels, samples);
    await writeSound(soundPath, coded, order, (fraction) => onFraction(fraction * soundShare));
    const later = (fraction: number): void => onFraction(soundShare + fraction * (1 - soundShare));
    if (await joinMp4({ pictures: source, sound: soundPath, out, onFraction: later, signal })) return;
    const input = openVideo(soundPath);
    try {
      const track = await input.getPrimaryAudioTrack();
      const decoderConfig = await track?.getDecoderConfig();
      if (!track || !decoderConfig) throw new Error('the sound that was just written cannot be read');
      const { packetCount } = await track.computePacketStats();
      const packets = new EncodedPacketSink(track).packets();
      await copyPackets(order, { codec: order.codec, decoderConfig, count: packetCount, packets }, later);
    } finally {
      input.dispose();
    }
  } finally {
    await rm(soundPath, { force: true });
  }
}

const trackOf = (language: string | undefined): { languageCode?: string } => {
  const languageCode = toTrackLanguage(language);
  return languageCode === undefined ? {} : { languageCode };
};

async function writeSound(
  path: string,
  coded: CodedSound,
  { samples, language, signal }: RemuxOrder,
  onFraction: (fraction: number) => void,
): Promise<void> {
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: createFileTarget(path) });
  try {
    const source = new EncodedAudioPacketSource(coded.codec);
    output.addAudioTrack(source, trackOf(language));
    await output.start();
    for await (const packet of coded.packets) {
      signal.throwIfAborted();
      await source.add(packet, { decoderConfig: coded.decoderConfig });
      onFraction(Math.min(1, Math.max(0, (packet.timestamp * sampleRate) / samples)));
    }
    source.close();
    await output.finalize();
  } catch (thrown) {
    await output.cancel().catch(() => undefined);
    throw thrown;
  }
}

/** Packet by packet, whatever the containers are. One of each is held at a time. */
async function copyPackets(
  { source, container, out, language, samples, signal }: RemuxOrder,
  coded: CodedSound,
  onFraction: (fraction: number) => void,
): Promise<void> {
  const input = openVideo(source);
  let output: Output | undefined;
  try {
    const track = await input.getPrimaryVideoTrack();
    const codec = await track?.getCodec();
    const videoConfig = await track?.getDecoderConfig();
    if (!track || !codec || !videoConfig) throw fail('unsupported-media', message('dubbingTimeline.videoOfDubUnreadable'));
    const seconds = samples / sampleRate;
    const { packetCount } = await track.computePacketStats();
    output = new Output({ format: formatOf(container), target: createFileTarget(out) });
    const pictures = new EncodedVideoPacketSource(codec);
    const audio = new EncodedAudioPacketSource(coded.codec);
    output.addVideoTrack(pictures, { rotation: await track.getRotation(), maximumPacketCount: packetCount });
    output.addAudioTrack(audio, { ...trackOf(language), maximumPacketCount: coded.count });
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
