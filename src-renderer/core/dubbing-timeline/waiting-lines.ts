import { z } from 'zod';
import type { ReadCue } from '#shared/dubbing/captions-in.ts';
import { dubLimits } from '#shared/dubbing/timeline.ts';

/** What becomes segments, and where it is from. */
export interface Lines {
  name: string;
  cues: readonly ReadCue[];
}

const key = 'waiting-lines';
const place = z.int().min(0).max(dubLimits.longestSamples);
const cue = z.object({ start: place, end: place, text: z.string(), speaker: z.string().nullable(), line: z.int() });
const stored = z.object({ name: z.string(), cues: z.array(cue).min(1).max(dubLimits.segments) });

/**
 * The lines that wait for a video, over a reload and a restart; of more than a dub can have, its number. May be lost without harm: the
 * transcript that they are of is kept.
 */
export const waitingLines = {
  get(): Lines | undefined {
    try {
      return stored.parse(JSON.parse(localStorage.getItem(key) ?? ''));
    } catch {
      return undefined;
    }
  },
  set(lines: Lines | undefined): void {
    try {
      if (lines) localStorage.setItem(key, JSON.stringify({ ...lines, cues: lines.cues.slice(0, dubLimits.segments) }));
      else localStorage.removeItem(key);
    } catch {
      // There is no room for them: they wait as long as the window is open. What waited before them waits no more.
      localStorage.removeItem(key);
    }
  },
};
