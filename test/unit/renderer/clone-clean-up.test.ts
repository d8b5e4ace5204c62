import { beforeEach, describe, expect, it } from 'vitest';
import { emptyForm, type Recording } from '#shared/clone/recordings.ts';
import { CleanUpStore } from '../../../src-renderer/features/clone/clean-up-store.ts';
import { CloneStore } from '../../../src-renderer/features/clone/clone-store.ts';
import { CompareMedia } from '../../../src-renderer/features/clone/compare-media.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const clone = new CloneStore(stores);
const { cleanUp, stopCleaning } = new CleanUpStore({ ...stores, clone });
const state = clone.store.getState;
const off = { reduceNoise: false, trimSilence: false };
const id = 'recording0001';
const recording = (change: Partial<Recording> = {}): Recording => ({
  id,
  name: 'Read.wav',
  kind: 'file',
  state: 'ready',
  bytes: 960_044,
  original: true,
  codec: 'WAV',
  seconds: 10,
  samples: 480_000,
  aacBytes: 0,
  cutShort: false,
  truncated: false,
  failure: null,
  trim: null,
  sendAs: 'auto',
  cleanUp: off,
  cleaned: null,
  facts: null,
  ...change,
});
const cleaned = { revision: 'r1', kept: [48_000, 96_000, 240_000, 288_000], loudness: { before: -20, after: -23 } };

beforeEach(async () => {
  fakeStudio.reset({ 'clone.draft': () => ({ form: emptyForm, recordings: [recording()], made: null }) });
  await stores.host.connectHost();
  clone.store.setState({ ...clone.store.getInitialState() });
  await clone.loadDraft();
});

describe('cleaning a recording up', () => {
  it('shows what is wanted and how far it is, then what came of it', async () => {
    const shares: (number | undefined)[] = [];
    fakeStudio.answers['clone.cleanUp'] = (_input, { emit }) => {
      expect(state().cleaning[id]).toEqual({ wanted: { ...off, trimSilence: true }, share: 0 });
      emit({ type: 'progress', done: 24, total: 48 });
      return Promise.resolve(recording({ cleanUp: { ...off, trimSilence: true }, cleaned }));
    };
    const stop = clone.store.subscribe(({ cleaning }) => shares.push(cleaning[id]?.share));
    await cleanUp(id, { trimSilence: true });
    stop();
    expect(shares).toContain(0.5);
    expect(state().cleaning).toEqual({});
    expect(state().recordings[0]).toMatchObject({ cleaned: { revision: 'r1' } });
  });

  it('does what was changed meanwhile after it, and asks for nothing twice', async () => {
    const held = heldAnswer();
    fakeStudio.answers['clone.cleanUp'] = held.answer;
    const work = cleanUp(id, { reduceNoise: true });
    await cleanUp(id, { trimSilence: true });
    fakeStudio.answers['clone.cleanUp'] = () => recording({ cleanUp: { reduceNoise: true, trimSilence: true }, cleaned });
    held.resolve(recording({ cleanUp: { ...off, reduceNoise: true }, cleaned }));
    await work;
    expect(fakeStudio.inputs('clone.cleanUp')).toEqual([
      { recordingId: id, reduceNoise: true, trimSilence: false },
      { recordingId: id, reduceNoise: true, trimSilence: true },
    ]);
    expect(state().recordings[0]?.cleanUp).toEqual({ reduceNoise: true, trimSilence: true });
  });

  it('that finds no speech says so at its recording, and leaves the settings as they were', async () => {
    fakeStudio.answers['clone.cleanUp'] = refuse('invalid-input');
    await cleanUp(id, { trimSilence: true });
    expect(state()).toMatchObject({ cleanUpFailure: { recordingId: id, failure: { kind: 'invalid-input' } }, cleaning: {} });
    expect(state().recordings[0]?.cleanUp).toEqual(off);
    fakeStudio.answers['clone.cleanUp'] = () => recording();
    await cleanUp(id, { reduceNoise: true });
    expect(state().cleanUpFailure).toBeUndefined();
  });

  it.each([
    [
      'stopped',
      () => {
        stopCleaning(id);
        return Promise.resolve();
      },
      1,
    ],
    ['switched off', () => cleanUp(id, { reduceNoise: false }), 2],
  ])('%s meanwhile ends, without a failure', async (_, end, asked) => {
    const { promise: begun, resolve } = Promise.withResolvers<undefined>();
    fakeStudio.answers['clone.cleanUp'] = (_input, { signal = new AbortController().signal }) => {
      fakeStudio.answers['clone.cleanUp'] = () => recording();
      resolve(undefined);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
    const work = cleanUp(id, { reduceNoise: true });
    await begun;
    await end();
    await work;
    expect(fakeStudio.inputs('clone.cleanUp')).toHaveLength(asked);
    expect(state()).toMatchObject({ cleaning: {}, cleanUpFailure: undefined });
    expect(state().recordings[0]?.cleanUp).toEqual(off);
  });
});

class FakeElement extends EventTarget {
  currentTime = 0;
  duration = 10;
  paused = true;
  ended = false;
  volume = 1;
  src = '';
  load(): void {
    this.paused = true;
  }
  removeAttribute(): void {
    this.src = '';
  }
  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }
  pause(): void {
    if (this.paused) return;
    this.paused = true;
    // As a browser does it: later.
    queueMicrotask(() => this.dispatchEvent(new Event('pause')));
  }
}

