import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { partsIdOf } from '#shared/narration/parts.ts';
import type { Take } from '#shared/narration/take.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { RepairStore } from '../../../src-renderer/features/narration/repair/repair-store.ts';

const text = 'The lamp burns. Nobody came. The sea rose.';
const before = takeOf('block0001', text, { id: 'take000000before' });
const after = takeOf('block0001', text, {
  id: 'take0000000after',
  createdAt: 2,
  derivedFrom: [{ takeId: before.id, startMs: 0, endMs: 500, gainDb: 0 }],
});
const project = projectOf('project01', { chapter01: { block0001: text } }, [before]);
const plan = { texts: ['Nobody came.'], isWhole: false, characters: 12, credits: 12, learnedFrom: 3 };
const selection = { from: 16, to: 22 };

let stores: ReturnType<typeof createFakeStores>;
let repair: RepairStore;
let played: [string, string][];
let heard: string | undefined;
let settled: { pickupId: string; joins: object | undefined }[];
const settle = (pickupId: string, joins: object | undefined): boolean => settled.push({ pickupId, joins }) > 0;
const shown = () => repair.store.getState().repair;
const chosen = () => blocksOf(stores.project.openManuscript()!.document('chapter01'))[0]!.attributes.takeId;

beforeEach(async () => {
  fakeStudio.reset({
    'project.open': () => project,
    'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
    'speech.repair-plan': () => plan,
    'speech.repair': () => {
      stores.project.addTake(after);
      return { takeId: after.id, beforeTakeId: before.id, reused: false, creditsUsed: 12 };
    },
  });
  stores = createFakeStores();
  await stores.host.connectHost();
  await stores.project.openProject(project.path);
  played = [];
  heard = undefined;
  settled = [];
  const takes = {
    store: { getState: () => ({ heard }) } as never,
    playOfPair: (take: Take, other: Take) => void played.push([take.id, other.id]),
    stopTakes: () => undefined,
  };
  repair = new RepairStore({ ...stores, takes, pickups: { settle } });
});

async function repaired(): Promise<void> {
  await repair.openRepair({ blockId: 'block0001', selection });
  await repair.generateRepair();
}

