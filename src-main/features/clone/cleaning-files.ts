import { readFileSync, statSync } from 'node:fs';
import type { CleanUp } from '#shared/clone/clean-up.ts';
import type { VoiceFrames } from './voice-activity.ts';

/** Samples at 48 kHz that the model takes at once: a hundredth of a second. */
export const frameSamples = 480;

/** What cleaning up needs of a recording: beside its PCM the same with less noise, and where a voice is in it. */
export interface CleaningPaths {
  pcm: string;
  /** s16le mono PCM at 48 kHz, as long as `pcm`. */
  reduced: string;
  /** Two bytes of each frame, as {@link VoiceFrames} has them. Written last: where it is whole, so is `reduced`. */
  voice: string;
}

/** The file that what is sent is read from. */
export const sourceOf = ({ reduceNoise }: CleanUp, { pcm, reduced }: CleaningPaths): string => (reduceNoise ? reduced : pcm);

/** True where a recording was listened to, to its end. */
export function wasListenedTo({ voice, reduced }: CleaningPaths, samples: number): boolean {
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size(voice) === 2 * Math.ceil(samples / frameSamples) && size(reduced) === 2 * samples;
}

/** The frames of a stretch, from sample to sample. */
export function readVoice(path: string, { from, to }: { from: number; to: number }): VoiceFrames {
  const bytes = readFileSync(path).subarray(2 * Math.floor(from / frameSamples), 2 * Math.ceil(to / frameSamples));
  const every = (place: number): Uint8Array => Uint8Array.from({ length: bytes.length >> 1 }, (_, frame) => bytes[2 * frame + place] ?? 0);
  return { voice: every(0), level: every(1) };
}
