import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** The audio thread's side of playing, stepped by the test: one quantum of 128 frames after another. */
interface Processor {
  port: { onmessage: ((event: { data: unknown }) => void) | null };
  process(inputs: unknown, outputs: Float32Array[][]): boolean;
}
interface Report {
  played: number;
  running: boolean;
  ended: boolean;
  gap?: { after: number; frames: number; late: boolean };
  kept?: number;
}

let Player: (new () => Processor) | undefined;
let told: Report[] = [];

beforeAll(async () => {
  vi.stubGlobal(
    'AudioWorkletProcessor',
    class {
      readonly port = { onmessage: null, postMessage: (report: Report) => told.push(report) };
    },
  );
  vi.stubGlobal('sampleRate', 48_000);
  vi.stubGlobal('currentFrame', 0);
  vi.stubGlobal('registerProcessor', (_name: string, processor: new () => Processor) => (Player = processor));
  // It registers as it is loaded, and another test of this worker may have loaded it.
  vi.resetModules();
  await import('../../../src-renderer/audio/program.worklet.ts');
});
afterAll(() => vi.unstubAllGlobals());

function begin() {
  if (!Player) throw new Error('no processor was registered');
  told = [];
  const processor = new Player();
  const heard: number[] = [];
  return {
    heard,
    say: (data: unknown) => processor.port.onmessage?.({ data }),
    /** Renders quanta; false once it is over. */
    render(quanta: number): boolean {
      let on = true;
      for (let quantum = 0; quantum < quanta && on; quantum += 1) {
        const out = new Float32Array(128);
        on = processor.process([], [[out]]);
        vi.stubGlobal('currentFrame', (globalThis as unknown as { currentFrame: number }).currentFrame + 128);
        heard.push(...out);
      }
      return on;
    },
  };
}

/** Samples from a number on, none of them zero. */
const ramp = (from: number, count: number): Int16Array => Int16Array.from({ length: count }, (_, index) => 1 + ((from + index) % 30_000));

describe('sound that comes too late', () => {
  it('reports where silence stood in for it and how long, and goes on where it broke off, to the sample', () => {
    const pushes = fc.array(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 0, max: 80 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(pushes, (steps) => {
        const run = begin();
        let came = 0;
        for (const [count, quanta] of steps) {
          run.say({ samples: ramp(came, count) });
          came += count;
          run.render(quanta);
        }
        run.say({ end: true });
        while (run.render(1));
        const expected: number[] = [];
        let after = 0;
        const gaps = told.flatMap(({ gap }) => (gap ? [gap] : []));
        for (const gap of gaps) {
          expected.push(...ramp(after, gap.after - after), ...new Array<number>(gap.frames).fill(0));
          after = gap.after;
        }
        expected.push(...ramp(after, came - after));
        const from = run.heard.findIndex((value) => value !== 0);
        const heard = run.heard.slice(from).map((value) => value * 32_768);
        expect(heard.slice(0, expected.length)).toEqual(expected);
        expect(heard.slice(expected.length).every((value) => value === 0)).toBe(true);
        expect(told.at(-1)).toMatchObject({ ended: true, played: came });
      }),
      { numRuns: 25 },
    );
  });
  it('is held back longer each time, so that it does not go on stuttering', () => {
    const run = begin();
    const needed: number[] = [];
    for (let time = 0, came = 0; time < 5; time += 1) {
      let held = 0;
      for (; !(told.at(-1)?.running ?? false); held += 480, came += 480) {
        run.say({ samples: ramp(came, 480) });
        run.render(1);
      }
      needed.push(held / 48_000);
      while (told.at(-1)?.running) run.render(1);
    }
    expect(needed).toEqual([0.08, 0.16, 0.32, 0.64, 0.64]);
  });
});

it('a silence that was waited for is reported as such, and what comes after it is not held back for longer', () => {
  const run = begin();
  run.say({ samples: ramp(0, 4800) });
  run.render(20);
  run.say({ waits: true });
  while (told.at(-1)?.running) run.render(1);
  run.render(100);
  run.say({ waits: false });
  const before = run.heard.length;
  run.say({ samples: ramp(4800, 3840) });
  run.render(1);
  expect(run.heard.slice(before).every((sample) => sample !== 0)).toBe(true);
  expect(told.flatMap(({ gap }) => gap ?? [])).toEqual([{ after: 4800, frames: before - 4800, late: false }]);
});

