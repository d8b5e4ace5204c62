import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import type { VoiceGroup } from '../../core/voices/arrange-voices.ts';

/** One line of the panel: a heading, or voices beside each other. */
export type VoiceLine = { kind: 'heading'; group: VoiceGroup } | { kind: 'voices'; from: number; to: number };

/** What the panel draws: every voice in order, its lines of at most `columns` voices, and where each voice is. */
export interface VoiceLines {
  voices: readonly CatalogueVoice[];
  lines: readonly VoiceLine[];
  /** The line of each voice, by its place. */
  lineOf: Uint32Array;
}

export function layOut(groups: readonly VoiceGroup[], columns: number, hasHeadings = true): VoiceLines {
  const voices = groups.length === 1 && groups[0] ? groups[0].voices : groups.flatMap((group) => [...group.voices]);
  const lines: VoiceLine[] = [];
  const lineOf = new Uint32Array(voices.length);
  let at = 0;
  for (const group of groups) {
    if (group.title !== null && hasHeadings) lines.push({ kind: 'heading', group });
    const end = at + group.voices.length;
    for (; at < end; at = Math.min(end, at + columns)) {
      const to = Math.min(end, at + columns);
      lineOf.fill(lines.length, at, to);
      lines.push({ kind: 'voices', from: at, to });
    }
  }
  return { voices, lines, lineOf };
}

/** The place of the voice below (1) or above (-1) another, in the same column where that line reaches so far; the same place at the ends. */
export function placeBeside({ lines, lineOf }: VoiceLines, at: number, steps: number): number {
  const line = lineOf[at];
  const own = line === undefined ? undefined : lines[line];
  if (line === undefined || own?.kind !== 'voices') return at;
  const column = at - own.from;
  const step = Math.sign(steps);
  let left = Math.abs(steps);
  let found = own;
  for (let next = line + step; left > 0 && next >= 0 && next < lines.length; next += step) {
    const other = lines[next];
    if (other?.kind !== 'voices') continue;
    found = other;
    left -= 1;
  }
  return Math.min(found.from + column, found.to - 1);
}