describe('a repair in the window', () => {
  it('shows what it would generate and cost, and sends nothing before a person agrees', async () => {
    await repair.openRepair({ blockId: 'block0001', selection });
    expect(shown()).toMatchObject({ step: 'asking', plan });
    expect(fakeStudio.inputs('speech.repair-plan')).toEqual([
      { projectId: 'project01', chapterId: 'chapter01', blockId: 'block0001', selection },
    ]);
    repair.closeRepair();
    expect(shown()).toBeUndefined();
    expect(fakeStudio.inputs('speech.repair')).toEqual([]);
  });

  it('gives the block the repaired take as one act: undo of the script brings the old one back and ends the comparison', async () => {
    await repaired();
    const stop = repair.watchRepair();
    expect(shown()).toMatchObject({ step: 'comparing', beforeId: before.id, afterId: after.id });
    expect(chosen()).toBe(after.id);
    stores.project.openManuscript()!.undo();
    expect(chosen()).toBeNull();
    expect(shown()).toBeUndefined();
    stop();
  });

  it('is undone by its own button also after other edits, and kept by another', async () => {
    await repaired();
    stores.project.setBlocks(['block0001'], () => ({ pauseMs: 900 }));
    repair.undoRepair();
    expect(chosen()).toBeNull();
    expect(shown()).toBeUndefined();
    await repaired();
    repair.keepRepair();
    expect(chosen()).toBe(after.id);
    expect(shown()).toBeUndefined();
  });

  it('accepts the pickup that it was made for when it is kept, as one act with the choice of its take, and not when it is undone', async () => {
    await repair.acceptOffer({ blockId: 'block0001', selection, plan, pickupId: 'pickup01' });
    expect(shown()).toMatchObject({ step: 'comparing', pickupId: 'pickup01' });
    repair.undoRepair();
    expect(settled).toEqual([]);
    await repair.openRepair({ blockId: 'block0001', selection, pickupId: 'pickup01' });
    await repair.retryRepair();
    await repair.generateRepair();
    const { lastAct } = stores.project.openManuscript()!;
    repair.keepRepair();
    expect(settled).toEqual([{ pickupId: 'pickup01', joins: lastAct }]);
    expect(lastAct).toBeDefined();
    await repaired();
    repair.keepRepair();
    expect(settled).toHaveLength(1);
  });

  it('plays after and before in turn with one key, and either by name', async () => {
    await repaired();
    repair.hearRepair();
    heard = after.id;
    repair.hearRepair();
    repair.hearRepair('after');
    expect(played).toEqual([
      [after.id, before.id],
      [before.id, after.id],
      [after.id, before.id],
    ]);
  });

  it('plays either side with the playhead of the chapter at the block that was repaired', async () => {
    await repaired();
    const document = stores.project.openManuscript()!.document('chapter01');
    const timeline = buildTimeline(document, [before, after], { ...noDefaults, voiceId: 'anna' }, 'local');
    const moved = { ...timeline, blocks: timeline.blocks.map((block) => ({ ...block, start: 96_000 })) };
    const seek = vi.fn<(seconds: number) => void>();
    Object.assign(stores.player.player, { sound: { timeline: moved }, seek });
    repair.hearRepair('before');
    expect(seek.mock.calls).toEqual([[2]]);
  });

  it('is offered with its price where some sentences of a block changed, and generated in one press', async () => {
    await repair.offerChanged('block0001');
    expect(repair.store.getState().offer).toEqual({ blockId: 'block0001', plan });
    await repair.acceptOffer();
    expect(shown()).toMatchObject({ step: 'comparing', afterId: after.id });
    expect(fakeStudio.inputs('speech.repair')).toEqual([{ projectId: 'project01', chapterId: 'chapter01', blockId: 'block0001' }]);
  });

  it('is not offered where the whole block would be generated, where it cannot be, or where nothing is selected', async () => {
    for (const answer of [() => ({ ...plan, isWhole: true }), refuse('conflict')]) {
      await repair.offerChanged('block0001');
      fakeStudio.answers['speech.repair-plan'] = answer;
      await repair.offerChanged('block0001');
      expect(repair.store.getState().offer).toBeUndefined();
      fakeStudio.answers['speech.repair-plan'] = () => plan;
    }
    await repair.offerChanged('block0001');
    await repair.offerChanged(undefined);
    expect(repair.store.getState().offer).toBeUndefined();
  });

  it('of selected words is generated at the price that was shown, and is not offered where it is of the whole block', async () => {
    const target = { blockId: 'block0001', selection };
    expect(await repair.planRepair(target)).toEqual(plan);
    expect(shown()).toBeUndefined();
    await repair.acceptOffer({ ...target, plan });
    expect(shown()).toMatchObject({ step: 'comparing', selection });
    expect(fakeStudio.inputs('speech.repair')).toEqual([{ projectId: 'project01', chapterId: 'chapter01', ...target }]);
    fakeStudio.answers['speech.repair-plan'] = () => ({ ...plan, isWhole: true });
    expect(await repair.planRepair(target)).toBeUndefined();
  });

  it('that has come to cost more than was offered asks first, and sends nothing', async () => {
    await repair.offerChanged('block0001');
    const more = { ...plan, texts: ['Nobody came.', 'The sea rose.'], characters: 25 };
    fakeStudio.answers['speech.repair-plan'] = () => more;
    await repair.acceptOffer();
    expect(shown()).toMatchObject({ step: 'asking', plan: more });
    expect(fakeStudio.inputs('speech.repair')).toEqual([]);
  });

  it('that was accepted and stopped before it was sent is gone', async () => {
    await repair.offerChanged('block0001');
    const held = heldAnswer();
    fakeStudio.answers['speech.repair-plan'] = held.answer;
    const accepted = repair.acceptOffer();
    expect(shown()).toMatchObject({ step: 'generating' });
    repair.closeRepair();
    held.resolve(plan);
    await accepted;
    expect(shown()).toBeUndefined();
    expect(fakeStudio.inputs('speech.repair')).toEqual([]);
  });

  it('of a whole block pins the take of before first, so that undo has a name to go back to', async () => {
    const whole = takeOf('block0001', text, { id: 'take00000000whole', createdAt: 3 });
    fakeStudio.answers['speech.repair'] = () => {
      stores.project.addTake(whole);
      return { takeId: whole.id, beforeTakeId: before.id, reused: false, creditsUsed: 42 };
    };
    await repaired();
    expect(chosen()).toBe(whole.id);
    stores.project.openManuscript()!.undo();
    expect(chosen()).toBe(before.id);
  });

  it('that fails leaves the block as it was, says why, and can be tried again', async () => {
    fakeStudio.answers['speech.repair'] = refuse('payment-required', { charged: 'no' });
    await repaired();
    expect(shown()).toMatchObject({ step: 'failed', failure: { kind: 'payment-required', charged: 'no' } });
    expect(chosen()).toBeNull();
    await repair.retryRepair();
    expect(shown()).toMatchObject({ step: 'asking', selection });
  });

  it('is sent once however often it is agreed to, and is not taken over by a question that was given up', async () => {
    const held = heldAnswer();
    fakeStudio.answers['speech.repair-plan'] = held.answer;
    const asked = repair.openRepair({ blockId: 'block0001', selection });
    repair.closeRepair();
    held.resolve(plan);
    await asked;
    expect(shown()).toBeUndefined();
    fakeStudio.answers['speech.repair-plan'] = () => plan;
    await repair.openRepair({ blockId: 'block0001', selection });
    await Promise.all([repair.generateRepair(), repair.generateRepair()]);
    expect(fakeStudio.inputs('speech.repair')).toHaveLength(1);
  });

  it('that was ended between the purchase and the take is offered at the next start, asks about its sentence alone, and not again once it is placed', async () => {
    const sentence = takeOf(partsIdOf('block0001'), 'Nobody came.', { id: 'take0000sentence', createdAt: 3 });
    fakeStudio.reset({
      'project.open': () => projectOf('project01', { chapter01: { block0001: text } }, [before, sentence]),
      'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
      'speech.repair-plan': () => ({ ...plan, credits: 0 }),
      'speech.repair': () => {
        stores.project.addTake({ ...after, derivedFrom: [{ takeId: sentence.id, startMs: 0, endMs: 500, gainDb: 0 }] });
        return { takeId: after.id, beforeTakeId: before.id, reused: true, creditsUsed: 0 };
      },
    });
    stores = createFakeStores();
    await stores.host.connectHost();
    const takes = { store: { getState: () => ({}) }, playOfPair: () => undefined, stopTakes: () => undefined };
    repair = new RepairStore({ ...stores, takes: takes as never, pickups: { settle } });
    const stop = repair.watchRepair();
    expect(repair.store.getState().unplaced).toEqual([]);
    await stores.project.openProject(project.path);
    const [unplaced] = repair.store.getState().unplaced;
    expect(unplaced).toMatchObject({ blockId: 'block0001', take: { id: sentence.id } });
    await repair.placeSentence(unplaced!);
    expect(fakeStudio.inputs('speech.repair-plan')).toMatchObject([{ blockId: 'block0001', selection: { from: 16, to: 28 } }]);
    await repair.generateRepair();
    expect([repair.store.getState().unplaced, chosen()]).toEqual([[], after.id]);
    stop();
  });

  it('is no more offered after “not now”, nor while the block is gone', () => {
    const sentence = takeOf(partsIdOf('block0001'), 'Nobody came.', { id: 'take0000sentence' });
    const stop = repair.watchRepair();
    stores.project.addTake(takeOf(partsIdOf('block0009'), 'Nobody came.', { id: 'take00000ofother' }));
    expect(repair.store.getState().unplaced).toEqual([]);
    stores.project.addTake(sentence);
    expect(repair.store.getState().unplaced).toHaveLength(1);
    repair.dismissSentence(repair.store.getState().unplaced[0]!);
    expect(repair.store.getState().unplaced).toEqual([]);
    stop();
  });
});

