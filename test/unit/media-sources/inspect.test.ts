import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Output,
} from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { readFacts } from '#main/features/media-sources/inspect.ts';

const rate = 48_000;

/** A QuickTime file with sound of so many seconds that begins at `soundAt`, and pictures of so many that begin at `pictureAt`. */
async function fileOf(sound: { at: number; seconds: number }, picture?: { at: number; seconds: number }): Promise<BufferSource> {
  const target = new BufferTarget();
  const output = new Output({ format: new MovOutputFormat(), target });
  const audio = new EncodedAudioPacketSource('pcm-s16');
  output.addAudioTrack(audio);
  const video = new EncodedVideoPacketSource('vp8');
  if (picture !== undefined) output.addVideoTrack(video);
  await output.start();
  const packets = async (of: { at: number; seconds: number }, add: (packet: EncodedPacket) => Promise<void>): Promise<void> => {
    for (let at = 0; at < of.seconds; at += 0.25) await add(new EncodedPacket(new Uint8Array(rate / 2), 'key', of.at + at, 0.25));
  };
  const audioConfig = { codec: 'pcm-s16', numberOfChannels: 1, sampleRate: rate };
  const videoConfig = { codec: 'vp8', codedWidth: 160, codedHeight: 90 };
  const audioDone = packets(sound, (packet) => audio.add(packet, { decoderConfig: audioConfig })).then(() => audio.close());
  if (picture !== undefined)
    await packets(picture, (packet) => video.add(packet, { decoderConfig: videoConfig })).then(() => video.close());
  await audioDone;
  await output.finalize();
  return new BufferSource(target.buffer!);
}

describe('the length of a file', () => {
  it.each([0, 0.5, 1.5])('is counted from its first packet, as the service measures it, when that comes at %d s', async (at) => {
    expect(await readFacts(await fileOf({ at, seconds: 2 }), 'audio')).toMatchObject({ seconds: 2, hasSound: true, picture: null });
  });

  it('is that of the pictures of a video and that of the sound of a sound, each from its own first packet', async () => {
    const parts = [
      { at: 0.5, seconds: 3 },
      { at: 1.25, seconds: 2 },
    ] as const;
    expect(await readFacts(await fileOf(...parts), 'audio')).toMatchObject({ seconds: 3 });
    expect(await readFacts(await fileOf(...parts), 'video')).toMatchObject({
      seconds: 2,
      hasSound: true,
      picture: { width: 160, frameRate: 4 },
    });
  });

  it('that holds no pictures is no video', async () => {
    await expect(readFacts(await fileOf({ at: 0, seconds: 1 }), 'video')).rejects.toThrow('the file holds no pictures');
  });
});
