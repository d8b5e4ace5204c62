import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Opening } from '#main/clone/opening.ts';
import { createDecoder } from '#main/library/decoders.ts';

/** The size that a recording may have; as MP3 that is minutes of sound. */
const wantedBytes = 10 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/** Seconds of sound for a second of work: a recording of 10 MB opened, drawn and measured, against the same decoder alone. */
export default {
  name: 'clone-signal-checks-real-time',
  atLeast: 0.1,
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
      let rate = 0;
      for (let at = 0; at < bytes.byteLength; at += pieceBytes)
        for (const chunk of await decoder.push(bytes.subarray(at, at + pieceBytes))) {
          samples += chunk.samples.length;
          rate = chunk.rate;
        }
      const peer = ((samples / rate) * 1000) / (performance.now() - before);
      decoder.free();
      return { ours, peer };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
