import { create } from 'zustand';
import { noHistory, recorded, redone, undone, type DubEdit, type DubHistory } from '#shared/dubbing/edits.ts';
import { withTake } from '#shared/dubbing/fit.ts';
import { moved, newSegment, splitAt, trimmed, type Dub, type DubTake, type Segment } from '#shared/dubbing/timeline.ts';
import type { Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import { plural } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { showDubbing } from '../hand-over/dubbing-mode.ts';
import { attempt, studio } from '../host/host.ts';
import { messages } from '#shared/messages/index.ts';

export type DubSummary = Out<Operations['dubs.list']>['dubs'][number];

interface DubsState {
  list: { state: 'loading' } | { state: 'ready'; dubs: readonly DubSummary[] } | { state: 'failed'; failure: Failure };
  dub: Dub | undefined;
  history: DubHistory;
  /** In the order of choosing; the last is the one that is shown. */
  selected: readonly string[];
  /** `changed`: what is shown is not on the disk yet. */
  saving: 'saved' | 'changed' | 'failed';
  /** Why something could not be opened, read or saved; `conflict` where another window has the dub. */
  failure: { failure: Failure; about: string } | undefined;
  /** Where the playhead stands, in samples; while it plays, asked of the player. */
  at: number;
}

/** The dubs of the profile, and the one that is open in this window. */
export const useDubs = create<DubsState>(() => ({
  list: { state: 'loading' },
  dub: undefined,
  history: noHistory,
  selected: [],
  saving: 'saved',
  failure: undefined,
  at: 0,
}));
const now = useDubs.getState;
const set = useDubs.setState;

/** A change is on the disk at most this long after it was made, in milliseconds. */
const saveAfterMs = 400;

export async function loadDubs(): Promise<void> {
  const answer = await attempt(() => studio().run('dubs.list', null));
  set({ list: answer.ok ? { state: 'ready', dubs: answer.value.dubs } : { state: 'failed', failure: answer.failure } });
}

export async function openDub(dubId: string): Promise<void> {
  await flushDub();
  const answer = await attempt(() => studio().run('dubs.open', { dubId }));
  if (answer.ok) showDub(answer.value);
  else set({ failure: { failure: answer.failure, about: messages.dubbingTimeline.dubNotOpened } });
}

export function showDub(dub: Dub): void {
  showDubbing('timeline');
  set({ dub, history: noHistory, selected: dub.segments.slice(0, 1).map(({ id }) => id), saving: 'saved', failure: undefined, at: 0 });
}

/** Back to the list. */
export async function closeDub(): Promise<void> {
  await flushDub();
  set({ dub: undefined, selected: [], failure: undefined });
  await loadDubs();
}

export async function removeDub(dubId: string): Promise<void> {
  const answer = await attempt(() => studio().run('dubs.remove', { dubId }));
  if (!answer.ok) toastFailure(answer.failure);
  if (answer.ok && now().dub?.id === dubId) set({ dub: undefined, selected: [] });
  if (answer.ok) announce(messages.dubbingTimeline.dubRemoved);
  await loadDubs();
}

let timer: ReturnType<typeof setTimeout> | undefined;
let writing: Promise<boolean> | undefined;

/** Shows a change, and saves it soon. */
function putDub(dub: Dub): void {
  set({ dub, saving: 'changed' });
  clearTimeout(timer);
  timer = setTimeout(() => void flushDub(), saveAfterMs);
}

/** What is shown is on the disk when this answers true. */
export async function flushDub(): Promise<boolean> {
  clearTimeout(timer);
  // Somebody else who waited may have begun the next save by now: two at once would stand on the same revision.
  while (writing) await writing;
  const { dub, saving } = now();
  if (!dub || saving === 'saved') return true;
  writing = write(dub);
  const saved = await writing;
  writing = undefined;
  // What was changed meanwhile follows.
  return saved && now().saving === 'changed' ? flushDub() : saved;
}

async function write(dub: Dub): Promise<boolean> {
  const answer = await attempt(() => studio().run('dubs.save', { dub }));
  const { dub: shown } = now();
  if (shown?.id !== dub.id) return answer.ok;
  if (!answer.ok) {
    set({ saving: 'failed', failure: { failure: answer.failure, about: messages.dubbingTimeline.dubNotSaved } });
    return false;
  }
  set({ dub: { ...shown, ...answer.value }, saving: shown === dub ? 'saved' : 'changed', failure: undefined });
  return true;
}

/** Changes what undo can take back. `merge`: one step with the change before it of the same label. */
export function editDub(label: string, change: (dub: Dub) => Partial<DubEdit>, merge = false): void {
  const { dub, history } = now();
  if (!dub) return;
  const next = { ...dub, ...change(dub) };
  set({ history: recorded(history, dub, label, merge) });
  putDub(next);
}

export function undoDub(): void {
  step(undone, messages.dubbingTimeline.undone);
}
export function redoDub(): void {
  step(redone, messages.dubbingTimeline.redone);
}
function step(go: typeof undone, word: string): void {
  const { dub, history, selected } = now();
  const found = dub && go(history, dub);
  if (!dub || !found) return;
  const { segments } = found.edit;
  const kept = selected.filter((id) => segments.some((segment) => segment.id === id));
  // Where what was selected goes, what stands in its place is: whoever works by keys goes on from there.
  const lost = kept.length > 0 ? undefined : dub.segments.find(({ id }) => id === selected.at(-1));
  const there = lost && segments.find(({ start, end }) => start < lost.end && end > lost.start);
  set({ history: found.history, selected: there ? [there.id] : kept });
  putDub({ ...dub, ...found.edit });
  announce(`${word}: ${found.label}.`);
}

/** The segment whose facts are shown. */
export const currentSegment = ({ dub, selected }: Pick<DubsState, 'dub' | 'selected'> = now()): Segment | undefined =>
  dub?.segments.find(({ id }) => id === selected.at(-1));

export function select(id: string, how: 'alone' | 'also' | 'range' = 'alone'): void {
  const { dub, selected } = now();
  if (!dub) return;
  if (how === 'also') {
    set({ selected: selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id] });
    return;
  }
  const anchor = selected[0];
  if (how === 'range' && anchor !== undefined) {
    const [from, to] = [anchor, id].map((one) => dub.segments.findIndex((segment) => segment.id === one)).sort((one, other) => one - other);
    const between = dub.segments.slice(from, (to ?? 0) + 1).map((segment) => segment.id);
    set({ selected: [anchor, ...between.filter((one) => one !== anchor && one !== id), ...(id === anchor ? [] : [id])] });
    return;
  }
  set({ selected: [id] });
}

