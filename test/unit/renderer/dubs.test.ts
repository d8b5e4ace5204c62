import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { marksOf } from '#shared/dubbing/fit.ts';
import { newSegment, usualDucking, type Dub, type DubTake, type Segment } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { overBudget } from '../../../src-renderer/lib/failure-words.ts';
import { findGoneVoices } from '../../../src-renderer/core/voices/gone-voices.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { MakingStore, whyNothing } from '../../../src-renderer/features/dubbing/timeline/making-store.ts';
import { clock } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const {
  addSegment,
  chooseTake,
  changeSegments,
  editDub,
  flushDub,
  openDub,
  putTake,
  redoDub,
  renameDub,
  showDub,
  undoDub,
  store: useDubs,
} = stores.dubs;
const { connectHost } = stores.host;
const {
  dismissMakingFailure,
  estimateSegments,
  forgetUnmade,
  generate,
  generateAgain,
  generateAll,
  makeAnother,
  answerUnfit,
  stopMaking,
  store: useMaking,
} = new MakingStore(stores);

const second = 48_000;
const line = (id: string, at: number, change: Partial<Segment> = {}): Segment => ({
  ...newSegment([], id, at * second),
  end: (at + 2) * second,
  text: `${id} is spoken.`,
  voiceId: 'anna',
  ...change,
});
const dubOf = (id: string, segments: Segment[] = [line('first00001', 0), line('second0001', 4)]): Dub => ({
  id,
  title: 'The harbour',
  revision: 0,
  createdAt: 0,
  changedAt: 0,
  takes: [],
  ducking: usualDucking,
  segments,
  video: {
    name: 'a.mp4',
    contentType: 'video/mp4',
    bytes: 1,
    container: 'MP4',
    codec: 'avc',
    width: 320,
    height: 180,
    rotation: 0,
    samples: 60 * second,
    frameRate: 25,
    variable: false,
    sound: { state: 'none', codec: '', channels: 0, samples: 0 },
  },
});
const takeOf = ({
  text,
  voiceId,
  modelId,
  speed,
  variant,
}: Pick<DubTake, 'text' | 'voiceId' | 'modelId' | 'speed' | 'variant'>): DubTake => ({
  id: `${Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 60)}${String(variant ?? 0).padStart(4, '0')}.wav`,
  text,
  ...(variant !== undefined && { variant }),
  voiceId,
  modelId,
  speed,
  contentType: 'audio/wav',
  bytes: 2,
  samples: second,
});

/** The dubs as main has them: a save on another revision than the last is a conflict. */
const stored = new Map<string, Dub>();
const undos = new Map<string, string | undefined>();
const save = ({ dub, undo }: { dub: Dub; undo?: string | undefined }) => {
  if (stored.get(dub.id)?.revision !== dub.revision) throw fail('conflict', said('Another window has saved.'));
  const next = { ...dub, revision: dub.revision + 1 };
  stored.set(dub.id, next);
  undos.set(dub.id, undo);
  return { revision: next.revision, changedAt: next.revision };
};
/** A store of the window that is empty and remembers. */
function keepInWindow(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return kept;
}
const shown = () => useDubs.getState().dub;
const retitle = (title: string): void => editDub('Title', () => ({ title }));

beforeEach(async () => {
  stored.clear();
  undos.clear();
  for (const id of ['dub0000001', 'dub0000002']) stored.set(id, dubOf(id));
  fakeStudio.reset({
    'dubs.save': save,
    'dubs.open': ({ dubId }) => stored.get(dubId),
    'dubs.readUndo': ({ dubId }) => ({ undo: undos.get(dubId) ?? null }),
    'dubs.say': (wanted) => ({ take: takeOf(wanted), reused: false, creditsUsed: 1 }),
    'voices.mark': () => null,
  });
  stores.studio.store.setState({ connection: undefined, voices: { state: 'loading' } });
  await connectHost();
  showDub(stored.get('dub0000001')!);
  fakeStudio.asked.length = 0;
});

