import { Step, Transform } from '@tiptap/pm/transform';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, type FailureError } from '../../../src-shared/failure.ts';
import { blocksOf, createBlock, createDocument, documentFromJson, schema } from '../../../src-shared/narration/document.ts';
import type { Project } from '../../../src-shared/operations/project.ts';
import { Manuscript, saveEveryMs, type SaveState, type Stored } from '../../../src-renderer/core/project/project-editor.ts';
import { said } from '../../helpers/said.ts';

type Chapter = Project['chapters'][number];
const chapterId = 'chapter00000';

/** Main's side, in memory: counts steps, refuses what was made on another version, fails when told to. */
class Store {
  version = 0;
  document = createDocument(['one']);
  calls: number[] = [];
  failWith: FailureError | undefined;
  /** The steps are taken in, but the answer never comes. */
  loseAnswer = false;

  chapter(): Chapter {
    return { id: chapterId, title: 'Chapter', version: this.version, document: this.document.toJSON() as Chapter['document'] };
  }
  stored = (): Stored => ({ chapters: [this.chapter()], removedChapters: [] });
  /** What does not matter to those who only write. */
  asMain = () => ({
    stored: this.stored(),
    reload: () => {
      this.onRead();
      return Promise.resolve(this.stored());
    },
    arrange: () => Promise.reject(fail('internal', said('The chapters were not to be arranged.'))),
    onOutline: () => undefined,
    onBothWritten: () => undefined,
    onAside: () => undefined,
    onReversed: () => undefined,
  });
  onRead = (): unknown => undefined;
  /** Another window writes. */
  typeElsewhere(text: string): void {
    this.document = new Transform(this.document).insert(1, schema.text(text)).doc;
    this.version += 1;
  }
  addElsewhere(text: string): void {
    this.document = new Transform(this.document).insert(this.document.content.size, createBlock(text)).doc;
    this.version += 1;
  }
  send = (edit: { version: number; steps: unknown[] }): Promise<{ version: number }> => {
    this.calls.push(edit.steps.length);
    if (this.failWith) return Promise.reject(this.failWith);
    if (edit.version !== this.version) return Promise.reject(fail('conflict', said('Another version.')));
    for (const json of edit.steps) {
      const result = Step.fromJSON(schema, json).apply(this.document);
      if (!result.doc) return Promise.reject(fail('internal', said('A step does not fit.')));
      this.document = result.doc;
    }
    this.version += edit.steps.length;
    if (this.loseAnswer) return Promise.reject(fail('disconnected', said('The wire is gone.')));
    return Promise.resolve({ version: this.version });
  };
}

