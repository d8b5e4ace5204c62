import { execFileSync } from 'node:child_process';
import { closeSync, copyFileSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinMp4 } from '#main/media/video/join-mp4.ts';

/**
 * Seconds for ten minutes of 1080p with another sound beside its pictures, the sound ready, against copying the file; both until the disk has them.
 * What the sound takes to be mixed and coded is no part of it.
 */
export default {
  name: 'remux-1080p-by-copy',
  atMost: 3,
  run: async (): Promise<{ ours: number; peer: number }> => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
    const at = (name: string): string => join(folder, name);
    try {
      const ffmpeg = (...parts: string[]): unknown => execFileSync('ffmpeg', ['-v', 'error', '-y', ...parts]);
      // Ten seconds at the rate of a camera, sixty times over.
      ffmpeg(
        ...['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30:duration=10', '-f', 'lavfi', '-i', 'sine=frequency=200:duration=10'],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '6M', '-maxrate', '6M', '-bufsize', '6M', '-pix_fmt', 'yuv420p'],
        ...['-c:a', 'libopus', '-ac', '2', '-strict', '-2', at('ten.mp4')],
      );
      ffmpeg('-stream_loop', '59', '-i', at('ten.mp4'), '-c', 'copy', at('film.mp4'));
      ffmpeg('-i', at('film.mp4'), '-vn', '-c', 'copy', at('sound.mp4'));
      const peers: number[] = [];
      const own: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        let before = performance.now();
        copyFileSync(at('film.mp4'), at('copy.mp4'));
        synced(at('copy.mp4'));
        peers.push((performance.now() - before) / 1_000);
        rmSync(at('copy.mp4'));
        before = performance.now();
        const order = { pictures: at('film.mp4'), sound: at('sound.mp4'), out: at('dubbed.mp4'), onFraction: () => undefined };
        if (!(await joinMp4({ ...order, signal: new AbortController().signal }))) throw new Error('the slower way was taken');
        synced(at('dubbed.mp4'));
        own.push((performance.now() - before) / 1_000);
        rmSync(at('dubbed.mp4'));
      }
      return { ours: middle(own), peer: middle(peers) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function synced(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

const middle = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[1] ?? NaN;
