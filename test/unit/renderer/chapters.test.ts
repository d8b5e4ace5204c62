import { Step, Transform } from '@tiptap/pm/transform';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fail } from '../../../src-shared/failure.ts';
import { blocksOf, createDocument, documentFromJson, schema } from '../../../src-shared/narration/document.ts';
import { sameOutline, withChapter, withChapterAt, withoutChapter, withTitle, type Outline } from '../../../src-shared/narration/outline.ts';
import type { Project } from '../../../src-shared/operations/project.ts';
import { Manuscript, type SaveState, type Stored } from '../../../src-renderer/core/project/project-editor.ts';
import { said } from '../../helpers/said.ts';

type Chapter = Project['chapters'][number];

/** Main's side of a project of several chapters, in memory, by the words of `project.arrange` and `project.edit`. */
class Store {
  readonly chapters = new Map<string, { title: string; document: Node; version: number }>();
  order: string[] = [];
  /** The next call is taken in, but its answer is lost. */
  loseNext = false;
  failNext = false;

  constructor(ids: readonly string[]) {
    for (const id of ids) this.chapters.set(id, { title: id, document: createDocument([id]), version: 0 });
    this.order = [...ids];
  }
  get outline(): Outline {
    return this.order.map((id) => ({ id, title: this.chapters.get(id)?.title ?? '' }));
  }
  stored(): Stored {
    const shown = ([id, { title, document, version }]: [string, { title: string; document: Node; version: number }]): Chapter => ({
      id,
      title,
      version,
      document: document.toJSON() as Chapter['document'],
    });
    const all = [...this.chapters];
    return {
      chapters: this.order.flatMap((wanted) => all.filter(([id]) => id === wanted).map(shown)),
      removedChapters: all.filter(([id]) => !this.order.includes(id)).map(shown),
    };
  }
  /** What closing the project does. */
  dropRemoved(): void {
    for (const id of [...this.chapters.keys()]) if (!this.order.includes(id)) this.chapters.delete(id);
  }
  arrange = ({ before, chapters }: { before: Outline; chapters: readonly { id: string; title: string; document?: unknown }[] }) =>
    this.#answer(() => {
      if (sameOutline(this.outline, chapters)) return null;
      if (!sameOutline(this.outline, before)) throw fail('conflict', said('Another outline.'));
      for (const { id, title, document } of chapters) {
        const known = this.chapters.get(id);
        if (known) known.title = title;
        else this.chapters.set(id, { title, document: documentFromJson(document), version: 0 });
      }
      this.order = chapters.map(({ id }) => id);
      return null;
    });
  send = ({ chapterId, version, steps }: { chapterId: string; version: number; steps: unknown[] }) =>
    this.#answer(() => {
      const chapter = this.chapters.get(chapterId);
      if (!chapter) throw fail('not-found', said('No such chapter.'));
      if (chapter.version !== version) throw fail('conflict', said('Another version.'));
      for (const json of steps) chapter.document = Step.fromJSON(schema, json).apply(chapter.document).doc ?? chapter.document;
      chapter.version += steps.length;
      return { version: chapter.version };
    });

  #answer<T>(work: () => T): Promise<T> {
    if (this.failNext) {
      this.failNext = false;
      return Promise.reject(fail('disk-full', said('The disk is full.')));
    }
    try {
      const answer = work();
      if (!this.loseNext) return Promise.resolve(answer);
      this.loseNext = false;
      return Promise.reject(fail('disconnected', said('The wire is gone.')));
    } catch (thrown) {
      return Promise.reject(thrown instanceof Error ? thrown : new Error('unknown'));
    }
  }
}

