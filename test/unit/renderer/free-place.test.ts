import { expect, it } from 'vitest';
import { findFreePlace } from '../../../src-renderer/lib/free-place.ts';

const inside = { width: 1024, height: 700 };
const size = { width: 200, height: 60 };
const usual = { left: 600, top: 100 };
const area = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

it('a box stays at its usual place where that covers nothing', () => {
  expect(findFreePlace(usual, size, [area(600, 40, 800, 95), area(0, 300, 1024, 400)], inside)).toEqual(usual);
});

it('a box that would cover a field goes to the nearest place beside it, with a gap', () => {
  expect(findFreePlace(usual, size, [area(600, 40, 800, 95), area(780, 120, 1000, 150)], inside)).toEqual({ left: 575, top: 100 });
  expect(findFreePlace(usual, size, [area(400, 40, 1000, 95), area(300, 90, 1000, 120)], inside)).toEqual({ left: 600, top: 125 });
});

it('a box does not leave the window, and has no place where all is taken', () => {
  expect(findFreePlace({ left: 900, top: 100 }, size, [], inside)).toEqual({ left: 820, top: 100 });
  expect(findFreePlace(usual, size, [area(0, 0, 1024, 700)], inside)).toBeUndefined();
});
