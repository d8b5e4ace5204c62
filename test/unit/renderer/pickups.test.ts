import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noDefaults } from '#shared/narration/shape.ts';
import type { Pickup } from '#shared/narration/pickups.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { documentFromJson } from '#shared/narration/document.ts';
import { lastPickupOrder } from '../../../src-renderer/features/narration/pickups/pickup-order.ts';
import { PickupsStore } from '../../../src-renderer/features/narration/pickups/pickups-store.ts';
import type { Moment } from '../../../src-renderer/audio/player.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores, SilentPlayer } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';

class FakePlayer extends SilentPlayer {
  seconds = 0;
  readonly done: string[] = [];
  #listener: (moment: Moment) => void = () => undefined;
  override seek = (seconds: number): void => {
    this.seconds = seconds;
    this.done.push(`seek ${String(seconds)}`);
  };
  override playFrom = (seconds: number): void => {
    this.mode = 'playing';
    this.seconds = seconds;
    this.done.push(`play ${String(seconds)}`);
  };
  override stop = (): void => {
    this.mode = 'stopped';
    this.done.push('stop');
  };
  override onMoment = (listener: (moment: Moment) => void) => {
    this.#listener = listener;
    return () => {
      this.#listener = () => undefined;
    };
  };
  /** As if it had played on to here. */
  reach(seconds: number): void {
    while (this.seconds < seconds && this.mode === 'playing') {
      this.seconds = Math.min(seconds, this.seconds + 0.5);
      this.#listener(this.moment());
    }
  }
  override moment(): Moment {
    return { ...super.moment(), mode: this.mode, seconds: this.seconds };
  }
}

const texts = { block0001: 'The lamp burns.', block0002: 'Nobody came.', block0003: 'The sea rose.' };
const lamp = takeOf('block0001', texts.block0001, {
  samples: 480_000,
  words: [
    { text: 'The', startMs: 0, endMs: 300 },
    { text: 'lamp', startMs: 300, endMs: 700 },
    { text: 'burns.', startMs: 700, endMs: 1000 },
  ],
  alignment: 'complete',
});
const sea = takeOf('block0003', texts.block0003);
const project = projectOf(
  'project01',
  { chapter01: { block0001: texts.block0001, block0002: texts.block0002 }, chapter02: { block0003: texts.block0003 } },
  [lamp, sea],
);
const pickup = (id: string, extra: Partial<Pickup> = {}): Pickup => ({
  id,
  chapterId: 'chapter01',
  blockId: 'block0001',
  takeId: lamp.id,
  kind: 'noise',
  startMs: 5000,
  endMs: 5500,
  text: '',
  score: 0.5,
  note: '',
  state: 'open',
  by: 'check',
  ...extra,
});
const hum = pickup('humming0');
const cut = pickup('cutting0', { kind: 'truncated', score: 0.9, startMs: 9000, endMs: 9900 });
const far = pickup('faraway0', {
  kind: 'missing-words',
  score: 0.7,
  blockId: 'block0003',
  takeId: sea.id,
  chapterId: 'chapter02',
  startMs: 400,
  endMs: 500,
});

let stored: Pickup[];
let player: FakePlayer;
let stores: ReturnType<typeof createFakeStores>;
let pickups: PickupsStore;
let stop: () => void;
const kept = new Map<string, string>();

const listed = () => pickups.store.getState().listed.map(({ pickup: { id } }) => id);
const choose = (id: string): void => {
  const placed = pickups.store.getState().listed.find((one) => one.pickup.id === id);
  if (!placed) throw new Error(`${id} is not listed`);
  pickups.select(placed);
};
const manuscript = () => stores.project.openManuscript()!;
/** The sound of the chapter that is shown comes. */
function soundComes(chapterId: string): void {
  const chapter = project.chapters.find(({ id }) => id === chapterId)!;
  const defaults = { ...noDefaults, voiceId: 'anna', modelId: null };
  const timeline = buildTimeline(documentFromJson(chapter.document), [lamp, sea], defaults, 'local');
  const sound = { audioUrl: chapterId, peaksUrl: chapterId, seconds: timeline.samples / 48_000, timeline };
  player.setSound(sound);
  stores.player.store.setState({ sound });
}

