import { z } from 'zod';
import { create } from 'zustand';
import { noHistory, recorded, redone, undone, type DubEdit, type DubHistory } from '#shared/dubbing/edits.ts';
import { packDubHistory, unpackDubHistory } from '#shared/dubbing/saved-history.ts';
import { currentTake, keepingTake, withTake } from '#shared/dubbing/fit.ts';
import { merged, type MergeProblem } from '#shared/dubbing/merge.ts';
import { splitAt } from '#shared/dubbing/split.ts';
import { dubLimits, moved, findRoom, newSegment, trimmed, type Dub, type DubTake, type Segment } from '#shared/dubbing/timeline.ts';
import type { Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import { TypingSteps, type TextInput } from '#shared/typing.ts';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { clock } from '#shared/messages/figures.ts';
import { attempt } from '../host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { DubbingModeStore } from '../hand-over/dubbing-mode-store.ts';
import type { toastFailure } from '../../lib/toast.tsx';
import type { announce } from '../../lib/live-region.tsx';

export type DubSummary = Out<Operations['dubs.list']>['dubs'][number];

interface DubsState {
  list: { state: 'loading' } | { state: 'ready'; dubs: readonly DubSummary[] } | { state: 'failed'; failure: Failure };
  dub: Dub | undefined;
  history: DubHistory;
  /** Its title is being changed in its place. */
  renaming: boolean;
  /** In the order of choosing; the last is the one that is shown. */
  selected: readonly string[];
  /** `changed`: what is shown is not on the disk yet. */
  saving: 'saved' | 'changed' | 'failed';
  /** Why something could not be opened, read or saved; `conflict` where another window has the dub. */
  failure: { failure: Failure; about: string } | undefined;
  /** Where the playhead stands, in samples; while it plays, asked of the player. */
  at: number;
}

export interface DubsDependencies {
  client: StudioClient;
  dubbingMode: Pick<DubbingModeStore, 'showDubbing'>;
  toastFailure: typeof toastFailure;
  announce: typeof announce;
}

/** The dubs of the profile, and the one that is open in this window. */
export class DubsStore {
  /** The dubs of the profile, and the one that is open in this window. */
  readonly store = create<DubsState>(() => ({
    list: { state: 'loading' },
    dub: undefined,
    history: noHistory,
    renaming: false,
    selected: [],
    saving: 'saved',
    failure: undefined,
    at: 0,
  }));
  readonly #deps: DubsDependencies;
  readonly #now = this.store.getState;
  readonly #set = this.store.setState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<boolean> | undefined;
  readonly #typing = new TypingSteps();

  constructor(dependencies: DubsDependencies) {
    this.#deps = dependencies;
    this.store.subscribe((after, before) => {
      if (after.dub?.id !== before.dub?.id) openDubId.set(after.dub?.id);
    });
  }

  /** Opens the dub that was open when the window loaded again, where it is still there. Why a file that was given instead is no video stays in sight. */
  readonly resumeDub = async (): Promise<void> => {
    const dubId = openDubId.get();
    const isElsewhere = (): boolean => this.#now().dub !== undefined || this.#now().failure !== undefined;
    if (dubId === undefined || isElsewhere()) return;
    const answer = await attempt(() => this.#deps.client.run('dubs.open', { dubId }));
    if (isElsewhere()) return;
    if (answer.ok) await this.#showWithHistory(answer.value);
    else openDubId.set(undefined);
  };

  readonly loadDubs = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('dubs.list', null));
    this.#set({ list: answer.ok ? { state: 'ready', dubs: answer.value.dubs } : { state: 'failed', failure: answer.failure } });
  };

  readonly openDub = async (dubId: string): Promise<void> => {
    await this.flushDub();
    const answer = await attempt(() => this.#deps.client.run('dubs.open', { dubId }));
    if (answer.ok) await this.#showWithHistory(answer.value);
    else this.#set({ failure: { failure: answer.failure, about: messages.dubbingTimeline.dubNotOpened } });
  };

  readonly showDub = (dub: Dub): void => {
    this.#deps.dubbingMode.showDubbing('timeline');
    this.#set({
      dub,
      history: noHistory,
      renaming: false,
      selected: dub.segments.slice(0, 1).map(({ id }) => id),
      saving: 'saved',
      failure: undefined,
      at: 0,
    });
  };

  /** Undo goes on where another window left it. */
  async #showWithHistory(dub: Dub): Promise<void> {
    this.showDub(dub);
    const answer = await attempt(() => this.#deps.client.run('dubs.readUndo', { dubId: dub.id }));
    // What was edited meanwhile has a history of its own.
    if (!answer.ok || answer.value.undo === null || this.#now().dub !== dub) return;
    this.#set({ history: unpackDubHistory(answer.value.undo) });
  }

  /** Back to the list, also where a dub was to open again. */
  readonly closeDub = async (): Promise<void> => {
    await this.flushDub();
    openDubId.set(undefined);
    this.#set({ dub: undefined, selected: [], failure: undefined });
    await this.loadDubs();
  };

  readonly removeDub = async (dubId: string): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('dubs.remove', { dubId }));
    if (!answer.ok) this.#deps.toastFailure(answer.failure);
    if (answer.ok && this.#now().dub?.id === dubId) this.#set({ dub: undefined, selected: [] });
    if (answer.ok) this.#deps.announce(messages.dubbingTimeline.dubRemoved);
    await this.loadDubs();
  };

  /** Shows a change, and saves it soon. */
  #putDub(dub: Dub): void {
    this.#set({ dub, saving: 'changed' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flushDub(), saveAfterMs);
  }

  /** What is shown is on the disk when this answers true. */
  readonly flushDub = async (): Promise<boolean> => {
    clearTimeout(this.#timer);
    // Somebody else who waited may have begun the next save by now: two at once would stand on the same revision.
    while (this.#writing) await this.#writing;
    const { dub, saving } = this.#now();
    if (!dub || saving === 'saved') return true;
    this.#writing = this.#write(dub);
    const saved = await this.#writing;
    this.#writing = undefined;
    // What was changed meanwhile follows.
    return saved && this.#now().saving === 'changed' ? this.flushDub() : saved;
  };

  async #write(dub: Dub): Promise<boolean> {
    const answer = await attempt(() => this.#deps.client.run('dubs.save', { dub, undo: packDubHistory(this.#now().history) }));
    const { dub: shown } = this.#now();
    if (shown?.id !== dub.id) return answer.ok;
    if (!answer.ok) {
      this.#set({ saving: 'failed', failure: { failure: answer.failure, about: messages.dubbingTimeline.dubNotSaved } });
      return false;
    }
    this.#set({ dub: { ...shown, ...answer.value }, saving: shown === dub ? 'saved' : 'changed', failure: undefined });
    return true;
  }

  /** Changes what undo can take back. `merge`: one step with the change before it of the same label. */
  readonly editDub = (label: string, change: (dub: Dub) => Partial<DubEdit>, merge = false): void => {
    const { dub, history } = this.#now();
    if (!dub) return;
    const next = { ...dub, ...change(dub) };
    const known = new Map(dub.segments.map((segment) => [segment.id, segment]));
    next.segments = next.segments.map((segment) => keepingTake(known.get(segment.id) ?? segment, segment, dub.takes));
    this.#set({ history: recorded(history, dub, label, merge) });
    this.#putDub(next);
  };

  readonly showRename = (renaming: boolean): void => this.#set({ renaming });

  /** An empty title leaves the dub its own. */
  readonly renameDub = (title: string): void => {
    const wanted = title.trim().slice(0, dubLimits.titleCharacters).trimEnd();
    if (wanted === '' || wanted === this.#now().dub?.title) return;
    this.editDub(messages.dubbingTimeline.rename, () => ({ title: wanted }));
  };

  readonly undoDub = (): void => {
    this.#step(undone, messages.dubbingTimeline.undone);
  };

  /** Takes back the last change, as a toast offers it; false where something else changed since. */
  readonly undoOfLast = (): (() => boolean) => {
    const { dub, history } = this.#now();
    return () => {
      const now = this.#now();
      if (now.dub?.id !== dub?.id || now.history !== history) return false;
      this.undoDub();
      return true;
    };
  };

  readonly redoDub = (): void => {
    this.#step(redone, messages.dubbingTimeline.redone);
  };

  #step(go: typeof undone, word: string): void {
    const { dub, history, selected } = this.#now();
    const found = dub && go(history, dub);
    if (!dub || !found) return;
    this.#typing.end();
    const { segments } = found.edit;
    const kept = selected.filter((id) => segments.some((segment) => segment.id === id));
    // Where what was selected goes, what takes its place is: the keyboard goes on from there.
    const lost = kept.length > 0 ? undefined : dub.segments.find(({ id }) => id === selected.at(-1));
    const there = lost && segments.find(({ start, end }) => start < lost.end && end > lost.start);
    // Undo goes on with what came back; not where all is another, such as captions in place of others.
    const came = segments.filter(({ id }) => !dub.segments.some((segment) => segment.id === id)).map(({ id }) => id);
    // Of a merge also the segment that all of it was in.
    const isOther = (id: string): boolean => {
      const [now, before] = [dub.segments, segments].map((those) => those.find((segment) => segment.id === id));
      return now?.text !== before?.text;
    };
    const back = [...kept.filter((id) => isOther(id)), ...came];
    const isBack = go === undone && came.length > 0 && (came.length < segments.length || dub.segments.length === 0);
    this.#set({ history: found.history, selected: isBack ? back : there ? [there.id] : kept });
    this.#putDub({ ...dub, ...found.edit });
    this.#deps.announce(`${word}: ${found.label}.`);
  }

  /** The segment whose facts are shown. */
  readonly currentSegment = ({ dub, selected }: Pick<DubsState, 'dub' | 'selected'> = this.#now()): Segment | undefined =>
    dub?.segments.find(({ id }) => id === selected.at(-1));

  readonly select = (id: string, how: 'alone' | 'also' | 'range' = 'alone'): void => {
    const { dub, selected } = this.#now();
    if (!dub) return;
    if (how === 'also') {
      this.#set({ selected: selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id] });
      return;
    }
    const anchor = selected[0];
    if (how === 'range' && anchor !== undefined) {
      const [from, to] = [anchor, id]
        .map((one) => dub.segments.findIndex((segment) => segment.id === one))
        .sort((one, other) => one - other);
      const between = dub.segments.slice(from, (to ?? 0) + 1).map((segment) => segment.id);
      this.#set({ selected: [anchor, ...between.filter((one) => one !== anchor && one !== id), ...(id === anchor ? [] : [id])] });
      return;
    }
    this.#set({ selected: [id] });
  };

  /** The segment before or after the one that is shown. */
  readonly selectBy = (by: number, how: 'alone' | 'range' = 'alone'): void => {
    const { dub, selected } = this.#now();
    if (!dub || dub.segments.length === 0) return;
    const here = dub.segments.findIndex(({ id }) => id === selected.at(-1));
    const next = dub.segments[Math.min(dub.segments.length - 1, Math.max(0, here + by))];
    if (next) this.select(next.id, how);
  };

  readonly selectAll = (): void => this.#set(({ dub }) => ({ selected: dub?.segments.map(({ id }) => id) ?? [] }));

  /** Changes every chosen segment alike. */
  readonly changeSegments = (
    label: string,
    ids: readonly string[],
    change: Partial<Segment> | ((segment: Segment) => Partial<Segment>),
    merge = false,
  ): void => {
    const those = new Set(ids);
    this.editDub(
      label,
      ({ segments }) => ({
        segments: segments.map((segment) =>
          those.has(segment.id) ? { ...segment, ...(typeof change === 'function' ? change(segment) : change) } : segment,
        ),
      }),
      merge,
    );
  };

  /** What is typed into a segment: Undo takes it back by whole words and what was typed in one go. */
  readonly typeText = (id: string, text: string, input: TextInput): void => {
    const segments = this.#now().dub?.segments ?? [];
    const segment = segments.find((one) => one.id === id);
    if (!segment) return;
    const goesOn = this.#typing.goesOn(id, segment.text, text, { ...input, at: performance.now() });
    this.changeSegments(messages.dubbing.textOfSegment(String(segments.indexOf(segment) + 1)), [id], { text }, goesOn);
  };

  readonly moveSelected = (by: number, merge = false): void => {
    const { selected } = this.#now();
    if (selected.length === 0) return;
    this.editDub(messages.dubbingTimeline.move, ({ segments }) => ({ segments: moved(segments, new Set(selected), by) }), merge);
  };

  readonly trimEdge = (id: string, edge: 'start' | 'end', to: number, merge = false): void => {
    this.editDub(messages.dubbingTimeline.trim, ({ segments }) => ({ segments: trimmed(segments, id, edge, to) }), merge);
  };

  /** Why no segment can be added at or after a place, in words; undefined where one can. */
  readonly whyNotAdded = (at: number): string | undefined => {
    const { dub } = this.#now();
    return dub && findRoom(dub.segments, at, dub.video.samples) === undefined ? messages.dubbingTimeline.noRoom : undefined;
  };

  /** In the next free place where there is none at this one. */
  readonly addSegment = (at: number): void => {
    const { dub } = this.#now();
    if (!dub) return;
    const place = findRoom(dub.segments, at, dub.video.samples);
    if (place === undefined) {
      this.#deps.announce(messages.dubbingTimeline.noRoom);
      return;
    }
    const segment = newSegment(dub.segments, newId(), place, this.currentSegment(), dub.video.samples);
    this.editDub(messages.dubbingTimeline.addSegment, ({ segments }) => ({
      segments: moved([...segments, segment], new Set([segment.id]), 0),
    }));
    this.select(segment.id);
    const { start } = this.currentSegment() ?? segment;
    this.#deps.announce(
      start === at ? messages.dubbingTimeline.segmentAdded : messages.dubbingTimeline.segmentAddedAt(clock(start / sampleRate)),
    );
  };

  /** Splits the segment at a place, or `id` there. Why that cannot be, in words; undefined where it was. */
  readonly splitSegment = (at: number, id?: string): string | undefined => {
    const found = this.#split(at, id);
    if (typeof found === 'string') return found;
    this.editDub(messages.dubbingTimeline.split, () => ({ segments: found.segments }));
    this.select(found.second);
    return undefined;
  };

  /** Why a segment cannot be split at a place, in words; undefined where it can. */
  readonly whyNotSplit = (at: number, id: string): string | undefined => {
    const found = this.#split(at, id);
    return typeof found === 'string' ? found : undefined;
  };

  #split(at: number, id: string | undefined): { segments: Segment[]; second: string } | string {
    const { dub } = this.#now();
    const segment = dub?.segments.find((one) => one.start < at && one.end > at && (id === undefined || one.id === id));
    if (!dub || !segment)
      return id === undefined ? messages.dubbingTimeline.noSegmentAtPlayhead : messages.dubbingTimeline.playheadElsewhere;
    const second = newId();
    const segments = splitAt(dub.segments, dub.takes, segment.id, at, second);
    return segments ? { segments, second } : messages.dubbingTimeline.cannotSplit;
  }

  /** Why these segments, the chosen ones, cannot be one, in words; undefined where they can. */
  readonly whyNotMerged = (ids: readonly string[] = this.#now().selected): string | undefined => {
    const { dub } = this.#now();
    const found = dub ? merged(dub.segments, dub.takes, ids) : 'too-few';
    return typeof found === 'string' ? mergeProblems[found] : undefined;
  };

  readonly whyNotMergedWithNext = (): string | undefined => {
    const those = this.#withNext();
    return those.length < 2 ? messages.dubbingTimeline.noNextSegment : this.whyNotMerged(those);
  };

  /** The segment that is shown, and the one behind it. */
  #withNext(): string[] {
    const { dub, selected } = this.#now();
    const at = dub?.segments.findIndex(({ id }) => id === selected.at(-1)) ?? -1;
    return at < 0 ? [] : (dub?.segments.slice(at, at + 2).map(({ id }) => id) ?? []);
  }

  readonly mergeSelected = (): void => this.#merge(this.#now().selected);

  readonly mergeWithNext = (): void => this.#merge(this.#withNext());

  #merge(ids: readonly string[]): void {
    const { dub } = this.#now();
    const segments = dub && merged(dub.segments, dub.takes, ids);
    if (!segments || typeof segments === 'string') return;
    const whole = segments.find(({ id }) => ids.includes(id));
    this.editDub(messages.dubbingTimeline.mergeSegments, () => ({ segments }));
    if (!whole) return;
    this.select(whole.id);
    const keepsAudio = currentTake(whole, dub.takes) !== undefined || whole.heard === null;
    this.#deps.announce(keepsAudio ? messages.dubbingTimeline.segmentsMerged : messages.dubbingTimeline.mergedStale);
  }

  readonly removeSelected = (): void => {
    const { dub, selected } = this.#now();
    if (!dub || selected.length === 0) return;
    const those = new Set(selected);
    const at = dub.segments.findIndex(({ id }) => id === selected[0]);
    const left = dub.segments.filter(({ id }) => !those.has(id));
    this.editDub(those.size === 1 ? messages.dubbingTimeline.deleteSegment : messages.dubbingTimeline.deleteSegments, () => ({
      segments: left,
    }));
    this.#set({
      selected: left.slice(Math.max(0, Math.min(at, left.length - 1)), Math.max(0, Math.min(at, left.length - 1)) + 1).map(({ id }) => id),
    });
    this.#deps.announce(
      messages.dubbingTimeline.segmentsDeleted(messages.dubbingTimeline.segment(those.size), those.size === 1 ? 'it' : 'them'),
    );
  };

  /**
   * A take came for a line: every segment that says it sounds with it, also of a dub that was left meanwhile, but for those that have another take of
   * it. No step of undo. `chosenFor`: segments that have one and asked for this instead, which undo takes back.
   */
  readonly putTake = async (dubId: string, take: DubTake, chosenFor: readonly string[] = []): Promise<void> => {
    const { dub } = this.#now();
    if (dub?.id === dubId) {
      this.#putDub(withTake(dub, take));
      for (const id of chosenFor) this.#choose(messages.narration.anotherTake, id, take.id);
      return;
    }
    // What cannot be put there is in the store: generating it again costs nothing.
    await attempt(async () => {
      const left = withTake(await this.#deps.client.run('dubs.open', { dubId }), take);
      const segments = left.segments.map((segment) => (chosenFor.includes(segment.id) ? { ...segment, heard: take.id } : segment));
      await this.#deps.client.run('dubs.save', { dub: { ...left, segments } });
    });
  };

  /** Of the takes of its line the one that a segment sounds with. */
  readonly chooseTake = (id: string, takeId: string): void => this.#choose(messages.dubbingTimeline.chooseTake, id, takeId);

  #choose(label: string, id: string, takeId: string): void {
    const segment = this.#now().dub?.segments.find((one) => one.id === id);
    if (segment && segment.heard !== takeId) this.changeSegments(label, [id], { heard: takeId });
  }

  /** Main has found out more of the video. */
  readonly putVideo = (dubId: string, video: Dub['video']): void => {
    const { dub } = this.#now();
    if (dub?.id === dubId) this.#set({ dub: { ...dub, video } });
  };

  readonly setAt = (at: number): void => this.#set({ at: Math.max(0, Math.round(at)) });
}

const mergeProblems: Record<MergeProblem, string> = {
  'too-few': messages.dubbingTimeline.mergeTooFew,
  apart: messages.dubbingTimeline.mergeApart,
  speakers: messages.dubbingTimeline.mergeSpeakers,
  'too-long': messages.dubbingTimeline.mergeTooLong(dubLimits.characters),
};

const openDubId = keptInWindow('open-dub', z.string());

/** A change is on the disk at most this long after it was made, in milliseconds. */
const saveAfterMs = 400;
