import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOfSecond, frameOfTimecode, frameRateWords, isDropFrame, timecode } from '#shared/timecode.ts';

const [film, ntsc, twice] = [24_000 / 1_001, 30_000 / 1_001, 60_000 / 1_001];

test('a timecode counts hours, minutes, seconds and frames', () => {
  expect(timecode(0, 25)).toBe('00:00:00:00');
  expect(timecode(24, 25)).toBe('00:00:00:24');
  expect(timecode(25, 25)).toBe('00:00:01:00');
  expect(timecode(3_723 * 25 + 7, 25)).toBe('01:02:03:07');
  expect(timecode(24 * 60, film)).toBe('00:01:00:00');
});

test('at 29.97 and 59.94 it drops the first numbers of every minute but the tenth, as video is cut by', () => {
  expect(timecode(1_799, ntsc)).toBe('00:00:59;29');
  expect(timecode(1_800, ntsc)).toBe('00:01:00;02');
  expect(timecode(17_981, 29.97)).toBe('00:09:59;29');
  expect(timecode(17_982, 29.97)).toBe('00:10:00;00');
  expect(timecode(107_892, ntsc)).toBe('01:00:00;00');
  expect(timecode(3_599, twice)).toBe('00:00:59;59');
  expect(timecode(3_600, twice)).toBe('00:01:00;04');
  expect([film, 25, 29.97, 30, 59.94, 60].map(isDropFrame)).toEqual([false, false, true, false, true, false]);
  expect([film, ntsc, 25].map(frameRateWords)).toEqual(['23.976 fps', '29.97 fps, drop-frame', '25 fps']);
});

test('a rate that has none shows the seconds of the clock', () => {
  expect(timecode(0, 27.3)).toBe('00:00:00:00');
  expect(timecode(28, 27.3)).toBe('00:00:01:00');
  expect(timecode(27.3 * 600, 27.3)).toBe('00:10:00:00');
});

test('each frame has its own, in order; a second’s first frame is found; a dropping one never leaves the clock', () => {
  const seconds = (written: string): number => {
    const [hours = 0, minutes = 0, rest = 0] = written.split(/[:;]/u).map(Number);
    return hours * 3_600 + minutes * 60 + rest;
  };
  fc.assert(
    fc.property(fc.constantFrom(12, film, 24, 25, 27.3, ntsc, 30, 50, twice, 60), fc.nat(1_000_000), (rate, frame) => {
      const [here, next] = [timecode(frame, rate), timecode(frame + 1, rate)];
      expect(here < next).toBe(true);
      const first = frameOfSecond(seconds(here), rate);
      expect(first).toBeLessThanOrEqual(frame);
      expect(seconds(timecode(first, rate))).toBe(seconds(here));
      if (first > 0) expect(seconds(timecode(first - 1, rate))).toBe(seconds(here) - 1);
      if (isDropFrame(rate)) expect(Math.abs(seconds(here) - frame / rate)).toBeLessThan(1.1);
    }),
  );
});

test('a timecode that was written is read as its frame, at every rate, and what is no timecode of the rate as none', () => {
  fc.assert(
    fc.property(fc.constantFrom(23.976, 24, 25, 29.97, 30, 59.94, 60, 27.3), fc.nat({ max: 2_000_000 }), (rate, frame) => {
      expect(frameOfTimecode(timecode(frame, rate), rate)).toBe(frame);
    }),
  );
  expect(frameOfTimecode(' 0:00:08:03 ', 25)).toBe(203);
  // The separator of the other rates is taken, a number that is left out is not.
  expect(frameOfTimecode('00:01:00:02', 29.97)).toBe(1_800);
  for (const text of ['00:01:00;00', '00:01:00:01']) expect(frameOfTimecode(text, 29.97)).toBeUndefined();
  for (const text of ['', '8', '0:08', '0:08:03', '00:00:08:25', '00:00:60:00', '00:60:00:00'])
    expect(frameOfTimecode(text, 25)).toBeUndefined();
});