beforeAll(() => {
  vi.stubGlobal('window', new EventTarget());
});
afterAll(() => vi.unstubAllGlobals());
afterEach(() => stop());
beforeEach(async () => {
  stored = [hum, cut, far];
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  fakeStudio.reset({
    'project.open': () => project,
    'project.resume': () => project,
    'project.close': () => null,
    'project.update': () => null,
    'pickups.list': () => ({ pickups: stored, checked: [lamp.id] }),
    'pickups.change': () => null,
    'pickups.export': () => ({ name: 'Pickups.csv', path: null, url: null }),
  });
  player = new FakePlayer();
  stores = createFakeStores({ audio: player });
  await stores.host.connectHost();
  stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } });
  await stores.project.openProject(project.path);
  pickups = new PickupsStore(stores);
  stop = pickups.watchPickups();
  await vi.waitFor(() => expect(pickups.store.getState().pickups.size).toBe(3));
});

describe('the list', () => {
  it('has the pickups of every take that sounds, the worst first', () => {
    expect(listed()).toEqual(['cutting0', 'faraway0', 'humming0']);
  });

  it('follows what a check reports, and says nothing of another project', async () => {
    const loud = pickup('loudness', { kind: 'level', score: 1 });
    const change = { put: [loud], removed: ['humming0'], checked: [sea.id] };
    stores.studio.take({ type: 'pickups', projectId: 'project02', change });
    stores.studio.take({ type: 'pickups', projectId: 'project01', change });
    await vi.waitFor(() => expect(listed()).toEqual(['loudness', 'cutting0', 'faraway0']));
    expect([...pickups.store.getState().checked]).toEqual([lamp.id, sea.id]);
  });

  it('says how far the checks of many takes are, and lets a person stop them and go on', async () => {
    fakeStudio.answers['pickups.stop-checks'] = () => null;
    fakeStudio.answers['pickups.check'] = () => null;
    const checks = (projectId: string, done: number, total: number) => stores.studio.take({ type: 'checks', projectId, done, total });
    const shown = () => [pickups.store.getState().checks, pickups.store.getState().areChecksStopped];
    checks('project02', 3, 900);
    checks('project01', 1, 2);
    expect(shown()).toEqual([undefined, false]);
    checks('project01', 3, 900);
    expect(shown()).toEqual([{ done: 3, total: 900 }, false]);
    await pickups.stopChecks();
    checks('project01', 0, 0);
    expect(shown()).toEqual([undefined, true]);
    await pickups.checkRest();
    expect(shown()).toEqual([undefined, false]);
    expect(['pickups.stop-checks', 'pickups.check'].map((name) => fakeStudio.inputs(name as 'pickups.check'))).toEqual([
      [{ projectId: 'project01' }],
      [{ projectId: 'project01' }],
    ]);
  });

  it('awaits the check of a take that has come until its findings are listed, or its checks are over', async () => {
    const awaited = () => [...pickups.store.getState().awaited];
    const checks = (done: number, total: number) => stores.studio.take({ type: 'checks', projectId: 'project01', done, total });
    stores.project.addTake({ ...lamp, id: 'take0broken', state: 'incomplete', createdAt: 8 });
    expect(awaited()).toEqual([]);
    stores.project.addTake({ ...lamp, id: 'take0newer', createdAt: 9 });
    expect(awaited()).toEqual(['take0newer']);
    checks(0, 1);
    stores.project.addTake({ ...sea, id: 'take0later', createdAt: 9 });
    const clips = pickup('clipping', { kind: 'clipped', takeId: 'take0newer' });
    const change = { put: [clips], removed: [], checked: ['take0newer'] };
    stores.studio.take({ type: 'pickups', projectId: 'project01', change });
    checks(0, 0);
    await vi.waitFor(() => expect(awaited()).toEqual(['take0later']));
    expect(listed()).toEqual(['clipping']);
    checks(0, 1);
    checks(0, 0);
    await vi.waitFor(() => expect(awaited()).toEqual([]));
  });

  it('hides the pickups of a take once another one sounds', async () => {
    stores.project.addTake({ ...lamp, id: 'take0newer', createdAt: 9 });
    await vi.waitFor(() => expect(listed()).toEqual(['faraway0']));
  });

  it('is that of the project that is open', async () => {
    fakeStudio.answers['project.open'] = () => projectOf('project02', { chapter09: { block0009: 'Elsewhere.' } });
    fakeStudio.answers['pickups.list'] = () => ({ pickups: [], checked: [] });
    await stores.project.openProject('/project02.voicewright');
    expect(listed()).toEqual([]);
    await vi.waitFor(() => expect(fakeStudio.inputs('pickups.list').at(-1)).toEqual({ projectId: 'project02' }));
  });
});

