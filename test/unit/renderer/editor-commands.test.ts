import { EditorState, TextSelection, type Command } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import {
  attributesOf,
  blocksOf,
  createBlock,
  createDocument,
  documentFromJson,
  documentProblem,
  schema,
} from '../../../src-shared/narration/document.ts';
import {
  deleteBlocks,
  deleteEmpty,
  extendBlocks,
  isReordered,
  moveBlocksTo,
  selectedPlaces,
  selectedRange,
  selectionOf,
  wholeBlockIds,
  wholeBlocks,
} from '../../../src-renderer/features/narration/script/block-selection.ts';
import {
  mergeBackward as mergeBackwardWith,
  mergeForward,
  moveBlocks,
  splitAroundSelection,
  splitBlock,
  uniqueIds,
} from '../../../src-renderer/features/narration/script/editor-commands.ts';
import { positionOfBlock } from '../../../src-renderer/features/narration/script/scattered-blocks.ts';
import { paragraphsOf } from '../../../src-shared/narration/paragraphs.ts';
import { copiedAttributes, insertPaste, pasteLimits, readPaste } from '../../../src-renderer/features/narration/script/paste.ts';

/** An editor without a window: the caret is put at a character of a block. */
function at(texts: string[], block: number, offset: number, endBlock = block, endOffset = offset): EditorState {
  const doc = createDocument(texts);
  const place = (index: number, within: number): number => positionOfBlock(doc, index) + 1 + within;
  return EditorState.create({ doc, selection: TextSelection.create(doc, place(block, offset), place(endBlock, endOffset)) });
}
function run(state: EditorState, command: Command): EditorState {
  let after = state;
  command(state, (transaction) => (after = state.apply(transaction)));
  expect(documentProblem(after.doc)).toBeUndefined();
  return after;
}
/** Where no take is of the joined text. */
const noTake = (): null => null;
const mergeBackward = mergeBackwardWith(noTake);
const texts = (state: EditorState): string[] => blocksOf(state.doc).map((block) => block.text);
const ids = (state: EditorState): string[] => blocksOf(state.doc).map((block) => block.attributes.id);
const caret = (state: EditorState): [number, number] => [state.selection.$head.index(0), state.selection.$head.parentOffset];

describe('Split block', () => {
  it('splits at both ends of what is selected, and at one where that is the start or the end of the text', () => {
    const selected = 'One “two three” four.';
    const around = run(at([selected, 'next'], 0, 4, 0, 15), splitAroundSelection);
    expect(texts(around)).toEqual(['One ', '“two three” ', 'four.', 'next']);
    expect(texts(run(at([selected], 0, 0, 0, 3), splitAroundSelection))).toEqual(['One ', '“two three” four.']);
    expect(texts(run(at([selected], 0, 16, 0, 21), splitAroundSelection))).toEqual(['One “two three” ', 'four.']);
    expect(texts(run(at([selected], 0, 4), splitAroundSelection))).toEqual(['One ', '“two three” four.']);
  });
});

describe('Enter', () => {
  it('leaves the first half its id, gives the second its settings, and neither the take that was chosen for both', () => {
    const doc = schema.node('doc', null, [createBlock('onetwo', { voiceId: 'v', takeId: 'take00000000', locked: true })]);
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, 4) });
    const after = run(state, splitBlock);
    expect(texts(after)).toEqual(['one', 'two']);
    const [first, second] = blocksOf(after.doc).map((block) => block.attributes);
    expect(first).toEqual({ ...attributesOf(doc.child(0)), takeId: null });
    expect(second).toMatchObject({ voiceId: 'v', locked: true, takeId: null });
    expect(second?.id).not.toBe(first?.id);
    expect(caret(after)).toEqual([1, 0]);
  });
  it('at the start puts an empty block before, so that the text keeps its id', () => {
    const state = at(['text'], 0, 0);
    const after = run(state, splitBlock);
    expect(texts(after)).toEqual(['', 'text']);
    expect(ids(after)[1]).toBe(ids(state)[0]);
    expect(caret(after)).toEqual([1, 0]);
  });
  it('before a space leaves it at the end of the first half, so that the second begins with a word and Backspace joins both as they were', () => {
    const text = 'One came. Two went.';
    for (const offset of [9, 10]) {
      const after = run(at([text], 0, offset), splitBlock);
      expect(texts(after)).toEqual(['One came. ', 'Two went.']);
      expect(caret(after)).toEqual([1, 0]);
      expect(texts(run(after, mergeBackward))).toEqual([text]);
    }
    expect(texts(run(at(['One  '], 0, 3), splitBlock))).toEqual(['One', '  ']);
  });
  it('leaves a pause behind the text that it was set behind', () => {
    const pausesAt = (offset: number) => {
      const doc = schema.node('doc', null, [createBlock('onetwo', { pauseMs: 3000 })]);
      const state = EditorState.create({ doc, selection: TextSelection.create(doc, offset + 1) });
      const split = run(state, splitBlock);
      if (offset > 0 && offset < 6) expect(blocksOf(run(split, mergeBackward).doc)[0]?.attributes.pauseMs).toBe(3000);
      return blocksOf(split.doc).map(({ text, attributes }) => [text, attributes.pauseMs]);
    };
    expect(pausesAt(3)).toEqual([
      ['one', null],
      ['two', 3000],
    ]);
    expect(pausesAt(0)).toEqual([
      ['', null],
      ['onetwo', 3000],
    ]);
    expect(pausesAt(6)).toEqual([
      ['onetwo', 3000],
      ['', null],
    ]);
  });
  it('replaces a selection across blocks', () => {
    expect(texts(run(at(['abc', 'def'], 0, 1, 1, 2), splitBlock))).toEqual(['a', 'f']);
  });
});

