import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LockedPlayers, type LockedElement } from '../../../src-renderer/audio/locked-players.ts';

let now = 0;
let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  now = 0;
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
});
afterEach(() => vi.unstubAllGlobals());

/** A player that goes on by the test's time, `late` seconds after it was told to, and never exactly at the pace of the others. */
class Fake implements LockedElement {
  currentTime = 0;
  muted = false;
  paused = true;
  playbackRate = 1;
  readyState = 4;
  seeking = false;
  #wait = 0;
  readonly duration: number;
  readonly late: number;
  readonly pace: number;
  constructor(duration: number, late = 0, pace = 1) {
    [this.duration, this.late, this.pace] = [duration, late, pace];
  }
  get ended(): boolean {
    return this.currentTime >= this.duration;
  }
  play(): Promise<void> {
    this.paused = false;
    this.#wait = this.late;
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
  }
  addEventListener(): void {
    // Its length is known from the first.
  }
  removeEventListener(): void {
    // Nothing was added.
  }
  pass(seconds: number): void {
    if (this.paused) return;
    const waited = Math.min(this.#wait, seconds);
    this.#wait -= waited;
    if (this.readyState >= 3)
      this.currentTime = Math.min(this.duration, this.currentTime + (seconds - waited) * this.playbackRate * this.pace);
  }
}

const pass = (seconds: number, all: readonly Fake[]): void => {
  for (let step = 0; step < seconds * 60; step += 1) {
    now += 1000 / 60;
    for (const one of all) one.pass(1 / 60);
    const due = frames;
    frames = [];
    for (const frame of due) frame(now);
  }
};

function locked(...elements: Fake[]): LockedPlayers {
  const players = new LockedPlayers(() => now);
  for (const [index, element] of elements.entries()) players.add(String(index), element);
  players.setFrameRate(25);
  return players;
}

test('players that begin late and run at their own pace come within a frame of what is heard, which is never bent', () => {
  const all = [new Fake(20), new Fake(20, 0.2), new Fake(20, 0.05, 1.01)];
  const players = locked(...all);
  players.play();
  pass(3, all);
  for (let look = 0; look < 100; look += 1) {
    pass(1 / 20, all);
    for (const other of all) expect(Math.abs(other.currentTime - all[0]!.currentTime)).toBeLessThan(1 / 25);
    expect(all[0]!.playbackRate).toBe(1);
  }
  expect(all.map(({ muted }) => muted)).toEqual([false, true, true]);
  players.pause();
  expect(new Set(all.map(({ currentTime }) => Math.floor(currentTime * 25))).size).toBe(1);
});

test('all begin when the last can, and wait while what is heard waits', () => {
  const all = [new Fake(20), new Fake(20)];
  const players = locked(...all);
  all[1]!.readyState = 1;
  players.play();
  pass(1, all);
  expect(all.map(({ currentTime }) => currentTime)).toEqual([0, 0]);
  expect(players.state()).toMatchObject({ playing: true, waiting: true });
  all[1]!.readyState = 4;
  pass(1, all);
  expect(players.state().waiting).toBe(false);
  all[0]!.readyState = 2;
  pass(1, all);
  expect(players.state().waiting).toBe(true);
  expect(all[1]!.paused).toBe(true);
});

test('where what is heard has ended, time itself goes on to the end of the longest; playing again begins at the start', () => {
  const all = [new Fake(1), new Fake(3)];
  const players = locked(...all);
  players.play();
  pass(2, all);
  expect(all[1]!.currentTime).toBeGreaterThan(1.8);
  pass(2, all);
  expect(players.state().playing).toBe(false);
  expect(players.position).toBeCloseTo(3 - 0.5 / 25, 5);
  players.play();
  expect(players.position).toBe(0);
});

test('a nudge goes a frame, and stops at both ends', () => {
  const all = [new Fake(1), new Fake(2)];
  const players = locked(...all);
  players.nudge(3);
  expect(all.map(({ currentTime }) => Math.floor(currentTime * 25))).toEqual([3, 3]);
  players.nudge(-9);
  expect(players.position).toBeCloseTo(0.5 / 25);
  players.nudge(1000);
  expect(Math.floor(players.position * 25)).toBe(49);
});

test('all end with the one that they are to end with, as soon as it is there, and else with the longest', () => {
  const all = [new Fake(6), new Fake(3.7)];
  const players = locked(...all);
  players.endWith('result');
  expect(players.state().duration).toBe(6);
  const result = new Fake(3.7);
  const remove = players.add('result', result);
  expect(players.state().duration).toBe(3.7);
  players.seek(5);
  expect(players.position).toBeLessThanOrEqual(3.7);
  players.seek(0);
  players.play();
  pass(5, [...all, result]);
  expect(players.state().playing).toBe(false);
  expect(Math.max(...all.map(({ currentTime }) => currentTime))).toBeLessThanOrEqual(3.75);
  remove();
  expect(players.state().duration).toBe(6);
});