describe('going through the list', () => {
  it('selecting a pickup moves the playhead there and brings its block into sight', () => {
    soundComes('chapter01');
    choose('humming0');
    expect(player.done).toEqual(['seek 5']);
    expect(pickups.store.getState().reveal).toEqual({ chapterId: 'chapter01', blockId: 'block0001' });
  });

  it('a pickup of another chapter shows that chapter, and the playhead goes there once its sound has come', () => {
    soundComes('chapter01');
    choose('faraway0');
    expect(stores.project.store.getState().chapterId).toBe('chapter02');
    expect(player.done).toEqual([]);
    soundComes('chapter02');
    expect(player.done).toEqual(['seek 0.4']);
  });

  it('next and previous go around', () => {
    const at = () => pickups.current()?.pickup.id;
    const seen = [1, 1, 1, 1, -1, -1].map((by) => {
      pickups.step(by as 1 | -1);
      return at();
    });
    expect(seen).toEqual(['cutting0', 'faraway0', 'humming0', 'cutting0', 'humming0', 'faraway0']);
  });

  it('going to the next one shows the list, takes no focus, and leaves that in the script of another chapter where it was in one', () => {
    pickups.step(1, true);
    expect(pickups.store.getState()).toMatchObject({ isShown: true, askedFor: 1, wantsFocus: undefined });
    pickups.step(1, true);
    expect(stores.project.store.getState().chapterId).toBe('chapter02');
    expect(stores.window.store.getState().focusScript).toBe(true);
    pickups.step(1);
    expect(stores.project.store.getState().chapterId).toBe('chapter01');
    expect(stores.window.store.getState().focusScript).toBe(false);
  });

  it('plays two seconds before and after, and leaves the playhead at the pickup', () => {
    soundComes('chapter01');
    choose('humming0');
    pickups.playAround();
    player.reach(7);
    expect(player.done).toEqual(['seek 5', 'play 3']);
    player.reach(8);
    expect(player.done).toEqual(['seek 5', 'play 3', 'stop', 'seek 5']);
  });

  it('playing around goes no further once a person moved the playhead', () => {
    soundComes('chapter01');
    choose('humming0');
    pickups.playAround();
    player.reach(4);
    player.seconds = 0;
    player.reach(10);
    expect(player.done).toEqual(['seek 5', 'play 3']);
  });
});