describe('before and after', () => {
  const open = () => {
    const elements: FakeElement[] = [];
    const media = new CompareMedia(() => {
      const element = new FakeElement();
      elements.push(element);
      return element as unknown as HTMLAudioElement;
    });
    const seen: string[] = [];
    for (const name of ['play', 'pause', 'timeupdate']) media.addEventListener(name, () => seen.push(name));
    return { media, seen, before: elements[0]!, after: elements[1]! };
  };

  it('are at the same place of the recording, whatever is cut out between, and go on playing', async () => {
    const { media, seen, before, after } = open();
    media.setResult(cleaned, '/cleaned');
    media.currentTime = 1.5;
    await media.play();
    media.hear('after');
    await Promise.resolve();
    expect([before.paused, after.paused, media.paused]).toEqual([true, false, false]);
    expect(after.currentTime).toBeCloseTo(0.5);
    // Past the cut.
    after.currentTime = 1.25;
    expect(media.currentTime).toBeCloseTo(5.25);
    media.hear('before');
    expect(before.currentTime).toBeCloseTo(5.25);
    await Promise.resolve();
    expect(seen).not.toContain('pause');
    // In what is cut out, after begins with what follows.
    media.currentTime = 3;
    media.hear('after');
    expect(media.currentTime).toBeCloseTo(5);
  });

  it('are equally loud: the louder one is turned down', () => {
    const { media, before, after } = open();
    media.setResult(cleaned, '/cleaned');
    expect([before.volume, after.volume]).toEqual([10 ** (-3 / 20), 1]);
    media.setResult({ ...cleaned, revision: 'r2', loudness: { before: null, after: null } }, '/cleaned');
    expect([before.volume, after.volume]).toEqual([1, 1]);
  });

  it('are the recording alone where nothing is cleaned up any more, which plays on from there', async () => {
    const { media, before, after } = open();
    media.hear('after');
    expect(media.paused).toBe(true);
    media.setResult(cleaned, '/cleaned');
    media.hear('after');
    await media.play();
    after.currentTime = 1.25;
    media.setResult(undefined, '');
    expect([before.paused, after.paused, after.src]).toEqual([false, true, '']);
    expect(before.currentTime).toBeCloseTo(5.25);
    media.remove();
    expect(before.paused).toBe(true);
  });
});
