import { Transform } from '@tiptap/pm/transform';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, createDocument } from '../../../src-shared/narration/document.ts';
import type { Aside } from '../../../src-shared/narration/aside.ts';
import type { Outline } from '../../../src-shared/narration/outline.ts';
import {
  closeEntry,
  emptyHistory,
  historyLimits,
  record,
  recordAside,
  recordOutline,
  redo,
  undo,
  type Applied,
  type History,
  type Present,
} from '../../../src-shared/narration/history.ts';
import { typingPauseMs, wordPauseMs } from '#shared/typing.ts';

/** A project of chapters with one history, driven the way the studio drives it. */
class Fixture {
  readonly documents = new Map<string, Node>();
  history: History = emptyHistory;
  at = 1000;

  constructor(chapters: Record<string, string[]>) {
    for (const [id, texts] of Object.entries(chapters)) this.documents.set(id, createDocument(texts));
  }
  documentOf = (id: string): Node => this.documents.get(id)!;
  outline: Outline = [];
  /** What was done beside the text, in order. */
  readonly done: Aside[] = [];
  get present(): Present {
    return { outline: this.outline, document: this.documentOf };
  }
  texts(id: string): string[] {
    return blocksOf(this.documentOf(id)).map((block) => block.text);
  }
  apply(id: string, change: (transform: Transform) => void): Applied {
    const transform = new Transform(this.documentOf(id));
    change(transform);
    this.documents.set(id, transform.doc);
    return { chapterId: id, steps: transform.steps, before: transform.docs };
  }
  type(id: string, position: number, text: string, afterMs = 50): void {
    this.at += afterMs;
    const applied = this.apply(id, (transform) => transform.insert(position, transform.doc.type.schema.text(text)));
    this.history = record(this.history, [applied], { at: this.at, typing: true });
  }
  act(...applied: Applied[]): void {
    this.at += 1;
    this.history = record(this.history, applied, { at: this.at });
  }
  undo(): boolean {
    return this.reverse(undo(this.history, this.present));
  }
  redo(): boolean {
    return this.reverse(redo(this.history, this.present));
  }
  private reverse(reversal: ReturnType<typeof undo>): boolean {
    if (!reversal) return false;
    for (const change of reversal.changes) this.documents.set(change.chapterId, change.document);
    this.history = reversal.history;
    if (reversal.aside) this.done.push(reversal.aside);
    return true;
  }
}

describe('typing', () => {
  it('is one act while it goes on in one place', () => {
    const fixture = new Fixture({ a: [''] });
    for (const [index, letter] of ['h', 'e', 'l', 'l', 'o'].entries()) fixture.type('a', 1 + index, letter);
    expect(fixture.texts('a')).toEqual(['hello']);
    expect(fixture.undo()).toBe(true);
    expect(fixture.texts('a')).toEqual(['']);
    expect(fixture.undo()).toBe(false);
    fixture.redo();
    expect(fixture.texts('a')).toEqual(['hello']);
  });

  it('begins a new act after a pause, and not a moment before', () => {
    const fixture = new Fixture({ a: [''] });
    fixture.type('a', 1, 'a');
    fixture.type('a', 2, 'b', typingPauseMs);
    fixture.type('a', 3, ' ', typingPauseMs + 1);
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['ab']);
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['']);
  });

  it('begins no new act within a word whose letters come late, and one where a person comes back to the word', () => {
    const fixture = new Fixture({ a: ['the letter'] });
    for (const [index, letter] of ' from In'.split('').entries())
      fixture.type('a', 11 + index, letter, index % 2 === 0 ? 1 : typingPauseMs - 1);
    fixture.type('a', 19, 'v', typingPauseMs + 1);
    fixture.type('a', 20, 'er', wordPauseMs);
    expect(fixture.texts('a')).toEqual(['the letter from Inver']);
    fixture.type('a', 22, 'urie', wordPauseMs + 1);
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['the letter from Inver']);
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['the letter']);
  });

  it('begins a new act elsewhere in the chapter', () => {
    const fixture = new Fixture({ a: ['one', 'two'] });
    fixture.type('a', 4, '!');
    fixture.type('a', 10, '?');
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['one!', 'two']);
  });

  it('begins a new act where the caret is put elsewhere in what was typed', () => {
    const fixture = new Fixture({ a: [''] });
    fixture.type('a', 1, 'one three');
    fixture.type('a', 5, 'two');
    fixture.type('a', 8, ' ');
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['one three']);
  });

  it('begins a new act in another chapter', () => {
    const fixture = new Fixture({ a: ['x'], b: ['x'] });
    fixture.type('a', 2, '1');
    fixture.type('b', 2, '2');
    fixture.undo();
    expect([fixture.texts('a'), fixture.texts('b')]).toEqual([['x1'], ['x']]);
  });

  it('joins what is deleted again where it was typed', () => {
    const fixture = new Fixture({ a: [''] });
    fixture.type('a', 1, 'ab');
    fixture.at += 50;
    fixture.history = record(fixture.history, [fixture.apply('a', (transform) => transform.delete(2, 3))], {
      at: fixture.at,
      typing: true,
    });
    expect(fixture.history.undo).toHaveLength(1);
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['']);
  });

  it('does not run into an act that was closed, or into one that is no typing', () => {
    const fixture = new Fixture({ a: ['x'] });
    fixture.type('a', 2, 'y');
    fixture.history = closeEntry(fixture.history);
    fixture.type('a', 3, 'z');
    fixture.act(fixture.apply('a', (transform) => transform.setNodeAttribute(0, 'locked', true)));
    fixture.type('a', 4, '!');
    expect(fixture.history.undo).toHaveLength(4);
  });

  it('never makes one act of more steps than the bound', () => {
    const fixture = new Fixture({ a: [''] });
    for (let index = 0; index <= historyLimits.stepsInAnEntry; index += 1) fixture.type('a', 1 + index, 'x', 1);
    expect(fixture.history.undo).toHaveLength(2);
  });
});

