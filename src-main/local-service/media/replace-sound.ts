import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
  type AudioCodec,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny';
import { becomesMp3, copyableSound } from './copyable-sound.ts';
import { openMedia } from './inspect.ts';
import { type MadeMedia } from './media-jobs.ts';

/** Packets that may follow in decoding order and still come before the end in time. */
const reorderedMaximum = 32;

/** What browsers play in the containers; MP4 could carry more. */
const containers: readonly { make: () => Mp4OutputFormat | MkvOutputFormat; type: string; video: VideoCodec[]; audio: AudioCodec[] }[] = [
  {
    make: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
    type: 'video/mp4',
    video: ['avc', 'hevc', 'av1', 'vp9'],
    audio: ['aac', 'mp3', 'opus', 'flac'],
  },
  { make: () => new WebMOutputFormat(), type: 'video/webm', video: ['vp8'], audio: ['opus', 'vorbis'] },
  { make: () => new MkvOutputFormat(), type: 'video/x-matroska', video: ['vp8'], audio: ['mp3', 'aac', 'flac'] },
];

/**
 * A playable file with the pictures of one file and the sound of another, `seconds` long: packets are copied, pictures never coded
 * again. A video that is shorter begins again from its first picture. An end within a group of pictures may come a few frames late.
 */
export async function replaceSound(order: {
  video: Uint8Array<ArrayBuffer>;
  audio: Uint8Array<ArrayBuffer>;
  seconds: number;
  signal: AbortSignal;
}): Promise<MadeMedia> {
  const pictures = openMedia(order.video);
  try {
    const video = await pictures.getPrimaryVideoTrack();
    const codec = await video?.getCodec();
    if (video == null || codec == null) throw new Error('The video cannot be read');
    const { sound, audioCodec, container } = await fitting(codec, order.audio, order.seconds);
    try {
      const audio = await sound.getPrimaryAudioTrack();
      if (audio === null) throw new Error('The sound cannot be read');
      const target = new BufferTarget();
      const output = new Output({ format: container.make(), target });
      const videoSource = new EncodedVideoPacketSource(codec);
      const audioSource = new EncodedAudioPacketSource(audioCodec);
      output.addVideoTrack(videoSource, { rotation: await video.getRotation() });
      output.addAudioTrack(audioSource);
      await output.start();
      await Promise.all([copyPictures(video, videoSource, order), copySound(audio, audioSource, order)]);
      await output.finalize();
      if (target.buffer === null) throw new Error('The file was not written');
      return { bytes: new Uint8Array(target.buffer), contentType: container.type, seconds: order.seconds };
    } finally {
      sound.dispose();
    }
  } finally {
    pictures.dispose();
  }
}

/** Why {@link replaceSound} could not put this sound into this video, by their codecs; undefined when it can. */
export async function unfitting(video: Uint8Array<ArrayBuffer>, audio: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const [pictures, sound] = [openMedia(video), openMedia(audio)];
  try {
    const videoCodec = await (await pictures.getPrimaryVideoTrack())?.getCodec();
    const audioCodec = await (await sound.getPrimaryAudioTrack())?.getCodec();
    if (videoCodec == null || audioCodec == null) return 'the sound cannot be read';
    const codecs = containers.filter((container) => container.video.includes(videoCodec)).flatMap((container) => container.audio);
    if (codecs.includes(audioCodec) || (codecs.includes('mp3') && becomesMp3(audioCodec, audio))) return undefined;
    return `sound of the codec ${audioCodec} cannot be put beside video of the codec ${videoCodec}`;
  } finally {
    pictures.dispose();
    sound.dispose();
  }
}

async function fitting(codec: VideoCodec, bytes: Uint8Array<ArrayBuffer>, seconds: number) {
  const usable = containers.filter((container) => container.video.includes(codec));
  if (usable.length === 0) throw new Error(`Video of the codec ${codec} cannot be written`);
  const sound = await copyableSound(
    bytes,
    usable.flatMap((container) => container.audio),
    seconds,
  );
  const audioCodec = await (await sound.getPrimaryAudioTrack())?.getCodec();
  const container = usable.find((one) => audioCodec != null && one.audio.includes(audioCodec));
  if (container !== undefined && audioCodec != null) return { sound, audioCodec, container };
  sound.dispose();
  throw new Error('The sound cannot be put into this video');
}

async function copyPictures(
  track: InputVideoTrack,
  source: EncodedVideoPacketSource,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<void> {
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw new Error('The video cannot be read');
  const begin = await track.getFirstTimestamp();
  const add = async (packet: EncodedPacket, timestamp: number) => {
    signal.throwIfAborted();
    const duration = timestamp < seconds ? Math.min(packet.duration, seconds - timestamp) : packet.duration;
    await source.add(packet.clone({ timestamp, duration }), { decoderConfig });
  };
  for (let offset = 0; offset < seconds;) {
    let end = offset;
    let late: [EncodedPacket, number][] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const timestamp = packet.timestamp - begin + offset;
      if (timestamp >= seconds) {
        // Written only when a picture before the end turns out to need it.
        if (packet.type === 'key' || late.length >= reorderedMaximum) break;
        late.push([packet, timestamp]);
        continue;
      }
      for (const [needed, at] of late) await add(needed, at);
      late = [];
      await add(packet, timestamp);
      end = Math.max(end, timestamp + packet.duration);
    }
    if (end <= offset) throw new Error('The video has no pictures');
    // Less than a frame is no reason to begin again.
    offset = seconds - end < 0.05 ? seconds : end;
  }
  source.close();
}

async function copySound(
  track: InputAudioTrack,
  source: EncodedAudioPacketSource,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<void> {
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw new Error('The sound cannot be read');
  const begin = Math.min(0, await track.getFirstTimestamp());
  for await (const packet of new EncodedPacketSink(track).packets()) {
    signal.throwIfAborted();
    const timestamp = packet.timestamp - begin;
    if (timestamp >= seconds) break;
    await source.add(packet.clone({ timestamp }), { decoderConfig });
  }
  source.close();
}
