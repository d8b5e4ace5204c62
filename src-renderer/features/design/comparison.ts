import { create } from 'zustand';
import type { DesignRecord, KeptFile } from '#shared/operations/paid.ts';
import { ComparisonPlayer, maximumCompared, type ComparisonState } from '../../audio/comparison-player.ts';
import { announce } from '../../lib/live-region.tsx';
import { markDesign, startSaving, useDesigns } from './store.ts';
import { player, usePlayer } from '../../core/player/player.ts';
import { shuffled } from './shuffled.ts';
import { stopSounds, useSounds } from '../../core/player/sounds.ts';
import { messages } from '#shared/messages/index.ts';

/** Something that is compared: a candidate of the open design, or an existing voice that says the same text. */
export type Compared = { id: string; url: string } & (
  | { kind: 'candidate'; candidateId: string; provider: string | null; contentType: string }
  | { kind: 'voice'; voiceId: string; name: string }
);

interface Store extends ComparisonState {
  designId: string | undefined;
  /** In the order of their numbers; shuffled while it is blind. */
  items: readonly Compared[];
  /** Whose is whose is not shown until it is revealed. */
  blind: boolean;
  loop: boolean;
}

const nothing = { heard: undefined, playing: false, facts: new Map(), decibels: new Map(), failed: new Set() } satisfies ComparisonState;
export const useComparison = create<Store>(() => ({ ...nothing, designId: undefined, items: [], blind: true, loop: false }));

const comparison = new ComparisonPlayer((state) => {
  if (state.playing) {
    if (usePlayer.getState().mode !== 'stopped') player.pause();
    stopSounds();
  }
  useComparison.setState(state);
});

/** How much of what is heard has passed, 0 to 1; asked once a frame. */
export const comparedPlace = (): number => comparison.place;
export const seekCompared = (place: number): void => comparison.seek(place);

/** True while it is not to be seen whose is whose. */
export const isHidden = (blind: boolean, record: DesignRecord | undefined): boolean => blind && record?.marks.revealed !== true;

export function candidatesOf(record: DesignRecord): Compared[] {
  return record.candidates.flatMap(({ candidateId, provider, preview }) =>
    preview === null
      ? []
      : [{ id: candidateId, kind: 'candidate', candidateId, provider, url: preview.url, contentType: preview.contentType }],
  );
}

/** Shows a design's candidates; the same design again leaves everything as it is. */
export function compareDesign(record: DesignRecord | undefined): void {
  const { designId, items, blind } = useComparison.getState();
  const id = record?.operation.operationId;
  const found = record ? candidatesOf(record) : [];
  const voices = id === designId ? items.filter((item) => item.kind === 'voice') : [];
  const wanted = [...found, ...voices].slice(0, maximumCompared);
  const same = id === designId && wanted.length === items.length && wanted.every(({ id: one }) => items.some((item) => item.id === one));
  if (same) return;
  if (id !== designId) comparison.stop();
  useComparison.setState({ designId: id, ...(id === designId ? {} : { heard: undefined }) });
  arrange(isHidden(blind, record) ? shuffled(wanted) : wanted);
}

function arrange(items: readonly Compared[]): void {
  useComparison.setState({ items });
  comparison.setSounds(items);
}

/** Adds existing voices that say the preview text. While it is blind everything is numbered anew, for the last would be the new one. */
export function addVoice({ voiceId, name, file }: { voiceId: string; name: string; file: KeptFile }): void {
  const { items, blind } = useComparison.getState();
  const id = `voice:${voiceId}`;
  if (items.some((item) => item.id === id) || items.length >= maximumCompared) return;
  const wanted: Compared[] = [...items, { id, kind: 'voice', voiceId, name, url: file.url }];
  arrange(isHidden(blind, useDesigns.getState().open) ? shuffled(wanted) : wanted);
}

export function removeVoice(id: string): void {
  arrange(useComparison.getState().items.filter((item) => item.id !== id));
}

/** Blind: shuffled anew, and nobody's name is shown. */
export function setBlind(blind: boolean): void {
  const { open } = useDesigns.getState();
  const { items } = useComparison.getState();
  useComparison.setState({ blind });
  if (blind) {
    if (open) void markDesign(open.operation.operationId, { revealed: false });
    arrange(shuffled(items));
    announce(messages.design.blindOn);
  } else announce(messages.design.namesShown);
}

export function reveal(): void {
  const { open } = useDesigns.getState();
  if (!open) return;
  void markDesign(open.operation.operationId, { revealed: true });
  announce(messages.design.namesShown);
}

export function setLoop(loop: boolean): void {
  comparison.loop = loop;
  useComparison.setState({ loop });
}

/** Hears what a number stands for, from where the comparison is. To be called in a gesture. */
export function hearNumber(number: number): void {
  const item = useComparison.getState().items[number - 1];
  if (item) comparison.hear(item.id);
}

export const toggleComparison = (): void => comparison.toggle();
export const stopComparison = (): void => comparison.stop();

/** Makes what is heard the winner, shows whose it is, and opens the form that saves it. */
export function chooseHeard(): void {
  const { items, heard } = useComparison.getState();
  const item = items.find(({ id }) => id === heard);
  if (item) choose(item);
}

export function choose(item: Compared): void {
  const { open } = useDesigns.getState();
  if (!open) return;
  void markDesign(open.operation.operationId, { winner: item.id, revealed: true });
  if (item.kind === 'candidate') startSaving(item.candidateId);
  announce(messages.design.winnerChosen(nameOfCompared(item, useComparison.getState().items)));
}

/** 1 to 5; 0 takes it away. */
export function score(id: string, points: number): void {
  const { open } = useDesigns.getState();
  if (!open) return;
  const scores = Object.fromEntries(Object.entries(open.marks.scores).filter(([other]) => other !== id));
  const bounded = Math.max(0, Math.min(5, points));
  void markDesign(open.operation.operationId, { scores: bounded === 0 ? scores : { ...scores, [id]: bounded } });
}

export function scoreHeard(by: 1 | -1): void {
  const { heard, items } = useComparison.getState();
  const { open } = useDesigns.getState();
  if (heard === undefined || !open) return;
  const points = Math.max(0, Math.min(5, (open.marks.scores[heard] ?? 0) + by));
  score(heard, points);
  announce(messages.design.scoreSet(String(items.findIndex(({ id }) => id === heard) + 1), String(points)));
}

/** `Alpha 2`: the provider, and which of its candidates; or the voice's name. */
export function nameOfCompared(item: Compared, items: readonly Compared[]): string {
  if (item.kind === 'voice') return item.name;
  const provider = item.provider ?? 'Candidate';
  const like = items
    .filter((other) => other.kind === 'candidate' && other.provider === item.provider)
    .map(({ id }) => id)
    .sort();
  const name = `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;
  return like.length < 2 ? name : `${name} ${String(like.indexOf(item.id) + 1)}`;
}

/** The comparison follows the open design, and falls silent where the chapter or another sound plays. */
export function watchComparison(): () => void {
  compareDesign(useDesigns.getState().open);
  const stops = [
    useDesigns.subscribe((after, before) => {
      if (after.open !== before.open) compareDesign(after.open);
    }),
    usePlayer.subscribe(({ mode, paused }) => {
      if (mode !== 'stopped' && !paused && useComparison.getState().playing) comparison.pause();
    }),
    useSounds.subscribe(({ paused }) => {
      if (!paused && useComparison.getState().playing) comparison.pause();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    comparison.stop();
  };
}
