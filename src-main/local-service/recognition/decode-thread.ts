import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import libsamplerate from '@alexanderolsen/libsamplerate-js';
import { wavHeader } from '../sound/encode.ts';
import { type Decoded, type DecodeOrder } from './decode-apart.ts';
import { decodeSound, type Piece } from './decode-sound.ts';

/** What recognisers take: 16 kHz, mono, 16 bit. */
const wantedRate = 16_000;

/** Decodes one recording into a WAV. */
async function decode({ bytes, path }: DecodeOrder): Promise<Decoded> {
  const file = openSync(path, 'w', 0o600);
  try {
    const head = wavHeader(0, wantedRate);
    writeSync(file, head);
    let length = 0;
    const write = (samples: Float32Array): void => {
      const pcm = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
      length += writeSync(file, new Uint8Array(pcm.buffer));
    };
    await convert(decodeSound(bytes), write);
    if (length === 0) return { ok: false, message: 'there is no sound in it' };
    writeSync(file, wavHeader(length, wantedRate), 0, head.length, 0);
    return { ok: true };
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
