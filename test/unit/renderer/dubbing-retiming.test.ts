import { beforeEach, expect, it } from 'vitest';
import { newSegment, usualDucking, type Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { retimedWords, RetimingStore } from '../../../src-renderer/features/dubbing/timeline/retiming-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const { dubs } = stores;
const { retime, store } = new RetimingStore({ dubs, announce: (words) => void fakeStudio.announced.push(words) });
const second = 48_000;
const segment = (id: string, at: number) => ({ ...newSegment([], id, at * second), end: (at + 2) * second });
const dub = {
  id: 'dub0000001',
  takes: [],
  ducking: usualDucking,
  segments: [segment('first00001', 0), segment('second0001', 4)],
  video: { samples: 60 * second, frameRate: 25 },
} as unknown as Dub;
const words = (): string => {
  const { dub: open } = dubs.store.getState();
  return open ? retimedWords(open, store.getState()) : '';
};

beforeEach(() => {
  fakeStudio.reset();
  dubs.store.setState({ ...dubs.store.getInitialState(), dub, selected: ['second0001'] });
});

it('what keys did to a segment is announced, and stands there until another one is chosen', () => {
  expect(words()).toBe('');
  retime('all', 1);
  expect(words()).toBe(messages.dubbing.segmentAt('2', '00:00:04:01'));
  retime('start', -1);
  expect(words()).toBe(messages.dubbing.segmentStarts('2', '00:00:04:00'));
  retime('end', 10);
  expect(words()).toBe(messages.dubbing.segmentEnds('2', '00:00:06:11'));
  expect(fakeStudio.announced).toEqual([
    messages.dubbing.segmentAt('2', '00:00:04:01'),
    messages.dubbing.segmentStarts('2', '00:00:04:00'),
    messages.dubbing.segmentEnds('2', '00:00:06:11'),
  ]);
  dubs.select('first00001');
  expect(words()).toBe('');
});

it('what undo brought back is what the words say then', () => {
  retime('start', 1);
  dubs.undoDub();
  expect(words()).toBe(messages.dubbing.segmentStarts('2', '00:00:04:00'));
});

it('a segment that has no room to move is said to stay', () => {
  dubs.select('first00001');
  retime('all', -1);
  expect(words()).toBe(`${messages.dubbing.segmentAt('1', '00:00:00:00')} ${messages.dubbing.noFurther}`);
});