describe('what is done about a pickup', () => {
  it('an accepted pickup leaves the list, the next one is selected, and undo opens it again in its turn', async () => {
    choose('cutting0');
    pickups.accept();
    expect(listed()).toEqual(['faraway0', 'humming0']);
    expect(pickups.current()?.pickup.id).toBe('faraway0');
    expect(fakeStudio.inputs('pickups.change').at(-1)).toMatchObject({ put: [{ ...cut, state: 'accepted' }], removed: [] });
    expect(stores.project.store.getState().canUndo).toBe(true);
    manuscript().undo();
    expect(listed()).toEqual(['cutting0', 'faraway0', 'humming0']);
    expect(stores.project.store.getState()).toMatchObject({ canUndo: false, canRedo: true });
    manuscript().redo();
    expect(listed()).toEqual(['faraway0', 'humming0']);
    await vi.waitFor(() => expect(fakeStudio.inputs('pickups.change')).toHaveLength(3));
  });

  it('a pickup that a kept repair settles is accepted once, and one undo opens it with the act that it joins', () => {
    stores.project.setBlocks(['block0001'], () => ({ pauseMs: 900 }));
    choose('cutting0');
    expect(pickups.settle('cutting0', manuscript().lastAct)).toBe(true);
    expect(listed()).toEqual(['faraway0', 'humming0']);
    expect(pickups.current()?.pickup.id).toBe('faraway0');
    expect(pickups.settle('cutting0', undefined)).toBe(false);
    manuscript().undo();
    expect(listed()).toEqual(['cutting0', 'faraway0', 'humming0']);
    expect(stores.project.store.getState().canUndo).toBe(false);
  });

  it('the list stands in the order that was chosen, and Next follows it', () => {
    expect(listed()).toEqual(['cutting0', 'faraway0', 'humming0']);
    choose('cutting0');
    pickups.setOrder('place');
    expect(listed()).toEqual(['humming0', 'cutting0', 'faraway0']);
    expect(pickups.current()?.pickup.id).toBe('cutting0');
    pickups.step(1);
    expect(pickups.current()?.pickup.id).toBe('faraway0');
    pickups.setOrder('kind');
    expect(listed()).toEqual(['faraway0', 'cutting0', 'humming0']);
    expect(lastPickupOrder.get()).toBe('kind');
  });

  it('accepted pickups are shown when they are asked for, and can be opened again', () => {
    choose('cutting0');
    pickups.accept();
    pickups.setShowAccepted(true);
    choose('cutting0');
    pickups.accept();
    expect(pickups.current()?.pickup.state).toBe('open');
  });

  it('what main refuses is shown, and the list is as main has it', async () => {
    fakeStudio.answers['pickups.change'] = refuse('disk-full');
    choose('cutting0');
    pickups.accept();
    await vi.waitFor(() => expect(listed()).toEqual(['cutting0', 'faraway0', 'humming0']));
    expect(fakeStudio.toasts).toHaveLength(1);
  });

  it('a mark names the word that is spoken, stays with its block, and undo takes it away', () => {
    soundComes('chapter01');
    player.mode = 'playing';
    player.seconds = 0.5;
    pickups.mark();
    const mark = pickups.current()?.pickup;
    expect(mark).toMatchObject({ kind: 'mark', blockId: 'block0001', takeId: lamp.id, startMs: 500, endMs: 500, text: 'lamp', score: 1 });
    expect(listed()[0]).toBe(mark?.id);
    stores.project.addTake({ ...lamp, id: 'take0newer', createdAt: 9 });
    pickups.refresh();
    expect(listed()).toEqual([mark?.id, 'faraway0']);
    manuscript().undo();
    expect(listed()).toEqual(['faraway0']);
  });

  it('words of the script are marked where the take says them, wherever the playhead is, and undo takes the mark away', () => {
    soundComes('chapter01');
    player.seconds = 9;
    expect(pickups.whyNotMarked('block0001')).toBeUndefined();
    pickups.markWords({ blockId: 'block0001', from: 5, to: 5 });
    const mark = pickups.current()?.pickup;
    expect(mark).toMatchObject({ kind: 'mark', takeId: lamp.id, startMs: 300, endMs: 700, text: 'lamp', by: 'person' });
    expect(fakeStudio.announced).toContain(messages.pickups.marked);
    expect(player.done).toEqual([]);
    manuscript().undo();
    expect(listed()).toEqual(['cutting0', 'faraway0', 'humming0']);
  });

  it('words of a block without audio cannot be marked, and it is said why', () => {
    expect(pickups.whyNotMarked('block0002')).toBe(messages.pickups.markNeedsAudio);
    expect(pickups.whyNotMarked(undefined)).toBe(messages.voicing.placeCaretOnWord);
    pickups.markWords({ blockId: 'block0002', from: 1, to: 1 });
    expect(fakeStudio.inputs('pickups.change')).toEqual([]);
  });

  it('without sound there is nothing to mark, and that is announced', () => {
    pickups.mark();
    expect(fakeStudio.announced).toContain(messages.pickups.nothingPlays);
    expect(fakeStudio.inputs('pickups.change')).toEqual([]);
  });

  it('a note is written to the pickup as it is by then', () => {
    choose('cutting0');
    pickups.accept();
    pickups.writeNote('cutting0', 'Breath');
    expect(pickups.store.getState().pickups.get('cutting0')).toMatchObject({ state: 'accepted', note: 'Breath' });
  });
});

