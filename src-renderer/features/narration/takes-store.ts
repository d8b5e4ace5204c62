import { Fragment } from '@tiptap/pm/model';
import { create } from 'zustand';
import type { BlockId, TakeId } from '#shared/ids.ts';
import { blocksOf, schema } from '#shared/narration/document.ts';
import { spokenText } from '#shared/narration/shape.ts';
import { chooseTake, workOf, type Take } from '#shared/narration/take.ts';
import { announce } from '../../lib/live-region.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { TakePlayer, type TakePlaying, type TakeSound } from '../../audio/take-player.ts';
import { useChapter } from '../../core/chapter/chapter.ts';
import { addCommands } from '../../core/commands/commands.ts';
import { generate, useGeneration } from '../../core/generation/generation.ts';
import { attempt, studio } from '../../core/host/host.ts';
import { hearWhenMade, player, usePlayer } from '../../core/player/player.ts';
import { addTake, edit, setBlocks, useProject } from '../../core/project/project.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { restoredAttributes, takesOfBlock, type TakeView } from './takes-view.ts';
import { messages } from '#shared/messages/index.ts';
import { formatFailure } from '#shared/failure.ts';

interface TakesState extends TakePlaying {
  /** The take that the keys act on, where a person has picked one; else the one that is heard. */
  pickedId: TakeId | undefined;
}

export const useTakes = create<TakesState>(() => ({ pickedId: undefined, takeIds: [], heard: undefined, paused: true, decibels: [] }));

const takePlayer = new TakePlayer(
  (playing) => {
    if (!playing.paused && usePlayer.getState().mode !== 'stopped') player.pause();
    useTakes.setState(playing);
  },
  (takeId) => {
    if (useTakes.getState().heard === takeId) announce(messages.narration.thisTakeCannotBePlayedIts);
    stopTakes();
  },
);

/** The one selected block and its takes, newest first; none while no block or several are selected. */
export function currentTakes(): { blockId: BlockId; takes: readonly TakeView[]; picked: TakeView | undefined } | undefined {
  const { selected, takes, details } = useProject.getState();
  const [blockId] = selected;
  const block = selected.length === 1 && blockId !== undefined ? useChapter.getState().block(blockId) : undefined;
  if (!block || !details) return undefined;
  const views = takesOfBlock(block, { takes, defaults: details, connectionId: useStudio.getState().connection?.id ?? '' });
  return { blockId: block.id, takes: views, picked: pickedAmong(views, useTakes.getState().pickedId) };
}

export function pickedAmong(takes: readonly TakeView[], pickedId: TakeId | undefined): TakeView | undefined {
  return takes.find((view) => view.take.id === pickedId) ?? takes.find((view) => view.heard) ?? takes[0];
}

export const pick = (takeId: TakeId): void => useTakes.setState({ pickedId: takeId });

function soundOf(take: Take): TakeSound {
  return { takeId: take.id, url: `/bytes/take/${useProject.getState().details?.projectId ?? ''}/${take.id}.wav` };
}

export const playTake = (take: Take): void => takePlayer.toggle(soundOf(take));
export const stopTakes = (): void => takePlayer.stop();

/** Plays the picked take against the one that is heard; against the newest other one where that is the same. */
export function compareTakes(take: Take, takes: readonly TakeView[]): void {
  const playable = takes.filter((view) => view.take.id !== take.id && isPlayable(view));
  const other = playable.find((view) => view.heard) ?? playable[0];
  if (other) takePlayer.compare(soundOf(take), soundOf(other.take));
}

export const isPlayable = ({ state, take }: TakeView): boolean => state !== 'damaged' && take.samples > 0;

export function switchTakes(): void {
  takePlayer.switch();
}

/** Makes a take stand for a block; `null`: the newest that fits again. Undone as one act. */
export function chooseTakeOf(blockId: BlockId, takeId: TakeId | null): void {
  setBlocks([blockId], () => ({ takeId }));
  announce(takeId === null ? messages.narration.theNewestTakeIsHeard : messages.narration.thisTakeIsHeard);
}

/** Writes a take's own text, voice, model and settings back into its block, so that it is current. Undone as one act. */
export function restoreTake(blockId: BlockId, take: Take): void {
  const { takes, details } = useProject.getState();
  if (!details) return;
  edit((transform) => {
    const block = blocksOf(transform.doc).find((candidate) => candidate.attributes.id === blockId);
    if (!block) return;
    const newest = chooseTake(takes, { id: blockId, takeId: null }, workOf(take))?.take;
    const attributes = {
      ...restoredAttributes(take, block.attributes, details),
      takeId: newest?.id === take.id ? null : take.id,
    };
    for (const [name, value] of Object.entries(attributes)) transform.setNodeAttribute(block.position, name, value);
    if (spokenText(block.text) === take.text) return;
    const start = block.position + 1;
    transform.replaceWith(start, start + block.text.length, take.text === '' ? Fragment.empty : schema.text(take.text));
  });
  announce(messages.narration.restoredTextVoiceAndSettingsAre);
}

/** Durable when it settles; shown at once. */
export async function starTake(take: Take, starred: boolean): Promise<void> {
  const { details } = useProject.getState();
  if (!details) return;
  addTake({ ...take, starred });
  const answer = await attempt(() => studio().run('take.update', { projectId: details.projectId, takeId: take.id, starred }));
  if (answer.ok) return;
  if (useProject.getState().details?.projectId === details.projectId) addTake(take);
  toastFailure(answer.failure);
}

