import { create } from 'zustand';
import { toFailure, type Failure } from '#shared/failure.ts';
import { newId, type BlockId, type ChapterId, type TakeId } from '#shared/ids.ts';
import { wordsOf } from '#shared/narration/document.ts';
import { parsePickups, type PickupRow } from '#shared/narration/pickup-csv.ts';
import {
  applyPickupChange,
  canBeChecked,
  maximumPickupText,
  placePickups,
  proofedPercent,
  orderPickups,
  type Pickup,
  type PickupChange,
  type PickupOrder,
  type PlacedPickup,
} from '#shared/narration/pickups.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import { messages } from '#shared/messages/index.ts';
import type { Moment } from '../../../audio/player.ts';
import type { ChapterStore } from '../../../core/chapter/chapter-store.ts';
import type { ChaptersStore } from '../../../core/chapter/chapters-store.ts';
import type { StudioFiles } from '../../../core/files/studio-files.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { PlayerStore } from '../../../core/player/player-store.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { WindowStore } from '../../../core/window/window-store.ts';
import type { announce } from '../../../lib/live-region.tsx';
import type { toastFailure } from '../../../lib/toast.tsx';
import type { RangeInBlock } from '../script/caret.ts';
import { keyOf, placeProblem, toPickup } from './imported-rows.ts';
import { lastPickupOrder } from './pickup-order.ts';
import { findPlaceOfWords } from './pickup-words.ts';
import { nothing, type InspectorPlace, type PickupsState } from './pickups-state.ts';

/** What is marked: see `Pickup`. */
type MarkedPlace = Pick<Pickup, 'chapterId' | 'blockId' | 'takeId' | 'startMs' | 'endMs' | 'text'>;

/** Seconds that are played before and after a pickup. */
const aroundSeconds = 2;
/** Fewer checks than this are over before anybody reads of them. */
const leastShownChecks = 5;
/** The list follows edits and takes when nothing has changed for this long, in milliseconds. */
const restsAfterMs = 300;
/** What moves further than this between two frames was moved by a person, in seconds. */
const jumpSeconds = 1;

export interface PickupsDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript' | 'showChapter' | 'onReplay'>;
  chapters: Pick<ChaptersStore, 'soundingChapters'>;
  chapter: Pick<ChapterStore, 'currentChapter'>;
  player: Pick<PlayerStore, 'store' | 'player'>;
  studio: Pick<StudioStore, 'onPickups' | 'onChecks' | 'store'>;
  window: Pick<WindowStore, 'store'>;
  files: Pick<StudioFiles, 'download'>;
  announce: typeof announce;
  toastFailure: typeof toastFailure;
}

/** The pickups of the open project: the list, where each is, and what is done about it. */
export class PickupsStore {
  readonly store = create<PickupsState>(() => ({
    ...nothing,
    showAccepted: false,
    order: lastPickupOrder.get(),
    isShown: false,
    askedFor: 0,
    wantsFocus: undefined,
  }));
  readonly #deps: PickupsDependencies;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The project whose pickups are here. */
  #loaded: string | undefined;
  /** A pickup that the playhead goes to once the sound of its chapter is there. */
  #wanted: { placed: PlacedPickup; play: boolean } | undefined;
  #stopWatchingEnd: (() => void) | undefined;
  /** Takes that were awaited when the checks that run began, and those whose checks are over. */
  #inChecks: ReadonlySet<TakeId> | undefined;
  #over: ReadonlySet<TakeId> = new Set();

  constructor(dependencies: PickupsDependencies) {
    this.#deps = dependencies;
  }

  readonly show = (isShown: boolean): void => this.store.setState({ isShown });

  /** Shows the list, wherever it is put away. */
  readonly openPickups = (): void =>
    this.store.setState(({ askedFor }) => ({ isShown: true, wantsFocus: 'pickups', askedFor: askedFor + 1 }));

  /** Shows the other view of the inspector, wherever it is put away. `wantsFocus`: what takes the focus there. */
  readonly showDetails = (wantsFocus?: Exclude<InspectorPlace, 'pickups'>): void =>
    this.store.setState(({ askedFor }) => ({ isShown: false, wantsFocus, askedFor: askedFor + 1 }));

  readonly focused = (): void => this.store.setState({ wantsFocus: undefined });

  readonly setShowAccepted = (showAccepted: boolean): void => {
    this.store.setState({ showAccepted });
    this.#relist();
  };

