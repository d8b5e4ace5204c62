import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import {
  candidatesOf,
  ComparisonStore,
  isHidden,
  nameOfCompared,
  type Compared,
} from '../../../src-renderer/features/design/comparison-store.ts';
import { DesignsStore } from '../../../src-renderer/features/design/designs-store.ts';
import { messages } from '#shared/messages/index.ts';

const fake = {
  calls: [] as unknown[],
  tell: undefined as unknown as (state: Record<string, unknown>) => void,
  player: undefined as unknown as { loop: boolean; place: number },
  paused: 0,
  stopped: 0,
  /** How `shuffled` is seen: the last comes first. */
  shuffles: 0,
};
class FakePlayer {
  loop = false;
  place = 0.25;
  seek = (place: number) => void fake.calls.push(['seek', place]);
  setSounds = (items: readonly { id: string }[]) => void fake.calls.push(['sounds', items.map(({ id }) => id)]);
  hear = (id: string) => void fake.calls.push(['hear', id]);
  toggle = () => void fake.calls.push('toggle');
  pause = () => void fake.calls.push('pause');
  stop = () => void fake.calls.push('stop');
}
const stores = createFakeStores();
const usePlayer = stores.player.store;
const useSounds = stores.sounds.store;
const useDesigns = new DesignsStore(stores).store;
const {
  addVoice,
  choose,
  chooseHeard,
  comparedPlace,
  compareDesign,
  hearNumber,
  removeVoice,
  reveal,
  score,
  scoreHeard,
  seekCompared,
  setBlind,
  setLoop,
  stopComparison,
  toggleComparison,
  store: useComparison,
  watchComparison,
} = new ComparisonStore({
  ...stores,
  createPlayer: (onState) => {
    fake.tell = onState as never;
    fake.player = new FakePlayer();
    return fake.player as never;
  },
  designs: {
    store: useDesigns,
    markDesign: (...call) => {
      fake.calls.push(['mark', ...call]);
      return Promise.resolve(true);
    },
    startSaving: (id) => void fake.calls.push(['save', id]),
  },
  player: { store: usePlayer, player: { pause: () => void (fake.paused += 1) } as never },
  sounds: { store: useSounds, stopSounds: () => void (fake.stopped += 1) },
  shuffled: (items) => {
    fake.shuffles += 1;
    return [...items].reverse();
  },
});

const candidate = (candidateId: string, provider: string | null = 'alpha', hasPreview = true) => ({
  candidateId,
  provider,
  preview: hasPreview ? { url: `/bytes/${candidateId}`, contentType: 'audio/wav' } : null,
});
const design = (id: string, candidates: unknown[], marks: object = {}): DesignRecord =>
  ({ operation: { operationId: id }, candidates, marks: { scores: {}, revealed: false, ...marks } }) as never;
const open = (record: DesignRecord | undefined): void => useDesigns.setState({ open: record } as never);
const state = useComparison.getState;
const ids = () => state().items.map(({ id }) => id);
const voice = (voiceId: string) => ({ voiceId, name: `Voice ${voiceId}`, file: { url: `/bytes/${voiceId}` } as never });
const abc = design('design1', [candidate('a'), candidate('b', 'beta'), candidate('c')]);

beforeEach(() => {
  Object.assign(fake, { paused: 0, stopped: 0, shuffles: 0 });
  fakeStudio.reset();
  open(undefined);
  usePlayer.setState({ mode: 'stopped', paused: false });
  useSounds.setState({ paused: true });
  useComparison.setState(useComparison.getInitialState(), true);
  fake.calls.length = 0;
});
afterEach(() => useComparison.setState(useComparison.getInitialState(), true));

