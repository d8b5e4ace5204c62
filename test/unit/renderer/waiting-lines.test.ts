import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dubLimits } from '../../../src-shared/dubbing/timeline.ts';
import { waitingLines } from '../../../src-renderer/core/dubbing-timeline/waiting-lines.ts';

const kept = new Map<string, string>();
let full = false;

beforeEach(() => {
  kept.clear();
  full = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new Error('QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const cue = (line: number) => ({ start: line * 48_000, end: (line + 1) * 48_000, text: `Line ${String(line)}.`, speaker: 'Anna', line });
const lines = (count: number) => ({ name: 'Interview.wav', cues: Array.from({ length: count }, (_, at) => cue(at)) });

it('keeps lines until they are given up, and no more of them than a dub can have', () => {
  expect(waitingLines.get()).toBeUndefined();
  waitingLines.set(lines(2));
  expect(waitingLines.get()).toEqual(lines(2));
  waitingLines.set(lines(dubLimits.segments + 5));
  expect(waitingLines.get()).toEqual(lines(dubLimits.segments));
  waitingLines.set(undefined);
  expect(waitingLines.get()).toBeUndefined();
});

it('forgets the lines before, rather than to bring them back, where there is no room for new ones', () => {
  waitingLines.set(lines(2));
  full = true;
  waitingLines.set(lines(3));
  expect(waitingLines.get()).toBeUndefined();
});

it('takes nothing that is damaged', () => {
  for (const damaged of [
    '',
    '{',
    '{"name":"A","cues":[]}',
    '{"name":"A","cues":[{"start":-1,"end":2,"text":"x","speaker":null,"line":1}]}',
  ]) {
    kept.set('waiting-lines', damaged);
    expect(waitingLines.get()).toBeUndefined();
  }
});
