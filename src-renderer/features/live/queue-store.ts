import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { liveLimits } from '#shared/live.ts';
import { liveStateLimits } from '#shared/operations/live.ts';
import { messages } from '#shared/messages/index.ts';
import type { PhrasesStore } from './phrases-store.ts';
import type { announce } from '../../lib/live-region.tsx';

/**
 * `waiting`: not sent, and still a person's to change. `sent`: it is spoken whatever happens. `lost`: its connection is gone for good.
 */
export type PhraseState = 'waiting' | 'sent' | 'speaking' | 'spoken' | 'incomplete' | 'refused' | 'lost';

export interface LivePhrase {
  id: string;
  text: string;
  state: PhraseState;
  /** When it was entered with nothing before it, in milliseconds of `performance.now()`: what its latency is measured from. */
  enteredAt: number | undefined;
  /** From Enter to its first sample, in milliseconds. */
  latencyMs?: number;
  /** Units that the service counts for it. */
  units?: number;
  /** The model of the session that took it: its price is that of a unit. */
  modelId?: string;
  /** Its first sound was heard. */
  begun?: boolean;
  /** Escape was pressed while it was on its way: it is not heard, or not to its end. */
  silenced?: boolean;
  /** It has left this machine: whatever happens, it is finished, kept and charged. */
  left?: boolean;
  /** The service has no room for it yet. */
  held?: boolean;
  /** All of its sound has come. */
  arrived?: boolean;
  /** It was lost, and the service says that nothing of its session was charged. */
  unpaid?: boolean;
  failure?: Failure;
}

type Line = 'off' | 'connecting' | 'ready' | 'reconnecting' | 'idle' | 'ending';

interface LiveState {
  line: Line;
  /** Why the connection is being made again. */
  trouble: Failure | undefined;
  /** The session ended on this; what waits is here, and goes on by the person's hand. */
  stopped: Failure | undefined;
  /** What happened of itself, in words. */
  notice: string | undefined;
  phrases: readonly LivePhrase[];
  /** What Escape dropped last, to be put back. */
  dropped: readonly string[];
  sessionUnits: number;
  latencyMs: number | undefined;
  roundTripMs: number | undefined;
  requestId: string | undefined;
  warnings: readonly string[];
}

export const silent = { line: 'off', trouble: undefined, requestId: undefined, roundTripMs: undefined } as const;

export interface QueueDependencies {
  phrases: Pick<PhrasesStore, 'saveState'>;
  announce: typeof announce;
}

/** The phrases of the queue, and how the session stands. */
export class QueueStore {
  readonly store = create<LiveState>(() => ({
    ...silent,
    stopped: undefined,
    notice: undefined,
    phrases: [],
    dropped: [],
    sessionUnits: 0,
    latencyMs: undefined,
    warnings: [],
  }));
  readonly #deps: QueueDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;

  constructor(dependencies: QueueDependencies) {
    this.#deps = dependencies;
  }

  readonly change = (id: string, facts: Partial<LivePhrase>): void => {
    this.#set({ phrases: this.#now().phrases.map((phrase) => (phrase.id === id ? { ...phrase, ...facts } : phrase)) });
  };

  readonly waitingPhrases = (): readonly LivePhrase[] => waitingOf(this.#now().phrases);

  /** Keeps the queue in the profile, and what is shown of the past within its bound. */
  readonly settle = (phrases: readonly LivePhrase[]): void => {
    const over = phrases.filter((phrase) => phrase.state !== 'waiting' && !isAhead(phrase));
    const old = new Set(over.slice(0, Math.max(0, over.length - shownPhrases)).map(({ id }) => id));
    this.#set({ phrases: old.size === 0 ? phrases : phrases.filter(({ id }) => !old.has(id)) });
    this.#keepWaiting();
  };

  #keepWaiting(): void {
    const { phrases, dropped } = this.#now();
    this.#deps.phrases.saveState({
      waiting: [...waitingOf(phrases).map(({ text }) => text), ...dropped].slice(0, liveStateLimits.waiting),
    });
  }

  readonly editWaiting = (id: string, text: string): void => {
    const words = text.trim();
    if (words === '' || words.length > liveLimits.phraseCharacters) return;
    const { phrases } = this.#now();
    if (phrases.some((phrase) => phrase.id === id && phrase.state !== 'waiting')) {
      this.#deps.announce(messages.live.alreadySent);
      return;
    }
    this.settle(phrases.map((phrase) => (phrase.id === id ? { ...phrase, text: words } : phrase)));
  };

  readonly removeWaiting = (id: string): void => {
    this.settle(this.#now().phrases.filter((phrase) => phrase.id !== id || phrase.state !== 'waiting'));
    this.#deps.announce(messages.live.removedFromQueue);
  };

  readonly moveWaiting = (id: string, by: -1 | 1): void => {
    const { phrases } = this.#now();
    const waiting = waitingOf(phrases);
    const at = waiting.findIndex((phrase) => phrase.id === id);
    const phrase = waiting[at];
    if (!phrase || at + by < 0 || at + by >= waiting.length) return;
    const moved = waiting.toSpliced(at, 1).toSpliced(at + by, 0, phrase);
    this.settle([...phrases.filter(({ state }) => state !== 'waiting'), ...moved]);
    this.#deps.announce(messages.live.queueMoved(String(at + by + 1), String(moved.length)));
  };

  readonly dismissNotice = (): void => {
    this.#set({ notice: undefined, dropped: [] });
    this.#keepWaiting();
  };

  readonly dismissStopped = (): void => this.#set({ stopped: undefined });
}

/** Phrases that are over and still shown. */
const shownPhrases = 200;

export const isAhead = ({ state, silenced }: LivePhrase): boolean => (state === 'sent' || state === 'speaking') && silenced !== true;

/** It was sent, and not all of its sound is here. */
export const isUnderWay = ({ state, arrived }: LivePhrase): boolean => (state === 'sent' || state === 'speaking') && arrived !== true;

/** One is spoken and one is ready behind it; the others wait here, where they can still be changed and cost nothing. */
const ahead = 2;

/**
 * Whether the next phrase may be sent. Long ones go when nearly all before them has been heard: their sound comes faster than it is heard, and
 * what main holds back for the window keeps the service waiting.
 */
export function mayGo(phrases: readonly LivePhrase[], next: LivePhrase, unheardBytes: number): boolean {
  const sent = phrases.filter(isAhead);
  if (sent.length >= ahead) return false;
  const characters = sent.reduce((sum, { text }) => sum + text.length, next.text.length);
  if (characters <= liveLimits.phraseCharacters) return true;
  return sent.every(({ arrived }) => arrived === true) && unheardBytes <= liveLimits.unheardBytes / 8;
}

export const waitingOf = (phrases: readonly LivePhrase[]): readonly LivePhrase[] => phrases.filter(({ state }) => state === 'waiting');
