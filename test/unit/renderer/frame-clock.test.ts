import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctionOf, frameAt, middleOf, timecodeAt } from '../../../src-renderer/audio/frame-clock.ts';

const rates = fc.constantFrom(12, 23.976, 24, 25, 29.97, 30, 50, 59.94, 60);

test('a timecode is that of the frame that is shown', () => {
  expect(timecodeAt(0, 25)).toBe('00:00:00:00');
  expect(timecodeAt(1 / 25, 25)).toBe('00:00:00:01');
  expect(timecodeAt(3661.96, 25)).toBe('01:01:01:24');
  expect(timecodeAt(1.001, 29.97)).toBe('00:00:01;00');
});

test('the middle of a frame is in that frame, and where a frame begins belongs to it', () => {
  fc.assert(
    fc.property(rates, fc.nat(1_000_000), (rate, frame) => {
      expect(frameAt(middleOf(frame, rate), rate)).toBe(frame);
      expect(frameAt(frame / rate, rate)).toBe(frame);
    }),
  );
});

test('a player is let be within half a frame, and brought nearer by every correction', () => {
  fc.assert(
    fc.property(rates, fc.double({ min: 0, max: 600, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true }), (frameRate, at, off) => {
      const clock = { at, rate: 1, frameRate };
      const correction = correctionOf({ at: at + off, correcting: false }, clock);
      if (Math.abs(off) * frameRate <= 0.499) expect(correction.type).toBe('none');
      if (correction.type === 'seek') expect(correction.to).toBe(at);
      if (correction.type === 'rate') expect(Math.sign(correction.rate - 1)).toBe(-Math.sign(off));
    }),
  );
});

test('within two seconds a player that is up to ten frames off is within a frame for good', () => {
  fc.assert(
    fc.property(rates, fc.double({ min: -10, max: 10, noNaN: true }), (frameRate, frames) => {
      let [clock, player, correcting, rate] = [5, 5 + frames / frameRate, false, 1];
      for (let step = 0; step < 240; step += 1) {
        const correction = correctionOf({ at: player, correcting }, { at: clock, rate: 1, frameRate });
        correcting = correction.type === 'rate';
        rate = correction.type === 'rate' ? correction.rate : 1;
        if (correction.type === 'seek') player = correction.to;
        clock += 1 / 60;
        player += rate / 60;
        if (step > 120) expect(Math.abs(clock - player) * frameRate).toBeLessThan(1);
      }
    }),
  );
});

test('a place before the beginning is in the first frame', () => {
  expect([frameAt(-5, 25), frameAt(0.0399, 25), frameAt(0.04, 25)]).toEqual([0, 0, 1]);
});

test('a player that is 0.4 s off is chased, one that is further off jumps', () => {
  const clock = { at: 10, rate: 1, frameRate: 25 };
  expect(correctionOf({ at: 10.5, correcting: false }, clock)).toEqual({ type: 'seek', to: 10 });
  expect(correctionOf({ at: 0.4, correcting: false }, { ...clock, at: 0 }).type).toBe('rate');
  expect(correctionOf({ at: 0.41, correcting: true }, { ...clock, at: 0 }).type).toBe('seek');
});

test('a difference is gone in a quarter of a second, by a quarter more or less of the clock’s rate at most', () => {
  const clock = { at: 1, rate: 2, frameRate: 50 };
  const rateAt = (at: number): number => {
    const correction = correctionOf({ at, correcting: false }, clock);
    return correction.type === 'rate' ? correction.rate : NaN;
  };
  expect([0.95, 1.05, 0.7, 1.3].map((at) => Number(rateAt(at).toFixed(6)))).toEqual([2.4, 1.6, 2.5, 1.5]);
});

test('half a frame off is let be, and a correction goes on until an eighth of a frame', () => {
  const clock = { at: 0, rate: 1, frameRate: 8 };
  const types = (correcting: boolean, frames: number[]): string[] =>
    frames.map((off) => correctionOf({ at: off / 8, correcting }, clock).type);
  expect(types(false, [0.5, -0.5, 0.51])).toEqual(['none', 'none', 'rate']);
  expect(types(true, [0.125, -0.125, 0.126])).toEqual(['none', 'none', 'rate']);
});
