import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quietMs, whenQuiet } from '../../../src-main/hosts/served/quiet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a window is drawn when it has asked for something, and then for nothing more; not while it goes on asking, nor before it asks', () => {
  const window = new EventEmitter();
  let drawn = 0;
  whenQuiet(window, () => drawn++);
  vi.advanceTimersByTime(quietMs * 3);
  expect(drawn).toBe(0);
  for (let asked = 0; asked < 5; asked++) {
    window.emit('message');
    vi.advanceTimersByTime(quietMs - 1);
  }
  expect(drawn).toBe(0);
  vi.advanceTimersByTime(1);
  expect(drawn).toBe(1);
});
