import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LevelDisplay, LevelMeter, meterFloor } from '../../../src-renderer/audio/level.ts';

const rate = 48_000;
const decibels = (level: number): number => 20 * Math.log10(level);
const sine = (hertz: number, amplitude: number, seconds: number, phase = 0): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rate + phase));

describe('the level meter', () => {
  it('measures the peak, the RMS level and the true peak of a tone of -6 dBFS', () => {
    const meter = new LevelMeter(rate);
    meter.push(sine(997, 10 ** (-6 / 20), 3));
    const { peak, rms, truePeak } = meter.read(true);
    expect(decibels(peak)).toBeCloseTo(-6, 1);
    expect(decibels(rms)).toBeCloseTo(-9.01, 1);
    expect(decibels(truePeak)).toBeCloseTo(-6, 1);
  });

  it('tells the peak since it was read last', () => {
    const meter = new LevelMeter(rate);
    const peaks = [0.9, 0.1, 0.5].map((amplitude) => {
      meter.push(Float32Array.of(amplitude, -amplitude / 2));
      return meter.read().peak;
    });
    expect(peaks).toEqual([0.9, 0.1, 0.5].map(Math.fround));
    expect(meter.read().peak).toBe(0);
  });

  it('finds a true peak between samples that are all 3 dB lower', () => {
    const meter = new LevelMeter(rate);
    const tone = sine(rate / 4, 1, 1, Math.PI / 4);
    // Faded in, so that its sudden start does not overshoot.
    meter.push(tone.map((sample, at) => sample * Math.min(1, at / 4800)));
    const { peak, truePeak } = meter.read(true);
    expect(decibels(peak)).toBeCloseTo(-3.01, 1);
    expect(Math.abs(decibels(truePeak))).toBeLessThan(0.2);
  });

  it('finds the same true peak in whatever pieces the samples come and however often it is read', () => {
    const sound = sine(rate / 4, 0.8, 0.2, 1).map((sample, at) => sample * Math.sin((Math.PI * at) / (0.2 * rate)));
    const whole = new LevelMeter(rate);
    whole.push(sound);
    const expected = whole.read(true);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1 }), (sizes) => {
        const meter = new LevelMeter(rate);
        let highest = 0;
        for (let at = 0, piece = 0; at < sound.length; piece += 1) {
          const end = at + (sizes[piece % sizes.length] ?? 1);
          meter.push(sound.subarray(at, end));
          highest = Math.max(highest, meter.read().peak);
          at = end;
        }
        const last = meter.read(true);
        expect(last.truePeak).toBeCloseTo(expected.truePeak, 9);
        expect(last.rms).toBeCloseTo(expected.rms, 9);
        expect(Math.max(highest, last.peak)).toBe(expected.peak);
      }),
      { numRuns: 30 },
    );
  });

  it('measures after a reset what came since, without an overshoot where the reset cut the sound', () => {
    const meter = new LevelMeter(rate);
    const soft = sine(1000, 0.1, 1);
    meter.push(sine(1000, 0.9, 0.5));
    // Up to where the tone is at its highest.
    meter.push(soft.subarray(0, 4812));
    meter.resetTruePeak();
    meter.push(soft.subarray(4812, 9600));
    expect(meter.read().truePeak).toBeCloseTo(0.1, 3);
  });
});

describe('what the meter shows', () => {
  it('rises at once, holds the highest peak for a second and a half, and then falls', () => {
    const display = new LevelDisplay();
    display.push({ peak: 0.5, rms: 0.1, truePeak: 0.6 }, 10);
    expect(display.shown.peak).toBeCloseTo(-6.02, 1);
    expect(display.shown.rms).toBeCloseTo(-20, 1);
    for (let now = 10.05; now < 11.45; now += 0.05) display.push({ peak: 0, rms: 0, truePeak: 0.6 }, now);
    expect(display.shown.held).toBeCloseTo(-6.02, 1);
    expect(display.shown.peak).toBeLessThan(-30);
    for (let now = 11.55; now < 12.5; now += 0.05) display.push({ peak: 0, rms: 0, truePeak: 0.6 }, now);
    expect(display.shown.held).toBeLessThan(-20);
    expect(display.shown.held).toBeGreaterThanOrEqual(display.shown.peak);
  });

  it('keeps the highest true peak until a reset, also when what plays begins again', () => {
    const display = new LevelDisplay();
    expect(display.truePeak).toBeNull();
    display.push({ peak: 0.5, rms: 0.1, truePeak: 1.1 }, 1);
    display.clear();
    display.push({ peak: 0.1, rms: 0.1, truePeak: 0.1 }, 2);
    expect(display.truePeak).toBeCloseTo(0.83, 1);
    display.resetTruePeak();
    expect(display.truePeak).toBeNull();
  });

  it('stays between its ends', () => {
    const display = new LevelDisplay();
    display.push({ peak: 4, rms: 2, truePeak: 4 }, 1);
    expect(display.shown).toEqual({ peak: 0, held: 0, rms: 0 });
    display.clear();
    display.push({ peak: 1e-9, rms: 0, truePeak: 0 }, 2);
    expect(display.shown).toEqual({ peak: meterFloor, held: meterFloor, rms: meterFloor });
  });
});

it('the RMS level goes to a new level within three tenths of a second but for 1/e of its square', () => {
  const meter = new LevelMeter(rate);
  meter.push(new Float32Array(0.3 * rate).fill(0.5));
  expect(meter.read().rms ** 2 / 0.25).toBeCloseTo(1 - Math.exp(-1), 4);
});

describe('a meter that shows peaks one after another', () => {
  const shown = (...peaks: [at: number, peak: number][]) => {
    const display = new LevelDisplay();
    for (const [at, peak] of peaks) display.push({ peak, rms: 0, truePeak: 0 }, at);
    return display.shown;
  };
  it('lets the bar fall by 24 dB a second from the first look on', () => {
    expect(shown([100, 1]).peak).toBe(0);
    expect(shown([100, 1], [100.5, 0]).peak).toBeCloseTo(-12);
    expect(shown([100, 1], [100.5, 0], [101, 0]).peak).toBeCloseTo(-24);
    expect(shown([100, 1], [110, 0]).peak).toBe(meterFloor);
  });
  it('lets the highest peak stand for exactly 1.5 s and then fall as fast', () => {
    expect(shown([0, 1], [1.5, 0]).held).toBe(0);
    expect(shown([0, 1], [1.5, 0], [2, 0]).held).toBeCloseTo(-12);
    expect(shown([0, 1], [1.5, 0], [2, 0], [2.25, 0]).held).toBeCloseTo(-18);
  });
  it('lets a peak as high as the held one stand for a time of its own', () => {
    expect(shown([0, 1], [1, 1], [2.5, 0]).held).toBe(0);
    expect(shown([0, 1], [1, 0.5], [2.5, 0]).held).toBeCloseTo(-36);
  });
  it('does not rise when the clock goes back, and begins at the floor after it was cleared', () => {
    expect(shown([10, 0.5], [9, 0]).peak).toBeCloseTo(-6.02, 1);
    const display = new LevelDisplay();
    display.push({ peak: 1, rms: 1, truePeak: 1 }, 10);
    display.clear();
    expect(display.shown).toEqual({ peak: meterFloor, held: meterFloor, rms: meterFloor });
    display.push({ peak: 0.1, rms: 0.1, truePeak: 0.1 }, 20);
    expect(display.shown.peak).toBeCloseTo(-20);
    expect(display.shown.held).toBeCloseTo(-20);
  });
});
