import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newSegment, placeOfFrame, toFrame, type Segment } from '#shared/dubbing/timeline.ts';
import { dragDistance } from '../../../src-renderer/features/dubbing/timeline/drag-distance.ts';

const second = 48_000;
const segment = (id: string, start: number): Segment => ({ ...newSegment([], id, start), start, end: start + second });
const aPlace = fc.integer({ min: 0, max: 600 * second });
const aRate = fc.constantFrom(23.976, 24, 25, 29.97, 60);

it('a drag that does not go to the side leaves a time that lies between frames exactly where it was', () => {
  fc.assert(
    fc.property(aPlace, aPlace, aRate, (edge, other, rate) => {
      const way = { edge, pointer: 0, near: second, except: 'moved' };
      expect(dragDistance(way, [segment('moved', edge), segment('other', other)], rate)).toBe(0);
    }),
  );
});

it('a drag to the side ends on a frame', () => {
  fc.assert(
    fc.property(aPlace, fc.integer({ min: -9 * second, max: 9 * second }), aRate, (edge, pointer, rate) => {
      const by = dragDistance({ edge, pointer, near: 0, except: 'moved' }, [segment('moved', edge)], rate);
      fc.pre(by !== 0);
      expect(placeOfFrame(toFrame(edge + by, rate), rate)).toBe(edge + by);
    }),
  );
});

it('a drag to an edge that is near ends at that edge', () => {
  const all = [segment('moved', 2 * second), segment('other', 5 * second)];
  const way = { edge: 2 * second, pointer: 2.9 * second, near: 0.2 * second, except: 'moved' };
  expect(dragDistance(way, all, 25)).toBe(3 * second);
});
