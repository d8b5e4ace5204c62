import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handSpeaker } from '../../helpers/live-speaker.ts';

vi.mock('../../../src-renderer/audio/live.worklet.ts?worker&url', () => ({ default: 'live.worklet.js' }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Bytes of samples none of which is zero, from a number on. */
const bytesFrom = (from: number, count: number): Uint8Array =>
  new Uint8Array(Int16Array.from({ length: count }, (_, index) => 1 + ((from + index) % 30_000)).buffer);
const sounding = (rendered: readonly number[]): number[] => rendered.filter((value) => value !== 0);

describe('Escape', () => {
  it('lets at most 4,800 more samples of 48 kHz sound after it has reached the audio thread, however much was there', async () => {
    const speaker = await handSpeaker(48_000);
    speaker.sound.push('one', bytesFrom(0, 480_000));
    speaker.render(500);
    expect(sounding(speaker.rendered)).toHaveLength(500 * 128);
    speaker.sound.push('two', bytesFrom(0, 48_000));
    speaker.rendered.length = 0;
    speaker.sound.silence();
    speaker.render(2_000);
    const after = sounding(speaker.rendered);
    expect(after.length).toBeLessThanOrEqual(4_800);
    // Not cut off, which clicks: it fades, and then there is nothing.
    expect(after.length).toBeGreaterThan(0);
    expect(speaker.rendered.slice(128).every((value) => value === 0)).toBe(true);
    expect(speaker.sound.waiting).toBe(0);
  });

  it('forgets what came before it and nothing of what comes after', async () => {
    const speaker = await handSpeaker();
    speaker.sound.push('one', bytesFrom(0, 50_000).subarray(0, 99_999)); // cut within a sample
    speaker.sound.silence();
    speaker.render(4);
    speaker.rendered.length = 0;
    speaker.sound.push('two', bytesFrom(7, 5_000));
    speaker.sound.flush();
    speaker.render(100);
    expect(sounding(speaker.rendered).map((value) => value * 32_768)).toEqual([...new Int16Array(bytesFrom(7, 5_000).buffer)]);
  });
});

describe('a session at another rate', () => {
  it('is heard when what came before it has been heard to its end, at its own rate, and nothing of either is lost', async () => {
    const speaker = await handSpeaker(22_050);
    speaker.sound.push('one', bytesFrom(0, 5_000));
    speaker.sound.flush();
    speaker.render(10);
    speaker.sound.prepare(48_000);
    speaker.sound.push('two', bytesFrom(9, 3_000));
    speaker.sound.flush();
    speaker.sound.prepare(); // somebody types on
    expect(speaker.rate()).toBe(22_050);
    expect(speaker.sound.waiting).toBeGreaterThanOrEqual(8_000 - 1_280); // as it was told last
    speaker.render(100);
    expect(sounding(speaker.rendered).map((value) => value * 32_768)).toEqual([...new Int16Array(bytesFrom(0, 5_000).buffer)]);
    expect(speaker.rate()).toBe(48_000);
    await new Promise((resolve) => setTimeout(resolve)); // its module is loaded
    speaker.rendered.length = 0;
    speaker.render(100);
    expect(sounding(speaker.rendered).map((value) => value * 32_768)).toEqual([...new Int16Array(bytesFrom(9, 3_000).buffer)]);
    expect(speaker.sound.waiting).toBe(0);
  });

  it('that waits is silenced with what sounds, and what comes behind it has its rate', async () => {
    const speaker = await handSpeaker(22_050);
    speaker.sound.push('one', bytesFrom(0, 50_000));
    speaker.render(10);
    speaker.sound.prepare(48_000);
    speaker.sound.push('two', bytesFrom(0, 3_000));
    speaker.sound.silence();
    speaker.render(2);
    expect([speaker.rate(), speaker.sound.waiting]).toEqual([48_000, 0]);
    await new Promise((resolve) => setTimeout(resolve));
    speaker.rendered.length = 0;
    speaker.sound.push('three', bytesFrom(3, 4_000));
    speaker.sound.flush();
    speaker.render(100);
    expect(sounding(speaker.rendered).map((value) => value * 32_768)).toEqual([...new Int16Array(bytesFrom(3, 4_000).buffer)]);
  });
});

it('whatever pieces the bytes come in, and whenever: each sample is heard once and in its order', async () => {
  const pieces = fc.array(fc.tuple(fc.integer({ min: 1, max: 6_001 }), fc.integer({ min: 0, max: 60 })), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pieces, async (steps) => {
      vi.resetModules();
      const speaker = await handSpeaker();
      const all = bytesFrom(0, 40_000);
      let at = 0;
      for (const [bytes, quanta] of steps) {
        speaker.sound.push('one', all.slice(at, at + bytes));
        at += bytes;
        speaker.render(quanta);
      }
      speaker.sound.flush();
      speaker.render(400);
      const whole = new Int16Array(all.buffer.slice(0, at - (at % 2)));
      expect(sounding(speaker.rendered).map((value) => value * 32_768)).toEqual([...whole]);
      expect(speaker.sound.waiting).toBe(0);
    }),
    { numRuns: 40 },
  );
});
