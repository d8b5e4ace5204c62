import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clamped,
  closestZoom,
  draggedPause,
  fitted,
  following,
  zoomed,
} from '../../../src-renderer/features/narration/waveform/waveform-scale.ts';

const width = 800;

describe('what stretch of a chapter is seen', () => {
  it('never lies past the chapter’s ends, and is never less than the closest or more than all of it', () => {
    const anything = fc.record({
      start: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      pixelsPerSecond: fc.double({ min: 1e-4, max: 1e5, noNaN: true }),
    });
    fc.assert(
      fc.property(anything, fc.double({ min: 0.5, max: 40_000, noNaN: true }), (scale, total) => {
        const { start, pixelsPerSecond } = clamped(scale, width, total);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(pixelsPerSecond).toBeLessThanOrEqual(closestZoom);
        expect(start + width / pixelsPerSecond).toBeLessThanOrEqual(Math.max(total, width / closestZoom) * (1 + 1e-9) + 1e-9);
      }),
    );
  });
  it('keeps what is under the pointer where it is while it zooms', () => {
    const before = { start: 100, pixelsPerSecond: 50 };
    const after = zoomed(before, 4, 200, width, 3600);
    expect(after.pixelsPerSecond).toBe(200);
    expect(after.start + 200 / 200).toBeCloseTo(104);
  });
  it('shows all of a stretch', () => {
    const { start, pixelsPerSecond } = fitted(60, 70, width, 3600);
    expect(start).toBeLessThan(60);
    expect(start + width / pixelsPerSecond).toBeGreaterThan(70);
  });
  it('moves only when the playhead leaves it', () => {
    const scale = { start: 10, pixelsPerSecond: 100 };
    expect(following(scale, 17.9, width, 3600)).toBe(scale);
    expect(following(scale, 18.1, width, 3600).start).toBeCloseTo(17.3);
    expect(following(scale, 5, width, 3600).start).toBe(0);
  });
});

it('sets a pause in steps of 10 ms, never below nothing nor above ten seconds', () => {
  expect(draggedPause(350, 13, 100)).toBe(480);
  expect(draggedPause(350, 13, 108)).toBe(470);
  expect(draggedPause(350, -100, 100)).toBe(0);
  expect(draggedPause(9_990, 100, 100)).toBe(10_000);
});