describe('what is compared', () => {
  it('is every candidate that can be heard', () => {
    expect(candidatesOf(design('design1', [candidate('a'), candidate('b', null), candidate('c', 'beta', false)]))).toEqual([
      { id: 'a', kind: 'candidate', candidateId: 'a', provider: 'alpha', url: '/bytes/a', contentType: 'audio/wav' },
      { id: 'b', kind: 'candidate', candidateId: 'b', provider: null, url: '/bytes/b', contentType: 'audio/wav' },
    ]);
  });

  it('of a design is shuffled while it is blind, in its order otherwise, and the one before is stopped', () => {
    useComparison.setState({ heard: 'x' });
    compareDesign(abc);
    expect(state()).toMatchObject({ designId: 'design1', heard: undefined });
    expect(ids()).toEqual(['c', 'b', 'a']);
    expect(fake.calls).toEqual(['stop', ['sounds', ['c', 'b', 'a']]]);
    compareDesign(design('design2', abc.candidates, { revealed: true }));
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('of the same design stays as it is; a further candidate comes in without a stop, and added voices stay', () => {
    open(abc);
    compareDesign(abc);
    addVoice(voice('v1'));
    useComparison.setState({ heard: 'a' });
    const before = state().items;
    fake.calls.length = 0;
    compareDesign(design('design1', abc.candidates, { scores: { a: 1 } }));
    expect(state().items).toBe(before);
    expect(fake.calls).toEqual([]);
    compareDesign(design('design1', [...abc.candidates, candidate('d')]));
    expect([...ids()].sort()).toEqual(['a', 'b', 'c', 'd', 'voice:v1']);
    expect(state().heard).toBe('a');
    expect(fake.calls).not.toContain('stop');
    compareDesign(design('design1', [candidate('a'), candidate('b'), candidate('c'), candidate('x')]));
    expect([...ids()].sort()).toEqual(['a', 'b', 'c', 'voice:v1', 'x']);
  });

  it('of another design has no voice of the one before; of none is nothing', () => {
    compareDesign(abc);
    addVoice(voice('v1'));
    compareDesign(design('design2', [candidate('z')]));
    expect(ids()).toEqual(['z']);
    compareDesign(undefined);
    expect(state()).toMatchObject({ designId: undefined, items: [] });
  });

  it('is nine sounds at most', () => {
    compareDesign(
      design(
        'design1',
        Array.from({ length: 12 }, (_, index) => candidate(`c${index}`)),
      ),
    );
    expect(ids()).toHaveLength(9);
    addVoice(voice('v1'));
    expect(ids()).not.toContain('voice:v1');
    removeVoice('c0');
    addVoice(voice('v1'));
    expect(ids()).toHaveLength(9);
  });

  it('takes a voice once, in an order of its own while it is blind and at the end otherwise', () => {
    open(abc);
    compareDesign(abc);
    addVoice(voice('v1'));
    expect(ids()).toEqual(['voice:v1', 'a', 'b', 'c']);
    addVoice(voice('v1'));
    expect(ids()).toHaveLength(4);
    useComparison.setState({ blind: false });
    addVoice(voice('v2'));
    expect(ids().at(-1)).toBe('voice:v2');
    expect(state().items.at(-1)).toEqual({ id: 'voice:v2', kind: 'voice', voiceId: 'v2', name: 'Voice v2', url: '/bytes/v2' });
    removeVoice('voice:v1');
    expect(ids()).toEqual(['a', 'b', 'c', 'voice:v2']);
    expect(fake.calls.at(-1)).toEqual(['sounds', ['a', 'b', 'c', 'voice:v2']]);
  });
});

describe('whose is whose', () => {
  it('is hidden while it is blind and not revealed', () => {
    expect(isHidden(true, abc)).toBe(true);
    expect(isHidden(true, undefined)).toBe(true);
    expect(isHidden(false, abc)).toBe(false);
    expect(isHidden(true, design('d', [], { revealed: true }))).toBe(false);
  });

  it('is hidden again by another shuffle, and shown without one', () => {
    open(abc);
    compareDesign(abc);
    fake.calls.length = 0;
    setBlind(false);
    expect([state().blind, ids()]).toEqual([false, ['c', 'b', 'a']]);
    expect(fake.calls).toEqual([]);
    setBlind(true);
    expect([state().blind, ids()]).toEqual([true, ['a', 'b', 'c']]);
    expect(fake.calls).toEqual([
      ['mark', 'design1', { revealed: false }],
      ['sounds', ['a', 'b', 'c']],
    ]);
    expect(fakeStudio.announced).toEqual([messages.design.namesShown, messages.design.blindOn]);
  });

  it('is revealed of the open design alone', () => {
    reveal();
    expect([fake.calls, fakeStudio.announced]).toEqual([[], []]);
    open(abc);
    reveal();
    expect(fake.calls).toEqual([['mark', 'design1', { revealed: true }]]);
    expect(fakeStudio.announced).toEqual([messages.design.namesShown]);
  });
});

describe('hearing', () => {
  it('is by numbers from 1', () => {
    compareDesign(abc);
    fake.calls.length = 0;
    for (const number of [0, 1, 3, 4]) hearNumber(number);
    expect(fake.calls).toEqual([
      ['hear', 'c'],
      ['hear', 'a'],
    ]);
  });

  it('goes to the player, which says how far it is', () => {
    seekCompared(0.5);
    toggleComparison();
    stopComparison();
    expect(fake.calls).toEqual([['seek', 0.5], 'toggle', 'stop']);
    expect(comparedPlace()).toBe(0.25);
    setLoop(true);
    expect([fake.player.loop, state().loop]).toEqual([true, true]);
  });

  it('silences the chapter and other sounds, and a pause leaves them alone', () => {
    usePlayer.setState({ mode: 'chapter' as never });
    fake.tell({ playing: true, heard: 'a' });
    expect(fake).toMatchObject({ paused: 1, stopped: 1 });
    expect(state()).toMatchObject({ playing: true, heard: 'a' });
    fake.tell({ playing: false });
    usePlayer.setState({ mode: 'stopped' });
    fake.tell({ playing: true });
    expect(fake).toMatchObject({ paused: 1, stopped: 2 });
  });
});

describe('choosing', () => {
  beforeEach(() => {
    open(abc);
    compareDesign(abc);
    fake.calls.length = 0;
  });

  it('makes what is heard the winner, reveals it and opens the form that saves it', () => {
    chooseHeard();
    expect(fake.calls).toEqual([]);
    useComparison.setState({ heard: 'b' });
    chooseHeard();
    expect(fake.calls).toEqual([
      ['mark', 'design1', { winner: 'b', revealed: true }],
      ['save', 'b'],
    ]);
    expect(fakeStudio.announced).toEqual([messages.design.winnerChosen('Beta')]);
  });

  it('says of a design that has expired that none of its candidates can be saved; a voice is chosen still', () => {
    useDesigns.setState({ expired: new Set(['design1']) });
    addVoice(voice('v1'));
    fake.calls.length = 0;
    useComparison.setState({ heard: 'b' });
    chooseHeard();
    expect(fake.calls).toEqual([]);
    expect(fakeStudio.announced.at(-1)).toBe(messages.design.candidateExpired);
    choose(state().items.find(({ kind }) => kind === 'voice')!);
    expect(fake.calls).toHaveLength(1);
    useDesigns.setState({ expired: new Set() });
  });

  it('a voice that there is already opens no form', () => {
    addVoice(voice('v1'));
    fake.calls.length = 0;
    choose(state().items.find(({ kind }) => kind === 'voice')!);
    expect(fake.calls).toEqual([['mark', 'design1', { winner: 'voice:v1', revealed: true }]]);
    open(undefined);
    choose(state().items[0]!);
    expect(fake.calls).toHaveLength(1);
  });
});

describe('scores', () => {
  const marked = (scores: object) => open(design('design1', abc.candidates, { scores }));

  it('are 1 to 5, and 0 takes one away', () => {
    marked({ a: 2, b: 3 });
    for (const points of [5, 9, 0, -1]) score('a', points);
    expect(fake.calls).toEqual([
      ['mark', 'design1', { scores: { b: 3, a: 5 } }],
      ['mark', 'design1', { scores: { b: 3, a: 5 } }],
      ['mark', 'design1', { scores: { b: 3 } }],
      ['mark', 'design1', { scores: { b: 3 } }],
    ]);
    open(undefined);
    score('a', 1);
    expect(fake.calls).toHaveLength(4);
  });

  it('of what is heard go up and down by one, and its number is announced', () => {
    open(abc);
    compareDesign(abc);
    marked({ b: 5 });
    fake.calls.length = 0;
    scoreHeard(1);
    useComparison.setState({ heard: 'b' });
    scoreHeard(1);
    scoreHeard(-1);
    useComparison.setState({ heard: 'a' });
    scoreHeard(1);
    scoreHeard(-1);
    expect(fake.calls.map((call) => (call as unknown[])[2])).toEqual([
      { scores: { b: 5 } },
      { scores: { b: 4 } },
      { scores: { b: 5, a: 1 } },
      { scores: { b: 5 } },
    ]);
    expect(fakeStudio.announced).toEqual([
      messages.design.scoreSet('2', '5'),
      messages.design.scoreSet('2', '4'),
      messages.design.scoreSet('3', '1'),
      messages.design.scoreSet('3', '0'),
    ]);
    open(undefined);
    scoreHeard(1);
    expect(fake.calls).toHaveLength(4);
  });
});

it('a candidate is named by its provider, with a number where that has several; a voice by its name', () => {
  const items = candidatesOf(design('d', [candidate('b'), candidate('a'), candidate('c', 'beta'), candidate('d', null)]));
  const all: Compared[] = [{ id: 'voice:v', kind: 'voice', voiceId: 'v', name: 'Ada', url: '' }, ...items];
  expect(all.map((item) => nameOfCompared(item, all))).toEqual(['Ada', 'Alpha 2', 'Alpha 1', 'Beta', 'Candidate']);
});

describe('while the comparison is shown', () => {
  it('it follows the open design, and stops with the panel', () => {
    open(abc);
    const off = watchComparison();
    expect(state().designId).toBe('design1');
    open(design('design2', [candidate('z')]));
    expect(state().designId).toBe('design2');
    fake.calls.length = 0;
    off();
    expect(fake.calls).toEqual(['stop']);
    open(abc);
    usePlayer.setState({ mode: 'chapter' as never });
    useSounds.setState({ paused: false });
    expect(state().designId).toBe('design2');
    expect(fake.calls).toEqual(['stop']);
  });

  it('it pauses where the chapter or another sound plays, and only while it plays itself', () => {
    const off = watchComparison();
    const pauses = () => fake.calls.filter((call) => call === 'pause').length;
    usePlayer.setState({ mode: 'chapter' as never });
    useSounds.setState({ paused: false });
    expect(pauses()).toBe(0);
    useComparison.setState({ playing: true });
    usePlayer.setState({ paused: true });
    usePlayer.setState({ mode: 'stopped', paused: false });
    useSounds.setState({ paused: true });
    expect(pauses()).toBe(0);
    usePlayer.setState({ mode: 'chapter' as never });
    expect(pauses()).toBe(1);
    useSounds.setState({ paused: false });
    expect(pauses()).toBe(2);
    off();
  });
});
