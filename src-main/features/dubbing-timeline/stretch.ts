import { Stretch } from '@soundtouchjs/core';
import { sampleRate } from '#shared/narration/take.ts';

/** Samples that are handed to the stretcher at once. */
const feed = 4_096;

/** Made for speech: short enough that every sound stays within a few milliseconds of its place, long enough for deep voices. */
const forSpeech = { sequenceMs: 40, seekWindowMs: 15, overlapMs: 8 } as const;

/** Mono speech at another pace, its pitch kept, in exactly so many samples. */
export function stretched(pcm: Int16Array, pace: number, samples: number): Int16Array<ArrayBuffer> {
  const stretch = new Stretch({ sampleRate, createBuffers: true });
  stretch.quickSeek = false;
  stretch.tempo = pace;
  stretch.setStretchParameters(forSpeech);
  const out = new Int16Array(samples);
  const pairs = new Float32Array(feed * 2);
  const taken = new Float32Array(feed * 2);
  let given = 0;
  let filled = 0;
  const { inputBuffer, outputBuffer } = stretch;
  if (!inputBuffer || !outputBuffer) return out;
  // Silence after the end pushes out what the stretcher holds back: far less than a second.
  const most = pcm.length + sampleRate * 2;
  while (filled < samples && given < most) {
    for (let at = 0; at < feed; at += 1) {
      const value = (pcm[given + at] ?? 0) / 32_768;
      pairs[at * 2] = value;
      pairs[at * 2 + 1] = value;
    }
    inputBuffer.putSamples(pairs, 0, feed);
    given += feed;
    stretch.process();
    while (outputBuffer.frameCount > 0 && filled < samples) {
      const count = Math.min(feed, outputBuffer.frameCount, samples - filled);
      outputBuffer.extract(taken, 0, count);
      outputBuffer.receive(count);
      for (let at = 0; at < count; at += 1) {
        const value = Math.round((taken[at * 2] ?? 0) * 32_768);
        out[filled + at] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
      }
      filled += count;
    }
  }
  return out;
}
