import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { BufferTarget, EncodedAudioPacketSource, EncodedPacketSink, FilePathSource, Input, Mp4OutputFormat, Output } from 'mediabunny';
import { createMp3Encoder } from 'wasm-media-encoders';
import { countKept, type Kept } from '#shared/clone/clean-up.ts';
import { fail } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { mp3KilobitsPerSecond, toPcm } from '../../media/sound-writer.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { containerFormats, findAudioTrack } from '../../media/recordings/decoding.ts';
import { eachKeptPiece } from './kept-sound.ts';
import { message } from '#shared/messages/message.ts';

export interface RenderOrder {
  form: 'wav' | 'mp3' | 'm4a';
  /** The decoded sound, or for `m4a` the file as it came. */
  source: string;
  /** Samples at 48 kHz; one stretch for `m4a`. */
  kept: Kept;
  out: string;
}

/** Makes the file that is sent of a recording; answers its bytes. The recording stays as it is. */
export async function render({ form, source, kept, out }: RenderOrder): Promise<number> {
  const file = openSync(out, 'w', 0o600);
  let total = 0;
  const write = (bytes: Uint8Array): void => {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    total += bytes.length;
  };
  try {
    if (form === 'm4a') write(await movedAac(source, kept));
    else if (form === 'wav') {
      write(wavHeader(countKept(kept)));
      await eachKeptPiece(source, kept, (samples) => {
        const pcm = toPcm(samples);
        write(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
      });
    } else {
      const encoder = await createMp3Encoder();
      encoder.configure({ sampleRate, channels: 1, bitrate: mp3KilobitsPerSecond });
      await eachKeptPiece(source, kept, (samples) => write(encoder.encode([samples])));
      write(encoder.finalize());
    }
    fsyncSync(file);
    return total;
  } finally {
    closeSync(file);
  }
}

/** The AAC packets of a stretch in an M4A of their own: nothing is decoded, nothing is lost. Cut at packets, a fiftieth of a second each. */
async function movedAac(path: string, [from = 0, to = 0]: Kept): Promise<Uint8Array> {
  const input = new Input({ source: new FilePathSource(path), formats: containerFormats });
  try {
    const track = await findAudioTrack(input);
    const decoderConfig = await track.getDecoderConfig();
    if (decoderConfig === null) throw fail('unsupported-media', message('sound.codingNotStated'));
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat(), target });
    const source = new EncodedAudioPacketSource('aac');
    output.addAudioTrack(source);
    await output.start();
    let first: number | undefined;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (packet.timestamp < from / sampleRate) continue;
      if (packet.timestamp >= to / sampleRate) break;
      first ??= packet.timestamp;
      await source.add(packet.clone({ timestamp: packet.timestamp - first }), { decoderConfig });
    }
    await output.finalize();
    return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  } finally {
    input.dispose();
  }
}
