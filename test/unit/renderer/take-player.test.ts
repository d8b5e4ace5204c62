import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TakePlayer, type TakePlaying } from '../../../src-renderer/audio/take-player.ts';

/** An element that plays nothing: a test moves it. */
class FakeAudio extends EventTarget {
  static readonly all: FakeAudio[] = [];
  currentTime = 0;
  duration = Number.NaN;
  ended = false;
  paused = true;
  volume = 1;
  preload = '';
  src = '';
  constructor() {
    super();
    FakeAudio.all.push(this);
  }
  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  removeAttribute(): void {
    this.src = '';
  }
  load(): void {
    this.currentTime = 0;
  }
  /** Its length is known from now on. */
  arrive(seconds: number): void {
    this.duration = seconds;
    this.dispatchEvent(new Event('loadedmetadata'));
  }
}

let told: TakePlaying[] = [];
let failed: string[] = [];
const one = { takeId: 'one', url: '/one.wav' };
const other = { takeId: 'other', url: '/other.wav' };
const newPlayer = () =>
  new TakePlayer(
    (playing) => told.push(playing),
    (takeId) => failed.push(takeId),
  );
const elements = (): [FakeAudio, FakeAudio] => [FakeAudio.all[0]!, FakeAudio.all[1]!];

beforeEach(() => {
  [told, failed] = [[], []];
  FakeAudio.all.length = 0;
  vi.stubGlobal('Audio', FakeAudio);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
});
afterEach(() => vi.unstubAllGlobals());

describe('two takes that are compared', () => {
  it('sound one at a time, and the other goes on at the same share of its length', () => {
    const player = newPlayer();
    player.compare(one, other);
    const [first, second] = elements();
    first.arrive(8);
    second.arrive(4);
    first.currentTime = 2;
    player.switch();
    expect([first.paused, second.paused, second.currentTime]).toEqual([true, false, 1]);
    expect(told.at(-1)).toMatchObject({ takeIds: ['one', 'other'], heard: 'other', paused: false });
  });

  it('go to that place as soon as the length of the other is known', () => {
    const player = newPlayer();
    player.compare(one, other);
    const [first, second] = elements();
    first.arrive(8);
    first.currentTime = 6;
    player.switch();
    second.arrive(4);
    expect(second.currentTime).toBe(3);
  });

  it('begin with the other from its start where the first was heard to its end, however late its length is known', () => {
    for (const isKnown of [true, false]) {
      FakeAudio.all.length = 0;
      const player = newPlayer();
      player.compare(one, other);
      const [first, second] = elements();
      first.arrive(8);
      if (isKnown) second.arrive(4);
      Object.assign(first, { currentTime: 8, ended: true, paused: true });
      player.switch();
      if (!isKnown) second.arrive(4);
      expect([second.paused, second.currentTime]).toEqual([false, 0]);
    }
  });
});

describe('a single take', () => {
  it('plays, pauses and goes on by the same press; another take replaces it', () => {
    const player = newPlayer();
    player.toggle(one);
    const [first] = elements();
    expect(told.at(-1)).toMatchObject({ heard: 'one', paused: false });
    player.toggle(one);
    expect([first.paused, told.at(-1)?.paused]).toEqual([true, true]);
    player.toggle(one);
    expect(first.paused).toBe(false);
    player.toggle(other);
    expect([first.paused, first.src]).toEqual([true, '']);
    expect(told.at(-1)).toMatchObject({ takeIds: ['other'], heard: 'other' });
  });

  it('that cannot be read is named; one that was replaced says nothing more', () => {
    const player = newPlayer();
    player.toggle(one);
    const [first] = elements();
    first.dispatchEvent(new Event('error'));
    expect(failed).toEqual(['one']);
    player.toggle(other);
    const count = told.length;
    first.dispatchEvent(new Event('error'));
    first.dispatchEvent(new Event('ended'));
    expect([failed, told.length]).toEqual([['one'], count]);
  });
});
