import { beforeEach, expect, it, vi } from 'vitest';
import type { Place } from '../../../src-shared/narration/place.ts';
import { ProjectPlace } from '../../../src-renderer/core/project/place.ts';

const stored: Place = { chapterId: 'chapter2', caret: { blockId: 'block002', offset: 4 }, topBlockId: 'block001', seconds: 12 };
let saved: Place[];
let seconds: number;
let due: (() => void) | undefined;
beforeEach(() => {
  saved = [];
  seconds = 0;
  due = undefined;
});

const open = (place: Place | null, chapterId: string, save = (at: Place) => Promise.resolve(saved.push(at))) =>
  new ProjectPlace(place, chapterId, {
    save,
    playhead: () => seconds,
    later: (work) => {
      due = work;
      return () => (due = undefined);
    },
  });
const script = (chapterId: string, offset: number) => ({
  chapterId,
  read: () => ({ caret: { blockId: 'block009', offset }, topBlockId: 'block008' }),
});

it('the caret, the view and the playhead are restored once, and only in their chapter', () => {
  const place = open(stored, 'chapter2');
  expect(place.takeInScript('chapter1')).toBeUndefined();
  expect(place.takeInScript('chapter2')).toMatchObject({ caret: stored.caret, topBlockId: 'block001' });
  expect(place.takeInScript('chapter2')).toBeUndefined();
  expect(place.takePlayhead()).toBe(12);
  expect(place.takePlayhead()).toBeUndefined();
  const gone = open(stored, 'chapter1');
  expect(gone.takeInScript('chapter1')).toBeUndefined();
  expect(gone.takePlayhead()).toBeUndefined();
});

it('a script that comes back begins where it was left, that of another chapter too; what was stored before is older', () => {
  const place = open(stored, 'chapter2');
  place.takeInScript('chapter2');
  place.setScript(script('chapter2', 7));
  place.leaveScript();
  const left = { caret: { blockId: 'block009', offset: 7 }, topBlockId: 'block008' };
  expect(place.takeInScript('chapter2')).toEqual(left);
  place.flush();
  expect(saved).toMatchObject([{ chapterId: 'chapter2', ...left }]);
  place.show('chapter1');
  expect(place.takeInScript('chapter1')).toBeUndefined();
  place.setScript(script('chapter1', 3));
  place.leaveScript();
  place.show('chapter2');
  expect(place.takeInScript('chapter2')).toEqual(left);
});

it('many moves are stored in one go, and the same place is not stored twice', () => {
  const place = open(null, 'chapter1');
  let offset = 1;
  place.setScript({ chapterId: 'chapter1', read: () => script('chapter1', offset).read() });
  place.moved();
  offset = 2;
  place.moved();
  expect(saved).toEqual([]);
  due?.();
  expect(saved).toEqual([{ chapterId: 'chapter1', caret: { blockId: 'block009', offset: 2 }, topBlockId: 'block008', seconds: 0 }]);
  place.moved();
  due?.();
  expect(saved).toHaveLength(1);
});

it('another chapter is stored at once, without the caret of the one before', () => {
  const place = open(stored, 'chapter2');
  place.setScript(script('chapter2', 7));
  place.show('chapter3');
  expect(saved).toEqual([{ chapterId: 'chapter3', caret: null, topBlockId: null, seconds: 0 }]);
});

it('what is not restored yet is not written over by where a window begins', () => {
  const place = open(stored, 'chapter2');
  place.setScript(script('chapter2', 0));
  place.flush();
  expect(saved).toEqual([]);
  place.takeInScript('chapter2');
  place.flush();
  expect(saved).toMatchObject([{ caret: { offset: 0 }, seconds: 12 }]);
});

it('a place that could not be stored is stored with the next move', async () => {
  const save = vi.fn((at: Place) => (save.mock.calls.length === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(saved.push(at))));
  const place = open(null, 'chapter1', save);
  place.flush();
  await vi.waitFor(() => {
    place.flush();
    expect(saved).toHaveLength(1);
  });
});

it('a playhead at the beginning is nothing to restore', () => {
  const place = open({ ...stored, seconds: 0 }, 'chapter2');
  expect(place.takePlayhead()).toBeUndefined();
  seconds = 3;
  place.takeInScript('chapter2');
  place.flush();
  expect(saved).toMatchObject([{ seconds: 3 }]);
});

it('nothing is restored of another chapter once that is shown, nor when one comes back to the first', () => {
  const place = open(stored, 'chapter2');
  place.show('chapter3');
  place.show('chapter2');
  expect([place.takePlayhead(), place.takeInScript('chapter2')]).toEqual([undefined, undefined]);
});

it('where the script of another chapter is still shown, its caret is not taken for this one’s', () => {
  const place = open(null, 'chapter1');
  place.setScript(script('chapter2', 7));
  place.flush();
  expect(saved).toEqual([{ chapterId: 'chapter1', caret: null, topBlockId: null, seconds: 0 }]);
});

it('a project that is closed stores its place a last time, cancels what was due, and stores no other', () => {
  const place = open(null, 'chapter1');
  place.setScript(script('chapter1', 3));
  place.moved();
  expect(due).toBeDefined();
  place.close();
  expect(due).toBeUndefined();
  expect(saved).toMatchObject([{ caret: { offset: 3 } }]);
  seconds = 9;
  place.flush();
  place.moved();
  due?.();
  expect(saved).toHaveLength(1);
});

it('moves after a stored one are stored again', () => {
  const place = open(null, 'chapter1');
  for (const at of [1, 2]) {
    seconds = at;
    place.moved();
    due?.();
  }
  expect(saved.map((one) => one.seconds)).toEqual([1, 2]);
});

it('without a chapter there is no place', () => {
  const place = new ProjectPlace(null, undefined, { save: () => expect.unreachable(), playhead: () => 1, later: () => () => undefined });
  place.flush();
  expect([place.takePlayhead(), place.takeInScript('chapter1')]).toEqual([undefined, undefined]);
});
