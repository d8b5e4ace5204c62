import { createHash, type Hash } from 'node:crypto';
import { AudioSampleSink, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { openMedia } from './inspect.ts';
import { type SpokenAudio } from './spoken-audio.ts';
import { type Spoken } from './spoken.ts';

/**
 * Finds speech of this service by its sound: the same file, an MP3 moved into another container (such as a lip-sync result), or PCM in a
 * WAV, whatever its header and width. What was coded again with a loss is not found.
 */
export async function recogniseOwn(bytes: Uint8Array<ArrayBuffer>, spoken: SpokenAudio): Promise<Spoken | undefined> {
  const whole = spoken.find(createHash('sha256').update(bytes).digest('hex'));
  if (whole !== undefined) return whole;
  const input = openMedia(bytes);
  try {
    const track = await input.getPrimaryAudioTrack();
    const codec = await track?.getCodec();
    if (track == null || codec == null) return undefined;
    const digest = createHash('sha256');
    if (codec === 'mp3') for await (const packet of new EncodedPacketSink(track).packets()) digest.update(packet.data);
    else if (codec.startsWith('pcm-')) await hashPcm(track, digest);
    else return undefined;
    return spoken.find(digest.digest('hex'));
  } finally {
    input.dispose();
  }
}

async function hashPcm(track: InputAudioTrack, digest: Hash): Promise<void> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    const samples = new Int16Array(sample.numberOfFrames);
    sample.copyTo(samples, { planeIndex: 0, format: 's16-planar' });
    sample.close();
    digest.update(new Uint8Array(samples.buffer));
  }
}