function fixture(store = new Store(), now: () => number = () => 1000) {
  const states: SaveState[] = [];
  const both: number[] = [];
  const timers: { work: () => void; afterMs: number }[] = [];
  const manuscript = new Manuscript({
    ...store.asMain(),
    send: store.send,
    onSaveState: (state) => states.push(state),
    onBothWritten: (count) => both.push(count),
    now,
    later: (work, afterMs) => {
      const timer = { work, afterMs };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
  });
  const type = (text: string): void => {
    const transform = new Transform(manuscript.document(chapterId));
    transform.insert(1, schema.text(text));
    manuscript.commit([{ chapterId, steps: transform.steps, before: transform.docs, document: transform.doc }], { source: 'editor' });
  };
  /** Lets the timer that is set now go off, and everything that follows from it happen. */
  const tick = async (): Promise<void> => {
    timers.shift()?.work();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const text = (): string => blocksOf(manuscript.document(chapterId))[0]?.text ?? '';
  const stored = (): string => blocksOf(store.document)[0]?.text ?? '';
  /** Of every block, as it is shown and as it is stored. */
  const texts = (): string[][] => [manuscript.document(chapterId), store.document].map((one) => blocksOf(one).map((block) => block.text));
  return { store, manuscript, states, both, timers, type, tick, text, texts, stored };
}

describe('saving', () => {
  it('sends what was typed in one batch, not a call a keystroke', async () => {
    const { store, type, tick, timers, states, stored } = fixture();
    for (const letter of ['c', 'b', 'a']) type(letter);
    expect(timers.map((timer) => timer.afterMs)).toEqual([saveEveryMs]);
    await tick();
    expect(store.calls).toEqual([3]);
    expect(stored()).toBe('abcone');
    expect(states.at(-1)).toEqual({ state: 'saved' });
  });

  it('keeps steps that could not be saved, says so, and sends them again with what came since', async () => {
    const { store, type, tick, timers, states, stored } = fixture();
    store.failWith = fail('disk-full', said('The disk is full.'));
    type('a');
    await tick();
    expect(states.at(-1)).toMatchObject({ state: 'failed', failure: { kind: 'disk-full' } });
    type('b');
    store.failWith = undefined;
    expect(timers).toHaveLength(1);
    await tick();
    expect(stored()).toBe('baone');
    expect(states.at(-1)).toEqual({ state: 'saved' });
  });

  it('lets a flush wait for everything, and hands on what stands in the way', async () => {
    const { store, manuscript, type, stored } = fixture();
    type('a');
    await manuscript.flush();
    expect(stored()).toBe('aone');
    store.failWith = fail('disk-full', said('The disk is full.'));
    type('b');
    await expect(manuscript.flush()).rejects.toThrow('The disk is full.');
    store.failWith = undefined;
    await manuscript.flush();
    expect(stored()).toBe('baone');
  });

  it('merges what was typed into what another window stored meanwhile, and can take that back', async () => {
    const { store, manuscript, type, states, both, texts } = fixture();
    store.addElsewhere('theirs');
    type('mine ');
    await manuscript.flush();
    expect(texts()).toEqual([
      ['mine one', 'theirs'],
      ['mine one', 'theirs'],
    ]);
    expect([states.at(-1), both]).toEqual([{ state: 'saved' }, []]);
    manuscript.undo();
    await manuscript.flush();
    expect(texts()[1]).toEqual(['one', 'theirs']);
    expect(manuscript.canUndo).toBe(false);
  });

  it('leaves both texts where both windows wrote in the same block, and says so', async () => {
    const { store, manuscript, type, both, texts } = fixture();
    store.typeElsewhere('theirs ');
    type('mine ');
    await manuscript.flush();
    expect(texts()[1]).toEqual(['theirs one', 'mine one']);
    expect(both).toEqual([1]);
  });
});

it('saves in order, in time and whole while the clock jumps to and fro', async () => {
  const times = [1e12, 5, 2e12, -4, Number.NaN, 1e12, 1e12 + 1];
  const { store, manuscript, type, tick, timers, stored } = fixture(new Store(), () => times.shift() ?? 0);
  for (const letter of 'gfedcba') {
    type(letter);
    expect(timers.map((timer) => timer.afterMs)).toEqual([saveEveryMs]);
    if (letter === 'd') await tick();
  }
  await manuscript.flush();
  expect(stored()).toBe('abcdefgone');
  expect(store.calls).toEqual([4, 3]);
  while (manuscript.undo());
  await manuscript.flush();
  expect(stored()).toBe('one');
});

/** A clock that goes on when told to; what is due at a time happens in the order in which it was asked for. */
class Timeline {
  now = 0;
  #due: { at: number; work: () => void }[] = [];

  later = (work: () => void, afterMs: number): (() => void) => {
    const entry = { at: this.now + afterMs, work };
    this.#due.push(entry);
    return () => void (this.#due = this.#due.filter((other) => other !== entry));
  };
  async goTo(time: number): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#due.filter(({ at }) => at <= time).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.#due = this.#due.filter((other) => other !== next);
      this.now = next.at;
      next.work();
    }
    this.now = time;
  }
}

it('keeps all but the last second of typing durable, however it falls, on a disk that takes up to half a second for each save', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 10 }),
      async (gaps, saves) => {
        const timeline = new Timeline();
        const store = new Store();
        let calls = 0;
        const manuscript = new Manuscript({
          ...store.asMain(),
          // Durable, and answered, when the disk is done.
          send: (edit) =>
            new Promise((resolve, reject) =>
              timeline.later(() => void store.send(edit).then(resolve, reject), saves[calls++ % saves.length] ?? 0),
            ),
          onSaveState: () => undefined,
          now: () => timeline.now,
          later: timeline.later,
        });
        const typedAt: number[] = [];
        const lost = (): number => timeline.now - (typedAt[store.version] ?? timeline.now);
        for (const gap of gaps) {
          for (let step = 0; step < gap; step += 50) {
            await timeline.goTo(timeline.now + Math.min(50, gap - step));
            expect(lost()).toBeLessThanOrEqual(1000);
          }
          const transform = new Transform(manuscript.document(chapterId));
          transform.insert(1, schema.text('a'));
          manuscript.commit([{ chapterId, steps: transform.steps, before: transform.docs, document: transform.doc }], { source: 'editor' });
          typedAt.push(timeline.now);
        }
        await timeline.goTo(timeline.now + 1000);
        expect(store.version).toBe(gaps.length);
      },
    ),
    { numRuns: 60 },
  );
});

