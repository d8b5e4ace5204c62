import { beforeEach, expect, it } from 'vitest';
import type { Place } from '#shared/narration/place.ts';
import { ProjectPlace, saveEveryMs } from '../../../src-renderer/core/project/place.ts';

const stored: Place = { chapterId: 'chapter2', caret: { blockId: 'block002', offset: 4 }, topBlockId: 'block001', seconds: 12 };
const script = (chapterId: string, caret: Place['caret'] = { blockId: 'block009', offset: 1 }, topBlockId: string | null = 'block008') => ({
  chapterId,
  read: () => ({ caret, topBlockId }),
});
let saved: Place[];
let seconds: number;
let timers: { work: () => void; afterMs: number; cancelled: boolean }[];
let save: (place: Place) => Promise<unknown>;
beforeEach(() => {
  [saved, seconds, timers] = [[], 0, []];
  save = (place) => Promise.resolve(saved.push(place));
});
const open = (place: Place | null, chapterId: string | undefined) =>
  new ProjectPlace(place, chapterId, {
    save: (at) => save(at),
    playhead: () => seconds,
    later: (work, afterMs) => {
      const timer = { work, afterMs, cancelled: false };
      timers.push(timer);
      return () => void (timer.cancelled = true);
    },
  });

it('moves are stored once in two seconds, and a place that is stored at once needs no timer any more', () => {
  expect(saveEveryMs).toBe(2000);
  const place = open(null, 'chapter1');
  place.moved();
  place.moved();
  expect(timers.map(({ afterMs }) => afterMs)).toEqual([2000]);
  seconds = 3;
  place.flush();
  expect(timers[0]?.cancelled).toBe(true);
  expect(saved).toMatchObject([{ seconds: 3 }]);
  place.moved();
  expect(timers).toHaveLength(2);
  seconds = 4;
  timers[1]?.work();
  expect(saved).toMatchObject([{ seconds: 3 }, { seconds: 4 }]);
});

it('the playhead is stored as it is, but not before it was restored', () => {
  const place = open(stored, 'chapter2');
  seconds = 1;
  place.setScript(script('chapter2', stored.caret, 'block001'));
  place.takeInScript('chapter2');
  place.flush();
  expect(saved).toEqual([]);
  expect(place.takePlayhead()).toBe(12);
  place.flush();
  expect(saved).toEqual([{ ...stored, seconds: 1 }]);
});

it('a playhead at the beginning is not restored, and one of another chapter is not either', () => {
  expect(open({ ...stored, seconds: 0 }, 'chapter2').takePlayhead()).toBeUndefined();
  const place = open(stored, 'chapter2');
  place.show('chapter3');
  expect(place.takePlayhead()).toBeUndefined();
  expect(place.takeInScript('chapter3')).toBeUndefined();
});

it('what is restored in the script is restored once it is asked for by its own chapter', () => {
  const place = open(stored, 'chapter2');
  expect(place.takeInScript('chapter1')).toBeUndefined();
  place.setScript(script('chapter2'));
  place.flush();
  expect(saved).toEqual([]);
  expect(place.takeInScript('chapter2')).toEqual(stored);
  place.flush();
  expect(saved).toMatchObject([{ caret: { blockId: 'block009' }, topBlockId: 'block008', seconds: 12 }]);
});

it('a script of another chapter, or one without a caret, leaves what is known of this one', () => {
  const place = open(stored, 'chapter2');
  place.takeInScript('chapter2');
  place.takePlayhead();
  seconds = 12;
  place.setScript(script('chapter1'));
  place.flush();
  place.setScript(script('chapter2', null, null));
  place.flush();
  place.leaveScript();
  place.flush();
  expect(saved).toEqual([]);
});

it('closing stores the place, and nothing is stored after it', () => {
  const place = open(null, 'chapter1');
  place.setScript(script('chapter1'));
  place.close();
  expect(saved).toMatchObject([{ chapterId: 'chapter1', caret: { blockId: 'block009' } }]);
  seconds = 9;
  place.flush();
  expect(saved).toHaveLength(1);
});

it('nothing is stored without a chapter', () => {
  open(null, undefined).flush();
  expect(saved).toEqual([]);
});

it('a place that could not be stored does not undo a later one that was', async () => {
  const answers: ((work: 'stored' | 'failed') => void)[] = [];
  save = (place) =>
    new Promise((resolve, reject) => {
      answers.push((work) => (work === 'stored' ? resolve(saved.push(place)) : reject(new Error('gone'))));
    });
  const place = open(null, 'chapter1');
  place.flush();
  seconds = 2;
  place.flush();
  answers[1]?.('stored');
  answers[0]?.('failed');
  await new Promise((resolve) => setImmediate(resolve));
  place.flush();
  expect(answers).toHaveLength(2);
});