describe('Backspace', () => {
  it('keeps a space between two sentences that it joins, so that the words of both stay what they are', () => {
    expect(texts(run(at(['One came.', 'Two went.'], 1, 0), mergeBackward))).toEqual(['One came. Two went.']);
    expect(caret(run(at(['One came.', 'Two went.'], 1, 0), mergeBackward))).toEqual([0, 10]);
    expect(texts(run(at(['One came. ', 'Two went.'], 1, 0), mergeBackward))).toEqual(['One came. Two went.']);
    expect(texts(run(at(['One ca', 'me.'], 1, 0), mergeBackward))).toEqual(['One came.']);
    expect(texts(run(at(['他来了。', '她走了。'], 1, 0), mergeBackward))).toEqual(['他来了。她走了。']);
  });

  it('keeps the notes of both blocks, one a line, also where one of them is empty, and the edits of the takes of both', () => {
    const join = (one: Parameters<typeof createBlock>, other: Parameters<typeof createBlock>) => {
      const doc = schema.node('doc', null, [createBlock(...one), createBlock(...other)]);
      const selection = TextSelection.create(doc, doc.child(0).nodeSize + 1);
      return attributesOf(run(EditorState.create({ doc, selection }), mergeBackward).doc.child(0));
    };
    const edits = { take0000: { gainDb: 1 } };
    const others = { take0001: { trimEndMs: 5 } };
    const joined = join(['One.', { note: 'slow', takeEdits: edits }], ['Two.', { note: 'loud', takeEdits: others }]);
    expect(joined).toMatchObject({ note: 'slow\nloud', takeEdits: { ...edits, ...others } });
    expect(join(['One.', {}], ['Two.', { note: 'loud' }]).note).toBe('loud');
    expect(join(['', { note: 'slow' }], ['Two.', { note: 'loud' }]).note).toBe('slow\nloud');
    expect(join(['One.', { note: 'slow' }], ['', { note: 'loud' }]).note).toBe('slow\nloud');
    expect(join(['One.', {}], ['Two.', {}]).note).toBeNull();
  });

  it('joins two parts of a paragraph as they stood in it, with the pause after it', () => {
    const join = (one: string, other: string, paragraphId: string | null) => {
      const blocks = [createBlock(one, { paragraphId }), createBlock(other, { paragraphId, pauseMs: 900 })];
      const doc = schema.node('doc', null, blocks);
      const selection = TextSelection.create(doc, doc.child(0).nodeSize + 1);
      const joined = run(EditorState.create({ doc, selection }), mergeBackward).doc.child(0);
      return [joined.textContent, attributesOf(joined).pauseMs];
    };
    expect(join('“You are late,”', 'said Thomas.', 'paragraph')).toEqual(['“You are late,” said Thomas.', 900]);
    expect(join('“Here”—', 'he stopped.', 'paragraph')).toEqual(['“Here”—he stopped.', 900]);
    expect(join('one', 'two', null)).toEqual(['onetwo', 900]);
  });

  it('at the start of a block joins it to the one before', () => {
    const state = at(['one', 'two'], 1, 0);
    const after = run(state, mergeBackward);
    expect(texts(after)).toEqual(['onetwo']);
    expect(ids(after)).toEqual([ids(state)[0]]);
    expect(caret(after)).toEqual([0, 3]);
  });
  it('takes an empty block before away, and leaves the text its id', () => {
    const state = at(['', 'two'], 1, 0);
    const after = run(state, mergeBackward);
    expect([texts(after), ids(after)]).toEqual([['two'], [ids(state)[1]]]);
  });
  it('names the take that speaks the joined text, and drops one that speaks a part of it', () => {
    const doc = schema.node('doc', null, [createBlock('One ca', { takeId: 'take00000000' }), createBlock('me.')]);
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, doc.child(0).nodeSize + 1) });
    const joinBy = (takeToName: Parameters<typeof mergeBackwardWith>[0]) =>
      attributesOf(run(state, mergeBackwardWith(takeToName)).doc.child(0)).takeId;
    expect(joinBy(noTake)).toBeNull();
    expect(joinBy(({ attributes, text }) => (attributes.id === ids(state)[0] && text === 'One came.' ? 'take00000001' : null))).toBe(
      'take00000001',
    );
  });
  it('elsewhere, and at the start of the chapter, is not its business', () => {
    expect(mergeBackward(at(['one', 'two'], 1, 1))).toBe(false);
    expect(texts(run(at(['one', 'two'], 0, 0), mergeBackward))).toEqual(['one', 'two']);
  });
});

