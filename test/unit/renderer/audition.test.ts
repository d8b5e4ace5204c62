import { create } from 'zustand';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { fail, type Failure } from '../../../src-shared/failure.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import type { StudioClient } from '../../../src-renderer/core/host/client.ts';
import { lineKey, LinesStore, type Line } from '../../../src-renderer/core/voices/lines-store.ts';
import { AuditionStore } from '../../../src-renderer/features/voices/audition-store.ts';
import { lineOf } from '../../../src-renderer/core/voices/sample-line.ts';
import { messages } from '#shared/messages/index.ts';
import { spokenLine } from '#shared/messages/spoken-lines.ts';
import { sayLimits } from '#shared/operations/paid.ts';
import { said } from '../../helpers/said.ts';
import type { Undo } from '../../../src-renderer/lib/toast.tsx';

/** What main is asked to say, each with how it is to end. */
interface Asked {
  line: Line;
  signal: AbortSignal;
  said: () => void;
  failed: (failure: Failure) => void;
}
const asked: Asked[] = [];
const heard: string[] = [];
/** A player: `end` is the end of what sounds. */
const sounding = create<{ url: string | undefined; paused: boolean }>(() => ({ url: undefined, paused: true }));
let onEnd: (() => void) | undefined;
const sounds = {
  store: sounding,
  playToEnd: (url: string, then: () => void): void => {
    heard.push(url);
    sounding.setState({ url, paused: false });
    onEnd = then;
  },
};
const end = (): void => {
  sounding.setState({ paused: true });
  onEnd?.();
};
const announced: string[] = [];
const used: string[] = [];

/** Main, asked to say lines. */
const client = {
  run: (_name: string, line: Line, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const failed = (failure: Failure): void => reject(fail(failure.kind, said(failure.message), failure));
      signal.addEventListener('abort', () => reject(fail('cancelled', said('Stopped.'))));
      asked.push({
        line,
        signal,
        failed,
        said: () => resolve({ file: { url: `/bytes/${line.voiceId}` }, reused: false, operation: null }),
      });
    }),
} as unknown as StudioClient;
const voices = createFakeStores().voices;

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  voices.store.setState({ chosen: ['v0', 'v1', 'v2', 'v3', 'v4'] });
  for (const list of [asked, heard, announced, used]) list.length = 0;
  sounding.setState({ url: undefined, paused: true });
});
afterEach(() => vi.unstubAllGlobals());

const voiceOfId = (voiceId: string | undefined) => ({ voiceId, name: voiceId, modelIds: ['alpha-s21pro-flash'] }) as CatalogueVoice;

/** The stores of an audition of five voices. */
function load(find = voiceOfId) {
  const lines = new LinesStore({ client });
  const audition = new AuditionStore({
    lines,
    sounds,
    announce: (words) => void announced.push(words),
    voices: {
      store: voices.store,
      voiceOfId: find,
      markVoice: (voiceId, change) => {
        if (change.used === true) used.push(voiceId);
        return Promise.resolve();
      },
    },
  });
  const { audition: begin, followLanguage, setLine, soundOf, stopAudition, store } = audition;
  return { audition: begin, followLanguage, setLine, soundOf, stopAudition, useAudition: store, useLines: lines.store };
}
const voicesAsked = (): string[] => asked.map(({ line }) => line.voiceId);

it('goes on when one voice fails, says of which, and plays the first that is there', async () => {
  const { audition, useAudition, useLines } = load();
  const over = audition();
  await vi.waitFor(() => expect(voicesAsked()).toEqual(['v0', 'v1', 'v2'])); // three at a time
  asked[0]!.failed(fail('not-found', said('This voice is gone.')).failure);
  await vi.waitFor(() => expect(voicesAsked()).toEqual(['v0', 'v1', 'v2', 'v3']));
  expect(useAudition.getState().running).toEqual({ total: 5, done: 1, failed: 1 });
  for (const at of [2, 1, 3]) asked[at]!.said();
  await vi.waitFor(() => expect(asked).toHaveLength(5));
  asked[4]!.said();
  await over;
  expect(heard).toEqual(['/bytes/v2']);
  expect(used.sort()).toEqual(['v1', 'v2', 'v3', 'v4']);
  expect(useLines.getState().lines.get(lineKey(asked[0]!.line))).toMatchObject({
    state: 'failed',
    failure: { message: 'This voice is gone.' },
  });
  expect(useAudition.getState().running).toBeUndefined();
  expect(announced).toEqual([messages.voices.auditionDone('4 voices', ' 1 voice failed.')]);
});

