import { describe, expect, it } from 'vitest';
import { stretched } from '#main/features/dubbing-timeline/stretch.ts';

const rate = 48_000;
/** A tone of 220 Hz from one place to another, silence around it. */
function tone(samples: number, from: number, to: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, at) =>
    at >= from && at < to ? Math.round(12_000 * Math.sin((2 * Math.PI * 220 * at) / rate)) : 0,
  );
}
const onset = (pcm: Int16Array): number => pcm.findIndex((sample) => Math.abs(sample) > 2_000);
const ending = (pcm: Int16Array): number => pcm.findLastIndex((sample) => Math.abs(sample) > 2_000);
const crossings = (pcm: Int16Array): number =>
  pcm.reduce((count, sample, at) => count + (at > 0 && sample >= 0 && (pcm[at - 1] ?? 0) < 0 ? 1 : 0), 0);

describe('speech at another pace', () => {
  it.each([0.5, 0.75, 0.9, 1.1, 1.5, 2])(
    'of %d has exactly the length that was asked for, keeps its pitch, and begins within 20 ms of its place',
    (pace) => {
      const lead = rate / 200;
      const pcm = tone(3 * rate, lead, 2 * rate);
      const wanted = Math.round(pcm.length / pace);
      const out = stretched(pcm, pace, wanted);
      expect(out.length).toBe(wanted);
      expect(Math.abs(onset(out) - lead / pace) / rate).toBeLessThan(0.02);
      expect(Math.abs(ending(out) - (2 * rate) / pace) / rate).toBeLessThan(0.03);
      expect(crossings(out) / ((ending(out) - onset(out)) / rate)).toBeCloseTo(220, -1);
    },
  );

  it.each([0.5, 0.75, 1.25, 2])('of %d leaves what is in the middle where it belongs, to a twentieth of a second', (pace) => {
    const pcm = tone(3 * rate, rate, 2 * rate);
    const out = stretched(pcm, pace, Math.round(pcm.length / pace));
    expect(Math.abs(onset(out) - rate / pace) / rate).toBeLessThan(0.05);
  });
});
