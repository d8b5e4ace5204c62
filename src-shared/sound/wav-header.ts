import { sampleRate } from '../narration/take.ts';

const pcm = 1;
const riffMaximum = 0xffffffff;

/**
 * The header of a WAV of `samples` 16 bit samples (at 48 kHz where no other `rate` is given, in Hz; mono where there are no more `channels`): 44 bytes,
 * or 80 as RF64 (EBU Tech 3306) where the lengths do not fit into 32 bits. `undefined` samples: of a stream, whose length is not known yet.
 */
export function wavHeader(samples: number | undefined, rate = sampleRate, channels = 1): Uint8Array<ArrayBuffer> {
  const frameBytes = channels * 2;
  const dataBytes = (samples ?? 0) * frameBytes;
  const isStream = samples === undefined;
  const large = dataBytes + 36 > riffMaximum;
  const header = new Uint8Array(large ? 80 : 44);
  const view = new DataView(header.buffer);
  const text = (at: number, name: string): void => {
    for (let index = 0; index < name.length; index += 1) header[at + index] = name.charCodeAt(index);
  };
  text(0, large ? 'RF64' : 'RIFF');
  view.setUint32(4, large || isStream ? riffMaximum : dataBytes + 36, true);
  text(8, 'WAVE');
  let at = 12;
  if (large) {
    text(at, 'ds64');
    view.setUint32(at + 4, 28, true);
    view.setBigUint64(at + 8, BigInt(dataBytes + 72), true);
    view.setBigUint64(at + 16, BigInt(dataBytes), true);
    view.setBigUint64(at + 24, BigInt(samples ?? 0), true);
    at += 36;
  }
  text(at, 'fmt ');
  view.setUint32(at + 4, 16, true);
  view.setUint16(at + 8, pcm, true);
  view.setUint16(at + 10, channels, true);
  view.setUint32(at + 12, rate, true);
  view.setUint32(at + 16, rate * frameBytes, true);
  view.setUint16(at + 20, frameBytes, true);
  view.setUint16(at + 22, 16, true);
  text(at + 24, 'data');
  view.setUint32(at + 28, large || isStream ? riffMaximum : dataBytes, true);
  return header;
}