/** Buys another reading of what a block is now. */
export function makeAnother(blockId: BlockId): void {
  const block = useChapter.getState().block(blockId);
  if (!block || whyNotAnother(blockId) !== undefined) return;
  stopTakes();
  useTakes.setState({ pickedId: undefined });
  hearWhenMade([blockId], true);
  void generate([{ id: blockId, text: block.text }], true);
}

/** Why no other reading can be made now, in words. */
export function whyNotAnother(
  blockId: BlockId | undefined,
  { connection }: Pick<ReturnType<typeof useStudio.getState>, 'connection'> = useStudio.getState(),
  running = useGeneration.getState().progress !== undefined,
): string | undefined {
  const block = blockId === undefined ? undefined : useChapter.getState().block(blockId);
  if (!block) return messages.narration.putTheCaretIntoABlock;
  if (block.text.trim() === '') return messages.narration.thisBlockHasNoWords;
  if (block.voiceId === null) return messages.narration.chooseAVoiceFirst;
  if (connection?.state !== 'ready') return formatFailure(connection?.failure) ?? messages.narration.theServiceIsNotReady;
  return running ? messages.narration.waitUntilWhatIsBeingGenerated : undefined;
}

/** The commands of the takes of the selected block. */
export function addTakeCommands(): () => void {
  const noTake = (): string | undefined => (currentTakes()?.picked ? undefined : messages.narration.putTheCaretIntoABlock3);
  const withPicked = (act: (picked: TakeView, blockId: BlockId, takes: readonly TakeView[]) => void) => () => {
    const current = currentTakes();
    if (current?.picked) act(current.picked, current.blockId, current.takes);
  };
  const move = (by: 1 | -1) =>
    withPicked((picked, _blockId, takes) => {
      const next = takes[takes.indexOf(picked) + by];
      if (!next) return;
      pick(next.take.id);
      announce(messages.narration.takeOf(String(takes.length - takes.indexOf(next)), String(takes.length)));
    });
  const group = messages.narration.takes;
  const common = { group, whileWriting: true, unavailable: noTake };
  return addCommands([
    { ...common, id: 'takes.older', title: messages.narration.goToTheOlderTake, keys: ['Alt+PageDown'], run: move(1), repeats: true },
    { ...common, id: 'takes.newer', title: messages.narration.goToTheNewerTake, keys: ['Alt+PageUp'], run: move(-1), repeats: true },
    {
      ...common,
      id: 'takes.play',
      title: messages.narration.playOrPauseTheTake,
      keys: ['Alt+P'],
      run: withPicked((picked) => {
        if (isPlayable(picked)) playTake(picked.take);
      }),
      unavailable: () => noTake() ?? (currentTakes()?.picked?.state === 'damaged' ? messages.narration.thisTakeIsDamaged : undefined),
    },
    {
      ...common,
      id: 'takes.compare',
      title: messages.narration.compareTheTakeWithTheOne,
      keys: ['Alt+B'],
      run: withPicked((picked, _blockId, takes) => {
        if (isPlayable(picked)) compareTakes(picked.take, takes);
      }),
      unavailable: () =>
        noTake() ?? ((currentTakes()?.takes.filter(isPlayable).length ?? 0) < 2 ? messages.narration.thereIsNoOtherTakeTo : undefined),
    },
    {
      ...common,
      id: 'takes.switch',
      title: messages.narration.switchBetweenTheTwoTakes,
      keys: ['Alt+X'],
      run: switchTakes,
      unavailable: () => (useTakes.getState().takeIds.length === 2 ? undefined : messages.narration.compareTwoTakesFirst),
    },
    {
      ...common,
      id: 'takes.star',
      title: messages.narration.starTheTakeOrTakeIts,
      keys: ['Alt+S'],
      run: withPicked(({ take }) => void starTake(take, !take.starred)),
    },
    {
      ...common,
      id: 'takes.choose',
      title: messages.narration.chooseTheTakeOrTheNewestAgain,
      keys: ['Alt+C'],
      run: withPicked(({ take, chosen }, blockId) => chooseTakeOf(blockId, chosen ? null : take.id)),
    },
    {
      ...common,
      id: 'takes.restore',
      title: messages.narration.restoreTheTextVoiceAndSettings,
      keys: ['Alt+R'],
      run: withPicked(({ take, restorable }, blockId) => {
        if (restorable) restoreTake(blockId, take);
      }),
      unavailable: () => noTake() ?? (currentTakes()?.picked?.restorable === true ? undefined : messages.narration.itIsWhatTheBlockIs),
    },
    {
      id: 'takes.another',
      title: messages.narration.makeAnotherTake,
      group,
      run: withPicked((_picked, blockId) => makeAnother(blockId)),
      unavailable: () => noTake() ?? whyNotAnother(currentTakes()?.blockId),
    },
  ]);
}

/** Takes fall silent where the chapter plays, and where their block is left. */
export function watchTakes(): () => void {
  const stops = [
    usePlayer.subscribe((now) => {
      if (now.mode === 'playing' && !now.paused && !useTakes.getState().paused) takePlayer.pause();
    }),
    useProject.subscribe((now, before) => {
      if (now.selected === before.selected && now.details?.projectId === before.details?.projectId) return;
      if (now.selected[0] === before.selected[0] && now.selected.length === 1) return;
      stopTakes();
      useTakes.setState({ pickedId: undefined });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    stopTakes();
  };
}
