import { expect, it, vi } from 'vitest';
import { Scrubber } from '../../../src-renderer/audio/scrubber.ts';
import type { Sound } from '../../../src-renderer/audio/sound.ts';

vi.mock('../../../src-renderer/audio/program.worklet.ts?worker&url', () => ({ default: 'program.worklet.js' }));

const rate = 48_000;
const seconds = 20;

/** A chapter whose samples count up by one a hundredth of a second, so that a grain says where it comes from. */
function fixture({ playing = false, broken = false } = {}) {
  const player = {
    mode: playing ? ('playing' as const) : ('stopped' as 'playing' | 'stopped'),
    paused: false,
    sound: { audioUrl: 'one.wav', timeline: { samples: seconds * rate } } as unknown as Sound | undefined,
    acts: [] as string[],
    seek(to: number) {
      player.acts.push(`seek ${to}`);
      player.mode = 'stopped';
      player.paused = false;
    },
    pause() {
      player.acts.push('pause');
      player.paused = true;
    },
    play() {
      player.acts.push('play');
      player.mode = 'playing';
    },
  };
  const reads: number[] = [];
  const grains: Float32Array[] = [];
  const waits: (() => void)[] = [];
  const scrubber = new Scrubber({
    player,
    read: (sound, from, count) => {
      reads.push(from / rate);
      if (broken) return Promise.reject(new Error('The sound is gone.'));
      return Promise.resolve(
        Int16Array.from({ length: Math.max(0, Math.min(count, sound.timeline.samples - from)) }, (_, index) =>
          Math.floor(((from + index) / rate) * 100),
        ),
      );
    },
    sound: (samples) => grains.push(samples),
    wait: () => new Promise((resolve) => waits.push(resolve)),
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const next = async (): Promise<void> => {
    waits.shift()?.();
    await settle();
  };
  /** The second of the chapter that the middle of a grain comes from. */
  const places = (): number[] => grains.map((grain) => Math.round((grain[grain.length >> 1] ?? 0) * 32_768) / 100);
  return { scrubber, player, reads, grains, places, settle, next };
}

it('a drag is heard from where the playhead is, grain after grain, and only the newest place waits', async () => {
  const { scrubber, places, settle, next } = fixture();
  scrubber.to(1);
  await settle();
  scrubber.to(2);
  scrubber.to(3);
  await next();
  await next();
  expect(places()).toEqual([1.04, 3.04]);
});

it('a playhead that is held still is silent', async () => {
  const { scrubber, grains, settle, next } = fixture();
  scrubber.to(1);
  await settle();
  await next();
  await next();
  expect(grains).toHaveLength(1);
});

it('a grain begins and ends in silence, and goes over the edge of what was read', async () => {
  const { scrubber, grains, places, settle } = fixture();
  scrubber.to(3.97);
  await settle();
  const [grain] = grains;
  expect(places()).toEqual([4.01]);
  expect(Math.abs(grain?.[0] ?? 1)).toBeLessThan(1e-5);
  expect(Math.abs(grain?.at(-1) ?? 1)).toBeLessThan(1e-5);
});

it('what is near by is read once, and no more than four stretches are kept', async () => {
  const { scrubber, reads, settle, next } = fixture();
  for (const at of [1, 2, 5, 9, 13, 17, 17.5, 1]) {
    scrubber.to(at);
    await settle();
    await next();
  }
  expect(reads).toEqual([0, 4, 8, 12, 16, 0]);
});

it('what played goes on from where the playhead is let go, and what stood still stays still', () => {
  const playing = fixture({ playing: true });
  playing.scrubber.to(2);
  playing.scrubber.to(4);
  playing.scrubber.end();
  expect(playing.player.acts).toEqual(['pause', 'seek 2', 'seek 4', 'play']);
  const still = fixture();
  still.scrubber.to(2);
  still.scrubber.end();
  still.scrubber.end();
  expect(still.player.acts).toEqual(['seek 2']);
});

it('keys that move the playhead are heard while nothing plays, and never over what plays', async () => {
  const still = fixture();
  still.scrubber.hear(2);
  await still.settle();
  expect(still.places()).toEqual([2.04]);
  const playing = fixture({ playing: true });
  playing.scrubber.hear(2);
  await playing.settle();
  expect(playing.grains).toEqual([]);
});

it('sound that cannot be read is not heard, and the playhead moves all the same', async () => {
  const { scrubber, player, grains, settle, next } = fixture({ broken: true });
  scrubber.to(2);
  await settle();
  await next();
  scrubber.to(3);
  await settle();
  expect(grains).toEqual([]);
  expect(player.acts).toEqual(['seek 2', 'seek 3']);
});

it('without sound nothing is read or moved', async () => {
  const { scrubber, player, reads, settle } = fixture();
  player.sound = undefined;
  scrubber.to(2);
  await settle();
  expect([reads, player.acts]).toEqual([[], []]);
});