describe('one stack', () => {
  it('undoes text, settings and order alike, in the order in which they were made', () => {
    const fixture = new Fixture({ a: ['one', 'two'] });
    const before = fixture.documentOf('a').toJSON() as unknown;
    fixture.type('a', 4, '!');
    fixture.act(fixture.apply('a', (transform) => transform.setNodeAttribute(0, 'voiceId', 'v2')));
    fixture.act(
      fixture.apply('a', (transform) => {
        const first = transform.doc.child(0);
        transform.delete(0, first.nodeSize).insert(transform.doc.content.size, first);
      }),
    );
    const after = fixture.documentOf('a').toJSON() as unknown;
    expect(fixture.texts('a')).toEqual(['two', 'one!']);
    while (fixture.undo());
    expect(fixture.documentOf('a').toJSON()).toEqual(before);
    while (fixture.redo());
    expect(fixture.documentOf('a').toJSON()).toEqual(after);
  });

  it('takes one act back in every chapter that it touched', () => {
    const fixture = new Fixture({ a: ['colour'], b: ['colour'] });
    const replace = (id: string): Applied => fixture.apply(id, (transform) => transform.delete(5, 6));
    fixture.act(replace('a'), replace('b'));
    expect([fixture.texts('a'), fixture.texts('b')]).toEqual([['color'], ['color']]);
    fixture.undo();
    expect([fixture.texts('a'), fixture.texts('b')]).toEqual([['colour'], ['colour']]);
    fixture.redo();
    expect([fixture.texts('a'), fixture.texts('b')]).toEqual([['color'], ['color']]);
  });

  it('takes an act beside the text back in its turn, and does it again', () => {
    const fixture = new Fixture({ a: ['x'] });
    const seen: string[] = [];
    const from = (name: string) => ({ cast: [], sources: [{ name, chapterIds: [] }] });
    fixture.type('a', 2, '1');
    fixture.history = recordAside(fixture.history, { kind: 'project', before: from('old'), after: from('new') }, { at: 9000 });
    fixture.type('a', 3, '2', 1);
    for (const act of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const) {
      fixture[act]();
      seen.push(fixture.texts('a')[0] ?? '');
    }
    expect(seen).toEqual(['x1', 'x1', 'x', 'x1', 'x1', 'x12']);
    expect(fixture.done).toEqual([
      { kind: 'project', before: from('new'), after: from('old') },
      { kind: 'project', before: from('old'), after: from('new') },
    ]);
  });

  it('an act beside the text is one with the last act that it joins, and stands alone after another', () => {
    const fixture = new Fixture({ a: ['x'] });
    const aside = (name: string) => ({
      kind: 'project' as const,
      before: { cast: [] },
      after: { cast: [], sources: [{ name, chapterIds: [] }] },
    });
    fixture.type('a', 2, '1');
    const act = fixture.history.undo.at(-1)?.act;
    fixture.history = recordAside(fixture.history, aside('one'), { at: 9000, joins: act });
    expect(fixture.history.undo).toHaveLength(1);
    fixture.history = recordAside(fixture.history, aside('two'), { at: 9001, joins: act });
    expect(fixture.history.undo).toHaveLength(2);
    fixture.undo();
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['x']);
    expect(fixture.done.map(({ before }) => before)).toEqual([aside('two').after, aside('one').after]);
  });

  it('forgets what was undone once something new is done', () => {
    const fixture = new Fixture({ a: ['x'] });
    fixture.type('a', 2, '1');
    fixture.undo();
    fixture.type('a', 2, '2', 5000);
    expect(fixture.redo()).toBe(false);
    expect(fixture.texts('a')).toEqual(['x2']);
  });

  it('forgets what was undone also where typing goes on with an earlier act', () => {
    const fixture = new Fixture({ a: ['one', 'two'] });
    fixture.type('a', 4, '!');
    fixture.type('a', 10, '?');
    fixture.undo();
    fixture.type('a', 5, '!');
    expect(fixture.redo()).toBe(false);
    expect(fixture.texts('a')).toEqual(['one!!', 'two']);
  });

  it('does not let typing join an act that was done again', () => {
    const fixture = new Fixture({ a: [''] });
    fixture.type('a', 1, 'a');
    fixture.undo();
    fixture.redo();
    fixture.type('a', 2, 'b', 1);
    fixture.undo();
    expect(fixture.texts('a')).toEqual(['a']);
  });

  it('forgets the oldest act past its bound', () => {
    const fixture = new Fixture({ a: ['x'] });
    for (let index = 0; index < historyLimits.entries + 5; index += 1)
      fixture.act(fixture.apply('a', (transform) => transform.setNodeAttribute(0, 'locked', index % 2 === 0)));
    expect(fixture.history.undo).toHaveLength(historyLimits.entries);
  });

  it('forgets the oldest act on the chapters past the same bound', () => {
    const outlineOf = (number: number): Outline => [{ id: 'chapter0', title: String(number) }];
    let history: History = emptyHistory;
    for (let number = 0; number < historyLimits.entries + 5; number += 1) history = recordOutline(history, outlineOf(number), number);
    expect(history.undo).toHaveLength(1000);
    expect(history.undo[0]?.outline).toEqual(outlineOf(5));
    expect(history.undo.at(-1)?.outline).toEqual(outlineOf(historyLimits.entries + 4));
  });

  it('forgets what was undone once the chapters change', () => {
    const fixture = new Fixture({ a: ['x'] });
    fixture.type('a', 2, '1');
    fixture.undo();
    fixture.history = recordOutline(fixture.history, [], fixture.at);
    expect(fixture.redo()).toBe(false);
  });

  it('records nothing for an act without steps', () => {
    expect(record(emptyHistory, [{ chapterId: 'a', steps: [], before: [] }], { at: 1 })).toBe(emptyHistory);
  });

  it('refuses a document that it did not grow on', () => {
    const fixture = new Fixture({ a: ['a long enough text'] });
    fixture.type('a', 10, 'x');
    fixture.documents.set('a', createDocument(['']));
    expect(() => fixture.undo()).toThrow(/does not fit/u);
  });
});