  readonly setOrder = (order: PickupOrder): void => {
    this.store.setState({ order });
    this.#relist();
    lastPickupOrder.set(order);
  };

  readonly revealed = (): void => this.store.setState({ reveal: undefined });

  readonly current = (): PlacedPickup | undefined => {
    const { listed, currentKey } = this.store.getState();
    return listed.find(({ key }) => key === currentKey);
  };

  /** Selects a pickup, shows its block and moves the playhead there. */
  readonly select = (placed: PlacedPickup): void => this.#go(placed, false);

  /**
   * Selects the next (1) or the previous (-1) of the list, and shows it wherever the list is put away; after the last comes the first.
   * `keepsScript`: the focus is in the script, and stays there also where the chapter changes.
   */
  readonly step = (by: 1 | -1, keepsScript = false): void => {
    const { listed, currentKey } = this.store.getState();
    const at = listed.findIndex(({ key }) => key === currentKey);
    const next = at < 0 ? listed.at(by > 0 ? 0 : -1) : listed.at((at + by) % listed.length);
    if (!next) return;
    this.store.setState(({ askedFor }) => ({ isShown: true, askedFor: askedFor + 1 }));
    this.#go(next, false, keepsScript);
    const position = messages.pickups.position(String(listed.indexOf(next) + 1), String(listed.length));
    this.#deps.announce(`${position}: ${messages.pickups.kinds[next.pickup.kind]}`);
  };

  /** Plays the selected pickup with two seconds before and after it. */
  readonly playAround = (): void => {
    const placed = this.current();
    if (placed) this.#go(placed, true);
  };