describe('a window that is loaded again while a repair is made', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const loadAgain = async (takes: readonly Take[]): Promise<void> => {
    fakeStudio.answers['project.open'] = () => projectOf('project01', { chapter01: { block0001: text } }, takes);
    stores = createFakeStores();
    await stores.host.connectHost();
    const player = { store: { getState: () => ({}) }, playOfPair: () => undefined, stopTakes: () => undefined };
    repair = new RepairStore({ ...stores, takes: player as never, pickups: { settle } });
    repair.watchRepair();
    await stores.project.openProject(project.path);
  };
  const finished = () => ({ ...after, createdAt: Date.now() });

  it('gives the block the take that was paid for, whether it came before the project was open again or after', async () => {
    for (const isThere of [true, false]) {
      fakeStudio.answers['speech.repair'] = heldAnswer().answer;
      await repair.openRepair({ blockId: 'block0001', selection });
      void repair.generateRepair();
      await vi.waitFor(() => expect(fakeStudio.inputs('speech.repair')).toHaveLength(isThere ? 1 : 2));
      await loadAgain(isThere ? [before, finished()] : [before]);
      if (!isThere) stores.project.addTake(finished());
      expect(chosen()).toBe(after.id);
      await loadAgain([before]);
    }
  });

  it('gives it no take of an earlier repair, and none once the repair was answered', async () => {
    fakeStudio.answers['speech.repair'] = heldAnswer().answer;
    await repair.openRepair({ blockId: 'block0001', selection });
    void repair.generateRepair();
    await vi.waitFor(() => expect(fakeStudio.inputs('speech.repair')).toHaveLength(1));
    await loadAgain([before, after]);
    expect(chosen()).toBeNull();
    fakeStudio.answers['speech.repair'] = refuse('unreachable');
    await repair.openRepair({ blockId: 'block0001', selection });
    await repair.generateRepair();
    await loadAgain([before, finished()]);
    expect(chosen()).toBeNull();
  });
});

it('a repaired take that no block names is used in place of the same changed sentences made again', async () => {
  stores.studio.store.setState({ connection: { id: 'local' } as never });
  const takes = [{ ...before, fingerprint: 'of an earlier text' }, after];
  fakeStudio.answers['project.open'] = () => projectOf('project02', { chapter01: { block0001: text } }, takes);
  await stores.project.openProject('/project02.voicewright');
  await repair.offerChanged('block0001');
  await repair.acceptOffer();
  expect(chosen()).toBe(after.id);
  expect(fakeStudio.inputs('speech.repair')).toEqual([]);
});
