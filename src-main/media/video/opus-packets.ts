import { EncodedPacket } from 'mediabunny';
import { sampleRate } from '#shared/narration/take.ts';
import type { CodedSound } from './coded-sound.ts';

/** 20 ms, what Opus is best at. */
const frameSamples = sampleRate / 50;
const bitsPerSecond = { mono: 96_000, stereo: 160_000 } as const;
/** `OPUS_GET_LOOKAHEAD` of the library's own request numbers. */
const lookahead = 4027;

/** The native binding of the package brings the process down when its thread ends: its WebAssembly is taken, which a variable of this thread chooses. */
async function loadEncoder() {
  process.env['OPUS_FORCE_WASM'] = '1';
  return (await import('@evan/opus')).Encoder;
}

/**
 * Opus packets of interleaved 16 bit samples at 48 kHz. What the coder looks ahead lies before zero, as the container's time says, so that the first
 * sample is heard at the first moment.
 */
export async function encodeOpus(pieces: AsyncIterable<Int16Array>, channels: number, samples: number): Promise<CodedSound> {
  const Encoder = await loadEncoder();
  const coder = new Encoder({ channels: channels === 2 ? 2 : 1, sample_rate: sampleRate, application: 'audio' });
  coder.bitrate = channels === 2 ? bitsPerSecond.stereo : bitsPerSecond.mono;
  const preSkip = coder.ctl(lookahead);
  return {
    codec: 'opus',
    decoderConfig: { codec: 'opus', numberOfChannels: channels, sampleRate, description: identification(channels, preSkip) },
    count: Math.ceil((samples + preSkip) / frameSamples) + 1,
    packets: (async function* () {
      const frame = new Int16Array(frameSamples * channels);
      let filled = 0;
      let made = 0;
      const packet = (): EncodedPacket => {
        const at = (made * frameSamples - preSkip) / sampleRate;
        made += 1;
        return new EncodedPacket(coder.encode(frame).slice(), 'key', at, frameSamples / sampleRate);
      };
      for await (const piece of pieces)
        for (let at = 0; at < piece.length;) {
          const taken = Math.min(frame.length - filled, piece.length - at);
          frame.set(piece.subarray(at, at + taken), filled);
          filled += taken;
          at += taken;
          if (filled < frame.length) continue;
          yield packet();
          filled = 0;
        }
      // Silence pushes out what the coder holds.
      while (made * frameSamples < samples + preSkip) {
        frame.fill(0, filled);
        yield packet();
        filled = 0;
      }
    })(),
  };
}

function identification(channels: number, preSkip: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(19);
  bytes.set(Buffer.from('OpusHead'));
  const head = new DataView(bytes.buffer);
  head.setUint8(8, 1);
  head.setUint8(9, channels);
  head.setUint16(10, preSkip, true);
  head.setUint32(12, sampleRate, true);
  return bytes;
}
