import { beforeEach, expect, it, vi } from 'vitest';
import { selectSound, toggleLoop, usePlayer } from '../../../src-renderer/core/player/player.ts';

const loops = vi.hoisted(() => [] as unknown[]);
vi.mock('../../../src-renderer/audio/player.ts', () => ({
  Player: class {
    sound = { seconds: 10 };
    setLoop(range: unknown): void {
      loops.push(range);
    }
  },
}));

beforeEach(() => {
  usePlayer.setState(usePlayer.getInitialState(), true);
  loops.length = 0;
});

it('what is selected of a chapter lies within its sound, and is nothing where it has no length', () => {
  const selected = (from: number, to: number) => {
    selectSound({ from, to });
    return usePlayer.getState().selection;
  };
  expect(selected(2, 4)).toEqual({ from: 2, to: 4 });
  expect(selected(-3, 99)).toEqual({ from: 0, to: 10 });
  for (const [from, to] of [
    [4, 4],
    [5, 4],
    [11, 12],
    [-2, -1],
  ] as const)
    expect(selected(from, to)).toBeUndefined();
});

it('the loop is the selection, without one the chapter, and none where it is off', () => {
  selectSound({ from: 2, to: 4 });
  toggleLoop();
  selectSound(undefined);
  toggleLoop();
  expect(loops).toEqual([undefined, { from: 2, to: 4 }, 'chapter', undefined]);
});
