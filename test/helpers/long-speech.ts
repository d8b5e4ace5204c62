import { Readable } from 'node:stream';
import { Resampler } from '#main/media/resampler.ts';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import type { MasterSource } from '#main/media/masters/make-master.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { spokenTexts } from './spoken-texts.ts';

/** A minute of speech with its pauses, as the studio keeps it: mono, 16 bit, 48 kHz. */
export async function speakMinute(): Promise<Int16Array<ArrayBuffer>> {
  const voice = await ReferenceVoice.start();
  const spoken = voice.speak((spokenTexts['en'] ?? []).join(' ').repeat(3).split(/\s+/u), 'en');
  const resampler = await Resampler.create(spoken.sampleRate, sampleRate);
  const pcm = new Int16Array(60 * sampleRate);
  let at = 0;
  for (const piece of [resampler.push(spoken.samples), resampler.finish()])
    for (const sample of piece.subarray(0, pcm.length - at)) pcm[at++] = Math.round(sample * 32_767);
  resampler.free();
  if (at < pcm.length / 2) throw new Error('the voice said too little');
  return pcm;
}

/** That minute again and again. */
export function repeatMinute(minute: Int16Array, minutes: number): MasterSource {
  function* bytes() {
    for (let count = 0; count < minutes; count += 1)
      for (const piece of secondsOf(minute)) yield new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
  }
  return {
    samples: minutes * minute.length,
    read: () => Readable.from(bytes()) as AsyncIterable<Uint8Array>,
  };
}

export const secondsOf = (minute: Int16Array): Int16Array[] =>
  Array.from({ length: 60 }, (_, second) => minute.slice(second * sampleRate, (second + 1) * sampleRate));