describe('Delete', () => {
  it('at the end of a block joins the next one to it, as Backspace there does', () => {
    const state = at(['One came.', 'Two went.', ''], 0, 9);
    const after = run(state, mergeForward(noTake));
    expect([texts(after), ids(after)]).toEqual([
      ['One came. Two went.', ''],
      [ids(state)[0], ids(state)[2]],
    ]);
    expect(caret(after)).toEqual([0, 10]);
    expect(texts(run(after, mergeForward(noTake)))).toEqual(['One came. Two went.', '']);
  });
  it('within a block, with something selected and at the end of the chapter is not its business', () => {
    for (const state of [at(['one', 'two'], 0, 1), at(['one', 'two'], 0, 1, 0, 3), at(['one', 'two'], 1, 3)])
      expect(mergeForward(noTake)(state)).toBe(false);
  });
});

describe('Alt with an arrow', () => {
  it('moves the block with its id, and the caret with it', () => {
    const state = at(['one', 'two', 'three'], 1, 2);
    const up = run(state, moveBlocks(-1));
    expect([texts(up), caret(up)]).toEqual([
      ['two', 'one', 'three'],
      [0, 2],
    ]);
    const down = run(state, moveBlocks(1));
    expect([texts(down), caret(down)]).toEqual([
      ['one', 'three', 'two'],
      [2, 2],
    ]);
    expect(ids(down)[2]).toBe(ids(state)[1]);
  });
  it('moves every selected block', () => {
    expect(texts(run(at(['a', 'b', 'c', 'd'], 1, 0, 2, 1), moveBlocks(-1)))).toEqual(['b', 'c', 'a', 'd']);
    expect(texts(run(at(['a', 'b', 'c', 'd'], 1, 0, 2, 1), moveBlocks(1)))).toEqual(['a', 'd', 'b', 'c']);
  });
  it('stops at either end', () => {
    expect(moveBlocks(-1)(at(['a', 'b'], 0, 0))).toBe(false);
    expect(moveBlocks(1)(at(['a', 'b'], 1, 0))).toBe(false);
  });
});

describe('ids', () => {
  it('are given again to copies and to blocks without one, and the first keeps its own', () => {
    const block = createBlock('x', { takeId: 'take00000000' });
    const doc = schema.node('doc', null, [block, block, schema.node('block', null)]);
    const state = EditorState.create({ doc });
    const fixed = uniqueIds(state);
    expect(fixed && documentProblem(fixed.doc)).toBeUndefined();
    expect(fixed && blocksOf(fixed.doc).map(({ attributes }) => attributes.takeId)).toEqual(['take00000000', null, null]);
    expect(fixed && attributesOf(fixed.doc.child(0)).id).toBe(attributesOf(block).id);
  });
  it('are left alone where they are unique', () => {
    expect(uniqueIds(at(['a', 'b'], 0, 0))).toBeUndefined();
  });
});

