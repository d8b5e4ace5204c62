import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import libsamplerate from '@alexanderolsen/libsamplerate-js';
import { wavHeader } from '../sound/encode.ts';
import { type Decoded, type DecodeOrder } from './decode-apart.ts';
import { decodeSound, type Piece } from './decode-sound.ts';
import { wantedRate } from './recogniser-sound.ts';
import { findVoice } from './voice-activity.ts';

/** Decodes one recording into a WAV. */
async function decode({ bytes, path, voice }: DecodeOrder): Promise<Decoded> {
  const file = openSync(path, 'w', 0o600);
  try {
    const head = wavHeader(0, wantedRate);
    writeSync(file, head);
    let length = 0;
    let peak = 0;
    const write = (samples: Float32Array): void => {
      const pcm = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
      for (const sample of pcm) peak = Math.max(peak, Math.abs(sample) / 32_768);
      length += writeSync(file, new Uint8Array(pcm.buffer));
    };
    await convert(decodeSound(bytes), write);
    if (length === 0) return { ok: false, message: 'there is no sound in it' };
    writeSync(file, wavHeader(length, wantedRate), 0, head.length, 0);
    return { ok: true, voice: voice ? await findVoice({ path, rate: wantedRate, peak }) : new Uint8Array(0) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'it is damaged' };
  } finally {
    closeSync(file);
  }
}

async function convert(pieces: AsyncIterable<Piece>, write: (samples: Float32Array) => void): Promise<void> {
  let converter: Awaited<ReturnType<typeof libsamplerate.create>> | undefined;
  let rate = wantedRate;
  try {
    for await (const piece of pieces) {
      if (piece.rate !== rate) {
        converter?.destroy();
        rate = piece.rate;
        const converterType = libsamplerate.ConverterType.SRC_SINC_FASTEST;
        converter = rate === wantedRate ? undefined : await libsamplerate.create(1, rate, wantedRate, { converterType });
      }
      write(converter === undefined ? piece.samples : converter.full(piece.samples));
    }
  } finally {
    converter?.destroy();
  }
}

void decode(workerData as DecodeOrder).then((decoded) => parentPort?.postMessage(decoded));
