import { AllSelection, EditorState, TextSelection, type Selection } from '@tiptap/pm/state';
import { expect, it } from 'vitest';
import { attributesOf, createDocument } from '#shared/narration/document.ts';
import { rangeAtPlace, wordAtCaret } from '../../../src-renderer/features/narration/script/caret.ts';
import { ScatteredBlocks } from '../../../src-renderer/features/narration/script/scattered-blocks.ts';

/** What stands at words of one block: at the caret, or from the start of the first to the end of the last. */
function at(text: string, first: string, last?: string): string {
  const doc = createDocument([text]);
  const from = 1 + text.indexOf(first);
  const selection =
    last === undefined
      ? TextSelection.create(doc, from + 1)
      : TextSelection.create(doc, from, 1 + text.indexOf(last, text.indexOf(first)) + last.length);
  return wordAtCaret(EditorState.create({ doc, selection }));
}

it('the word at the caret is had without the punctuation around it', () => {
  expect(at('“Rhyl”, he said.', 'Rhyl')).toBe('Rhyl');
  expect(at('Wait — here.', '—')).toBe('—');
});

it('a possessive is had as the name alone, also where several words are selected', () => {
  expect(at('It was Alice’s lamp.', 'Alice')).toBe('Alice');
  expect(at("It was Alice's.", 'Alice')).toBe('Alice');
  expect(at('It was King Arthur’s sword.', 'King', 'Arthur’s')).toBe('King Arthur');
});

it('a short form of “is” and a word that is no name stay whole', () => {
  expect(at('It’s late.', 'It’s')).toBe('It’s');
  expect(at('That’s the sea’s edge.', 'That’s')).toBe('That’s');
  expect(at('That’s the sea’s edge.', 'sea’s')).toBe('sea’s');
});

it('where a whole block or more is selected, it is the word at the pointer, else at the caret', () => {
  const text = 'The lamp at Rhyl burned all night long.';
  const doc = createDocument([text, 'Nobody came.']);
  const pointer = 1 + text.indexOf('Rhyl') + 2;
  for (const selection of [new AllSelection(doc), new ScatteredBlocks(doc, [0], 0), TextSelection.create(doc, 1, 1 + text.length)])
    expect(wordAtCaret(EditorState.create({ doc, selection }), pointer)).toBe('Rhyl');
  expect(wordAtCaret(EditorState.create({ doc, selection: new ScatteredBlocks(doc, [0], 0) }))).toBe('The');
  expect(wordAtCaret(EditorState.create({ doc, selection: new AllSelection(doc) }))).toBe('');
});

it('a menu in what is selected of a block is for that, one beside it or at a caret for its place, and one at whole blocks for none', () => {
  const doc = createDocument(['The lamp at Rhyl burned.', 'Nobody came.']);
  const blockId = attributesOf(doc.child(0)).id;
  const selection = TextSelection.create(doc, 5, 9);
  const of = (chosen: Selection, place?: number) => rangeAtPlace(EditorState.create({ doc, selection: chosen }), place);
  expect(of(selection, 6)).toEqual({ blockId, from: 4, to: 8 });
  expect(of(selection, 14)).toEqual({ blockId, from: 13, to: 13 });
  expect(of(TextSelection.create(doc, 3))).toEqual({ blockId, from: 2, to: 2 });
  expect(of(new AllSelection(doc), 6)).toEqual({ blockId, from: 5, to: 5 });
  expect(of(new AllSelection(doc))).toBeUndefined();
});