describe('a paste', () => {
  it('takes lines as paragraphs, and wrapped lines as one where blank lines part them', () => {
    expect(paragraphsOf('one\ntwo\r\nthree\n')).toEqual(['one', 'two', 'three']);
    expect(paragraphsOf('a wrapped\nline\n\n  \nand another\none')).toEqual(['a wrapped line', 'and another one']);
    expect(paragraphsOf('\n \n')).toEqual([]);
  });
  const pasted = (state: EditorState, text: string): EditorState => {
    const paste = readPaste(text, '');
    if ('refused' in paste) throw new Error(paste.refused.id);
    const transaction = insertPaste(state, paste);
    const after = transaction ? state.apply(transaction) : state;
    return after.apply(uniqueIds(after) ?? after.tr);
  };
  it('makes blocks with the settings of the block it is pasted into, joined to its halves', () => {
    const doc = schema.node('doc', null, [createBlock('startend', { voiceId: 'v', locked: true, takeId: 'take00000000' })]);
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, 6) });
    const after = pasted(state, '1\n2\n3');
    expect(texts(after)).toEqual(['start1', '2', '3end']);
    expect(blocksOf(after.doc).map(({ attributes }) => attributes.voiceId)).toEqual(['v', 'v', 'v']);
    expect(attributesOf(after.doc.child(1))).toMatchObject({ locked: false, takeId: null });
    expect(documentProblem(after.doc)).toBeUndefined();
    expect(caret(after)).toEqual([2, 1]);
  });
  it('leaves a block its character: new paragraphs have that of the block they are pasted into, and a copied block carries its own', () => {
    const doc = schema.node('doc', null, [createBlock('startend', { characterId: 'character1' })]);
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, 6) });
    expect(blocksOf(pasted(state, '1\n2').doc).map(({ attributes }) => attributes.characterId)).toEqual(['character1', 'character1']);
    const [copied] = Object.values(copiedAttributes(doc.child(0)));
    expect(JSON.parse(copied ?? '')).toMatchObject({ characterId: 'character1' });
  });
  it('of one line stays in the block, white space and all', () => {
    expect(texts(pasted(at(['ab'], 0, 1), ' x '))).toEqual(['a x b']);
  });
  it('stands in the place of an empty block and of selected ones, and leaves their neighbours alone', () => {
    expect(texts(pasted(at(['a', '', 'b'], 1, 0), '1\n2'))).toEqual(['a', '1', '2', 'b']);
    expect(texts(pasted(at(['a', 'b', 'c', 'd'], 1, 0, 2, 1), '1\n2'))).toEqual(['a', '1', '2', 'd']);
  });
  it('is refused in words when it is too long or of too many paragraphs, and not a character sooner', () => {
    expect(readPaste('x'.repeat(pasteLimits.characters + 1), '')).toHaveProperty('refused');
    expect(readPaste('x'.repeat(pasteLimits.characters), '')).not.toHaveProperty('refused');
    expect(readPaste('x\n'.repeat(pasteLimits.blocks + 1), '')).toHaveProperty('refused');
    expect(readPaste('x\n'.repeat(pasteLimits.blocks), '')).not.toHaveProperty('refused');
  });
});