it('what was taken back is not heard, wherever it is cut: what comes instead follows on what was kept, to the sample', () => {
  const cuts = fc.record({ came: fc.integer({ min: 1, max: 20_000 }), quanta: fc.nat(100), keep: fc.nat(20_000), ended: fc.boolean() });
  fc.assert(
    fc.property(cuts, ({ came, quanta, keep, ended }) => {
      const run = begin();
      run.say({ samples: ramp(0, came) });
      if (ended) run.say({ end: true });
      if (!run.render(quanta)) return;
      run.say({ keep });
      const { kept = Number.NaN } = told.at(-1) ?? {};
      expect(kept).toBeGreaterThanOrEqual(Math.min(keep, came));
      expect(kept).toBeLessThanOrEqual(Math.max(keep, quanta * 128));
      const other = Int16Array.from({ length: 6000 }, (_, index) => -1 - index);
      run.say({ samples: other });
      run.say({ end: true });
      while (run.render(1));
      const heard = run.heard.map((value) => value * 32_768).filter((value) => value !== 0);
      expect(heard).toEqual([...ramp(0, kept), ...other]);
    }),
    { numRuns: 40 },
  );
});

/** Cycles a second by its upward zero crossings. */
function pitchOf(samples: readonly number[]): number {
  const crossings = samples.flatMap((value, index) => (value >= 0 && (samples[index - 1] ?? 0) < 0 ? [index] : []));
  return ((crossings.length - 1) * 48_000) / ((crossings.at(-1) ?? 0) - (crossings[0] ?? 0));
}

it.each([0.5, 0.75, 1.25, 1.5, 2, 3])('at the speed of %f a tone takes so much less time and keeps its pitch', (rate) => {
  const seconds = 2;
  const tone = Int16Array.from({ length: seconds * 48_000 }, (_, at) => 12_000 * Math.sin((2 * Math.PI * 220 * at) / 48_000));
  const run = begin();
  run.say({ rate });
  run.say({ samples: tone });
  run.say({ end: true });
  while (run.render(1));
  const sounding = run.heard.findLastIndex((value) => Math.abs(value) > 0.01);
  expect(sounding / 48_000).toBeGreaterThan((seconds / rate) * 0.9);
  expect(sounding / 48_000).toBeLessThan((seconds / rate) * 1.1);
  const middle = run.heard.slice(Math.floor(sounding * 0.2), Math.floor(sounding * 0.8));
  expect(Math.abs(pitchOf(middle) / 220 - 1)).toBeLessThan(0.03);
});

describe('a pause', () => {
  it('holds the sound for as long as it lasts, and goes on at the next sample, with no jump at either end', () => {
    const run = begin();
    run.say({ samples: ramp(0, 20_000) });
    run.say({ end: true });
    run.render(10);
    run.say({ paused: true });
    run.render(50);
    expect(told.at(-1)).toMatchObject({ played: 11 * 128, running: false, ended: false });
    expect(told.some(({ gap }) => gap !== undefined)).toBe(false);
    const silence = run.heard.slice(11 * 128, 60 * 128);
    expect(silence.every((value) => value === 0)).toBe(true);
    expect(run.heard[11 * 128 - 1]).toBe(0);
    run.say({ paused: false });
    run.render(3);
    // The first quantum comes up from silence; the second is as it was written.
    const first = run.heard.slice(60 * 128, 61 * 128);
    expect(first[0]).toBeLessThan((1 + 11 * 128) / 32_768 / 64);
    expect(run.heard.slice(61 * 128, 62 * 128)).toEqual([...ramp(12 * 128, 128)].map((value) => Math.fround(value / 32_768)));
    while (run.render(1));
    expect(told.at(-1)).toMatchObject({ played: 20_000, ended: true });
  });

  it('can be stopped in, and ends then', () => {
    const run = begin();
    run.say({ samples: ramp(0, 20_000) });
    run.render(60);
    run.say({ paused: true });
    run.render(10);
    run.say({ stop: true });
    expect(run.render(1)).toBe(false);
    expect(told.at(-1)).toMatchObject({ ended: true });
  });
});
