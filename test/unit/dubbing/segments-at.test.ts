import { expect, it } from 'vitest';
import { segmentsAt } from '#shared/dubbing/segments-at.ts';
import { newSegment } from '#shared/dubbing/timeline.ts';

const segment = (id: string, start: number, end: number) => ({ ...newSegment([], id, start), start, end });

it('a segment is at the playhead from its start until its end; where two overlap, both are', () => {
  const segments = [segment('one', 0, 10), segment('two', 8, 20), segment('three', 20, 30)];
  const at = (place: number) => segmentsAt(segments, place).map(({ id }) => id);
  expect([at(0), at(9), at(10), at(19), at(20), at(30)]).toEqual([['one'], ['one', 'two'], ['two'], ['two'], ['three'], []]);
});