it('plays the lines in turn, from the first that is there on in the order of the voices, and leaves out a voice that was removed', async () => {
  const { audition } = load();
  const over = audition();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  asked[1]!.said();
  await vi.waitFor(() => expect(heard).toEqual(['/bytes/v1']));
  // None is there yet: the next plays when it comes.
  end();
  asked[2]!.said();
  await vi.waitFor(() => expect(heard).toEqual(['/bytes/v1', '/bytes/v2']));
  await vi.waitFor(() => expect(asked).toHaveLength(5));
  for (const at of [4, 3, 0]) asked[at]!.said();
  await over;
  expect(heard).toHaveLength(2);
  end();
  voices.store.setState({ chosen: ['v0', 'v1', 'v2', 'v4'] });
  end();
  end();
  expect(heard).toEqual(['/bytes/v1', '/bytes/v2', '/bytes/v0', '/bytes/v4']);
});

it('plays nothing more in turn once another sound was played or the sound stopped while it waited for a line', async () => {
  for (const other of [
    { url: '/bytes/other', paused: false },
    { url: undefined, paused: true },
  ]) {
    for (const list of [asked, heard]) list.length = 0;
    const { audition } = load();
    const over = audition();
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    asked[0]!.said();
    await vi.waitFor(() => expect(heard).toEqual(['/bytes/v0']));
    end();
    sounding.setState(other);
    for (let at = 1; at < 5; at += 1) {
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(at));
      asked[at]!.said();
    }
    await over;
    expect(heard).toEqual(['/bytes/v0']);
  }
});

it('stopped in its middle asks for no further voice, plays nothing, and keeps what was said until then', async () => {
  const { audition, stopAudition, useAudition, useLines } = load();
  const over = audition();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  asked[1]!.said();
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  expect(heard).toEqual(['/bytes/v1']);
  stopAudition();
  await over;
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false, true, true]);
  expect(voicesAsked()).not.toContain('v4');
  expect(heard).toEqual(['/bytes/v1']);
  // What was stopped is no failure: it is simply not there.
  const states = asked.map(({ line }) => useLines.getState().lines.get(lineKey(line))?.state);
  expect(states).toEqual([undefined, 'said', undefined, undefined]);
  expect(useAudition.getState().running).toBeUndefined();
  expect(announced).toEqual([messages.voices.auditionStopped]);
  // And it can be begun again: what was said is not asked for once more.
  const again = audition();
  await vi.waitFor(() => expect(asked).toHaveLength(7));
  expect(voicesAsked().slice(4)).toEqual(['v0', 'v2', 'v3']);
  for (const { said } of asked.slice(4)) said();
  await vi.waitFor(() => expect(asked).toHaveLength(8));
  asked[7]!.said();
  await again;
});

it('plays no voice after it was stopped, at whichever moment its line comes, and what came can be played by itself', async () => {
  const { audition, setLine, stopAudition, soundOf } = load();
  const atStop: number[] = [];
  for (let turns = 0; turns < 20; turns += 1) {
    for (const list of [asked, heard]) list.length = 0;
    setLine(`Line ${String(turns)}.`);
    const over = audition();
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    asked[1]!.said();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    atStop.push(heard.length);
    stopAudition();
    await over;
    expect(heard).toHaveLength(atStop.at(-1)!);
    expect(soundOf(voiceOfId('v1'))).toBe('/bytes/v1');
    expect(soundOf(voiceOfId('v0'))).toBeUndefined();
  }
  expect(new Set(atStop)).toEqual(new Set([0, 1]));
  expect(new Set(announced)).toEqual(new Set([messages.voices.auditionStopped]));
});

it('asks for nothing more while it runs, and for nothing at all without a line', async () => {
  const { audition, setLine } = load();
  setLine(' ');
  await audition();
  expect(asked).toEqual([]);
  setLine('A line.');
  const over = audition();
  await audition();
  expect(voicesAsked()).toEqual(['v0', 'v1', 'v2']);
  for (let at = 0; at < 5; at += 1) {
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(at));
    asked[at]!.said();
  }
  await over;
  expect(announced).toEqual([messages.voices.auditionDone('5 voices', '')]);
});

