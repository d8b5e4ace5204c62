import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMaster } from '#main/media/masters/make-master.ts';
import { repeatMinute, speakMinute } from '../helpers/long-speech.ts';
import type { Bench } from './run.ts';

/** The most memory that the process has had once ten hours are exported, against once ten minutes are: how long a book is does not matter. */
export default {
  name: 'export: memory at its highest for ten hours as MP3 against ten minutes, in MB',
  atMost: 1.3,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
    try {
      const minute = await speakMinute();
      const exportMinutes = async (minutes: number): Promise<number> => {
        const tags = { title: 'Book', album: 'Book' };
        const order = { format: 'mp3', path: join(folder, `${minutes}.mp3`), preset: undefined, tags, chapters: [] } as const;
        const { signal } = new AbortController();
        await makeMaster(repeatMinute(minute, minutes), order, { signal, onFraction: () => undefined, onUnexpected: console.error });
        // The highest so far, in kilobytes.
        return process.resourceUsage().maxRSS / 1024;
      };
      const peer = await exportMinutes(10);
      return { ours: await exportMinutes(600), peer };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;
