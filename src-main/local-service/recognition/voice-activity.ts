import { closeSync, openSync, readSync } from 'node:fs';
import libsamplerate from '@alexanderolsen/libsamplerate-js';
import initialise from '@echogarden/rnnoise-wasm';

/** RNNoise hears so many samples at a time, at this rate. */
const frameSamples = 480;
const modelRate = 48_000;
/** Seconds that are read at a time. */
const pieceSeconds = 2;
const wavHeadBytes = 44;
const sampleBytes = 2;
/** A soft recording is heard as loud as others. */
const wantedPeak = 0.7;
const mostGain = 100;
const fullScale = 32_768;

/** A mono WAV of 16 bits as it was written here. `peak`: its loudest sample, from 0 to 1. */
interface Sound {
  path: string;
  rate: number;
  peak: number;
}

/** How probable a voice is in each hundredth of a second of a sound, 0 to 255. Needs a few megabytes whatever its length. */
export async function findVoice({ path, rate, peak }: Sound): Promise<Uint8Array> {
  const model = await initialise();
  const state = model._rnnoise_create(0);
  const address = model._malloc(2 * frameSamples * 4);
  const converterType = libsamplerate.ConverterType.SRC_SINC_FASTEST;
  const converter = await libsamplerate.create(1, rate, modelRate, { converterType });
  const gain = peak === 0 ? 0 : Math.min(mostGain, wantedPeak / peak);
  const probabilities: number[] = [];
  const frame = new Float32Array(frameSamples);
  let filled = 0;
  try {
    const hear = (samples: Float32Array): void => {
      for (const sample of converter.full(samples)) {
        frame[filled] = sample * gain * fullScale;
        filled += 1;
        if (filled < frameSamples) continue;
        filled = 0;
        model.HEAPF32.set(frame, address / 4);
        probabilities.push(Math.round(255 * model._rnnoise_process_frame(state, address + frameSamples * 4, address)));
      }
    };
    // Until it knows the noise, it takes it for a voice: it hears the beginning twice, and the first time does not count.
    const [beginning = new Float32Array(0)] = piecesOf(path, rate);
    hear(beginning);
    probabilities.length = 0;
    for (const samples of piecesOf(path, rate)) hear(samples);
    // The model is a frame late.
    return Uint8Array.from(probabilities.slice(1));
  } finally {
    converter.destroy();
    model._rnnoise_destroy(state);
    model._free(address);
  }
}

function* piecesOf(path: string, rate: number): Generator<Float32Array> {
  const file = openSync(path, 'r');
  try {
    const bytes = new Int16Array(pieceSeconds * rate);
    for (let at = wavHeadBytes; ; at += bytes.byteLength) {
      const read = readSync(file, bytes, 0, bytes.byteLength, at) / sampleBytes;
      if (read < 1) return;
      yield Float32Array.from(bytes.subarray(0, read), (sample) => sample / fullScale);
    }
  } finally {
    closeSync(file);
  }
}
