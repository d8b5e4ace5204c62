import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesAtOnce, workSideBySide } from '#main/infra/side-by-side.ts';
import { makeMaster } from '#main/media/masters/make-master.ts';
import { presets } from '#shared/masters/presets.ts';
import { repeatMinute, speakMinute } from '../helpers/long-speech.ts';
import type { Bench } from './run.ts';

const chapters = 6;
const minutes = 10;

/**
 * The whole audiobook preset for an hour in chapters (loudness, limiter, room tone, MP3, decoded again and measured), as an export makes them: so many
 * times as fast as it is heard, against the 40 that two cores have to reach.
 */
export default {
  name: 'export: times real time of the audiobook preset, an hour in six chapters, against 40',
  atLeast: 1,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
    try {
      const minute = await speakMinute();
      const source = repeatMinute(minute, minutes);
      const { signal } = new AbortController();
      const began = performance.now();
      const numbers = Array.from({ length: chapters }, (_, index) => index + 1);
      const masters = await workSideBySide(numbers, { atOnce: filesAtOnce, signal }, (number, _, either) => {
        const tags = { title: `Chapter ${number}`, album: 'Book', track: { number, of: chapters } };
        const order = { format: 'mp3', path: join(folder, `${number}.mp3`), preset: presets.audiobook, tags, chapters: [] } as const;
        return makeMaster(source, order, { signal: either, onFraction: () => undefined, onUnexpected: console.error });
      });
      const seconds = (performance.now() - began) / 1000;
      const broken = masters.flatMap(({ report }) => report.filter(({ ok }) => !ok));
      if (broken.length > 0) throw new Error(`a chapter breaks ${broken.map(({ rule }) => rule).join(', ')}`);
      return { ours: (chapters * minutes * 60) / seconds, peer: 40 };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;