describe('a dub', () => {
  it('is saved whole and without a conflict, however changes and saves run into each other', async () => {
    const act = fc.constantFrom('change', 'save', 'answer', 'turn');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25, size: 'max' }), async (acts) => {
        stored.set('dub0000001', dubOf('dub0000001'));
        showDub(stored.get('dub0000001')!);
        const held: (() => void)[] = [];
        fakeStudio.answers['dubs.save'] = async (input: { dub: Dub }) => {
          await new Promise<void>((resolve) => held.push(resolve));
          return save(input);
        };
        const saves: Promise<boolean>[] = [];
        for (const [index, one] of acts.entries()) {
          if (one === 'change') retitle(`Title ${String(index)}`);
          else if (one === 'save') saves.push(flushDub());
          else if (one === 'answer') held.shift()?.();
          else for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
        }
        fakeStudio.answers['dubs.save'] = save;
        for (let turn = 0; turn < 10; turn += 1) {
          for (const answer of held.splice(0)) answer();
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect([await flushDub(), ...(await Promise.all(saves))]).not.toContain(false);
        expect(useDubs.getState()).toMatchObject({ saving: 'saved', failure: undefined });
        expect(stored.get('dub0000001')).toMatchObject({ title: shown()?.title, revision: shown()?.revision });
      }),
      { numRuns: 60 },
    );
  });

  it('that could not be saved stays in sight as it is, says why, and is saved with the next change', async () => {
    fakeStudio.answers['dubs.save'] = refuse('disk-full');
    retitle('New');
    expect(await flushDub()).toBe(false);
    expect(useDubs.getState()).toMatchObject({ saving: 'failed', failure: { failure: { kind: 'disk-full' } }, dub: { title: 'New' } });
    fakeStudio.answers['dubs.save'] = save;
    expect(await flushDub()).toBe(true);
    expect(useDubs.getState()).toMatchObject({ saving: 'saved', failure: undefined });
    expect(stored.get('dub0000001')).toMatchObject({ title: 'New', revision: 1 });
  });

  it('is saved before another one is opened, which begins with nothing to undo', async () => {
    retitle('New');
    await openDub('dub0000002');
    expect(fakeStudio.asked.map(({ name }) => name)).toEqual(['dubs.save', 'dubs.open', 'dubs.readUndo']);
    expect(stored.get('dub0000001')?.title).toBe('New');
    undoDub();
    expect(shown()).toMatchObject({ id: 'dub0000002', title: 'The harbour' });
  });

  it('that is opened again goes on with its undo and redo where it was left', async () => {
    retitle('New');
    retitle('Newer');
    undoDub();
    await openDub('dub0000002');
    await openDub('dub0000001');
    expect(shown()?.title).toBe('New');
    redoDub();
    expect(shown()?.title).toBe('Newer');
    undoDub();
    undoDub();
    expect(shown()?.title).toBe('The harbour');
  });

  it('that is edited before its history is read keeps the history of that edit', async () => {
    retitle('New');
    await openDub('dub0000002');
    let answer = (): void => undefined;
    fakeStudio.answers['dubs.readUndo'] = async ({ dubId }) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { undo: undos.get(dubId) ?? null };
    };
    const opening = openDub('dub0000001');
    await vi.waitFor(() => expect(shown()?.id).toBe('dub0000001'));
    retitle('Newer');
    answer();
    await opening;
    undoDub();
    expect(shown()?.title).toBe('New');
    undoDub();
    expect(shown()?.title).toBe('New');
  });

  it('is renamed in one step of undo; an empty title and its own change nothing', () => {
    renameDub('  The harbour, second cut ');
    expect(shown()?.title).toBe('The harbour, second cut');
    renameDub('   ');
    renameDub('The harbour, second cut');
    expect(useDubs.getState().history.past).toHaveLength(1);
    undoDub();
    expect(shown()?.title).toBe('The harbour');
  });

  it('has its last change taken back by the Undo of a toast once, and not after another change or in another dub', () => {
    showDub(dubOf('dub0000001', []));
    renameDub('The storm');
    const undo = stores.dubs.undoOfLast();
    expect([undo(), useDubs.getState().dub?.title, undo()]).toEqual([true, 'The harbour', false]);
    renameDub('The storm');
    const late = stores.dubs.undoOfLast();
    renameDub('The night');
    expect([late(), useDubs.getState().dub?.title]).toEqual([false, 'The night']);
    const elsewhere = stores.dubs.undoOfLast();
    showDub(dubOf('dub0000002', []));
    expect([elsewhere(), useDubs.getState().dub?.title]).toEqual([false, 'The harbour']);
  });

  it('says where a new segment stands that has no place at the playhead', () => {
    addSegment(20 * second);
    expect(fakeStudio.announced.at(-1)).toBe(messages.dubbingTimeline.segmentAdded);
    addSegment(20 * second);
    const { start } = stores.dubs.currentSegment()!;
    expect(start).not.toBe(20 * second);
    expect(fakeStudio.announced.at(-1)).toBe(messages.dubbingTimeline.segmentAddedAt(clock(start / second)));
  });

  it('undone and done again keeps the takes that came meanwhile', async () => {
    retitle('New');
    await putTake('dub0000001', takeOf({ ...line('first00001', 0), voiceId: 'anna' }));
    undoDub();
    expect(shown()).toMatchObject({ title: 'The harbour', takes: [{ voiceId: 'anna' }] });
    redoDub();
    expect(shown()).toMatchObject({ title: 'New', takes: [{ voiceId: 'anna' }] });
    await flushDub();
  });

  it('sounds with the take of a line until that has another, also where undo went back to before the take came', async () => {
    const { id, text } = shown()!.segments[0]!;
    const heard = () => shown()?.segments[0]?.heard;
    changeSegments('Level', [id], { gainDb: 3 });
    const take = takeOf({ ...line(id, 0), voiceId: 'anna' });
    await putTake('dub0000001', take);
    undoDub();
    expect(heard()).toBeNull();
    changeSegments('Text', [id], { text: `${text} Hi.` });
    expect(heard()).toBe(take.id);
    changeSegments('Voice', [id], { voiceId: 'ben', text: 'Words that nobody has spoken.' });
    expect(heard()).toBe(take.id);
    expect(shown()?.segments[1]?.heard).toBeNull();
    await flushDub();
  });

  it('that was left has the take of its line put into it where it is stored', async () => {
    const take = takeOf({ ...line('first00001', 0), voiceId: 'anna' });
    await openDub('dub0000002');
    await putTake('dub0000001', take);
    expect(shown()?.takes).toEqual([]);
    expect(stored.get('dub0000001')).toMatchObject({ takes: [take], segments: [{ heard: take.id }, { heard: null }] });
  });
});