function fixture(ids: readonly string[] = ['chapter0', 'chapter1', 'chapter2']) {
  const store = new Store(ids);
  const states: SaveState[] = [];
  const reversed: (readonly string[])[] = [];
  const manuscript = new Manuscript({
    stored: store.stored(),
    arrange: store.arrange,
    send: store.send,
    reload: () => Promise.resolve(store.stored()),
    onSaveState: (state) => states.push(state),
    onOutline: () => undefined,
    onBothWritten: () => undefined,
    onAside: () => undefined,
    onReversed: (touched) => reversed.push(touched),
    now: () => 0,
    later: () => () => undefined, // saved by flush alone
  });
  let made = ids.length;
  const type = (chapterId: string, text: string): void => {
    const transform = new Transform(manuscript.document(chapterId)).insert(1, schema.text(text));
    manuscript.commit([{ chapterId, steps: transform.steps, before: transform.docs, document: transform.doc }], { source: 'editor' });
  };
  const add = (after?: string): string => {
    const id = `chapter${String(made++)}`;
    manuscript.arrange(withChapter(manuscript.outline, { id, title: id }, after), new Map([[id, createDocument([])]]));
    return id;
  };
  const state = (): unknown =>
    manuscript.outline.map(({ id, title }) => [id, title, blocksOf(manuscript.document(id)).map((block) => block.text)]);
  const stored = (): unknown =>
    store.stored().chapters.map(({ id, title, document }) => [id, title, blocksOf(documentFromJson(document)).map((block) => block.text)]);
  return { store, manuscript, states, reversed, type, add, state, stored };
}

it('a chapter is added, written, renamed, moved and deleted; one stack takes all of it back and does it again', async () => {
  const { manuscript, type, add, state, stored, reversed } = fixture();
  const before = state();
  const added = add('chapter0');
  type(added, 'Once.');
  manuscript.arrange(withTitle(manuscript.outline, added, 'Prologue'));
  manuscript.arrange(withChapterAt(manuscript.outline, added, 0));
  type('chapter2', 'More. ');
  manuscript.arrange(withoutChapter(manuscript.outline, added));
  await manuscript.flush();
  expect(stored()).toEqual(state());
  const after = state();
  manuscript.undo();
  await manuscript.flush();
  expect(stored()).toEqual(state());
  expect(manuscript.outline[0]).toEqual({ id: added, title: 'Prologue' });
  expect(blocksOf(manuscript.document(added))[0]?.text).toBe('Once.');
  while (manuscript.undo());
  await manuscript.flush();
  expect([state(), stored()]).toEqual([before, before]);
  while (manuscript.redo());
  await manuscript.flush();
  expect([state(), stored()]).toEqual([after, after]);
  expect(reversed).toContainEqual(['chapter2']);
});

it('the chapters that Redo would bring back are those of the act that is next, and none once something else was done', () => {
  const { manuscript, type, add } = fixture();
  const ids = () => manuscript.chaptersToRedo.map(({ id }) => id);
  const added = add('chapter0');
  type(added, 'Once.');
  expect(ids()).toEqual([]);
  manuscript.undo();
  expect(ids()).toEqual([]);
  manuscript.undo();
  expect(ids()).toEqual([added]);
  type('chapter0', 'More. ');
  expect(ids()).toEqual([]);
});

it('a chapter that was taken back before it was saved is never heard of, and nothing waits for it', async () => {
  const { store, manuscript, type, add, states } = fixture();
  type(add(), 'Gone.');
  while (manuscript.undo());
  await manuscript.flush();
  expect([...store.chapters.keys()]).toEqual(['chapter0', 'chapter1', 'chapter2']);
  expect(states.at(-1)).toEqual({ state: 'pending' });
  manuscript.redo();
  manuscript.redo();
  await manuscript.flush();
  expect(store.order).toHaveLength(4);
  expect(states.at(-1)).toEqual({ state: 'saved' });
});

it('a chapter that main let go of for good comes back with undo, whole', async () => {
  const { store, manuscript, type, state, stored } = fixture();
  type('chapter1', 'Kept. ');
  manuscript.arrange(withoutChapter(manuscript.outline, 'chapter1'));
  await manuscript.flush();
  store.dropRemoved();
  manuscript.reconcile(store.stored());
  manuscript.undo();
  type('chapter1', 'And more. ');
  await manuscript.flush();
  expect(stored()).toEqual(state());
  expect(blocksOf(manuscript.document('chapter1'))[0]?.text).toBe('And more. Kept. chapter1');
});

