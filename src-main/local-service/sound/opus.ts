import type libsamplerate from '@alexanderolsen/libsamplerate-js';
import { EncodedAudioPacketSource, EncodedPacket, NullTarget, OggOutputFormat, Output } from 'mediabunny';
import { type Encoder } from './encoder.ts';
import { sampleRate } from './engine.ts';

/** Opus knows no 22,050 Hz. */
const opusRate = 24_000;
const frameSamples = opusRate / 50;
const bitsPerSecond = 32_000;
/** So often a page leaves: an Ogg page is the smallest thing that a player can take. */
const pageSeconds = 0.2;
/** Granules of Ogg Opus count at this rate, whatever the encoder's. */
const granuleRate = 48_000;

type Converter = Awaited<ReturnType<typeof libsamplerate.create>>;
/**
 * The package's native binding brings the process down when its thread is ended, so its WebAssembly is taken. It chooses when it is
 * loaded, by a variable of this thread's own environment.
 */
async function loadOpus() {
  process.env['OPUS_FORCE_WASM'] = '1';
  return (await import('@evan/opus')).Encoder;
}

async function createConverter(): Promise<Converter> {
  const { default: libsamplerate } = await import('@alexanderolsen/libsamplerate-js');
  return libsamplerate.create(1, sampleRate, opusRate, { converterType: libsamplerate.ConverterType.SRC_SINC_FASTEST });
}

/** Compiling a converter takes tens of milliseconds; a used one is made as new by setting its rate. */
const idle: Converter[] = [];
const idleMaximum = 16;

/**
 * Ogg Opus, page by page. Pages come out a turn of the event loop after the samples that fill them, as the muxer is asynchronous; what the
 * encoder looks ahead is cut at the start by the pre-skip, and the padding of the last frame by the last page's granule.
 */
export async function startOpus(): Promise<Encoder> {
  const converter = idle.pop() ?? (await createConverter());
  const OpusEncoder = await loadOpus();
  const coder = new OpusEncoder({ channels: 1, sample_rate: opusRate, application: 'audio' });
  coder.bitrate = bitsPerSecond;
  const preSkip = Math.round((coder.ctl(lookahead) / opusRate) * granuleRate);

  let pages: Uint8Array[] = [];
  const output = new Output({
    format: new OggOutputFormat({ maximumPageDuration: pageSeconds, onPage: (bytes) => pages.push(bytes.slice()) }),
    target: new NullTarget(),
  });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();

  const meta = {
    decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: granuleRate, description: identification(preSkip) },
  };
  let waiting = new Float32Array(0);
  let taken = 0;
  let packets = 0;
  /** The muxer keeps its own order; a failure shows at the end. */
  let added: Promise<void> = Promise.resolve();
  const add = (data: Uint8Array, seconds: number) => {
    const packet = new EncodedPacket(data, 'key', (packets * frameSamples) / opusRate, seconds);
    packets += 1;
    const done = source.add(packet, meta);
    added = Promise.all([added, done]).then(() => undefined);
    added.catch(() => undefined);
  };
  const push = (floats: Float32Array) => {
    waiting = joined(waiting, converter.full(floats));
    while (waiting.length >= frameSamples) {
      add(coder.encode(shorts(waiting.subarray(0, frameSamples))).slice(), frameSamples / opusRate);
      waiting = waiting.slice(frameSamples);
    }
  };
  const drain = () => {
    const bytes = Buffer.concat(pages);
    pages = [];
    return new Uint8Array(bytes);
  };

  return {
    encode(samples) {
      taken += samples.length;
      push(Float32Array.from(samples, (sample) => sample / 32_768));
      return drain();
    },
    async end() {
      const wanted = Math.round((taken / sampleRate) * granuleRate) + preSkip;
      const missing = () => wanted - (packets * frameSamples * granuleRate) / opusRate;
      // The converter's filter and the coder's look-ahead both hold sound back: silence pushes it out.
      const silence = new Float32Array(frameSamples);
      const perFrame = (frameSamples * granuleRate) / opusRate;
      while (missing() > perFrame) push(silence);
      const rest = Math.max(1, missing());
      const last = joined(waiting, silence).subarray(0, frameSamples);
      add(coder.encode(shorts(last)).slice(), rest / granuleRate);
      await added;
      await output.finalize();
      converter.inputSampleRate = sampleRate;
      if (idle.length < idleMaximum) idle.push(converter);
      else converter.destroy();
      return drain();
    },
  };
}

/** `OPUS_GET_LOOKAHEAD` of the library's own request numbers. */
const lookahead = 4027;

function identification(preSkip: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(19);
  bytes.set(Buffer.from('OpusHead'));
  const head = new DataView(bytes.buffer);
  head.setUint8(8, 1);
  head.setUint8(9, 1);
  head.setUint16(10, preSkip, true);
  head.setUint32(12, sampleRate, true);
  return bytes;
}

function joined(one: Float32Array, other: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const shorts = (floats: Float32Array) => Int16Array.from(floats, (float) => Math.round(Math.min(1, Math.max(-1, float)) * 32_767));
