import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMaster } from '#main/media/masters/make-master.ts';
import { AacCoder } from '#main/media/video/aac-packets.ts';
import { repeatMinute, secondsOf, speakMinute } from '../helpers/long-speech.ts';
import type { Bench } from './run.ts';

const minutes = 60;

/** An hour as an M4B file with ten chapters, decoded again and measured, against the AAC encoder alone. */
export default {
  name: 'export: an hour to M4B against its encoder alone; seconds of sound a second',
  atLeast: 0.8,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
    try {
      const minute = await speakMinute();
      const factor = (since: number): number => (minutes * 60_000) / (performance.now() - since);
      const pieces = secondsOf(minute);
      let began = performance.now();
      const encoder = await AacCoder.open(1, minutes * minute.length);
      for (let count = 0; count < minutes; count += 1) for (const piece of pieces) await encoder.push(piece);
      await encoder.finish();
      await encoder.close();
      const peer = factor(began);
      began = performance.now();
      const chapters = Array.from({ length: 10 }, (_, index) => ({ title: `Chapter ${index + 1}`, startMs: index * 360_000 }));
      const order = {
        format: 'm4b',
        path: join(folder, 'hour.m4b'),
        preset: undefined,
        tags: { title: 'Hour', album: 'Book' },
        chapters,
      } as const;
      const { signal } = new AbortController();
      await makeMaster(repeatMinute(minute, minutes), order, { signal, onFraction: () => undefined, onUnexpected: console.error });
      return { ours: factor(began), peer };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;
