import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { liveStateLimits, type StoredLive } from '#shared/operations/live.ts';
import { attempt } from '../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { HostStore } from '../../core/host/host-store.ts';
import type { toastFailure } from '../../lib/toast.tsx';
import type { announce } from '../../lib/live-region.tsx';

interface LiveSettingsState {
  loaded: boolean;
  failure: Failure | undefined;
  phrases: StoredLive['phrases'];
  draft: string;
  settings: StoredLive['settings'];
}

export interface PhrasesDependencies {
  client: StudioClient;
  host: Pick<HostStore, 'whenOpened'>;
  toastFailure: typeof toastFailure;
  announce: typeof announce;
}

/** What Live keeps in the profile: the bank of phrases, the draft and the settings. */
export class PhrasesStore {
  readonly store = create<LiveSettingsState>(() => ({
    loaded: false,
    failure: undefined,
    phrases: [],
    draft: '',
    settings: { version: 'v3', mode: 'reliable', voiceId: null, modelId: null, format: 'pcm', controls: {} },
  }));
  readonly #deps: PhrasesDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  readonly #restoredListeners = new Set<(texts: readonly string[]) => void>();
  #unsaved: Partial<StoredLive> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: PhrasesDependencies) {
    this.#deps = dependencies;
  }

  /** Texts that waited when the studio was closed: for the owner of the queue. Returns what stops it. */
  readonly onRestored = (listener: (texts: readonly string[]) => void): (() => void) => {
    this.#restoredListeners.add(listener);
    return () => this.#restoredListeners.delete(listener);
  };

  async #load(): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('live.state', null));
    if (!answer.ok) {
      this.#set({ failure: answer.failure });
      return;
    }
    const { phrases, settings, draft, waiting } = answer.value;
    const first = !this.#now().loaded;
    // What is in the window is newer than what was kept of it.
    this.#set({ loaded: true, failure: undefined, phrases, settings, ...(first && this.#now().draft === '' ? { draft } : {}) });
    if (first && waiting.length > 0) for (const listener of this.#restoredListeners) listener(waiting);
  }

  /** Keeps a change in the profile: soon for what is typed, else at once. */
  readonly saveState = (change: Partial<StoredLive>, soon = false): void => {
    this.#unsaved = { ...this.#unsaved, ...change };
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), soon ? later : 0);
  };

  async #save(): Promise<void> {
    const change = this.#unsaved;
    this.#unsaved = {};
    this.#timer = undefined;
    if (!this.#now().loaded || Object.keys(change).length === 0) return;
    const answer = await attempt(() => this.#deps.client.run('live.updateState', change));
    if (answer.ok || answer.failure.kind === 'cancelled') return;
    this.#unsaved = { ...change, ...this.#unsaved };
    if (answer.failure.kind !== 'disconnected') this.#deps.toastFailure(answer.failure);
  }

  readonly setDraft = (draft: string): void => {
    this.#set({ draft: draft.slice(0, liveStateLimits.draftCharacters) });
    this.saveState({ draft: this.#now().draft }, true);
  };

  readonly setLive = (change: Partial<StoredLive['settings']>): void => {
    this.#set({ settings: { ...this.#now().settings, ...change } });
    this.saveState({ settings: this.#now().settings });
  };

  #setPhrases(phrases: StoredLive['phrases']): void {
    this.#set({ phrases });
    this.saveState({ phrases });
  }

  /** Puts a phrase into the bank; answers with why it cannot. */
  readonly addPhrase = (text: string): string | undefined => {
    const trimmed = text.trim();
    if (trimmed === '') return messages.live.typePhrase;
    if (trimmed.length > liveStateLimits.phraseCharacters)
      return messages.live.phraseTooLong(messages.live.character(liveStateLimits.phraseCharacters));
    if (this.#now().phrases.length >= liveStateLimits.phrases) return messages.live.bankFull(messages.live.phrase(liveStateLimits.phrases));
    this.#setPhrases([...this.#now().phrases, { id: newId(), text: trimmed }]);
    return undefined;
  };

  readonly changePhrase = (id: string, text: string): void => {
    const trimmed = text.trim().slice(0, liveStateLimits.phraseCharacters);
    if (trimmed !== '') this.#setPhrases(this.#now().phrases.map((phrase) => (phrase.id === id ? { id, text: trimmed } : phrase)));
  };

  readonly removePhrase = (id: string): void => {
    this.#setPhrases(this.#now().phrases.filter((phrase) => phrase.id !== id));
    this.#deps.announce(messages.live.phraseRemoved);
  };

  readonly movePhrase = (id: string, by: -1 | 1): void => {
    const { phrases } = this.#now();
    const at = phrases.findIndex((phrase) => phrase.id === id);
    const phrase = phrases[at];
    if (!phrase || at + by < 0 || at + by >= phrases.length) return;
    const next = phrases.toSpliced(at, 1).toSpliced(at + by, 0, phrase);
    this.#setPhrases(next);
    this.#deps.announce(messages.live.phraseMoved(String(at + by + 1), String(next.length)));
  };

  /** The bank as text: a phrase on each line; a line break within one is written `\n`. */
  readonly exportPhrases = (): string =>
    this.#now()
      .phrases.map(({ text }) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'))
      .join('\n');

  /** Adds the lines of a text to the bank; answers with how many were added, and how many had no room or were too long. */
  readonly importPhrases = (text: string): { added: number; left: number } => {
    const wanted = text
      .split(/\r?\n/u)
      .map((line) => line.replaceAll(/\\([\\n])/gu, (_all, sign: string) => (sign === 'n' ? '\n' : '\\')).trim())
      .filter((line) => line !== '');
    const fitting = wanted.filter((line) => line.length <= liveStateLimits.phraseCharacters);
    const added = fitting.slice(0, liveStateLimits.phrases - this.#now().phrases.length);
    if (added.length > 0) this.#setPhrases([...this.#now().phrases, ...added.map((line) => ({ id: newId(), text: line }))]);
    return { added: added.length, left: wanted.length - added.length };
  };

  readonly watchLiveState = (): void => {
    this.#deps.host.whenOpened(() => void this.#load());
  };
}

/** Typing is kept this long after it, in milliseconds. */
const later = 300;
