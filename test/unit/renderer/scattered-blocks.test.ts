import fc from 'fast-check';
import { EditorState, type Command } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { blocksOf, createDocument, documentProblem } from '../../../src-shared/narration/document.ts';
import { deleteBlocks, moveBlocksTo, selectedPlaces } from '../../../src-renderer/features/narration/script/block-selection.ts';
import { moveBlocks, uniqueIds } from '../../../src-renderer/features/narration/script/editor-commands.ts';
import {
  endScattered,
  extendScattered,
  ScatteredBlocks,
  stepCursor,
  toggled,
} from '../../../src-renderer/features/narration/script/scattered-blocks.ts';

const ids = (state: EditorState): string[] => blocksOf(state.doc).map((block) => block.attributes.id);
const selectedIds = (state: EditorState): string[] => selectedPlaces(state).map((place) => ids(state)[place] ?? '');

/** A chapter of `count` blocks with these places selected one by one. */
function chosen(count: number, places: readonly number[], cursor = places[0] ?? 0): EditorState {
  const doc = createDocument(Array.from({ length: count }, (_, index) => (index % 3 === 1 ? '' : `block ${String(index)}`)));
  return EditorState.create({ doc, selection: new ScatteredBlocks(doc, places, cursor) });
}
function run(state: EditorState, command: Command): EditorState {
  let after = state;
  command(state, (transaction) => (after = state.apply(transaction)));
  expect(documentProblem(after.doc)).toBeUndefined();
  expect(uniqueIds(after, state.doc)).toBeUndefined(); // no block has become another one
  return after;
}
const chapter = fc
  .integer({ min: 1, max: 9 })
  .chain((count) =>
    fc.record({ count: fc.constant(count), places: fc.uniqueArray(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: count }) }),
  );

describe('blocks that are selected one by one', () => {
  it('go where they are dropped, together and in their order, and stay selected; the rest keeps its order', () => {
    fc.assert(
      fc.property(chapter, fc.nat({ max: 9 }), ({ count, places }, wanted) => {
        const target = wanted % (count + 1);
        const state = chosen(count, places);
        const before = ids(state);
        const moving = selectedIds(state);
        const transaction = moveBlocksTo(state, target);
        const after = transaction ? state.apply(transaction) : state;
        const stays = (id: string | undefined): boolean => id !== undefined && !moving.includes(id);
        expect(ids(after)).toEqual([...before.slice(0, target).filter(stays), ...moving, ...before.slice(target).filter(stays)]);
        expect(selectedIds(after)).toEqual(moving);
      }),
    );
  });

  it('move past their neighbours where there is one, and stay selected', () => {
    fc.assert(
      fc.property(chapter, fc.constantFrom(-1 as const, 1 as const), ({ count, places }, direction) => {
        const state = chosen(count, places);
        const expected = ids(state);
        const sorted = [...places].sort((one, other) => direction * (other - one));
        const taken = new Set<number>();
        for (const place of sorted) {
          const next = place + direction;
          if (next < 0 || next >= count || taken.has(next)) taken.add(place);
          else {
            [expected[place], expected[next]] = [expected[next] ?? '', expected[place] ?? ''];
            taken.add(next);
          }
        }
        const after = run(state, moveBlocks(direction));
        expect(ids(after)).toEqual(expected);
        expect(new Set(selectedIds(after))).toEqual(new Set(selectedIds(state)));
      }),
    );
  });

  it('are deleted, and no others; of a whole chapter an empty block stays', () => {
    fc.assert(
      fc.property(chapter, ({ count, places }) => {
        const state = chosen(count, places);
        const left = ids(state).filter((_, place) => !places.includes(place));
        const after = run(state, deleteBlocks);
        if (left.length > 0) expect(ids(after)).toEqual(left);
        else expect(after.doc.textContent).toBe('');
        expect(after.selection.empty).toBe(true);
      }),
    );
  });

  it('stay selected when others go or come before them', () => {
    const state = chosen(5, [1, 3], 3);
    const [, second, , fourth] = ids(state);
    const { tr } = state;
    const after = state.apply(tr.delete(0, state.doc.child(0).nodeSize));
    expect(selectedIds(after)).toEqual([second, fourth]);
    const without = after.apply(after.tr.delete(0, after.doc.child(0).nodeSize));
    expect(selectedIds(without)).toEqual([fourth]);
  });

  it('are gone through by keys: the cursor moves alone, with Shift it takes along, and Escape leaves the caret at it', () => {
    let state = run(chosen(4, [0], 0), stepCursor(1));
    expect(selectedPlaces(state)).toEqual([0]);
    state = run(state, stepCursor(1));
    state = state.apply(state.tr.setSelection(toggled(state, selectedPlaces(state), 2)));
    expect(selectedPlaces(state)).toEqual([0, 2]);
    state = run(state, extendScattered(1));
    expect(selectedPlaces(state)).toEqual([0, 2, 3]);
    state = run(state, stepCursor(1)); // at the end it stays
    state = run(state, endScattered);
    expect([state.selection.$head.index(0), state.selection.empty]).toEqual([3, true]);
    expect(stepCursor(1)(state)).toBe(false);
  });
});
