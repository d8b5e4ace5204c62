import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { liveDeskLimits, type LiveDesk } from '#shared/operations/live.ts';
import { announce } from '../../lib/live-region.tsx';
import { plural } from '../../lib/format.ts';
import { toastFailure } from '../../lib/toast.tsx';
import { attempt, studio, whenOpened } from '../../core/host/host.ts';
import { messages } from '#shared/messages/index.ts';

interface LiveDeskState {
  loaded: boolean;
  failure: Failure | undefined;
  phrases: LiveDesk['phrases'];
  draft: string;
  settings: LiveDesk['settings'];
}

export const useLiveDesk = create<LiveDeskState>(() => ({
  loaded: false,
  failure: undefined,
  phrases: [],
  draft: '',
  settings: { version: 'v3', mode: 'reliable', voiceId: null, modelId: null, format: 'pcm', controls: {}, deviceId: '' },
}));

const set = useLiveDesk.setState;
const now = useLiveDesk.getState;

/** Texts that waited when the studio was closed: for whoever holds the queue. */
let restore: ((texts: readonly string[]) => void) | undefined;
export function onRestored(listener: (texts: readonly string[]) => void): void {
  restore = listener;
}

async function load(): Promise<void> {
  const answer = await attempt(() => studio().run('live.desk', null));
  if (!answer.ok) {
    set({ failure: answer.failure });
    return;
  }
  const { phrases, settings, draft, waiting } = answer.value;
  const first = !now().loaded;
  // What is in the window is newer than what was kept of it.
  set({ loaded: true, failure: undefined, phrases, settings, ...(first && now().draft === '' ? { draft } : {}) });
  if (first && waiting.length > 0) restore?.(waiting);
}

let unsaved: Partial<LiveDesk> = {};
let timer: ReturnType<typeof setTimeout> | undefined;
/** Typing is kept this long after it, in milliseconds. */
const later = 300;

/** Keeps a change in the profile: soon for what is typed, else at once. */
export function keepDesk(change: Partial<LiveDesk>, soon = false): void {
  unsaved = { ...unsaved, ...change };
  if (timer !== undefined) clearTimeout(timer);
  timer = setTimeout(() => void save(), soon ? later : 0);
}

async function save(): Promise<void> {
  const change = unsaved;
  unsaved = {};
  timer = undefined;
  if (!now().loaded || Object.keys(change).length === 0) return;
  const answer = await attempt(() => studio().run('live.updateDesk', change));
  if (answer.ok || answer.failure.kind === 'cancelled') return;
  unsaved = { ...change, ...unsaved };
  if (answer.failure.kind !== 'disconnected') toastFailure(answer.failure);
}

export function setDraft(draft: string): void {
  set({ draft: draft.slice(0, liveDeskLimits.draftCharacters) });
  keepDesk({ draft: now().draft }, true);
}

export function setLive(change: Partial<LiveDesk['settings']>): void {
  set({ settings: { ...now().settings, ...change } });
  keepDesk({ settings: now().settings });
}

function setPhrases(phrases: LiveDesk['phrases']): void {
  set({ phrases });
  keepDesk({ phrases });
}

/** Puts a phrase into the bank; answers with why it cannot. */
export function addPhrase(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return messages.live.typePhrase;
  if (trimmed.length > liveDeskLimits.phraseCharacters)
    return messages.live.phraseTooLong(plural(liveDeskLimits.phraseCharacters, messages.live.character));
  if (now().phrases.length >= liveDeskLimits.phrases) return messages.live.bankFull(plural(liveDeskLimits.phrases, messages.live.phrase));
  setPhrases([...now().phrases, { id: newId(), text: trimmed }]);
  return undefined;
}

export function changePhrase(id: string, text: string): void {
  const trimmed = text.trim().slice(0, liveDeskLimits.phraseCharacters);
  if (trimmed !== '') setPhrases(now().phrases.map((phrase) => (phrase.id === id ? { id, text: trimmed } : phrase)));
}

export function removePhrase(id: string): void {
  setPhrases(now().phrases.filter((phrase) => phrase.id !== id));
  announce(messages.live.phraseRemoved);
}

export function movePhrase(id: string, by: -1 | 1): void {
  const { phrases } = now();
  const at = phrases.findIndex((phrase) => phrase.id === id);
  const phrase = phrases[at];
  if (!phrase || at + by < 0 || at + by >= phrases.length) return;
  const next = phrases.toSpliced(at, 1).toSpliced(at + by, 0, phrase);
  setPhrases(next);
  announce(messages.live.phraseMoved(String(at + by + 1), String(next.length)));
}

/** The bank as text: a phrase on each line; a line break within one is written `\n`. */
export const exportPhrases = (): string =>
  now()
    .phrases.map(({ text }) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'))
    .join('\n');

/** Adds the lines of a text to the bank; answers with how many were added, and how many had no room or were too long. */
export function importPhrases(text: string): { added: number; left: number } {
  const wanted = text
    .split(/\r?\n/u)
    .map((line) => line.replaceAll(/\\([\\n])/gu, (_all, sign: string) => (sign === 'n' ? '\n' : '\\')).trim())
    .filter((line) => line !== '');
  const fitting = wanted.filter((line) => line.length <= liveDeskLimits.phraseCharacters);
  const added = fitting.slice(0, liveDeskLimits.phrases - now().phrases.length);
  if (added.length > 0) setPhrases([...now().phrases, ...added.map((line) => ({ id: newId(), text: line }))]);
  return { added: added.length, left: wanted.length - added.length };
}

export function watchLiveDesk(): void {
  whenOpened(() => void load());
}
