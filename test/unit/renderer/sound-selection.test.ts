import { expect, it } from 'vitest';
import { createFakeStores, SilentPlayer } from '../../helpers/fake-stores.ts';

/** A chapter whose sound has so many seconds, and the ranges that its player is to loop. */
function playerOf(seconds: number) {
  const loops: unknown[] = [];
  const audio = Object.assign(new SilentPlayer(), { setLoop: (range: unknown) => void loops.push(range) });
  audio.setSound({ seconds } as never);
  return { player: createFakeStores({ audio }).player, loops };
}

it('what is selected of a chapter lies within its sound, and is nothing where it has no length', () => {
  const { player } = playerOf(10);
  const selected = (from: number, to: number) => {
    player.selectSound({ from, to });
    return player.store.getState().selection;
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
  const { player, loops } = playerOf(10);
  player.selectSound({ from: 2, to: 4 });
  player.toggleLoop();
  player.selectSound(undefined);
  player.toggleLoop();
  expect(loops).toEqual([undefined, { from: 2, to: 4 }, 'chapter', undefined]);
});
