import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMp3Encoder } from 'wasm-media-encoders';
import { makeMaster } from '#main/media/masters/make-master.ts';
import { mp3KilobitsPerSecond } from '#main/media/sound-writer.ts';
import { repeatMinute, secondsOf, speakMinute } from '../helpers/long-speech.ts';
import type { Bench } from './run.ts';

const minutes = 60;

/** An hour as an MP3 file, limited, tagged, decoded again and measured, against the encoder alone. */
export default {
  name: 'export: an hour to MP3 against its encoder alone; seconds of sound a second',
  atLeast: 0.7,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
    try {
      const minute = await speakMinute();
      const factor = (since: number): number => (minutes * 60_000) / (performance.now() - since);
      let began = performance.now();
      const encoder = await createMp3Encoder();
      encoder.configure({ sampleRate: 48_000, channels: 1, bitrate: mp3KilobitsPerSecond, outputSampleRate: 48_000 });
      const pieces = secondsOf(minute).map((piece) => Float32Array.from(piece, (sample) => sample / 32_768));
      for (let count = 0; count < minutes; count += 1) for (const piece of pieces) encoder.encode([piece]);
      encoder.finalize();
      const peer = factor(began);
      began = performance.now();
      const order = {
        format: 'mp3',
        path: join(folder, 'hour.mp3'),
        preset: undefined,
        tags: { title: 'Hour', album: 'Book' },
        chapters: [],
      } as const;
      const { signal } = new AbortController();
      await makeMaster(repeatMinute(minute, minutes), order, { signal, onFraction: () => undefined, onUnexpected: console.error });
      return { ours: factor(began), peer };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;
