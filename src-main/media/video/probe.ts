import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM, type InputVideoTrack } from 'mediabunny';
import type { DubVideo } from '#shared/dubbing/timeline.ts';
import { dubLimits } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Containers of videos; no playlists among them: those would fetch more addresses. */
const formats = [MP4, QTFF, MATROSKA, WEBM];

/** To be disposed by the caller. */
export const openVideo = (path: string): Input => new Input({ source: new FilePathSource(path), formats });

/** What can be written into the files that are made here, by the codec's usual short name. */
const copyableCodecs: readonly string[] = ['avc', 'hevc', 'av1', 'vp9', 'vp8'];
/** Codecs of sound that have a decoder in main; what is left may have one in the window. */
const decodedCodecs: readonly string[] = ['mp3', 'opus', 'vorbis', 'flac', 'ulaw', 'alaw'];
const isDecoded = (codec: string): boolean => decodedCodecs.includes(codec) || codec.startsWith('pcm-');

/** Frames whose lengths are looked at. */
const lookedAtMost = 4_000;
/** Clocks of cameras and of broadcasting, to which a measured rate is drawn when it is this near. */
const usualRates = [24_000 / 1_001, 24, 25, 30_000 / 1_001, 30, 48, 50, 60_000 / 1_001, 60, 120];
const nearness = 0.000_5;

export type ProbedVideo = Omit<DubVideo, 'name' | 'bytes'>;

/** Fails with `unsupported-media` in words for what is no video, or none that can be copied into another file. */
export async function probeVideo(path: string): Promise<ProbedVideo> {
  const input = openVideo(path);
  try {
    if (!(await input.canRead())) throw noVideo(message('dubbingTimeline.notAVideo'));
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw noVideo(message('dubbingTimeline.noPictures'));
    const codec = await track.getCodec();
    if (codec === null || !copyableCodecs.includes(codec))
      throw noVideo(message('dubbingTimeline.pictureCoding', codec ?? message('dubbingTimeline.unknownCoding')));
    const samples = Math.round((await track.computeDuration()) * sampleRate);
    if (samples <= 0) throw noVideo(message('dubbingTimeline.noLength'));
    if (samples > dubLimits.longestSamples) throw fail('too-large', message('dubbingTimeline.videoTooLong'));
    const sound = await input.getPrimaryAudioTrack();
    const soundCodec = sound === null ? '' : ((await sound.getCodec()) ?? 'unknown');
    const format = await input.getFormat();
    return {
      contentType: format.mimeType,
      container: format.name,
      codec,
      samples,
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      rotation: await track.getRotation(),
      ...(await frameRateOf(track)),
      sound: {
        state: sound === null ? 'none' : isDecoded(soundCodec) ? 'ready' : 'undecoded',
        codec: soundCodec,
        channels: sound === null ? 0 : Math.min(2, await sound.getNumberOfChannels()),
        samples: 0,
      },
    };
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'FailureError') throw thrown;
    throw fail('unsupported-media', message('dubbingTimeline.videoUnreadable'), {
      cause: thrown,
    });
  } finally {
    input.dispose();
  }
}

async function frameRateOf(track: InputVideoTrack): Promise<{ frameRate: number; variable: boolean }> {
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    times.push(packet.timestamp);
    if (times.length >= lookedAtMost) break;
  }
  times.sort((one, other) => one - other);
  const [first = 0] = times;
  const span = (times.at(-1) ?? 0) - first;
  if (times.length < 2 || span <= 0) return { frameRate: 25, variable: false };
  const mean = span / (times.length - 1);
  // Containers that count in milliseconds round each frame's time.
  const tolerance = Math.max(0.001_6, mean / 10);
  const variable = times.some((time, index) => index > 0 && Math.abs(time - (times[index - 1] ?? 0) - mean) > tolerance);
  const measured = 1 / mean;
  const usual = usualRates.find((rate) => Math.abs(rate - measured) / rate < nearness);
  return { frameRate: Number((usual ?? measured).toFixed(6)), variable };
}

const noVideo = (why: Message): Error => fail('unsupported-media', why, { field: 'uploadId', next: 'choose-file' });