describe('several blocks', () => {
  it('are gone when they are deleted, but for the last one of a chapter', () => {
    expect(texts(run(at(['a', 'b', 'c', 'd'], 1, 0, 2, 1), deleteBlocks))).toEqual(['a', 'd']);
    expect(texts(run(at(['a', 'b', 'c'], 1, 0, 2, 1), deleteBlocks))).toEqual(['a']);
    expect(deleteBlocks(at(['a', 'b'], 0, 0, 1, 1))).toBe(false);
    expect(deleteBlocks(at(['ab', 'cd', 'e'], 0, 1, 1, 2))).toBe(false);
    // Up to the start of a block, as after Shift and a click in its margin: that block is neither selected nor taken away.
    const upTo = at(['a', 'b', 'c', 'd'], 0, 0, 2, 0);
    expect(selectedRange(upTo)).toEqual({ first: 0, last: 1 });
    expect(texts(run(upTo, deleteBlocks))).toEqual(['c', 'd']);
    expect(texts(run(at(['a', 'b', 'c'], 0, 0, 1, 0), deleteBlocks))).toEqual(['b', 'c']);
    expect(selectedRange(run(upTo, extendBlocks(1)))).toEqual({ first: 0, last: 2 });
    // From behind the last letter of a block, likewise.
    const behind = at(['a', 'b', 'c', 'd'], 0, 1, 2, 1);
    expect(selectedRange(behind)).toEqual({ first: 1, last: 2 });
    expect(texts(run(behind, deleteBlocks))).toEqual(['a', 'd']);
    expect(texts(run(at(['a', 'b', 'c'], 0, 1, 1, 1), deleteBlocks))).toEqual(['a', 'c']);
    // What parts two blocks is no block: Delete joins them.
    const between = at(['a', 'b', 'c'], 0, 1, 1, 0);
    expect(selectedRange(between)).toEqual({ first: 0, last: 1 });
    expect(deleteBlocks(between)).toBe(false);
    // An empty block at the end is one of them: there is nothing else of it to select.
    expect(selectedRange(at(['a', 'b', '', 'd'], 0, 0, 2, 0))).toEqual({ first: 0, last: 2 });
  });
  it('are put anywhere in one act, in their order, with their ids and the selection', () => {
    const state = at(['a', 'b', 'c', 'd', 'e'], 1, 0, 2, 1);
    for (const [target, expected] of [
      [0, 'bcade'],
      [4, 'adbce'],
      [5, 'adebc'],
    ] as const) {
      const transaction = moveBlocksTo(state, target);
      if (!transaction) throw new Error('nothing moved');
      const after = state.apply(transaction);
      expect(texts(after).join('')).toBe(expected);
      expect(uniqueIds(after, state.doc)).toBeUndefined();
      expect(ids(after).toSorted()).toEqual(ids(state).toSorted());
      const { first, last } = selectedRange(after);
      expect(texts(after).slice(first, last + 1)).toEqual(['b', 'c']);
    }
    for (const target of [1, 2, 3]) expect(moveBlocksTo(state, target)).toBeUndefined();
  });
  it('are selected one after another by keyboard: first the block itself, then its neighbours, and back', () => {
    let state = run(at(['ab', 'cd', 'ef'], 1, 1), extendBlocks(1));
    expect(state.selection.eq(wholeBlocks(state.doc, 1, 1))).toBe(true);
    state = run(state, extendBlocks(-1));
    expect(selectedRange(state)).toEqual({ first: 0, last: 1 });
    state = run(run(state, extendBlocks(1)), extendBlocks(1));
    expect(selectedRange(state)).toEqual({ first: 1, last: 2 });
    expect(selectedRange(run(state, extendBlocks(1)))).toEqual({ first: 1, last: 2 });
  });
  it('leave the text after an empty block its id when that one is deleted', () => {
    const state = at(['', 'two'], 0, 0);
    const after = run(state, deleteEmpty);
    expect([texts(after), ids(after)]).toEqual([['two'], [ids(state)[1]]]);
    expect(deleteEmpty(at(['a', ''], 1, 0))).toBe(false);
  });
});

it('edits the very schema that main checks: what the editor makes, main reads', () => {
  let state = at(['One two.', 'Three.'], 0, 4);
  for (const command of [splitBlock, moveBlocks(1), mergeBackward, splitBlock]) state = run(state, command);
  expect(documentFromJson(state.doc.toJSON()).eq(state.doc)).toBe(true);
});

describe('blocks that undo moves back', () => {
  const doc = createDocument(['one', 'two', 'three', 'four']);
  const selecting = (places: number[]): EditorState =>
    EditorState.create({
      doc,
      selection: selectionOf(
        doc,
        places.map((place) => attributesOf(doc.child(place)).id),
      )!,
    });
  const afterMove = (places: number[], target: number) => {
    const state = selecting(places);
    const transaction = moveBlocksTo(state, target)!;
    return state.apply(transaction);
  };

  it('are the same ones that were selected where they were moved to', () => {
    for (const places of [[1], [1, 2], [0, 2]]) {
      const moved = afterMove(places, 4);
      const ofBlocks = wholeBlockIds(moved);
      expect(ofBlocks).toEqual(places.map((place) => attributesOf(doc.child(place)).id));
      expect(isReordered(moved.doc, doc)).toBe(true);
      const back = EditorState.create({ doc, selection: selectionOf(doc, ofBlocks)! });
      expect(selectedPlaces(back)).toEqual(places);
    }
  });

  it('are none where words are selected, nothing was moved, or a block came or went', () => {
    expect(wholeBlockIds(at(['one', 'two'], 0, 1))).toEqual([]);
    expect(isReordered(doc, doc)).toBe(false);
    const shorter = schema.node('doc', null, doc.children.slice(1));
    expect([isReordered(doc, shorter), isReordered(shorter, doc)]).toEqual([false, false]);
    expect(selectionOf(doc, ['gone'])).toBeUndefined();
  });
});
