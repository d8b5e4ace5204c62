import { create } from 'zustand';
import type { DesignRecord, KeptFile } from '#shared/operations/paid.ts';
import { type ComparisonPlayer, maximumCompared, type ComparisonState } from '../../audio/comparison-player.ts';
import type { shuffled } from './shuffled.ts';
import { messages } from '#shared/messages/index.ts';
import type { PlayerStore } from '../../core/player/player-store.ts';
import type { SoundsStore } from '../../core/player/sounds-store.ts';
import type { DesignsStore } from './designs-store.ts';
import type { announce } from '../../lib/live-region.tsx';

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

/** What plays what is compared; a test gives one that is silent. */
type ComparedPlayer = Pick<ComparisonPlayer, keyof ComparisonPlayer>;

export interface ComparisonDependencies {
  createPlayer: (onState: (state: ComparisonState) => void) => ComparedPlayer;
  shuffled: typeof shuffled;
  player: Pick<PlayerStore, 'store' | 'player'>;
  sounds: Pick<SoundsStore, 'stopSounds' | 'store'>;
  designs: Pick<DesignsStore, 'store' | 'markDesign' | 'startSaving'>;
  announce: typeof announce;
}

/** Compares candidates by ear. */
export class ComparisonStore {
  readonly store = create<Store>(() => ({ ...nothing, designId: undefined, items: [], blind: true, loop: false }));
  readonly #deps: ComparisonDependencies;
  readonly #comparison: ComparedPlayer;

