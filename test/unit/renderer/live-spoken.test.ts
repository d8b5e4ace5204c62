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

it('a phrase is as far as its sound was heard: by its length while sound still comes, by its sound once that is whole, and it never goes back', () => {
  const spoken = new SpokenStore();
  const part = (): number | undefined => spoken.store.getState().progress?.part;
  spoken.begin('one', 14, 1000);
  spoken.collect('one', new Uint8Array(1000), 1000); // half of the second that 14 characters are expected to take
  spoken.follow(1500);
  expect(part()).toBe(0.25);
  spoken.collect('one', new Uint8Array(3000), 1000);
  spoken.follow(1600);
  expect(part()).toBe(0.25);
  spoken.finish('one');
  spoken.follow(3000);
  expect(part()).toBe(0.5);
  spoken.begin('two', 14, 5000);
  expect(part()).toBe(0);
  spoken.follow(undefined);
  expect(part()).toBeUndefined();
});
