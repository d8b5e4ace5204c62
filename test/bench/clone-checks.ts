import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Opening } from '#main/features/clone/opening.ts';
import { createDecoder } from '#main/media/decoders.ts';
import { Resampler } from '#main/media/resampler.ts';
import { sampleRate } from '#shared/narration/take.ts';

/** The size that a recording may have; as MP3 that is minutes of sound. */
const wantedBytes = 10 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/**
 * Seconds of sound for a second of work (the real-time factor): a recording of 10 MB opened, drawn, measured and written, against the
 * same decoder and resampler alone. The limit was 0.5 until the resampler, then most of both, became more than twice as fast.
 */
export default {
  name: 'clone-signal-checks-real-time',
  atLeast: 0.3,
  run: async (): Promise<{ ours: number; peer: number }> => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
    try {
      const sweep = readFileSync(new URL('../fixtures/sound/sweep.mp3', import.meta.url));
      const bytes = Buffer.concat(Array.from({ length: Math.floor(wantedBytes / sweep.byteLength) }, () => sweep));
      const path = join(folder, 'long.mp3');
      writeFileSync(path, bytes);
      const opening = new Opening({ pcm: join(folder, 'pcm'), peaks: join(folder, 'peaks') });
      let before = performance.now();
      const { seconds } = await opening.read(path);
      const ours = (seconds * 1000) / (performance.now() - before);
      opening.free();
      const decoder = createDecoder('mp3');
      before = performance.now();
      let samples = 0;
      let resampler: Resampler | undefined;
      for (let at = 0; at < bytes.byteLength; at += pieceBytes)
        for (const chunk of await decoder.push(bytes.subarray(at, at + pieceBytes))) {
          resampler ??= await Resampler.create(chunk.rate);
          samples += resampler.push(chunk.samples).length;
        }
      const peer = ((samples / sampleRate) * 1000) / (performance.now() - before);
      resampler?.free();
      decoder.free();
      return { ours, peer };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
