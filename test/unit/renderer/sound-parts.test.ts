import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { partAddress } from '../../../src-renderer/core/player/sounds-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';

/** An element that plays nothing: a test moves it on. */
class FakeAudio extends EventTarget {
  src = '';
  preload = '';
  paused = true;
  ended = false;
  readyState = 1;
  duration = 5;
  currentTime = 0;
  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

let element: FakeAudio;
let frame: (() => void) | undefined;
beforeEach(() => {
  frame = undefined;
  vi.stubGlobal('HTMLMediaElement', { HAVE_METADATA: 1 });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => (frame = act));
  vi.stubGlobal(
    'Audio',
    class extends FakeAudio {
      constructor() {
        super();
        // eslint-disable-next-line @typescript-eslint/no-this-alias -- the test moves it on
        element = this;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const url = '/bytes/media/take';
/** A frame is drawn at this place of the sound. */
const drawAt = (seconds: number): void => {
  element.currentTime = seconds;
  frame?.();
};

it('a part of a sound plays from its start to its end and no further, and again from its start', () => {
  const { togglePart, store } = createFakeStores().sounds;
  togglePart(url, 1, 2.5);
  expect([element.currentTime, element.paused, store.getState().url]).toEqual([1, false, partAddress(url, 1, 2.5)]);
  drawAt(2.4);
  expect(element.paused).toBe(false);
  drawAt(2.51);
  expect([element.paused, store.getState().paused]).toEqual([true, true]);
  togglePart(url, 1, 2.5);
  expect([element.currentTime, element.paused]).toEqual([1, false]);
});

it('a part is paused and goes on from there; the other part of the same sound begins at its own start', () => {
  const { togglePart, toggleSound } = createFakeStores().sounds;
  togglePart(url, 0, 2.5);
  drawAt(1.2);
  togglePart(url, 0, 2.5);
  expect(element.paused).toBe(true);
  togglePart(url, 0, 2.5);
  expect([element.currentTime, element.paused]).toEqual([1.2, false]);
  togglePart(url, 2.5, 5);
  expect(element.currentTime).toBe(2.5);
  // The whole of it has no end before its own.
  toggleSound(url);
  drawAt(2.6);
  drawAt(4.9);
  expect(element.paused).toBe(false);
});

it('what follows the end of a sound comes once, after a pause too, and not where another sound took its place', () => {
  const { playToEnd, playSound, toggleSound } = createFakeStores().sounds;
  const ended: string[] = [];
  const end = (): void => void element.dispatchEvent(new Event('ended'));
  playToEnd('/one', () => ended.push('one'));
  toggleSound('/one');
  toggleSound('/one');
  expect(ended).toEqual([]);
  end();
  end();
  expect(ended).toEqual(['one']);
  playToEnd('/two', () => ended.push('two'));
  playSound('/other');
  end();
  expect(ended).toEqual(['one']);
});
