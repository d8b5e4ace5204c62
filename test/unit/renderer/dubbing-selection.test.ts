import { beforeEach, expect, it } from 'vitest';
import { newSegment, usualDucking, type Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { nextSegment } from '../../../src-renderer/features/dubbing/timeline/next-segment.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';

const stores = createFakeStores();
const {
  mergeSelected,
  mergeWithNext,
  redoDub,
  removeSelected,
  select,
  selectAll,
  showDub,
  splitSegment,
  undoDub,
  whyNotMergedWithNext,
  whyNotSplit,
  store: useDubs,
} = stores.dubs;

const second = 48_000;
const line = (id: string, at: number) => ({ ...newSegment([], id, at * second), end: (at + 2) * second, text: `${id} is spoken here.` });
const dub: Dub = {
  id: 'dub0000001',
  title: 'The harbour',
  revision: 0,
  createdAt: 0,
  changedAt: 0,
  takes: [],
  ducking: usualDucking,
  segments: [line('first00001', 0), line('second0001', 4), line('third00001', 8)],
  video: {
    name: 'The harbour.mp4',
    contentType: 'video/mp4',
    bytes: 1,
    container: 'MP4',
    codec: 'avc',
    width: 320,
    height: 180,
    rotation: 0,
    samples: 10 * second,
    frameRate: 25,
    variable: false,
    sound: { state: 'none', codec: '', channels: 0, samples: 0 },
  },
};
const selected = () => useDubs.getState().selected;

beforeEach(() => showDub(dub));

it('a split goes on with its second half; undone, with the segment that it was split from; done again, with a segment that is there', () => {
  select('second0001');
  expect(splitSegment(5 * second)).toBeUndefined();
  const [half] = selected();
  expect(useDubs.getState().dub?.segments.map(({ id }) => id)).toEqual(['first00001', 'second0001', half, 'third00001']);
  undoDub();
  expect(useDubs.getState().dub?.segments).toEqual(dub.segments);
  expect(selected()).toEqual(['second0001']);
  redoDub();
  expect(useDubs.getState().dub?.segments).toHaveLength(4);
  expect(selected()).toEqual(['second0001']);
});

it('segments that were merged are selected again when that is undone, all of them and no other', () => {
  select('first00001');
  select('second0001', 'also');
  mergeSelected();
  expect(selected()).toEqual(['first00001']);
  undoDub();
  expect(selected()).toEqual(['first00001', 'second0001']);
  select('first00001');
  mergeWithNext();
  undoDub();
  expect(selected()).toEqual(['first00001', 'second0001']);
});

it('a segment that was deleted is selected again when that is undone, and so are several, and all', () => {
  select('third00001');
  removeSelected();
  expect(selected()).toEqual(['second0001']);
  undoDub();
  expect(selected()).toEqual(['third00001']);
  select('first00001', 'also');
  removeSelected();
  undoDub();
  expect(selected()).toEqual(['first00001', 'third00001']);
  selectAll();
  removeSelected();
  expect(selected()).toEqual([]);
  undoDub();
  expect(selected()).toHaveLength(3);
});

it('the menu of a segment splits that segment alone, and says where the playhead has to be for it', () => {
  const [at, id] = [5 * second, 'first00001'];
  expect(whyNotSplit(at, id)).toBe(messages.dubbingTimeline.playheadElsewhere);
  expect(splitSegment(at, id)).toBe(messages.dubbingTimeline.playheadElsewhere);
  expect(useDubs.getState().dub).toEqual(dub);
  expect(whyNotSplit(at, 'second0001')).toBeUndefined();
  expect(splitSegment(at, 'second0001')).toBeUndefined();
  expect(useDubs.getState().dub?.segments).toHaveLength(4);
});

it('a segment is merged with the one behind it, which undo takes back; the last one says that none follows', () => {
  select('second0001');
  expect(whyNotMergedWithNext()).toBeUndefined();
  stores.dubs.mergeWithNext();
  expect(useDubs.getState().dub?.segments.map(({ id, end }) => [id, end])).toEqual([
    ['first00001', 2 * second],
    ['second0001', 10 * second],
  ]);
  expect(selected()).toEqual(['second0001']);
  expect(whyNotMergedWithNext()).toBe(messages.dubbingTimeline.noNextSegment);
  stores.dubs.mergeWithNext();
  undoDub();
  expect(useDubs.getState().dub?.segments).toEqual(dub.segments);
});

it('the next of several segments follows the one that is shown, and after the last of them comes the first again', () => {
  const [first, second, third] = dub.segments.map(({ id }) => id);
  const next = (shownId?: string) => nextSegment(dub.segments.slice(1), dub.segments, shownId)?.id;
  expect([undefined, first, second, third].map(next)).toEqual([second, second, third, second]);
  expect(nextSegment(dub.segments.slice(1, 2), dub.segments, second)?.id).toBe(second);
  expect(nextSegment([], dub.segments, first)).toBeUndefined();
});