  constructor(dependencies: ComparisonDependencies) {
    this.#deps = dependencies;
    this.#comparison = dependencies.createPlayer((state) => {
      if (state.playing) {
        if (this.#deps.player.store.getState().mode !== 'stopped') this.#deps.player.player.pause();
        this.#deps.sounds.stopSounds();
      }
      this.store.setState(state);
    });
  }

  /** How much of what is heard has passed, 0 to 1; asked once a frame. */
  readonly comparedPlace = (): number => this.#comparison.place;

  readonly seekCompared = (place: number): void => this.#comparison.seek(place);

  /** Shows a design's candidates; the same design again leaves everything as it is. */
  readonly compareDesign = (record: DesignRecord | undefined): void => {
    const { designId, items, blind } = this.store.getState();
    const id = record?.operation.operationId;
    const found = record ? candidatesOf(record) : [];
    const voices = id === designId ? items.filter((item) => item.kind === 'voice') : [];
    const wanted = [...found, ...voices].slice(0, maximumCompared);
    const same = id === designId && wanted.length === items.length && wanted.every(({ id: one }) => items.some((item) => item.id === one));
    if (same) return;
    if (id !== designId) this.#comparison.stop();
    this.store.setState({ designId: id, ...(id === designId ? {} : { heard: undefined }) });
    this.#arrange(isHidden(blind, record) ? this.#deps.shuffled(wanted) : wanted);
  };

  #arrange(items: readonly Compared[]): void {
    this.store.setState({ items });
    this.#comparison.setSounds(items);
  }

  /** Adds existing voices that say the preview text. While it is blind everything is numbered again, for the last would be the new one. */
  readonly addVoice = ({ voiceId, name, file }: { voiceId: string; name: string; file: KeptFile }): void => {
    const { items, blind } = this.store.getState();
    const id = `voice:${voiceId}`;
    if (items.some((item) => item.id === id) || items.length >= maximumCompared) return;
    const wanted: Compared[] = [...items, { id, kind: 'voice', voiceId, name, url: file.url }];
    this.#arrange(isHidden(blind, this.#deps.designs.store.getState().open) ? this.#deps.shuffled(wanted) : wanted);
  };

  readonly removeVoice = (id: string): void => {
    this.#arrange(this.store.getState().items.filter((item) => item.id !== id));
  };

  /** Blind: shuffled again, and nobody's name is shown. */
  readonly setBlind = (blind: boolean): void => {
    const { open } = this.#deps.designs.store.getState();
    const { items } = this.store.getState();
    this.store.setState({ blind });
    if (blind) {
      if (open) void this.#deps.designs.markDesign(open.operation.operationId, { revealed: false });
      this.#arrange(this.#deps.shuffled(items));
      this.#deps.announce(messages.design.blindOn);
    } else this.#deps.announce(messages.design.namesShown);
  };

  readonly reveal = (): void => {
    const { open } = this.#deps.designs.store.getState();
    if (!open) return;
    void this.#deps.designs.markDesign(open.operation.operationId, { revealed: true });
    this.#deps.announce(messages.design.namesShown);
  };

  readonly setLoop = (loop: boolean): void => {
    this.#comparison.loop = loop;
    this.store.setState({ loop });
  };

  /** Hears what a number stands for, from where the comparison is. To be called in a gesture. */
  readonly hearNumber = (number: number): void => {
    const item = this.store.getState().items[number - 1];
    if (item) this.#comparison.hear(item.id);
  };

  readonly toggleComparison = (): void => this.#comparison.toggle();

  readonly stopComparison = (): void => this.#comparison.stop();

  /** Makes what is heard the winner, shows whose it is, and opens the form that saves it. */
  readonly chooseHeard = (): void => {
    const { items, heard } = this.store.getState();
    const item = items.find(({ id }) => id === heard);
    if (item) this.choose(item);
  };

  /** A candidate that the service no longer saves cannot be chosen. */
  readonly choose = (item: Compared): void => {
    const { open, expired } = this.#deps.designs.store.getState();
    if (!open) return;
    if (item.kind === 'candidate' && expired.has(open.operation.operationId)) {
      this.#deps.announce(messages.design.candidateExpired);
      return;
    }
    void this.#deps.designs.markDesign(open.operation.operationId, { winner: item.id, revealed: true });
    if (item.kind === 'candidate') this.#deps.designs.startSaving(item.candidateId);
    this.#deps.announce(messages.design.winnerChosen(nameOfCompared(item, this.store.getState().items)));
  };

  /** 1 to 5; 0 takes it away. */
  readonly score = (id: string, points: number): void => {
    const { open } = this.#deps.designs.store.getState();
    if (!open) return;
    const scores = Object.fromEntries(Object.entries(open.marks.scores).filter(([other]) => other !== id));
    const bounded = Math.max(0, Math.min(5, points));
    void this.#deps.designs.markDesign(open.operation.operationId, { scores: bounded === 0 ? scores : { ...scores, [id]: bounded } });
  };

  readonly scoreHeard = (by: 1 | -1): void => {
    const { heard, items } = this.store.getState();
    const { open } = this.#deps.designs.store.getState();
    if (heard === undefined || !open) return;
    const points = Math.max(0, Math.min(5, (open.marks.scores[heard] ?? 0) + by));
    this.score(heard, points);
    this.#deps.announce(messages.design.scoreSet(String(items.findIndex(({ id }) => id === heard) + 1), String(points)));
  };

  /** The comparison follows the open design, and falls silent where the chapter or another sound plays. */
  readonly watchComparison = (): (() => void) => {
    this.compareDesign(this.#deps.designs.store.getState().open);
    const stops = [
      this.#deps.designs.store.subscribe((after, before) => {
        if (after.open !== before.open) this.compareDesign(after.open);
      }),
      this.#deps.player.store.subscribe(({ mode, paused }) => {
        if (mode !== 'stopped' && !paused && this.store.getState().playing) this.#comparison.pause();
      }),
      this.#deps.sounds.store.subscribe(({ paused }) => {
        if (!paused && this.store.getState().playing) this.#comparison.pause();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#comparison.stop();
    };
  };
}

/** True while it is not to be seen whose is whose. */
export const isHidden = (blind: boolean, record: DesignRecord | undefined): boolean => blind && record?.marks.revealed !== true;

export function candidatesOf(record: DesignRecord): Compared[] {
  return record.candidates.flatMap(({ candidateId, provider, preview }) =>
    preview === null
      ? []
      : [{ id: candidateId, kind: 'candidate', candidateId, provider, url: preview.url, contentType: preview.contentType }],
  );
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
