import { expect, it } from 'vitest';
import { SpokenStore } from '../../../src-renderer/features/live/spoken-store.ts';

const megabyte = 1024 * 1024;

it('the oldest sound goes where there is no room for all, and what is longer than all the room is not held', () => {
  const spoken = new SpokenStore();
  for (const id of ['one', 'two', 'three']) {
    spoken.collect(id, new Uint8Array(30 * megabyte), 48_000);
    spoken.finish(id);
  }
  expect([...spoken.store.getState().urls.keys()]).toEqual(['two', 'three']);
  spoken.collect('long', new Uint8Array(40 * megabyte), 48_000);
  spoken.collect('long', new Uint8Array(40 * megabyte), 48_000);
  spoken.collect('long', new Uint8Array(2), 48_000);
  spoken.finish('long');
  expect([...spoken.store.getState().urls.keys()]).toEqual(['two', 'three']);
});

it('a sound whose rate changes on its way is no one sound, and is not held', () => {
  const spoken = new SpokenStore();
  spoken.collect('one', new Uint8Array(2), 24_000);
  spoken.collect('one', new Uint8Array(2), 48_000);
  spoken.collect('one', new Uint8Array(2), 24_000);
  spoken.finishAll();
  expect(spoken.store.getState().urls.size).toBe(0);
});