/** The segment before or after the one that is shown. */
export function selectBy(by: number, how: 'alone' | 'range' = 'alone'): void {
  const { dub, selected } = now();
  if (!dub || dub.segments.length === 0) return;
  const here = dub.segments.findIndex(({ id }) => id === selected.at(-1));
  const next = dub.segments[Math.min(dub.segments.length - 1, Math.max(0, here + by))];
  if (next) select(next.id, how);
}

export const selectAll = (): void => set(({ dub }) => ({ selected: dub?.segments.map(({ id }) => id) ?? [] }));

/** Changes every chosen segment alike. */
export function changeSegments(
  label: string,
  ids: readonly string[],
  change: Partial<Segment> | ((segment: Segment) => Partial<Segment>),
  merge = false,
): void {
  const those = new Set(ids);
  editDub(
    label,
    ({ segments }) => ({
      segments: segments.map((segment) =>
        those.has(segment.id) ? { ...segment, ...(typeof change === 'function' ? change(segment) : change) } : segment,
      ),
    }),
    merge,
  );
}

export function moveSelected(by: number, merge = false): void {
  const { selected } = now();
  if (selected.length === 0) return;
  editDub(messages.dubbingTimeline.move, ({ segments }) => ({ segments: moved(segments, new Set(selected), by) }), merge);
}

export function trimEdge(id: string, edge: 'start' | 'end', to: number, merge = false): void {
  editDub(messages.dubbingTimeline.trim, ({ segments }) => ({ segments: trimmed(segments, id, edge, to) }), merge);
}

export function addSegment(at: number): void {
  const { dub } = now();
  if (!dub) return;
  const segment = newSegment(dub.segments, newId(), at, currentSegment());
  editDub(messages.dubbingTimeline.addSegment, ({ segments }) => ({ segments: moved([...segments, segment], new Set([segment.id]), 0) }));
  select(segment.id);
  announce(messages.dubbingTimeline.segmentAdded);
}

/** Why it cannot be split there, in words; undefined where it was. */
export function splitSegment(at: number): string | undefined {
  const { dub } = now();
  const segment = dub?.segments.find((one) => one.start < at && one.end > at);
  if (!dub || !segment) return messages.dubbingTimeline.noSegmentAtPlayhead;
  const second = newId();
  const segments = splitAt(dub.segments, segment.id, at, second);
  if (!segments) return messages.dubbingTimeline.cannotSplit;
  editDub(messages.dubbingTimeline.split, () => ({ segments }));
  select(second);
  return undefined;
}

export function removeSelected(): void {
  const { dub, selected } = now();
  if (!dub || selected.length === 0) return;
  const those = new Set(selected);
  const at = dub.segments.findIndex(({ id }) => id === selected[0]);
  const left = dub.segments.filter(({ id }) => !those.has(id));
  editDub(those.size === 1 ? messages.dubbingTimeline.deleteSegment : messages.dubbingTimeline.deleteSegments, () => ({ segments: left }));
  set({
    selected: left.slice(Math.max(0, Math.min(at, left.length - 1)), Math.max(0, Math.min(at, left.length - 1)) + 1).map(({ id }) => id),
  });
  announce(
    messages.dubbingTimeline.segmentsDeleted(plural(those.size, messages.dubbingTimeline.segment), those.size === 1 ? 'it' : 'them'),
  );
}

/** A take came for a line: every segment that says it sounds with it, also of a dub that was left meanwhile. No step of undo. */
export async function putTake(dubId: string, take: DubTake): Promise<void> {
  const { dub } = now();
  if (dub?.id === dubId) {
    putDub(withTake(dub, take));
    return;
  }
  // What cannot be put there is in the store all the same: generating it again costs nothing.
  await attempt(async () => studio().run('dubs.save', { dub: withTake(await studio().run('dubs.open', { dubId }), take) }));
}

/** Main has found out more of the video. */
export function putVideo(dubId: string, video: Dub['video']): void {
  const { dub } = now();
  if (dub?.id === dubId) set({ dub: { ...dub, video } });
}

export const setAt = (at: number): void => set({ at: Math.max(0, Math.round(at)) });
