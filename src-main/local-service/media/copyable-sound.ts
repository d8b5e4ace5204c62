import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { AudioSampleSink, type AudioCodec, type Input, type InputAudioTrack } from 'mediabunny';
import { createMp3Encoder } from 'wasm-media-encoders';
import { openMedia } from './inspect.ts';

const mp3KilobitsPerSecond = 96;
/** What LAME takes; other rates come out at 48,000 Hz. */
const mp3Rates: readonly number[] = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const vorbisStep = 64 * 1024;

interface Samples {
  sampleRate: number;
  channels: Float32Array[];
}

/**
 * The sound as packets that can be copied into a container: as it is when its codec is one of `codecs`, else, where it can be
 * decoded here (PCM, Vorbis in Ogg), as MP3. The input that comes back is the caller's to dispose.
 */
export async function copyableSound(bytes: Uint8Array<ArrayBuffer>, codecs: readonly AudioCodec[], seconds: number): Promise<Input> {
  const input = openMedia(bytes);
  try {
    const track = await input.getPrimaryAudioTrack();
    const codec = await track?.getCodec();
    if (track == null || codec == null) throw new Error('The sound cannot be read');
    if (codecs.includes(codec)) return openMedia(bytes);
    if (isPcm(codec)) return openMedia(await asMp3(pcmSamples(track, seconds)));
    if (codec === 'vorbis' && isOgg(bytes)) return openMedia(await asMp3(vorbisSamples(bytes)));
    throw new Error(`Sound of the codec ${codec} cannot be put into this video`);
  } finally {
    input.dispose();
  }
}

const isPcm = (codec: AudioCodec) => codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw';
const isOgg = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'OggS';
/** Whether {@link copyableSound} can make MP3 of it. */
export const becomesMp3 = (codec: AudioCodec, bytes: Uint8Array) => isPcm(codec) || (codec === 'vorbis' && isOgg(bytes));

async function* pcmSamples(track: InputAudioTrack, seconds: number): AsyncGenerator<Samples> {
  for await (const sample of new AudioSampleSink(track).samples(0, seconds)) {
    const channels = Array.from({ length: Math.min(2, sample.numberOfChannels) }, (_, plane) => {
      const samples = new Float32Array(sample.numberOfFrames);
      sample.copyTo(samples, { planeIndex: plane, format: 'f32-planar' });
      return samples;
    });
    const { sampleRate } = sample;
    sample.close();
    yield { sampleRate, channels };
  }
}

async function* vorbisSamples(bytes: Uint8Array): AsyncGenerator<Samples> {
  const decoder = new OggVorbisDecoder();
  try {
    await decoder.ready;
    for (let at = 0; at < bytes.length; at += vorbisStep) {
      const { sampleRate, channelData } = await decoder.decode(bytes.subarray(at, at + vorbisStep));
      yield { sampleRate, channels: channelData.slice(0, 2) };
    }
    const { sampleRate, channelData } = await decoder.flush();
    yield { sampleRate, channels: channelData.slice(0, 2) };
  } finally {
    decoder.free();
  }
}

async function asMp3(sound: AsyncGenerator<Samples>): Promise<Uint8Array<ArrayBuffer>> {
  const coder = await createMp3Encoder();
  const parts: Uint8Array[] = [];
  for await (const { sampleRate, channels } of sound) {
    if (channels.length === 0 || channels[0]?.length === 0) continue;
    if (parts.length === 0) {
      const outputSampleRate = (mp3Rates.includes(sampleRate) ? sampleRate : 48_000) as 48_000;
      coder.configure({ sampleRate, channels: channels.length === 2 ? 2 : 1, bitrate: mp3KilobitsPerSecond, outputSampleRate });
    }
    parts.push(coder.encode(channels).slice());
    // A turn of the event loop, as encoding keeps the thread.
    await new Promise(setImmediate);
  }
  if (parts.length === 0) throw new Error('The sound is empty');
  return new Uint8Array(Buffer.concat([...parts, coder.finalize()]));
}
