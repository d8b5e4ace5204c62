import { sampleRate as engineRate } from '#main/local-service/sound/engine.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { Resampler } from '#main/media/resampler.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { readPcm } from './other-voices.ts';

/** Mono at 48 kHz: a person who reads sentences with long pauses, in a room with noise. */
export interface RecordingWithPauses {
  wav: Uint8Array<ArrayBuffer>;
  samples: Int16Array;
  /** First sample of each word, and the first after it. */
  words: { from: number; to: number }[];
}

const rate = 48_000;

/** `noise`: the amplitude of the room's, 0 to 1. `pause`: seconds before, between and behind the sentences. */
export async function recordWithPauses(
  sentences: readonly string[],
  { voice = 'flite-slt', noise = 0, pause = 2 } = {},
): Promise<RecordingWithPauses> {
  const synthesis = new Synthesis(1);
  try {
    const pieces: Float32Array[] = [new Float32Array(pause * rate)];
    const words: { from: number; to: number }[] = [];
    let at = pause * rate;
    for (const text of sentences) {
      const said = await say(synthesis, text, voice);
      words.push(...said.words.map(({ from, to }) => ({ from: at + from, to: at + to })));
      pieces.push(said.samples, new Float32Array(pause * rate));
      at += said.samples.length + pause * rate;
    }
    return { words, ...inRoom(pieces, noise) };
  } finally {
    await synthesis.close();
  }
}

async function say(
  synthesis: Synthesis,
  text: string,
  variant: string,
): Promise<Omit<RecordingWithPauses, 'wav' | 'samples'> & { samples: Float32Array }> {
  const voice = { name: `en-us+${variant}`, rate: 165, pitch: 50, range: 50 };
  const bytes: Uint8Array[] = [];
  const words = [];
  for await (const piece of synthesis.speak({ text, voice, format: 'pcm', gain: 0, speed: 1, normalise: true })) {
    if (piece.kind === 'audio') bytes.push(piece.bytes);
    if (piece.kind === 'words' && piece.final)
      words.push(...piece.words.map(({ startMs, endMs }) => ({ from: Math.round(startMs * 48), to: Math.round(endMs * 48) })));
  }
  const resampler = await Resampler.create(engineRate, rate);
  const spoken = resampler.push(readPcm(Buffer.concat(bytes)));
  const rest = resampler.finish();
  resampler.free();
  return { samples: Float32Array.from([...spoken, ...rest]), words };
}

function inRoom(pieces: readonly Float32Array[], noise: number): Pick<RecordingWithPauses, 'wav' | 'samples'> {
  const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let [state, at] = [1, 0];
  for (const piece of pieces)
    for (const sample of piece) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      samples[at] = Math.round(Math.max(-1, Math.min(1, sample + noise * (state / 2 ** 31 - 1))) * 32_767);
      at += 1;
    }
  return { samples, wav: toWav(samples) };
}

export function toWav(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(44 + samples.length * 2);
  wav.set(wavHeader(samples.length));
  wav.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), 44);
  return wav;
}