  #go(placed: PlacedPickup, play: boolean, keepsScript = false): void {
    const { chapterId, blockId, key } = placed;
    if (play) this.#deps.player.player.prepare();
    this.store.setState({ currentKey: key, reveal: { chapterId, blockId } });
    if (this.#deps.project.store.getState().chapterId !== chapterId) {
      this.#deps.project.showChapter(chapterId);
      this.#deps.window.store.setState({ focusScript: keepsScript }); // else the list keeps the focus
    }
    this.#wanted = { placed, play };
    this.#arrive();
  }

  /** Goes to the pickup that is wanted, as soon as the sound of its chapter is there. */
  #arrive(): void {
    const { sound } = this.#deps.player.player;
    const { placed, play } = this.#wanted ?? {};
    if (!placed || !sound) return;
    const block = sound.timeline.blocks.find(({ blockId }) => blockId === placed.blockId);
    if (!block || placed.startMs === undefined || placed.endMs === undefined) return;
    this.#wanted = undefined;
    const start = block.start / sampleRate + placed.startMs / 1000;
    const end = block.start / sampleRate + placed.endMs / 1000;
    if (play === true) this.#playBetween(Math.max(0, start - aroundSeconds), end + aroundSeconds, start);
    else this.#deps.player.player.seek(start);
  }

  /** Plays a stretch in seconds, then leaves the playhead at `after`, unless a person did something else meanwhile. */
  #playBetween(from: number, to: number, after: number): void {
    const { player } = this.#deps.player;
    this.#stopWatchingEnd?.();
    player.playFrom(from);
    let last = from;
    const stop = player.onMoment(({ seconds, mode, paused }: Moment) => {
      const isElsewhere = mode === 'stopped' || paused || Math.abs(seconds - last) > jumpSeconds;
      last = seconds;
      if (!isElsewhere && seconds < to) return;
      this.#stopWatchingEnd?.();
      if (isElsewhere) return;
      player.stop();
      player.seek(after);
    });
    this.#stopWatchingEnd = () => {
      this.#stopWatchingEnd = undefined;
      stop();
    };
  }

  /** Marks the place that is played, or that the playhead stands at. */
  readonly mark = (): void => {
    const place = this.#placeOfPlayhead();
    if (!place) {
      this.#deps.announce(messages.pickups.nothingPlays);
      return;
    }
    this.#mark(place);
  };

  /** Marks words of a block of the chapter that is shown, in its take; see `whyNotMarked`. */
  readonly markWords = (range: RangeInBlock): void => {
    const { chapterId } = this.#deps.project.store.getState();
    const chapter = this.#deps.chapter.currentChapter();
    const block = chapter.block(range.blockId);
    const place = block && findPlaceOfWords(chapter.timeline, block.text, range);
    if (place && chapterId !== undefined) this.#mark({ chapterId, blockId: range.blockId, ...place });
  };

  /** Why no words of a block can be marked. */
  readonly whyNotMarked = (blockId: BlockId | undefined): string | undefined => {
    if (blockId === undefined) return messages.voicing.placeCaretOnWord;
    return this.#deps.chapter.currentChapter().block(blockId)?.take ? undefined : messages.pickups.markNeedsAudio;
  };

  #mark(place: MarkedPlace): void {
    const pickup: Pickup = { id: newId(), kind: 'mark', score: 1, note: '', state: 'open', by: 'person', ...place };
    this.#act({ put: [pickup], removed: [] });
    const key = `${pickup.blockId}/${pickup.id}`;
    this.store.setState({ currentKey: key, lastMarked: key });
    this.#deps.announce(messages.pickups.marked);
  }

  #placeOfPlayhead(): MarkedPlace | undefined {
    const { player } = this.#deps.player;
    const { chapterId } = this.#deps.project.store.getState();
    const timeline = player.sound?.timeline;
    if (!timeline || chapterId === undefined) return undefined;
    const moment = player.moment();
    const sample = Math.max(0, Math.min(Math.round(moment.seconds * sampleRate), timeline.samples - 1));
    const block = timeline.blockAt(sample);
    // A block that still arrives has no take to mark.
    if (!block || (moment.blockId !== undefined && moment.blockId !== block.blockId)) return undefined;
    const ms = Math.floor((Math.min(sample - block.start, block.samples) * 1000) / sampleRate) + (block.take.edit?.trimStartMs ?? 0);
    const word = (timeline.wordAt(sample) ?? -1) - block.firstWord;
    const text = wordsOf(this.#deps.chapter.currentChapter().block(block.blockId)?.text ?? '')[word]?.text ?? '';
    return { chapterId, blockId: block.blockId, takeId: block.take.id, startMs: ms, endMs: ms, text: text.slice(0, maximumPickupText) };
  }

  /** Accepts the selected pickup and selects the next one; one that is accepted is opened again. */
  readonly accept = (): void => {
    const placed = this.current();
    if (!placed) return;
    const { listed, showAccepted } = this.store.getState();
    const isOpen = placed.pickup.state === 'open';
    const at = listed.indexOf(placed);
    this.#act({ put: [{ ...placed.pickup, state: isOpen ? 'accepted' : 'open' }], removed: [] });
    if (isOpen && !showAccepted) this.#selectNear(at);
    this.#deps.announce(isOpen ? messages.pickups.accepted : messages.pickups.reopened);
  };

  /** Accepts a pickup that still stands where it was, as one act of undo with `joins`; answers with whether it did. */
  readonly settle = (pickupId: string, joins: object | undefined): boolean => {
    const { placed, listed, showAccepted, currentKey } = this.store.getState();
    const found = placed.find(({ pickup }) => pickup.id === pickupId);
    if (found?.pickup.state !== 'open') return false;
    const at = listed.findIndex(({ key }) => key === currentKey);
    this.#act({ put: [{ ...found.pickup, state: 'accepted' }], removed: [] }, joins);
    if (listed[at]?.pickup.id === pickupId && !showAccepted) this.#selectNear(at);
    return true;
  };

  /** Deletes the selected mark. */
  readonly removeMark = (): void => {
    const placed = this.current();
    if (placed?.pickup.kind !== 'mark') return;
    const at = this.store.getState().listed.indexOf(placed);
    this.#act({ put: [], removed: [placed.pickup.id] });
    this.#selectNear(at);
  };

  /** Selects what stands at a place of the list now, or the last; what plays is not interrupted. */
  #selectNear(at: number): void {
    const { listed } = this.store.getState();
    const next = listed[at] ?? listed.at(-1);
    if (next && this.#deps.player.store.getState().mode === 'stopped') this.select(next);
    else this.store.setState({ currentKey: next?.key });
  }

  readonly writeNote = (pickupId: string, note: string): void => {
    const pickup = this.store.getState().pickups.get(pickupId);
    if (pickup && note !== pickup.note) this.#act({ put: [{ ...pickup, note }], removed: [] });
  };

  /** One act of undo, with `joins` where that was the last. Shown at once, durable when main has answered. */
  #act(change: Pick<PickupChange, 'put' | 'removed'>, joins?: object): void {
    const { pickups } = this.store.getState();
    const earlier = [...change.put.map(({ id }) => id), ...change.removed].flatMap((id) => pickups.get(id) ?? []);
    const back = { put: earlier, removed: change.put.map(({ id }) => id).filter((id) => !pickups.has(id)) };
    void this.#send(change);
    this.#deps.project
      .openManuscript()
      ?.recordAside({ kind: 'pickups', before: back, after: { put: [...change.put], removed: [...change.removed] } }, undefined, joins);
  }

  async #send(change: Pick<PickupChange, 'put' | 'removed'>): Promise<void> {
    const projectId = this.#loaded;
    if (projectId === undefined) return;
    this.#apply({ ...change, checked: [] });
    this.refresh();
    const answer = await attempt(() =>
      this.#deps.client.run('pickups.change', { projectId, put: [...change.put], removed: [...change.removed] }),
    );
    if (answer.ok || this.#loaded !== projectId) return;
    this.#deps.toastFailure(answer.failure);
    await this.#load(projectId);
  }

  #apply(change: PickupChange): void {
    const { pickups, checked } = this.store.getState();
    this.store.setState({
      pickups: applyPickupChange(pickups, change),
      checked: change.checked.length === 0 ? checked : new Set([...checked, ...change.checked]),
    });
  }

  /** Of each chapter of the open project, how much is proofed in percent; none where no take of it was checked. */
  readonly proofedByChapter = (): ReadonlyMap<ChapterId, number> => {
    const { pickups, checked } = this.store.getState();
    if (checked.size === 0) return new Map();
    const chapters = this.#deps.chapters.soundingChapters();
    const placed = placePickups(pickups.values(), chapters);
    const open = new Set(placed.filter(({ pickup }) => pickup.state === 'open').map(({ blockId }) => blockId));
    return new Map(
      chapters.flatMap(({ id, blocks }) => {
        const percent = proofedPercent(blocks, { checked, open });
        return percent === undefined ? [] : [[id, percent] as const];
      }),
    );
  };

  /** Blocks with a take that is not checked, or not checked yet, in all chapters but these. */
  readonly countUnchecked = (leftOut: readonly ChapterId[]): number => {
    const { checked } = this.store.getState();
    const chapters = this.#deps.chapters.soundingChapters().filter(({ id }) => !leftOut.includes(id));
    return chapters.flatMap(({ blocks }) => blocks.filter(({ take, words }) => words > 0 && take && !checked.has(take.id))).length;
  };

  /** Leaves the takes that are not checked yet unchecked. */
  readonly stopChecks = (): Promise<void> => this.#askForChecks(false);

  /** Checks what `stopChecks` has left. */
  readonly checkRest = (): Promise<void> => this.#askForChecks(true);

  async #askForChecks(wanted: boolean): Promise<void> {
    const projectId = this.#loaded;
    if (projectId === undefined) return;
    const answer = await attempt(() => this.#deps.client.run(wanted ? 'pickups.check' : 'pickups.stop-checks', { projectId }));
    if (this.#loaded !== projectId) return;
    if (answer.ok) this.store.setState({ areChecksStopped: !wanted, ...(!wanted && { checks: undefined, awaited: new Set() }) });
    else this.#deps.toastFailure(answer.failure);
  }

  /** The pickups as CSV; answers with the address of the file. */
  readonly exportCsv = async (): Promise<void> => {
    const rows = this.store.getState().placed.map(({ chapter, block, pickup }): PickupRow => {
      const { kind, startMs, endMs, text, note, state, score } = pickup;
      return { chapter, block, kind, startMs, endMs, text, note, state, score };
    });
    const answer = await attempt(() => this.#deps.client.run('pickups.export', { rows }));
    this.store.setState({ failure: answer.ok ? undefined : answer.failure });
    if (answer.ok && answer.value.url !== null) this.#deps.files.download(answer.value.url, answer.value.name);
  };

  /** Adds the rows of a CSV file; a row for a pickup that is there changes its text, note, state and score. All or nothing; one act of undo. */
  readonly importCsv = (csv: string): void => {
    this.store.setState({ failure: undefined });
    try {
      const chapters = this.#deps.chapters.soundingChapters();
      const rows = parsePickups(csv, (row) => placeProblem(row, chapters));
      const known = new Map(
        placePickups(this.store.getState().pickups.values(), chapters).map(({ blockId, pickup }) => [keyOf(blockId, pickup), pickup]),
      );
      const put = rows.flatMap((row) => toPickup(row, chapters, known) ?? []);
      const changed = put.filter(({ id }) => this.store.getState().pickups.has(id)).length;
      if (put.length > 0) this.#act({ put, removed: [] });
      this.#deps.announce(messages.pickups.imported(put.length - changed, changed));
    } catch (thrown) {
      this.store.setState({ failure: toFailure(thrown) });
    }
  };

  /** Why a file could not be read. */
  readonly showFailure = (failure: Failure | undefined): void => this.store.setState({ failure });

  /** Places the pickups in the project as it is now. */
  readonly refresh = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { pickups, checked, awaited } = this.store.getState();
    // Only now, so that no list says that nothing was found before it shows what was found.
    if (awaited.size > 0) this.store.setState({ awaited: new Set([...awaited].filter((id) => !checked.has(id) && !this.#over.has(id))) });
    this.#over = new Set();
    const placed = pickups.size === 0 ? [] : placePickups(pickups.values(), this.#deps.chapters.soundingChapters());
    this.store.setState({ placed });
    this.#relist();
  };

  /** What is selected stays selected; where it has gone, nothing is. */
  #relist(): void {
    const { placed, showAccepted, order, currentKey } = this.store.getState();
    const listed = orderPickups(showAccepted ? placed : placed.filter(({ pickup }) => pickup.state === 'open'), order);
    this.store.setState({ listed, currentKey: listed.some(({ key }) => key === currentKey) ? currentKey : undefined });
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.refresh, restsAfterMs);
  }

  #awaitChecks(takes: readonly Take[], before: readonly Take[]): void {
    const { checked, awaited } = this.store.getState();
    const known = new Set(before.filter(canBeChecked).map(({ id }) => id));
    const come = takes.filter((take) => canBeChecked(take) && !known.has(take.id) && !checked.has(take.id));
    if (come.length > 0) this.store.setState({ awaited: new Set([...awaited, ...come.map(({ id }) => id)]) });
  }

  /** A take that came while others were checked has its turn after them. */
  #followChecks({ done, total }: { done: number; total: number }): void {
    const { awaited } = this.store.getState();
    this.store.setState({ checks: total >= leastShownChecks ? { done, total } : undefined });
    if (total > 0) {
      this.#inChecks ??= awaited;
      return;
    }
    // Also those that could not be checked.
    this.#over = new Set([...this.#over, ...(this.#inChecks ?? awaited)]);
    this.#inChecks = undefined;
    this.#refreshSoon();
  }

  async #load(projectId: string): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('pickups.list', { projectId }));
    if (this.#deps.project.store.getState().details?.projectId !== projectId) return;
    if (!answer.ok) {
      this.store.setState({ failure: answer.failure });
      return;
    }
    this.#loaded = projectId;
    const { pickups, checked } = answer.value;
    this.store.setState({ pickups: new Map(pickups.map((pickup) => [pickup.id, pickup])), checked: new Set(checked), failure: undefined });
    this.refresh();
  }

  /** Follows the open project, its takes and its edits, and what main reports, until it is called back. */
  readonly watchPickups = (): (() => void) => {
    const { project, studio, player } = this.#deps;
    const follow = (): void => {
      const projectId = project.store.getState().details?.projectId;
      this.#loaded = undefined;
      this.#wanted = undefined;
      this.store.setState(nothing);
      if (projectId !== undefined) void this.#load(projectId);
    };
    follow();
    const stops = [
      project.store.subscribe((now, before) => {
        if (now.details?.projectId !== before.details?.projectId) follow();
        // What came while the wire was cut may be checked by now.
        else if (now.reopened !== before.reopened) this.store.setState({ awaited: new Set() });
        else if (now.takes !== before.takes) this.#awaitChecks(now.takes, before.takes);
        if (now.edits !== before.edits || now.takes !== before.takes || now.outline !== before.outline || now.details !== before.details)
          this.#refreshSoon();
      }),
      project.onReplay((aside) => {
        if (aside.kind === 'pickups') void this.#send(aside.after);
      }),
      studio.onPickups((projectId, change) => {
        if (projectId !== this.#loaded) return;
        this.#apply(change);
        this.#refreshSoon();
      }),
      studio.onChecks((projectId, progress) => {
        if (projectId === this.#loaded) this.#followChecks(progress);
      }),
      player.store.subscribe((now, before) => {
        if (now.sound !== before.sound) this.#arrive();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#timer);
      this.#stopWatchingEnd?.();
    };
  };
}