it('what another window did to the chapters is taken in, and what this one did with it', async () => {
  const { store, manuscript, states } = fixture();
  store.order = ['chapter2', 'chapter0'];
  manuscript.reconcile(store.stored());
  expect(manuscript.chapterIds).toEqual(['chapter2', 'chapter0']);
  expect(manuscript.canUndo).toBe(false);
  expect(states.at(-1)).toEqual({ state: 'saved' });
  manuscript.arrange(withTitle(manuscript.outline, 'chapter0', 'Named here'));
  store.order = ['chapter0', 'chapter2'];
  await manuscript.flush();
  expect(manuscript.outline.map(({ title }) => title)).toEqual(['Named here', 'chapter2']);
  expect(store.order).toEqual(['chapter0', 'chapter2']);
});

it('whatever is done, taken back, refused and lost on the way, main ends with what the window shows', async () => {
  const act = fc.record({
    kind: fc.constantFrom('type', 'add', 'rename', 'move', 'remove', 'undo', 'redo', 'flush', 'fail', 'lose'),
    which: fc.nat(9),
    place: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const { store, manuscript, type, add, state, stored } = fixture();
      for (const { kind, which, place } of acts) {
        const { outline } = manuscript;
        const id = outline[which % outline.length]?.id ?? '';
        if (kind === 'type') type(id, 'a');
        else if (kind === 'add') add(id);
        else if (kind === 'rename') manuscript.arrange(withTitle(outline, id, `Title ${String(place)}`));
        else if (kind === 'move') manuscript.arrange(withChapterAt(outline, id, place));
        else if (kind === 'remove') manuscript.arrange(withoutChapter(outline, id));
        else if (kind === 'undo') manuscript.undo();
        else if (kind === 'redo') manuscript.redo();
        else if (kind === 'flush') await manuscript.flush().catch(() => undefined);
        else if (kind === 'fail') {
          store.failNext = true;
          await manuscript.flush().catch(() => undefined);
        } else {
          store.loseNext = true;
          await manuscript.flush().catch(() => undefined);
          store.loseNext = false;
          manuscript.reconcile(store.stored());
        }
      }
      store.failNext = false;
      await manuscript.flush();
      expect(stored()).toEqual(state());
    }),
    { numRuns: 200 },
  );
});

it('the undo of a toast takes its act back, once, and leaves what came before it', () => {
  const { manuscript, type, state } = fixture();
  type('chapter0', 'Before. ');
  const before = state();
  manuscript.arrange(withoutChapter(manuscript.outline, 'chapter1'));
  const undo = manuscript.undoOfLast();
  expect(undo?.()).toBe(true);
  expect(state()).toEqual(before);
  expect(undo?.()).toBe(true);
  expect(state()).toEqual(before);
});

it('the undo of a toast takes nothing back once something else changed, and does it when that was undone', () => {
  const { manuscript, type, state } = fixture();
  const before = state();
  manuscript.arrange(withoutChapter(manuscript.outline, 'chapter1'));
  const undo = manuscript.undoOfLast();
  type('chapter0', 'Since. ');
  const since = state();
  expect(undo?.()).toBe(false);
  expect(state()).toEqual(since);
  manuscript.undo();
  expect(undo?.()).toBe(true);
  expect(state()).toEqual(before);
});

it('the undo of a toast holds what Undo took back already for done, and takes back what Redo did again', () => {
  const { manuscript, state } = fixture();
  const before = state();
  manuscript.arrange(withoutChapter(manuscript.outline, 'chapter1'));
  const undo = manuscript.undoOfLast();
  manuscript.undo();
  expect(undo?.()).toBe(true);
  expect(state()).toEqual(before);
  manuscript.redo();
  expect(undo?.()).toBe(true);
  expect(state()).toEqual(before);
});

it('the undo of a toast whose chapters were loaded again takes nothing back', async () => {
  const { manuscript, store, state } = fixture();
  manuscript.arrange(withoutChapter(manuscript.outline, 'chapter1'));
  const undo = manuscript.undoOfLast();
  await manuscript.flush();
  store.order = ['chapter2', 'chapter0'];
  manuscript.reconcile(store.stored());
  const loaded = state();
  expect(undo?.()).toBe(false);
  expect(state()).toEqual(loaded);
});

it('without an act there is no undo for a toast', () => {
  expect(fixture().manuscript.undoOfLast()).toBeUndefined();
});
