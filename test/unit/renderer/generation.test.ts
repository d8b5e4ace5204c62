import { Transform } from '@tiptap/pm/transform';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, type Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { schema } from '#shared/narration/document.ts';
import { appliedTo } from '../../../src-renderer/core/project/block-edits.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores, SilentPlayer } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { said } from '../../helpers/said.ts';

/** Remembers what it was to play. */
class FakePlayer extends SilentPlayer {
  readonly played: (string | undefined)[][] = [];
  readonly settled: string[] = [];
  override playWhenThere = (blockId: string, until?: string): void => void this.played.push([blockId, until]);
  override arrived = (blockId: string): void => void this.settled.push(blockId);
}
const fakePlayer = new FakePlayer();
const stores = createFakeStores({ audio: fakePlayer });
const { watchChapter } = stores.chapter;
const { estimate, generate, stopGenerating, store: useGeneration, watchGeneration } = stores.generation;
const { connectHost } = stores.host;
const { hearWhenMade, stopSound, store: usePlayer, watchPlayer } = stores.player;
const { addTake, edit, findBlock, flushProject, openManuscript, openProject, setBlocks, store: useProject } = stores.project;
const useStudio = stores.studio.store;

interface Run {
  blockIds: string[];
  chapterId: string;
  signal: AbortSignal;
  emit(event: Record<string, unknown>): void;
  end(): void;
}
/** The signals of what was announced to follow. */
let announced: AbortSignal[];
let runs: Run[] = [];
const texts = { block0001: 'The lamp burns.', block0002: 'Nobody came.', block0003: 'The door stood open.', block0004: 'It rained.' };
const story = projectOf('project01', { chapter01: texts, chapter02: { block0009: 'The sea rose.' } });
const wanted = (...ids: (keyof typeof texts)[]) => ids.map((id) => ({ id, text: texts[id] }));
const state = useGeneration.getState;
const untilRuns = (count: number) => vi.waitFor(() => expect(runs).toHaveLength(count));
/** A take comes as each does, by watching the studio; the run then names it. */
function bring(run: Run | undefined, id: keyof typeof texts): void {
  const made = takeOf(id, texts[id]);
  addTake(made);
  run?.emit({ type: 'take', blockId: id, takeId: made.id, reused: false });
}
/** What was emitted has reached the stores. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeAll(() => {
  watchGeneration();
  watchChapter();
  watchPlayer();
});
beforeEach(async () => {
  runs = [];
  announced = [];
  fakeStudio.reset({
    'project.open': ({ path }) => (path === '/other.voicewright' ? projectOf('project02', { chapter05: { block0009: 'x' } }) : story),
    'project.resume': () => story,
    'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
    'project.update': () => null,
    'project.close': () => null,
    'chapter.sound': ({ segments }) => ({ audioUrl: `/a/${segments.length}`, peaksUrl: '/p', samples: 48_000 * segments.length }),
    'speech.announce': (_input, { signal }) => {
      announced.push(signal!);
      return new Promise(() => undefined);
    },
    'speech.generate': ({ blockIds, chapterId }, { emit, signal }) =>
      new Promise((resolve) => {
        runs.push({ blockIds, chapterId, signal: signal!, emit, end: () => resolve({ made: 1, reused: 0, failed: 0 }) });
      }),
  });
  await connectHost();
  await openProject(story.path);
  useStudio.setState({ connection: { id: 'local', kind: 'local', name: messages.connections.localService, state: 'ready' } });
  useGeneration.setState({ ...useGeneration.getInitialState() });
  stopSound();
  fakePlayer.mode = 'stopped';
  fakePlayer.played.length = fakePlayer.settled.length = 0;
  fakeStudio.asked.length = 0;
});
afterEach(async () => {
  stopGenerating();
  for (const run of runs) run.end();
  await vi.waitFor(() => expect(state().progress).toBeUndefined());
});

describe('what is paid for already', () => {
  const signal = new AbortController().signal;
  const price = { blocks: 0, characters: 0, credits: 0, learnedFrom: 0 };
  const paidOf = (...blockIds: string[]) => blockIds.map((blockId) => ({ blockId, fingerprint: `work of ${blockId}` }));

  it('is what the last question about a block said, and is forgotten with its project', async () => {
    fakeStudio.answers['speech.estimate'] = () => ({ ...price, paid: paidOf('block0001', 'block0002') });
    await estimate(['block0001', 'block0002', 'block0003'], signal);
    fakeStudio.answers['speech.estimate'] = () => price;
    await estimate(['block0002'], signal);
    expect([...state().paid]).toEqual([['block0001', 'work of block0001']]);
    const { paid } = state();
    await estimate(['block0003'], signal);
    expect(state().paid).toBe(paid);
    await openProject('/other.voicewright');
    expect(state().paid.size).toBe(0);
  });

  it('is not what another reading of a block would cost', async () => {
    fakeStudio.answers['speech.estimate'] = () => ({ ...price, paid: paidOf('block0001') });
    await estimate(['block0001'], signal, true);
    expect(state().paid.size).toBe(0);
  });
});

describe('generating blocks', () => {
  it('saves the script first, then sends the blocks once and in their order', async () => {
    edit((transform) => transform.insert(1, schema.text('Once, ')));
    const done = generate(wanted('block0002', 'block0001'));
    await untilRuns(1);
    const asked = fakeStudio.asked.map(({ name }) => name).filter((name) => name === 'project.edit' || name === 'speech.generate');
    // What is saved later is of no concern here.
    expect(asked.slice(0, 2)).toEqual(['project.edit', 'speech.generate']);
    expect(asked.filter((name) => name === 'speech.generate')).toHaveLength(1);
    expect(runs[0]).toMatchObject({ blockIds: ['block0002', 'block0001'], chapterId: 'chapter01' });
    bring(runs[0], 'block0002');
    await settled();
    expect(state().progress).toMatchObject({ total: 2, settled: 1, failed: 0 });
    runs[0]?.end();
    await done;
    expect(state()).toMatchObject({ progress: undefined, summary: `${messages.generation.generated('1')}.` });
  });

  it('sends nothing where the script cannot be saved, and says so', async () => {
    fakeStudio.answers['project.edit'] = refuse('disk-full', { charged: 'unknown' });
    edit((transform) => transform.insert(1, schema.text('Once, ')));
    await generate(wanted('block0001'));
    expect(runs).toEqual([]);
    expect(state().failures).toMatchObject([{ blockId: undefined, failure: { kind: 'disk-full', charged: 'no' } }]);
    expect(state().failures[0]?.failure.message).toContain('nothing was sent');
    expect(await estimate(['block0001'], new AbortController().signal)).toBeUndefined();
    expect(fakeStudio.inputs('speech.estimate')).toEqual([]);
    fakeStudio.answers['project.edit'] = ({ version, steps }) => ({ version: version + steps.length });
    await flushProject();
  });

  it('makes what is asked for during a run after it, each block once however often it is asked for', async () => {
    const done = generate(wanted('block0001', 'block0002'));
    await untilRuns(1);
    await generate(wanted('block0002', 'block0003'));
    await generate(wanted('block0003', 'block0001', 'block0004'));
    await generate(wanted('block0003', 'block0004'));
    expect(state().progress).toMatchObject({ total: 4, settled: 0 });
    expect([...state().phases.keys()]).toEqual(['block0001', 'block0002', 'block0003', 'block0004']);
    expect(runs).toHaveLength(1);
    for (let run = 0; run < 3; run += 1) {
      await untilRuns(run + 1);
      runs[run]?.end();
    }
    await done;
    expect(runs.map(({ blockIds }) => blockIds)).toEqual([['block0001', 'block0002'], ['block0003'], ['block0004']]);
  });

  it('says at its end what it came to in all chapters together', async () => {
    const done = generate(wanted('block0001'));
    await untilRuns(1);
    await generate([{ id: 'block0009', text: 'The sea rose.' }], false, 'chapter02');
    runs[0]?.end();
    await untilRuns(2);
    runs[1]?.end();
    await done;
    expect(state().summary).toBe(`${messages.generation.generated('2')}.`);
  });

  it('puts what was generated in the place of an earlier take that the block names, and one undo brings that back', async () => {
    const earlier = takeOf('block0001', 'The lamp burned.', { id: 'takeearlier' });
    addTake(earlier);
    setBlocks(['block0001'], () => ({ takeId: earlier.id }));
    const named = (): string | null | undefined => findBlock('block0001')?.block.attributes.takeId;
    const done = generate(wanted('block0001', 'block0002'));
    await untilRuns(1);
    bring(runs[0], 'block0002');
    await settled();
    expect(named()).toBe(earlier.id);
    bring(runs[0], 'block0001');
    await settled();
    expect(named()).toBeNull();
    openManuscript()?.undo();
    expect(named()).toBe(earlier.id);
    runs[0]?.end();
    await done;
  });

  describe('readings of what a block is now', () => {
    const [first, second] = [takeOf('block0001', texts.block0001), takeOf('block0001', texts.block0001, { id: 'takesecond' })];
    const named = (): string | null | undefined => findBlock('block0001')?.block.attributes.takeId;
    const makeSecond = async (another: boolean, meanwhile = (): void => undefined): Promise<void> => {
      const done = generate(wanted('block0001'), another);
      await untilRuns(1);
      meanwhile();
      addTake(second);
      runs[0]?.emit({ type: 'take', blockId: 'block0001', takeId: second.id, reused: false });
      await settled();
      runs[0]?.end();
      await done;
    };

    it('leave the one that a person chose where no other take was asked for, and are no step of undo', async () => {
      addTake(first);
      setBlocks(['block0001'], () => ({ takeId: first.id }));
      await makeSecond(false);
      expect(named()).toBe(first.id);
      openManuscript()?.undo();
      expect([named(), openManuscript()?.canUndo]).toEqual([null, false]);
    });

    it('that were asked for as another take are a step of their own, also while a person types: undo puts the one before in use', async () => {
      const type = (letter: string): void => {
        const transform = new Transform(openManuscript()!.document('chapter01'));
        transform.insert(transform.doc.content.size - 1, schema.text(letter));
        openManuscript()?.commit([appliedTo('chapter01', transform)], { source: 'editor', typing: true });
      };
      addTake(first);
      await makeSecond(true, () => type('a'));
      type('b');
      const after = (reverse: 'undo' | 'redo') => [openManuscript()?.[reverse](), named(), findBlock('block0004')?.block.text];
      expect(after('undo')).toEqual([true, null, 'It rained.a']);
      expect(after('undo')).toEqual([true, first.id, 'It rained.a']);
      expect(after('redo')).toEqual([true, null, 'It rained.a']);
      openManuscript()?.undo();
      expect(after('undo')).toEqual([true, first.id, 'It rained.']);
    });
  });

  it('makes what is asked for in another chapter in that chapter', async () => {
    const done = generate(wanted('block0001'));
    await untilRuns(1);
    await generate([{ id: 'block0009', text: 'The sea rose.' }], false, 'chapter02');
    runs[0]?.end();
    await untilRuns(2);
    runs[1]?.end();
    await done;
    expect(runs[1]).toMatchObject({ blockIds: ['block0009'], chapterId: 'chapter02' });
  });

  it('names to main what follows in every chapter, once for what is asked for together, until nothing follows any more', async () => {
    const done = generate(wanted('block0001'));
    void generate(wanted('block0002'));
    void generate([{ id: 'block0009', text: 'The sea rose.' }], false, 'chapter02');
    await untilRuns(1);
    const following = [
      { chapterId: 'chapter01', blockIds: ['block0002'] },
      { chapterId: 'chapter02', blockIds: ['block0009'] },
    ];
    expect(fakeStudio.inputs('speech.announce')).toEqual([{ projectId: story.projectId, chapters: following }]);
    void generate([{ id: 'block0010', text: 'It fell.' }], false, 'chapter02');
    await settled();
    expect(fakeStudio.inputs('speech.announce').at(-1)).toEqual({
      projectId: story.projectId,
      chapters: [...following, { chapterId: 'chapter02', blockIds: ['block0010'] }],
    });
    expect(announced.map(({ aborted }) => aborted)).toEqual([true, false]);
    stopGenerating();
    await done;
    expect(announced.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('ends with its wire, and says nothing of that any more once main has the project open again', async () => {
    fakeStudio.answers['speech.generate'] = refuse('disconnected', { charged: 'unknown' });
    await generate(wanted('block0001'));
    expect(state().failures).toMatchObject([{ failure: { kind: 'disconnected' } }]);
    useProject.setState({ reopened: 1 });
    expect(state().failures).toEqual([]);
  });

  it('stops what is under way, sends nothing that waited behind it, and takes nothing more in', async () => {
    const done = generate(wanted('block0001'));
    await untilRuns(1);
    await generate(wanted('block0002'));
    stopGenerating();
    const asked = generate(wanted('block0003'));
    expect([state().phases.has('block0003'), state().progress?.total]).toEqual([false, 2]);
    await asked;
    await done;
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(runs).toHaveLength(1);
    expect(state()).toMatchObject({ progress: undefined, failures: [], summary: messages.generation.stopped });
    expect(state().phases.size).toBe(0);
    expect(fakePlayer.settled).toEqual(expect.arrayContaining(['block0001', 'block0002']));
  });

  it('goes on after a block that failed, whose card stands until it is made again', async () => {
    const failure = fail('service-failed', said('It failed.')).failure;
    const long = 'a'.repeat(70);
    const done = generate([{ id: 'block0001', text: long }, ...wanted('block0002')]);
    await untilRuns(1);
    runs[0]?.emit({ type: 'failed', blockId: 'block0001', failure });
    bring(runs[0], 'block0002');
    await settled();
    expect(state().progress).toMatchObject({ total: 2, settled: 2, failed: 1 });
    expect(state().failures).toMatchObject([{ blockId: 'block0001', chapterId: 'chapter01', excerpt: `${'a'.repeat(60)}…`, failure }]);
    expect([...state().failed]).toMatchObject([['block0001', { outcomeUnknown: false }]]);
    runs[0]?.end();
    await done;
    const again = generate(wanted('block0001'));
    expect([state().failures, state().failed.size]).toEqual([[], 0]);
    await untilRuns(2);
    runs[1]?.end();
    await again;
  });

  it('has no card for a block that was stopped, and none of more than 500', async () => {
    const done = generate(wanted('block0001'));
    await untilRuns(1);
    runs[0]?.emit({ type: 'failed', blockId: 'block0001', failure: fail('cancelled', said('Stopped.')).failure });
    await settled();
    expect(state().failures).toEqual([]);
    for (let count = 0; count < 505; count += 1)
      runs[0]?.emit({ type: 'failed', blockId: 'block0002', failure: fail('internal', said(String(count))).failure });
    await vi.waitFor(() => expect(state().failures.at(-1)?.failure.message).toBe('504'));
    expect([state().failures.length, state().failures[0]?.failure.message]).toEqual([500, '5']);
    runs[0]?.end();
    await done;
  });

  it('shows nothing of a project that was left in the one that was opened meanwhile', async () => {
    const done = generate(wanted('block0001'));
    await untilRuns(1);
    await openProject('/other.voicewright');
    runs[0]?.emit({ type: 'failed', blockId: 'block0001', failure: fail('service-failed', said('It failed.')).failure });
    await settled();
    expect(useProject.getState()).toMatchObject({ details: { projectId: 'project02' }, takes: [] });
    expect([state().failures, state().failed.size]).toEqual([[], 0]);
    runs[0]?.end();
    await done;
  });

  it('says why it pauses while the connection is lost, and goes on when it is back', async () => {
    const done = generate(wanted('block0001'));
    await untilRuns(1);
    const failure = fail('unreachable', said('No.')).failure;
    runs[0]?.emit({ type: 'sending', blockId: 'block0001' });
    runs[0]?.emit({ type: 'paused', blockId: 'block0001', failure });
    await settled();
    expect([state().phases.get('block0001'), state().progress?.paused, state().failures]).toEqual(['queued', failure, []]);
    runs[0]?.emit({ type: 'resumed', blockId: 'block0001' });
    await settled();
    expect([state().phases.get('block0001'), state().progress?.paused]).toEqual(['queued', undefined]);
    runs[0]?.end();
    await done;
  });

  it('names a time that is left once three blocks are there, and counts their characters', async () => {
    const done = generate(wanted('block0001', 'block0002', 'block0003', 'block0004'));
    await untilRuns(1);
    const seconds: (number | undefined)[] = [];
    for (const id of ['block0001', 'block0002', 'block0003'] as const) {
      bring(runs[0], id);
      await settled();
      seconds.push(state().progress?.secondsLeft);
    }
    expect(seconds).toEqual([undefined, undefined, expect.any(Number)]);
    expect(state().progress).toMatchObject({ settled: 3, settledCharacters: 47, characters: 57 });
    runs[0]?.end();
    await done;
  });

  it('drops the cards of a lost connection when it is back, and keeps those of what may have been paid for', async () => {
    const done = generate(wanted('block0001', 'block0002'));
    await untilRuns(1);
    runs[0]?.emit({ type: 'failed', blockId: 'block0001', failure: fail('unreachable', said('No.')).failure });
    runs[0]?.emit({ type: 'failed', blockId: 'block0002', failure: fail('unreachable', said('No.'), { charged: 'unknown' }).failure });
    runs[0]?.end();
    await done;
    const connection = useStudio.getState().connection!;
    useStudio.setState({ connection: { ...connection, state: 'failed' } });
    expect(state().failures).toHaveLength(2);
    useStudio.setState({ connection: { ...connection, state: 'ready' } });
    expect(state().failures.map(({ blockId }) => blockId)).toEqual(['block0002']);
    expect([...state().failed.keys()]).toEqual(['block0002']);
  });
});

describe('a card of what failed', () => {
  const failure = fail('not-found', said('No such voice.')).failure;
  async function failWith(...failed: [keyof typeof texts, Failure][]): Promise<void> {
    const done = generate(wanted(...failed.map(([id]) => id)));
    await untilRuns(1);
    for (const [blockId, why] of failed) runs[0]?.emit({ type: 'failed', blockId, failure: why });
    runs[0]?.end();
    await done;
  }
  const cards = () => [state().failures.map(({ blockId }) => blockId), [...state().failed.keys()]];

  it('goes when its block is not what failed any more, and stays where a request may have been charged', async () => {
    const unknown = fail('outcome-unknown', said('Unknown.'), { charged: 'unknown' }).failure;
    setBlocks(['block0001', 'block0002', 'block0003'], () => ({ voiceId: 'gone' }));
    await failWith(['block0001', failure], ['block0002', unknown], ['block0003', failure]);
    setBlocks(['block0004'], () => ({ voiceId: 'ben' }));
    expect(cards()).toEqual([
      ['block0001', 'block0002', 'block0003'],
      ['block0001', 'block0002', 'block0003'],
    ]);
    setBlocks(['block0001', 'block0002'], () => ({ voiceId: null }));
    expect(cards()).toEqual([
      ['block0002', 'block0003'],
      ['block0002', 'block0003'],
    ]);
  });

  it('goes when the audio of its block comes after it, and stays where another reading failed', async () => {
    const unknown = fail('outcome-unknown', said('Unknown.'), { charged: 'unknown' }).failure;
    addTake(takeOf('block0002', texts.block0002));
    await failWith(['block0001', unknown], ['block0002', failure]);
    addTake(takeOf('block0001', texts.block0001));
    expect(cards()).toEqual([['block0002'], ['block0002']]);
  });

  it('goes for a cap when that is raised or removed, and not when it is lowered', async () => {
    const useAccount = stores.account.store;
    const caps = (perBatch: number | null, perDay: number | null) =>
      useAccount.setState({ budget: { state: 'ready', value: { perBatch, perDay, spentToday: 0, possibleToday: 0 }, asOf: 0 } });
    const capped = fail('payment-required', said('Too much.'), { code: 'OVER_BUDGET', next: 'none' }).failure;
    caps(30, 100);
    await failWith(['block0001', capped], ['block0002', failure]);
    caps(20, 100);
    useAccount.setState({ budget: { state: 'loading' } });
    expect(cards()[0]).toEqual(['block0001', 'block0002']);
    caps(null, 100);
    expect(cards()).toEqual([['block0002'], ['block0002']]);
  });
});

describe('hearing what is being made', () => {
  const receiving = (blockId: string) => ({ type: 'receiving', blockId, liveUrl: `/live/${blockId}` });
  async function begin(alone: boolean, ...ids: (keyof typeof texts)[]): Promise<Run> {
    hearWhenMade(ids, alone);
    void generate(wanted(...ids));
    await untilRuns(1);
    return runs[0]!;
  }

  it('begins with the first block as soon as it sounds, once, whichever comes first', async () => {
    const run = await begin(false, 'block0001', 'block0002');
    run.emit(receiving('block0002'));
    run.emit(receiving('block0001'));
    run.emit(receiving('block0001'));
    await settled();
    expect(fakePlayer.played).toEqual([['block0001', undefined]]);
  });

  it('goes to the next block under way where the first one failed', async () => {
    const run = await begin(true, 'block0001', 'block0002', 'block0003');
    run.emit({ type: 'failed', blockId: 'block0001', failure: fail('internal', said('No.')).failure });
    run.emit(receiving('block0003'));
    run.emit(receiving('block0002'));
    await settled();
    expect(fakePlayer.played).toEqual([['block0002', 'block0003']]);
  });

  it('plays a block that came whole from the sound of the chapter, once that holds it', async () => {
    const sound = heldAnswer();
    fakeStudio.answers['chapter.sound'] = sound.answer;
    const run = await begin(true, 'block0001');
    bring(run, 'block0001');
    await vi.waitFor(() => expect(fakeStudio.inputs('chapter.sound')).toHaveLength(1));
    expect(fakePlayer.played).toEqual([]);
    sound.resolve({ audioUrl: '/a', peaksUrl: '/p', samples: 48_000 });
    await vi.waitFor(() => expect(fakePlayer.played).toEqual([['block0001', 'block0001']]));
  });

  it('asks main for the sound of the chapter again once another main has the project open', async () => {
    addTake(takeOf('block0001', texts.block0001));
    await vi.waitFor(() => expect(fakeStudio.inputs('chapter.sound')).toHaveLength(1));
    await vi.waitFor(() => expect(usePlayer.getState().sound).toBeDefined());
    useProject.setState({ reopened: useProject.getState().reopened + 1 });
    await vi.waitFor(() => expect(fakeStudio.inputs('chapter.sound')).toHaveLength(2));
    const [before, after] = fakeStudio.inputs('chapter.sound');
    expect(after).toEqual(before);
  });

  it('does not begin while something plays, nor after it was stopped', async () => {
    fakePlayer.mode = 'playing';
    const run = await begin(false, 'block0001', 'block0002');
    run.emit(receiving('block0001'));
    await settled();
    fakePlayer.mode = 'stopped';
    hearWhenMade(['block0002'], false);
    stopSound();
    run.emit(receiving('block0002'));
    await settled();
    expect(fakePlayer.played).toEqual([]);
  });
});

it('the sound of a chapter is asked for once for the same takes and pauses, and again where that failed', async () => {
  fakeStudio.answers['chapter.sound'] = refuse('internal');
  useProject.setState({ takes: [takeOf('block0001', texts.block0001)] });
  await vi.waitFor(() => expect(usePlayer.getState().failure).toMatchObject({ kind: 'internal' }));
  fakeStudio.answers['chapter.sound'] = () => ({ audioUrl: '/a', peaksUrl: '/p', samples: 48_000 });
  useProject.setState({ takes: [takeOf('block0001', texts.block0001, { starred: true })] });
  await vi.waitFor(() => expect(usePlayer.getState()).toMatchObject({ failure: undefined, sound: { seconds: 1 } }));
  edit((transform) => transform.insert(1, schema.text('Once, ')));
  await settled();
  expect(fakeStudio.inputs('chapter.sound')).toEqual(
    Array.from({ length: 2 }, () => ({ projectId: story.projectId, segments: [{ takeId: 'takeblock0001', pauseSamples: 0 }] })),
  );
});