it('stores its line for the next start, cut to what may be said, and begins with a sample line', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  const first = load();
  expect(first.useAudition.getState().text).toBe(spokenLine('sample', 'en'));
  const longest = 'x'.repeat(sayLimits.characters);
  first.setLine(`${longest}y`);
  expect(first.useAudition.getState().text).toBe(longest);
  expect(load().useAudition.getState().text).toBe(longest);
  for (const name of stored.keys()) stored.set(name, `${longest}y`);
  expect(load().useAudition.getState().text).toBe(longest);
});

it('asks no voice that is no longer in the list, nor anything where none is left', async () => {
  voices.store.setState({ chosen: ['gone', 'v1'] });
  const lines = new LinesStore({ client });
  const known = (voiceId: string | undefined) => (voiceId === 'v1' ? voiceOfId(voiceId) : undefined);
  const dependencies = {
    lines,
    sounds,
    announce: (words: string) => void announced.push(words),
    voices: { store: voices.store, voiceOfId: known, markVoice: () => Promise.resolve() },
  };
  const { audition } = new AuditionStore(dependencies);
  const over = audition();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]!.said();
  await over;
  expect([voicesAsked(), heard]).toEqual([['v1'], ['/bytes/v1']]);
  voices.store.setState({ chosen: ['gone'] });
  await audition();
  expect([asked.length, announced.length]).toEqual([1, 1]);
});

it('a line is said without the blanks around it, by the model that answers', () => {
  expect(lineOf(voiceOfId('v1'), ' Hello. \n')).toEqual({ voiceId: 'v1', text: 'Hello.', modelId: 'alpha-s21pro-flash' });
  expect(lineOf({ ...voiceOfId('v1'), modelIds: [] }, 'Hello.')).toEqual({ voiceId: 'v1', text: 'Hello.' });
});

it('the usual line is in the language of the first chosen voice, whatever that of the window; a line that was typed stays', () => {
  const languages: Record<string, string> = { v0: 'de_DE', v1: 'fr-FR', v2: 'xx' };
  const { followLanguage, useAudition, setLine } = load((voiceId) => ({
    ...voiceOfId(voiceId),
    primaryLanguage: languages[voiceId ?? ''] ?? '',
  }));
  const textOf = (...chosen: string[]): string => {
    voices.store.setState({ chosen });
    return useAudition.getState().text;
  };
  expect(useAudition.getState().text).toBe(spokenLine('sample', 'de'));
  expect(textOf('v1', 'v0')).toBe(spokenLine('sample', 'fr'));
  expect(textOf('v2')).toBe(spokenLine('sample', 'en'));
  // The last voice that is taken away leaves the line as it is.
  expect(textOf()).toBe(spokenLine('sample', 'en'));
  // While none is chosen, it is that of the voices that come first.
  followLanguage('de');
  expect(useAudition.getState().text).toBe(spokenLine('sample', 'de'));
  textOf('v1');
  followLanguage('de');
  expect(useAudition.getState().text).toBe(spokenLine('sample', 'fr'));
  vi.stubGlobal('localStorage', { getItem: () => 'Mind the gap.', setItem: () => undefined });
  setLine('Mind the gap.');
  expect(textOf('v1')).toBe('Mind the gap.');
});

it('says that no voice is chosen any more, and Undo brings them back before those that were chosen since', () => {
  const toasts: { title: string; undo: Undo | undefined }[] = [];
  const own = createFakeStores({ toast: (title, _message, undo) => void toasts.push({ title, undo }) });
  own.voices.chooseNone();
  expect(toasts).toEqual([]);
  own.voices.store.setState({ chosen: ['v0', 'v1'] });
  own.voices.chooseNone();
  expect([own.voices.store.getState().chosen, toasts.map(({ title }) => title)]).toEqual([[], ['2 voices taken out of the comparison']]);
  own.voices.choose(['v2', 'v1'], true);
  expect(toasts[0]?.undo?.()).toBe(true);
  expect(own.voices.store.getState().chosen).toEqual(['v0', 'v1', 'v2']);
  own.studio.store.setState({ connection: { id: 'other', kind: 'local', name: 'Other', state: 'ready' } });
  expect(toasts[0]?.undo?.()).toBe(false);
});
