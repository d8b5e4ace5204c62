import { expect, it } from 'vitest';
import { GlidingScroll } from '../../../src-renderer/features/narration/script/gliding-scroll.ts';

/** A view whose frames come when the test calls for them, 16 ms apart. */
function makeView(): { view: { scrollTop: number }; frame: () => boolean; frames: ConstructorParameters<typeof GlidingScroll>[2] } {
  const waiting = new Map<number, (time: number) => void>();
  let [last, time] = [0, 1_000];
  return {
    view: { scrollTop: 500 },
    frames: {
      request: (callback) => {
        waiting.set((last += 1), callback);
        return last;
      },
      cancel: (handle) => void waiting.delete(handle),
    },
    frame: () => {
      const due = [...waiting.values()];
      waiting.clear();
      time += 16;
      for (const callback of due) callback(time);
      return due.length > 0;
    },
  };
}

it('a gliding scroll moves only towards its goal, reaches it exactly and then asks for no more frames', () => {
  const { view, frame, frames } = makeView();
  new GlidingScroll(view, () => expect.unreachable('nobody interrupted it'), frames).scrollTo(120);
  const tops = [view.scrollTop];
  while (frame()) tops.push(view.scrollTop);
  expect(tops).toEqual([...tops].sort((one, other) => other - one));
  expect(tops.at(-1)).toBe(120);
  expect(tops.length).toBeGreaterThan(5);
});

it('a gliding scroll ends where a person scrolls in its middle, and says that it was interrupted', () => {
  const { view, frame, frames } = makeView();
  let interruptions = 0;
  new GlidingScroll(view, () => (interruptions += 1), frames).scrollTo(5_000);
  for (let count = 0; count < 4; count += 1) frame();
  view.scrollTop = 0;
  while (frame());
  expect(view.scrollTop).toBe(0);
  expect(interruptions).toBe(1);
});

it('a gliding scroll that is stopped, or sent elsewhere, leaves nothing of the one before under way', () => {
  const { view, frame, frames } = makeView();
  const scroll = new GlidingScroll(view, () => expect.unreachable('nobody interrupted it'), frames);
  scroll.scrollTo(5_000);
  frame();
  frame();
  scroll.scrollTo(200);
  while (frame());
  expect(view.scrollTop).toBe(200);
  scroll.scrollTo(0);
  frame();
  scroll.stop();
  const { scrollTop } = view;
  expect(frame()).toBe(false);
  expect(view.scrollTop).toBe(scrollTop);
});
