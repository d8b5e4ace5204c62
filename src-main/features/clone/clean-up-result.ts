import { openSync, closeSync, readSync } from 'node:fs';
import type { Cleaned, CleanUp, Kept } from '#shared/clone/clean-up.ts';
import { listKept } from '#shared/clone/clean-up.ts';
import type { SoundFacts, Trim } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { LoudnessMeter } from '#shared/sound/loudness.ts';
import { frameSamples, readVoice, sourceOf, type CleaningPaths } from './cleaning-files.ts';
import { measureKept } from './opening.ts';
import { findKept, type VoiceFrames } from './voice-activity.ts';

export interface CleanUpOrder {
  paths: CleaningPaths;
  /** What the trim leaves. */
  stretch: Trim;
  cleanUp: CleanUp;
  /** Seconds at which the recording is clipped. */
  clips: readonly number[];
}

/** What cleaning up makes of a recording that was listened to, measured. `invalid-input` where there is no speech to trim to. */
export async function cleanUpResult(order: CleanUpOrder): Promise<Omit<Cleaned, 'revision'> & { facts: SoundFacts }> {
  const { paths, stretch, cleanUp, clips } = order;
  const frames = readVoice(paths.voice, stretch);
  const kept = cleanUp.trimSilence ? keptOf(frames, stretch) : [stretch.from, stretch.to];
  if (kept.length === 0) throw fail('invalid-input', message('clone.noSpeechFound'), { field: 'trimSilence', next: 'none' });
  const facts = await measureKept(sourceOf(cleanUp, paths), kept, clips);
  const before = speechLoudness(paths.pcm, kept, stretch, frames);
  const after = cleanUp.reduceNoise ? speechLoudness(paths.reduced, kept, stretch, frames) : before;
  return { kept, facts, loudness: { before, after } };
}

/** Frames to samples, within the stretch. */
function keptOf(frames: VoiceFrames, { from, to }: Trim): number[] {
  const first = Math.floor(from / frameSamples);
  return findKept(frames)
    .map((one) => [Math.max(from, (first + one.from) * frameSamples), Math.min(to, (first + one.to) * frameSamples)])
    .filter(([start = 0, end = 0]) => end > start)
    .flat();
}

/** LUFS of the frames that are a voice, so that the noise between them does not count. */
function speechLoudness(path: string, kept: Kept, stretch: Trim, { voice }: VoiceFrames): number | null {
  const meter = new LoudnessMeter();
  const first = Math.floor(stretch.from / frameSamples);
  const file = openSync(path, 'r');
  const piece = new Int16Array(frameSamples);
  try {
    for (const { from, to } of listKept(kept))
      for (let frame = Math.ceil(from / frameSamples); (frame + 1) * frameSamples <= to; frame += 1) {
        if ((voice[frame - first] ?? 0) < 128) continue;
        const read = readSync(file, piece, 0, frameSamples * 2, frame * frameSamples * 2);
        meter.push(piece.subarray(0, read >> 1), 1 / 32_768);
      }
  } finally {
    closeSync(file);
  }
  return meter.finish() ?? null;
}
