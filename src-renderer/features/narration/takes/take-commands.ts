import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { addCommands } from '../../../core/commands/commands.ts';
import { announce } from '../../../lib/live-region.tsx';
import { isPlayable } from './takes-store.ts';
import { isHeardAnyway, type TakeView } from './takes-view.ts';
import {
  currentTakes,
  pick,
  playTake,
  compareTakes,
  switchTakes,
  chooseCompared,
  chooseTakeOf,
  restoreTake,
  starTake,
  makeAnother,
  whyNotAnother,
  useTakes,
} from '../stores.ts';

/** The commands of the takes of the selected block. */
export function addTakeCommands(): () => void {
  const noTake = (): string | undefined => (currentTakes()?.picked ? undefined : messages.narration.placeCaretInTakes);
  const isComparing = (): boolean => useTakes.getState().takeIds.length === 2;
  const notComparing = (): string | undefined => (isComparing() ? undefined : messages.narration.compareTwoTakesFirst);
  const withPicked = (act: (picked: TakeView, blockId: BlockId, takes: readonly TakeView[]) => void) => () => {
    const current = currentTakes();
    if (current?.picked) act(current.picked, current.blockId, current.takes);
  };
  const move = (by: 1 | -1) =>
    withPicked((picked, _blockId, takes) => {
      const next = takes[takes.indexOf(picked) + by];
      if (!next) return;
      pick(next.take.id);
      announce(messages.narration.takePosition(String(takes.length - takes.indexOf(next)), String(takes.length)));
    });
  const choosePicked = withPicked(({ take, chosen }, blockId) => chooseTakeOf(blockId, chosen ? null : take.id));
  const group = messages.narration.takes;
  const common = { group, whileWriting: true, unavailable: noTake };
  return addCommands([
    { ...common, id: 'takes.older', title: messages.narration.olderTakeCommand, keys: ['Alt+PageDown'], run: move(1), repeats: true },
    { ...common, id: 'takes.newer', title: messages.narration.newerTakeCommand, keys: ['Alt+PageUp'], run: move(-1), repeats: true },
    {
      ...common,
      id: 'takes.play',
      title: messages.narration.playTakeCommand,
      keys: ['Alt+P'],
      run: withPicked((picked) => {
        if (isPlayable(picked)) playTake(picked.take);
      }),
      unavailable: () => noTake() ?? (currentTakes()?.picked?.state === 'damaged' ? messages.narration.takeIsDamaged : undefined),
    },
    {
      ...common,
      id: 'takes.compare',
      title: messages.narration.compareCommand,
      keys: ['Alt+B'],
      run: withPicked((picked, _blockId, takes) => {
        if (isPlayable(picked)) compareTakes(picked.take, takes);
      }),
      unavailable: () =>
        noTake() ?? ((currentTakes()?.takes.filter(isPlayable).length ?? 0) < 2 ? messages.narration.nothingToCompare : undefined),
    },
    {
      ...common,
      id: 'takes.switch',
      title: messages.narration.switchCommand,
      keys: ['Alt+X'],
      run: switchTakes,
      unavailable: notComparing,
    },
    {
      ...common,
      id: 'takes.use-compared',
      title: messages.narration.useComparedCommand,
      keys: ['Alt+U'],
      run: chooseCompared,
      unavailable: notComparing,
    },
    {
      ...common,
      id: 'takes.star',
      title: messages.narration.starCommand,
      keys: ['Alt+S'],
      run: withPicked(({ take }) => void starTake(take, !take.starred)),
    },
    {
      ...common,
      id: 'takes.choose',
      title: messages.narration.chooseCommand,
      keys: ['Alt+C'],
      // Of two that are compared, the one that plays is meant, as in Design.
      run: () => (isComparing() ? chooseCompared : choosePicked)(),
      unavailable: () => {
        if (isComparing()) return undefined;
        const picked = currentTakes()?.picked;
        return picked && isHeardAnyway(picked) ? messages.narration.inUseNote : noTake();
      },
    },
    {
      ...common,
      id: 'takes.restore',
      title: messages.narration.restoreCommand,
      keys: ['Alt+R'],
      run: withPicked(({ take, restorable }, blockId) => {
        if (restorable) restoreTake(blockId, take);
      }),
      unavailable: () => noTake() ?? (currentTakes()?.picked?.restorable === true ? undefined : messages.narration.alreadyRestored),
    },
    {
      id: 'takes.another',
      title: messages.narration.anotherTake,
      group,
      charges: true,
      run: withPicked((_picked, blockId) => makeAnother(blockId)),
      unavailable: () => noTake() ?? whyNotAnother(currentTakes()?.blockId),
    },
  ]);
}