describe('a clock that jumps', () => {
  it('neither joins what is apart nor parts for good what belongs together', () => {
    const fixture = new Fixture({ a: [''] });
    fixture.type('a', 1, 'a');
    fixture.type('a', 2, 'b', -3_600_000); // set back an hour
    fixture.type('a', 3, 'c');
    fixture.type('a', 4, 'd', 86_400_000); // set forward a day
    fixture.type('a', 5, 'e');
    expect(fixture.history.undo).toHaveLength(3);
    for (const left of ['abc', 'a', '']) {
      fixture.undo();
      expect(fixture.texts('a')).toEqual([left]);
    }
    expect(fixture.undo()).toBe(false);
  });

  it('never loses the way back to the start or forward to the end, wherever it jumps', () => {
    const jumps = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -1e12, max: 1e12 }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(fc.array(jumps, { minLength: 1, maxLength: 40 }), (afters) => {
        const fixture = new Fixture({ a: ['start'] });
        afters.forEach((after, index) => fixture.type('a', 1, String.fromCharCode(97 + (index % 26)), after));
        const end = fixture.texts('a');
        let acts = 0;
        while (fixture.undo()) acts += 1;
        expect(fixture.texts('a')).toEqual(['start']);
        while (fixture.redo()) acts -= 1;
        expect([fixture.texts('a'), acts]).toEqual([end, 0]);
      }),
    );
  });
});