describe('making the lines of a dub', () => {
  const setReady = (): void =>
    stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: messages.connections.localService, state: 'ready' } });
  const under = () => useMaking.getState().under;
  const open = (...segments: Segment[]): void => {
    const dub = dubOf('dub0000001', segments);
    stored.set(dub.id, dub);
    showDub(dub);
    useMaking.setState({ ...useMaking.getInitialState() });
  };

  it('buys equal lines once, and those that have their take, no voice or no words not at all', async () => {
    const [done, same] = [line('done000001', 0), line('same000001', 4, { text: 'Spoken twice.' })];
    open(done, same, { ...same, id: 'same000002' }, line('silent0001', 12, { text: ' ' }), line('nobody0001', 16, { voiceId: null }));
    await putTake('dub0000001', takeOf({ ...done, voiceId: 'anna' }));
    void generateAll();
    void generateAll(); // while it runs
    await vi.waitFor(() => expect(useMaking.getState().summary).toBe(messages.dubbing.generatedSummary('1 line', '', '')));
    expect(fakeStudio.inputs('dubs.say')).toMatchObject([
      { dubId: 'dub0000001', text: 'Spoken twice.', voiceId: 'anna', modelId: null, speed: 1 },
    ]);
    expect(shown()?.segments.map(({ heard }) => heard !== null)).toEqual([true, true, true, false, false]);
    expect(stored.get('dub0000001')?.takes).toHaveLength(2);
    expect(whyNothing(shown(), () => false)).toBe(messages.dubbing.needsVoices);
  });

  it('buys no line whose voice the service lists no more, and asks for another voice; while the list is an old one nobody knows', async () => {
    const [kept, gone] = [line('first00001', 0, { voiceId: 'ben' }), line('second0001', 4)];
    open(kept, gone);
    const list = (fresh: boolean): void =>
      stores.studio.store.setState({ voices: { state: 'ready', value: [{ voiceId: 'ben', name: 'Ben' }] as never, asOf: 1, fresh } });
    const isGone = () => findGoneVoices(stores.studio.store.getState());
    list(false);
    expect([...marksOf(shown()!, isGone()).keys()]).toEqual([]);
    list(true);
    expect([...marksOf(shown()!, isGone())]).toEqual([[gone.id, ['voice-gone']]]);
    await generateAll();
    expect(fakeStudio.inputs('dubs.say').map(({ voiceId }) => voiceId)).toEqual(['ben']);
    expect(whyNothing(shown(), isGone())).toBe(messages.dubbing.needsVoices);
    // What it has spoken is there: nothing is missing.
    await putTake('dub0000001', takeOf({ ...gone, voiceId: 'anna' }));
    expect([...marksOf(shown()!, isGone()).keys()]).toEqual([]);
    expect(whyNothing(shown(), isGone())).toBe(messages.dubbing.allGenerated);
  });

  it.each([
    { chosen: undefined, sent: [] },
    { chosen: 'fitting' as const, sent: ['short00001 is spoken.'] },
    { chosen: 'all' as const, sent: ['short00001 is spoken.', 'A long line. '.repeat(40).trim()] },
  ])('asks before it buys a line that is expected not to fit, and sends what was chosen: $chosen', async ({ chosen, sent }) => {
    open(line('short00001', 0), line('long000001', 4, { text: 'A long line. '.repeat(40).trim() }));
    const done = generateAll();
    await vi.waitFor(() => expect(useMaking.getState().question?.fitting.map(({ id }) => id)).toEqual(['short00001']));
    await generateAll(); // while it asks
    expect(fakeStudio.inputs('dubs.say')).toEqual([]);
    answerUnfit(chosen);
    await done;
    expect(fakeStudio.inputs('dubs.say').map(({ text }) => text)).toEqual(sent);
    expect(useMaking.getState().question).toBeUndefined();
  });

  it('asks no more once the audio of all that it asks about has come', async () => {
    const long = line('long000001', 4, { text: 'A long line. '.repeat(40).trim() });
    open(long);
    const done = generateAll();
    await vi.waitFor(() => expect(useMaking.getState().question).toBeDefined());
    await putTake('dub0000001', takeOf({ ...long, voiceId: long.voiceId ?? '' }));
    await done;
    expect(useMaking.getState().question).toBeUndefined();
    expect(fakeStudio.inputs('dubs.say')).toEqual([]);
  });

  it('buys nothing where another dub is opened while it asks', async () => {
    open(line('long000001', 4, { text: 'A long line. '.repeat(40).trim() }));
    const done = generateAll();
    await vi.waitFor(() => expect(useMaking.getState().question).toBeDefined());
    showDub(stored.get('dub0000002')!);
    await done;
    expect(fakeStudio.inputs('dubs.say')).toEqual([]);
    expect(useMaking.getState().question).toBeUndefined();
  });

  it('has three lines with the service at a time, in their order', async () => {
    const held = Array.from({ length: 5 }, () => heldAnswer<null>());
    const segments = held.map((_, at) => line(`line00000${String(at)}`, at * 4));
    let asked = 0;
    fakeStudio.answers['dubs.say'] = async (wanted) => {
      await held[asked++]?.answer();
      return { take: takeOf(wanted), reused: true, creditsUsed: null };
    };
    open(...segments);
    const done = generate(segments);
    await vi.waitFor(() => expect(asked).toBe(3));
    expect([...under().values()]).toEqual(['saying', 'saying', 'saying', 'waiting', 'waiting']);
    held[1]?.resolve(null);
    await vi.waitFor(() => expect(asked).toBe(4));
    for (const one of held) one.resolve(null);
    await done;
    expect(fakeStudio.inputs('dubs.say').map(({ text }) => text)).toEqual(segments.map(({ text }) => text));
    expect(useMaking.getState()).toMatchObject({
      running: undefined,
      summary: messages.dubbing.generatedSummary('5 lines', messages.dubbing.reusedCount('5'), ''),
    });
  });

  it('goes on after a line that failed, which stands with its segments until it is asked for again', async () => {
    const [one, two] = [line('first00001', 0), line('second0001', 4)];
    open(one, two, { ...one, id: 'third00001' });
    fakeStudio.answers['dubs.say'] = (wanted) => {
      if (wanted.text === one.text) throw fail('service-failed', said('No.'));
      return { take: takeOf(wanted), reused: false, creditsUsed: 1 };
    };
    await generate(shown()!.segments);
    expect([...useMaking.getState().failures.keys()]).toEqual([one.id, 'third00001']);
    expect(useMaking.getState().summary).toBe(messages.dubbing.generatedSummary('1 line', '', messages.dubbing.failedCountSummary('1')));
    fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: false, creditsUsed: 1 });
    await generate(shown()!.segments);
    expect(useMaking.getState()).toMatchObject({ failures: new Map(), summary: messages.dubbing.generatedSummary('1 line', '', '') });
  });

  it('says how many lines failed, and not that none was generated, where all failed', async () => {
    open(line('first00001', 0));
    fakeStudio.answers['dubs.say'] = () => {
      throw fail('service-failed', said('No.'));
    };
    await generate(shown()!.segments);
    expect(useMaking.getState().summary).toBe('1 line failed.');
  });

  it('has not failed in a segment that says something else by now, or the same with another voice', async () => {
    open(line('first00001', 0), line('second0001', 4), line('third00001', 8));
    fakeStudio.answers['dubs.say'] = refuse('not-found');
    await generate(shown()!.segments);
    const failed = () => [...useMaking.getState().failures.keys()];
    expect(failed()).toHaveLength(3);
    changeSegments('Level', ['third00001'], { gainDb: -3 });
    expect(failed()).toHaveLength(3);
    changeSegments('Voice', ['first00001'], { voiceId: 'ben' });
    changeSegments('Text', ['second0001'], { text: 'Other words.' });
    expect(failed()).toEqual(['third00001']);
    undoDub();
    expect(failed()).toEqual(['third00001']);
  });

  it('generates again only those of the failed lines that it is asked for, and sends no line that has its take', async () => {
    const [one, two, three] = [line('first00001', 0), line('second0001', 4), line('third00001', 8)];
    open(one, two, three);
    await putTake('dub0000001', takeOf({ ...three, voiceId: 'anna' }));
    fakeStudio.answers['dubs.say'] = refuse('service-failed');
    await generate([one, two]);
    fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: false, creditsUsed: 1 });
    fakeStudio.asked.length = 0;
    await generateAgain([two.id, three.id]);
    expect(fakeStudio.inputs('dubs.say').map(({ text }) => text)).toEqual([two.text]);
    expect([...useMaking.getState().failures.keys()]).toEqual([one.id]);
  });

  it('sends its lines as one run, and no more once the cap of a batch is reached: what was not sent has not failed', async () => {
    const segments = Array.from({ length: 6 }, (_, at) => line(`line00000${String(at)}`, at * 4));
    open(...segments);
    fakeStudio.answers['dubs.say'] = refuse('payment-required', { code: overBudget });
    await generate(segments);
    const runs = fakeStudio.inputs('dubs.say').map(({ runId }: { runId?: string }) => runId);
    expect([runs.length, new Set(runs).size, typeof runs[0]]).toEqual([3, 1, 'string']);
    expect([...useMaking.getState().failures.keys()]).toEqual(segments.slice(0, 3).map(({ id }) => id));
    expect(useMaking.getState()).toMatchObject({ running: undefined, under: new Map() });
    await generate(segments);
    expect(new Set(fakeStudio.inputs('dubs.say').map(({ runId }: { runId?: string }) => runId)).size).toBe(2);
  });

  it('sends no more once the program behind the window is gone: what was not sent has not failed', async () => {
    const segments = Array.from({ length: 6 }, (_, at) => line(`line00000${String(at)}`, at * 4));
    open(...segments);
    fakeStudio.answers['dubs.say'] = refuse('disconnected');
    await generate(segments);
    expect(fakeStudio.inputs('dubs.say')).toHaveLength(3);
    expect([...useMaking.getState().failures.keys()]).toEqual(segments.slice(0, 3).map(({ id }) => id));
    expect(useMaking.getState()).toMatchObject({ running: undefined, under: new Map() });
  });

  it('that ends with its window or its wire offers what it did not come to, also in the next window, until that is made or given up', async () => {
    const kept = keepInWindow();
    const segments = Array.from({ length: 6 }, (_, at) => line(`line00000${String(at)}`, at * 4));
    const ids = segments.map(({ id }) => id);
    open(...segments);
    const held = heldAnswer();
    fakeStudio.answers['dubs.say'] = (wanted) =>
      wanted.text === segments[0]!.text ? { take: takeOf(wanted), reused: false, creditsUsed: 1 } : held.answer();
    const run = generate(segments);
    await vi.waitFor(() => expect(shown()?.takes).toHaveLength(1));
    const nextWindow = createFakeStores();
    const next = new MakingStore(nextWindow);
    nextWindow.dubs.showDub(shown()!);
    expect(next.store.getState().unmade).toEqual(ids.slice(1));
    held.reject(fail('disconnected', said('Gone.')));
    await run;
    expect(useMaking.getState().unmade).toEqual(ids.slice(1));
    fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: false, creditsUsed: 1 });
    await generate(segments.slice(1, 3));
    expect(useMaking.getState().unmade).toEqual(ids.slice(3));
    forgetUnmade();
    expect([useMaking.getState().unmade, [...kept.values()]]).toEqual([[], ['{}']]);
    vi.unstubAllGlobals();
  });

  it('that was interrupted is settled once its lines are taken in: what is written in one later is a change and no interruption', async () => {
    const kept = keepInWindow();
    const segments = [line('first00001', 0), line('second0001', 4)];
    open(...segments);
    fakeStudio.answers['dubs.say'] = refuse('disconnected');
    await generate(segments);
    expect(useMaking.getState().unmade).toEqual(segments.map(({ id }) => id));
    fakeStudio.answers['dubs.estimate'] = ({ lines }: { lines: unknown[] }) => ({
      lines: lines.length,
      free: lines.length,
      characters: 10,
      credits: 0,
      learnedFrom: 0,
    });
    fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: true, creditsUsed: 0 });
    await connectHost();
    await vi.waitFor(() => expect(shown()?.takes).toHaveLength(2));
    await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
    expect([useMaking.getState().unmade, [...kept.values()]]).toEqual([[], ['{}']]);
    vi.unstubAllGlobals();
  });

  it('takes in what was paid once the program is back, and calls nothing failed that ended with the wire', async () => {
    const segments = [line('first00001', 0), line('second0001', 4), line('third00001', 8)];
    open(...segments);
    fakeStudio.answers['dubs.say'] = ({ text }) => refuse(text === segments[2]!.text ? 'service-failed' : 'disconnected')();
    await generate(segments);
    expect(useMaking.getState().failures.size).toBe(3);
    fakeStudio.answers['dubs.estimate'] = ({ lines }: { lines: { text: string }[] }) => ({
      lines: lines.length,
      free: lines[0]!.text === segments[0]!.text ? 1 : 0,
      characters: 10,
      credits: 1,
      learnedFrom: 0,
    });
    fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: true, creditsUsed: 0 });
    fakeStudio.asked.length = 0;
    await connectHost();
    await vi.waitFor(() => expect(shown()?.takes).toHaveLength(1));
    await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
    expect(fakeStudio.inputs('dubs.say')).toMatchObject([{ text: segments[0]!.text }]);
    expect([...useMaking.getState().failures.keys()]).toEqual([segments[2]!.id]);
  });

  it('takes in a line whose sound comes to main only after the program is back, and asks for no line that is not paid', async () => {
    const segments = [line('first00001', 0), line('second0001', 4)];
    open(...segments);
    fakeStudio.answers['dubs.say'] = refuse('disconnected');
    await generate(segments);
    const paid = new Set<string>();
    fakeStudio.answers['dubs.estimate'] = ({ lines }: { lines: { text: string }[] }) => ({
      lines: lines.length,
      free: lines.filter(({ text }) => paid.has(text)).length,
      characters: 10,
      credits: 1,
      learnedFrom: 0,
    });
    fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: true, creditsUsed: 0 });
    fakeStudio.asked.length = 0;
    await connectHost();
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.estimate')).toHaveLength(2));
    for (const [index, { text }] of segments.entries()) {
      paid.add(text);
      stores.studio.take({ type: 'operation', operation: { state: 'done' } as PaidOperation });
      await vi.waitFor(() => expect(shown()?.takes).toHaveLength(index + 1));
      await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
    }
    expect(fakeStudio.inputs('dubs.say')).toMatchObject(segments.map(({ text }) => ({ text })));
  });

  it('takes in what is paid for of a dub that is opened, once the service is there, and buys nothing', async () => {
    const segments = [line('first00001', 0), line('second0001', 4)];
    const paid = new Set([segments[0]!.text]);
    fakeStudio.answers['dubs.estimate'] = ({ lines }: { lines: { text: string }[] }) => ({
      lines: lines.length,
      free: lines.filter(({ text }) => paid.has(text)).length,
      characters: 10,
      credits: 1,
      learnedFrom: 0,
    });
    fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: true, creditsUsed: 0 });
    open(...segments);
    expect(fakeStudio.asked).toEqual([]);
    setReady();
    await vi.waitFor(() => expect(shown()?.takes).toHaveLength(1));
    await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
    paid.add(segments[1]!.text);
    stores.studio.take({ type: 'operation', operation: { state: 'done', projectId: shown()!.id } as PaidOperation });
    await vi.waitFor(() => expect(shown()?.takes).toHaveLength(2));
    await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
    expect(fakeStudio.inputs('dubs.say')).toMatchObject(segments.map(({ text }) => ({ text, paidOnly: true })));
  });

  it('leaves a line to be generated whose sound is gone though it was paid for, and says nothing failed', async () => {
    setReady();
    fakeStudio.answers['dubs.estimate'] = ({ lines }: { lines: unknown[] }) => ({
      lines: lines.length,
      free: lines.length,
      characters: 0,
      credits: 0,
      learnedFrom: 0,
    });
    fakeStudio.answers['dubs.say'] = refuse('not-found');
    await openDub('dub0000002');
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.say')).toHaveLength(2));
    await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
    expect(useMaking.getState()).toMatchObject({ failures: new Map(), summary: messages.dubbing.generatedSummary('0 lines', '', '') });
  });

  it('removes the failures of the segments that it makes, as it starts, and of no other segment', async () => {
    const [one, two, three] = [line('first00001', 0), line('second0001', 4), line('third00001', 8)];
    const failedIds = () => [...useMaking.getState().failures.keys()];
    open(one, two, three);
    fakeStudio.answers['dubs.say'] = refuse('service-failed');
    await generate([one, two]);
    await generate([three]);
    expect(failedIds()).toEqual([one.id, two.id, three.id]);
    const held = heldAnswer();
    fakeStudio.answers['dubs.say'] = held.answer;
    const made = generate([two]);
    expect(failedIds()).toEqual([one.id, three.id]);
    held.resolve({ take: takeOf({ ...two, voiceId: 'anna' }), reused: false, creditsUsed: 1 });
    await made;
    expect(failedIds()).toEqual([one.id, three.id]);
    await generate([two, line('silent0001', 12, { text: ' ' })]); // there is nothing to make
    expect(failedIds()).toEqual([one.id, three.id]);
    dismissMakingFailure(one.id);
    expect(failedIds()).toEqual([three.id]);
  });

  it('that is stopped sends no further line, and what was stopped is no failure', async () => {
    const segments = Array.from({ length: 6 }, (_, at) => line(`line00000${String(at)}`, at * 4));
    open(...segments);
    fakeStudio.answers['dubs.say'] = () => new Promise(() => undefined);
    const done = generate(segments);
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.say')).toHaveLength(3));
    stopMaking();
    await done;
    expect(fakeStudio.inputs('dubs.say')).toHaveLength(3);
    expect(useMaking.getState()).toMatchObject({ running: undefined, under: new Map(), failures: new Map() });
    expect(useMaking.getState().summary).toBe(messages.dubbing.generationStopped('0 lines'));
  });

  it('that is stopped takes in by itself the lines whose sound comes later, asks for no line that is not paid, and counts what was made', async () => {
    const segments = Array.from({ length: 6 }, (_, at) => line(`line00000${String(at)}`, at * 4));
    open(...segments);
    const paid = new Set<string>();
    fakeStudio.answers['dubs.estimate'] = ({ lines }: { lines: { text: string }[] }) => ({
      lines: lines.length,
      free: lines.filter(({ text }) => paid.has(text)).length,
      characters: 10,
      credits: 1,
      learnedFrom: 0,
    });
    let asked = 0;
    fakeStudio.answers['dubs.say'] = (wanted) =>
      asked++ === 0 ? { take: takeOf(wanted), reused: false, creditsUsed: 1 } : new Promise(() => undefined);
    const done = generate(segments);
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.say')).toHaveLength(4));
    stopMaking();
    await done;
    expect(useMaking.getState().summary).toBe(messages.dubbing.generationStopped('1 line'));
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.estimate')).toHaveLength(3));
    fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: true, creditsUsed: 0 });
    for (const [index, { text }] of segments.slice(1, 3).entries()) {
      paid.add(text);
      stores.studio.take({ type: 'operation', operation: { state: 'done' } as PaidOperation });
      await vi.waitFor(() => expect(shown()?.takes).toHaveLength(index + 2));
      await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
    }
    expect(useMaking.getState()).toMatchObject({ summary: messages.dubbing.generationStopped('3 lines'), failures: new Map() });
    expect(fakeStudio.inputs('dubs.say').slice(4)).toMatchObject(segments.slice(1, 3).map(({ text }) => ({ text })));
    // What the next run comes to is counted by itself.
    await generate(segments.slice(3));
    expect(useMaking.getState().summary).toBe(messages.dubbing.generatedSummary('3 lines', messages.dubbing.reusedCount('3'), ''));
  });

  describe('another take of one', () => {
    const segment = line('first00001', 0);
    const take = takeOf({ ...segment, voiceId: 'anna' });
    const other = takeOf({ ...segment, voiceId: 'anna', variant: 1 });
    const heard = () => shown()?.segments[0]?.heard;
    /** What another take of the line would cost: nothing where it was paid for. */
    const estimates = (isPaid: () => boolean) => {
      fakeStudio.answers['dubs.estimate'] = ({ lines }) => ({
        lines: lines.length,
        free: lines.filter(({ variant }) => variant === 1 && isPaid()).length,
        characters: 10,
        credits: 1,
        learnedFrom: 0,
      });
    };
    beforeEach(async () => {
      keepInWindow();
      open(segment);
      await putTake('dub0000001', take);
      fakeStudio.asked.length = 0;
    });

    it('is asked for by its number, is what the segment sounds with, and is taken back and chosen again by undo and redo for nothing', async () => {
      await makeAnother(shown()!.segments[0]!);
      expect(fakeStudio.inputs('dubs.say')).toMatchObject([{ text: segment.text, variant: 1 }]);
      expect([shown()?.takes, heard()]).toEqual([[take, other], other.id]);
      undoDub();
      expect([shown()?.takes, heard()]).toEqual([[take, other], take.id]);
      redoDub();
      expect(heard()).toBe(other.id);
      chooseTake(segment.id, take.id);
      expect(heard()).toBe(take.id);
      expect(fakeStudio.inputs('dubs.say')).toHaveLength(1);
      await flushDub();
      expect(stored.get('dub0000001')).toMatchObject({ takes: [take, other], segments: [{ heard: take.id }] });
    });

    it('that fails leaves the segment with its audio and says why; what was interrupted does not count it', async () => {
      fakeStudio.answers['dubs.say'] = refuse('service-failed');
      await makeAnother(shown()!.segments[0]!);
      expect([...useMaking.getState().failures.keys()]).toEqual([segment.id]);
      expect([shown()?.takes, heard(), useMaking.getState().unmade]).toEqual([[take], take.id, []]);
    });

    it('is put into its dub where that was left meanwhile, and its segment sounds with it there', async () => {
      const answer = heldAnswer();
      fakeStudio.answers['dubs.say'] = answer.answer;
      const made = makeAnother(shown()!.segments[0]!);
      await openDub('dub0000002');
      answer.resolve({ take: other, reused: false, creditsUsed: 1 });
      await made;
      expect(stored.get('dub0000001')).toMatchObject({ takes: [take, other], segments: [{ heard: other.id }] });
    });

    it.each(['disconnected', 'cancelled'] as const)(
      'that was %s is taken in once it is paid for, and is not bought by itself',
      async (kind) => {
        let isPaid = false;
        estimates(() => isPaid);
        fakeStudio.answers['dubs.say'] = refuse(kind);
        await makeAnother(shown()!.segments[0]!);
        fakeStudio.asked.length = 0;
        fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: true, creditsUsed: 0 });
        await connectHost();
        const done = (): void => stores.studio.take({ type: 'operation', operation: { state: 'done' } as PaidOperation });
        done();
        await vi.waitFor(() => expect(fakeStudio.inputs('dubs.estimate').length).toBeGreaterThan(0));
        expect(fakeStudio.inputs('dubs.say')).toEqual([]);
        isPaid = true;
        done();
        await vi.waitFor(() => expect([shown()?.takes, heard()]).toEqual([[take, other], other.id]));
        await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
        expect(fakeStudio.inputs('dubs.say')).toMatchObject([{ variant: 1, paidOnly: true }]);
      },
    );

    it('that came after its window had ended is taken in by the next window that opens the dub', async () => {
      fakeStudio.answers['dubs.say'] = refuse('disconnected');
      await makeAnother(shown()!.segments[0]!);
      await flushDub();
      estimates(() => true);
      fakeStudio.answers['dubs.say'] = (wanted) => ({ take: takeOf(wanted), reused: true, creditsUsed: 0 });
      fakeStudio.asked.length = 0;
      await openDub('dub0000002');
      setReady();
      await openDub('dub0000001');
      await vi.waitFor(() => expect([shown()?.takes, heard()]).toEqual([[take, other], other.id]));
      await vi.waitFor(() => expect(useMaking.getState().running).toBeUndefined());
      expect(fakeStudio.inputs('dubs.say')).toMatchObject([{ variant: 1, paidOnly: true }]);
    });
  });

  it('is estimated of the lines that have a voice and words', async () => {
    fakeStudio.answers['dubs.estimate'] = () => ({ lines: 1, free: 0, characters: 3, credits: 1, learnedFrom: 1 });
    const { signal } = new AbortController();
    await estimateSegments([line('first00001', 0, { text: ' One. ' }), line('nobody0001', 4, { voiceId: null })], signal);
    expect(fakeStudio.inputs('dubs.estimate')).toEqual([{ lines: [{ text: 'One.', voiceId: 'anna', modelId: null, speed: 1 }] }]);
  });
});

describe('a window that loads again', () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const loadAgain = async () => {
    const { dubs, host } = createFakeStores();
    await host.connectHost();
    await dubs.resumeDub();
    return dubs.store.getState();
  };

  it('shows the dub that was open, and the list where none was', async () => {
    await openDub('dub0000002');
    expect((await loadAgain()).dub?.id).toBe('dub0000002');
    useDubs.setState({ dub: undefined });
    expect((await loadAgain()).dub).toBeUndefined();
  });

  it('shows why a file was refused that came before, and opens no dub over it', async () => {
    await openDub('dub0000002');
    const { dubs, dubFiles, host } = createFakeStores();
    await host.connectHost();
    await dubFiles.addFiles([new File(['x'], 'notes.txt')]);
    await dubs.resumeDub();
    expect(dubs.store.getState()).toMatchObject({ dub: undefined, failure: { about: messages.dubbingTimeline.nothingAdded } });
  });

  it('shows the list where the dub is gone, and no failure', async () => {
    await openDub('dub0000002');
    fakeStudio.answers['dubs.open'] = refuse('not-found');
    expect(await loadAgain()).toMatchObject({ dub: undefined, failure: undefined });
    expect(kept.has('open-dub')).toBe(false);
  });
});
