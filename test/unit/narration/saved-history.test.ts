import { Transform } from '@tiptap/pm/transform';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Aside } from '../../../src-shared/narration/aside.ts';
import { blocksOf, createDocument, schema } from '../../../src-shared/narration/document.ts';
import { emptyHistory, record, redo, undo, type History, type Reversal } from '../../../src-shared/narration/history.ts';
import { maximumSavedHistory, packHistory, unpackHistory } from '../../../src-shared/narration/saved-history.ts';
import { withChapter, withoutChapter, type Outline } from '../../../src-shared/narration/outline.ts';

const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(20));

/** A project that is edited, and can be left and opened again as another window does. */
class Book {
  readonly documents = new Map<string, Node>(ids.slice(0, 2).map((id) => [id, createDocument([id.slice(0, 3), 'end'])]));
  outline: Outline = ids.slice(0, 2).map((id) => ({ id, title: 'Chapter' }));
  history: History = emptyHistory;
  readonly done: Aside[] = [];

  document = (id: string): Node => this.documents.get(id) ?? createDocument([]);
  type(id: string, text: string): void {
    const transform = new Transform(this.document(id));
    transform.insert(1, schema.text(text));
    this.history = record(this.history, [{ chapterId: id, steps: transform.steps, before: transform.docs }], { at: 0 });
    this.documents.set(id, transform.doc);
  }
  arrange(outline: Outline): void {
    this.history = record(this.history, [], { at: 0, outline: this.outline });
    this.outline = outline;
  }
  change(name: string): void {
    const part = (source: string) => ({ cast: [], sources: [{ name: source, chapterIds: [] }] });
    this.history = record(this.history, [], {
      at: 0,
      outline: this.outline,
      aside: { kind: 'project', before: part('before'), after: part(name) },
    });
  }
  go(way: 'undo' | 'redo'): boolean {
    const reversal: Reversal | undefined = (way === 'undo' ? undo : redo)(this.history, this);
    if (!reversal) return false;
    this.history = reversal.history;
    if (reversal.outline) this.outline = reversal.outline;
    for (const { chapterId, document } of reversal.changes) this.documents.set(chapterId, document);
    if (reversal.aside) this.done.push(reversal.aside);
    return true;
  }
  /** Only what main has of it is left: the documents of the chapters that are there. */
  reopened(): Book {
    const { text } = packHistory(this.history, this);
    const again = new Book();
    const { history, absent } = unpackHistory(text);
    again.history = history;
    again.outline = this.outline;
    again.documents.clear();
    for (const { id } of this.outline) again.documents.set(id, this.document(id));
    for (const [id, document] of absent) again.documents.set(id, document);
    return again;
  }
  facts() {
    return this.outline.map(({ id, title }) => [id, title, blocksOf(this.document(id)).map(({ text }) => text)]);
  }
}

const act = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), id: fc.nat(2), text: fc.string({ minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.nat(2) }),
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('change' as const), text: fc.string({ minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('redo' as const) }),
);

function perform(book: Book, acts: readonly (typeof act extends fc.Arbitrary<infer T> ? T : never)[]): void {
  for (const one of acts) {
    if (one.kind === 'undo' || one.kind === 'redo') book.go(one.kind);
    else if (one.kind === 'change') book.change(one.text);
    else if (one.kind === 'add') {
      if (book.outline.some(({ id }) => id === ids[2])) continue;
      if (!book.documents.has(ids[2]!)) book.documents.set(ids[2]!, createDocument(['new']));
      book.arrange(withChapter(book.outline, { id: ids[2]!, title: 'New' }, undefined));
    } else {
      const id = ids[one.id]!;
      if (!book.outline.some((entry) => entry.id === id)) continue;
      if (one.kind === 'type') book.type(id, one.text);
      else book.arrange(withoutChapter(book.outline, id));
    }
  }
}

it('A history that was saved takes back, and does again, the same acts as the one that was not', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      const book = new Book();
      perform(book, acts);
      book.done.length = 0;
      const again = book.reopened();
      for (const way of ['undo', 'redo'] as const) {
        const left = way === 'undo' ? book.history.undo.length : book.history.redo.length;
        for (let step = 0; step < left; step++) {
          expect(again.go(way)).toBe(book.go(way));
          expect(again.facts()).toEqual(book.facts());
        }
      }
      expect(again.go('redo')).toBe(book.go('redo'));
      expect(again.done).toEqual(book.done);
    }),
  );
});

it('Past its bound the oldest acts are forgotten, and the newest still work', () => {
  const book = new Book();
  const long = 'x'.repeat(maximumSavedHistory / 8);
  for (let count = 0; count < 12; count++) book.type(ids[0]!, `${count}${long}`);
  // Taking back what was typed needs no text; doing it again does.
  for (let count = 0; count < 12; count++) book.go('undo');
  const { text } = packHistory(book.history, book);
  expect(text.length).toBeLessThanOrEqual(maximumSavedHistory);
  const again = book.reopened();
  expect(again.history.redo.length).toBe(7);
  again.go('redo');
  expect(again.facts()[0]?.[2]).toEqual([`0${long}aaa`, 'end']);
});

it('Only the chapters whose text it changes are named as those that it must fit', () => {
  const book = new Book();
  book.type(ids[1]!, 'more');
  book.arrange(withoutChapter(book.outline, ids[0]!));
  expect(packHistory(book.history, book).chapterIds).toEqual([ids[1]]);
});

it.each(['', '{', '[]', '{"undo":[{"changes":[{"chapterId":"x","steps":[]}]}],"redo":[],"absent":[]}'])(
  'What is no saved history is refused: %j',
  (text) => {
    expect(() => unpackHistory(text)).toThrow();
  },
);

it('A step of a saved history that is none is refused', () => {
  const changes = [{ chapterId: ids[0], steps: [{ stepType: 'unknown' }] }];
  expect(() => unpackHistory(JSON.stringify({ undo: [{ changes }], redo: [], absent: [] }))).toThrow();
});

it('the name of an act stays with it while it is undone, saved, opened again and done again', () => {
  const book = new Book();
  const name = { id: 'versions.restoreOf', values: ['Draft'] };
  const outline = book.outline;
  book.outline = outline.toReversed();
  book.history = record(book.history, [], { at: 0, outline, name });
  expect(undo(book.history, book)?.name).toEqual(name);
  book.go('undo');
  const again = book.reopened();
  expect(redo(again.history, again)?.name).toEqual(name);
});