describe('after the wire was lost', () => {
  it('does not send again what main had taken in before its answer was lost', async () => {
    const { store, manuscript, type, tick, stored } = fixture();
    store.loseAnswer = true;
    type('a');
    await tick();
    store.loseAnswer = false;
    type('b');
    manuscript.reconcile(store.stored());
    await manuscript.flush();
    expect(stored()).toBe('baone');
    expect(store.version).toBe(2);
  });

  it('sends what main never saw', async () => {
    const { store, manuscript, type, tick, stored } = fixture();
    store.failWith = fail('disconnected', said('The wire is gone.'));
    type('a');
    await tick();
    store.failWith = undefined;
    manuscript.reconcile(store.stored());
    await manuscript.flush();
    expect(stored()).toBe('aone');
  });

  it('takes in what another window stored, also where as much was typed here as was stored there', async () => {
    const { store, manuscript, type, texts } = fixture();
    type('a');
    store.addElsewhere('theirs');
    manuscript.reconcile(store.stored());
    await manuscript.flush();
    expect(texts()).toEqual([
      ['aone', 'theirs'],
      ['aone', 'theirs'],
    ]);
  });
});

describe('what another window changes', () => {
  it('is read a moment later, once, and shown without a word', async () => {
    const { store, manuscript, timers, tick, texts, states } = fixture();
    const sources: string[] = [];
    manuscript.subscribe(({ source }) => sources.push(source));
    store.addElsewhere('theirs');
    manuscript.follow([{ chapterId, version: store.version }], undefined);
    manuscript.follow([{ chapterId, version: store.version }], undefined);
    expect(timers).toHaveLength(1);
    await tick();
    expect(texts()[0]).toEqual(['one', 'theirs']);
    expect([sources, states.at(-1)]).toEqual([['elsewhere'], { state: 'saved' }]);
  });

  it('is no news where this window sent it', async () => {
    const { store, manuscript, timers, type } = fixture();
    type('a');
    const saved = manuscript.flush();
    // The announcement overtakes the answer.
    manuscript.follow([{ chapterId, version: store.version }], undefined);
    await saved;
    let reads = 0;
    store.onRead = () => (reads += 1);
    timers.shift()?.work();
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads).toBe(0);
  });
});

describe('undo', () => {
  it('is saved like any edit, and passed to the editor but not to its own source', async () => {
    const { manuscript, type, text, stored } = fixture();
    const told: string[] = [];
    manuscript.subscribe((change) => told.push(change.source));
    type('a');
    expect(manuscript.undo()).toBe(true);
    expect(text()).toBe('one');
    expect(manuscript.redo()).toBe(true);
    await manuscript.flush();
    expect(stored()).toBe('aone');
    expect(told).toEqual(['editor', 'history', 'history']);
  });
});

it('reads back from main exactly the document that it holds', async () => {
  const { store, manuscript, type } = fixture();
  type('a');
  await manuscript.flush();
  expect(documentFromJson(store.chapter().document).eq(manuscript.document(chapterId))).toBe(true);
});