it('a chapter is proofed by its blocks that were checked and have nothing open; one that nobody checked has no figure', () => {
  expect([...pickups.proofedByChapter()]).toEqual([['chapter01', 0]]);
  for (const id of ['cutting0', 'humming0']) {
    choose(id);
    pickups.accept();
  }
  expect([...pickups.proofedByChapter()]).toEqual([['chapter01', 50]]);
});

describe('CSV', () => {
  const header = 'chapter,block,kind,start,end,text,note,state,score';

  it('what goes out names chapters and blocks by number, in reading order', async () => {
    await pickups.exportCsv();
    const { rows } = fakeStudio.inputs('pickups.export')[0] as { rows: { chapter: number; block: number; kind: string }[] };
    expect(rows.map(({ chapter, block, kind }) => [chapter, block, kind])).toEqual([
      [1, 1, 'noise'],
      [1, 1, 'truncated'],
      [2, 1, 'missing-words'],
    ]);
  });

  it('a row for a pickup that is there changes it, another one is added, and one undo takes all of it back', () => {
    pickups.importCsv(`${header}\n1,1,noise,5000,5500,,Traffic,accepted,0.5\n2,1,mark,10,20,sea,Softer,open,1\n`);
    expect(pickups.store.getState().pickups.get('humming0')).toMatchObject({ note: 'Traffic', state: 'accepted' });
    const added = [...pickups.store.getState().pickups.values()].find(({ kind }) => kind === 'mark');
    expect(added).toMatchObject({ blockId: 'block0003', chapterId: 'chapter02', takeId: sea.id, startMs: 10, endMs: 20, note: 'Softer' });
    expect(pickups.store.getState().pickups.size).toBe(4);
    manuscript().undo();
    expect(listed()).toEqual(['cutting0', 'faraway0', 'humming0']);
  });

  it.each([
    ['1,1,noise,0,1,,,open,1\n9,1,noise,0,1,,,open,1', 'pickups.csvNoChapter'],
    ['1,1,noise,0,1,,,open,1\n1,7,noise,0,1,,,open,1', 'pickups.csvNoBlock'],
    ['1,1,noise,0,1,,,open,1\n1,2,noise,0,1,,,open,1', 'pickups.csvNoAudio'],
  ])('a bad row is named by its line and changes nothing: %j', (rows, id) => {
    pickups.importCsv(`${header}\n${rows}\n`);
    expect(pickups.store.getState().failure).toMatchObject({ kind: 'unprocessable', text: { values: [3, { id }] } });
    expect(pickups.store.getState().pickups.size).toBe(3);
    expect(fakeStudio.inputs('pickups.change')).toEqual([]);
  });
});
