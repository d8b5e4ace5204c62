import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { blocksOf, createBlock, schema, type BlockAttributes } from '#shared/narration/document.ts';
import { compareStates, type ProjectState } from '#shared/narration/versions.ts';

interface Given {
  id: string;
  text: string;
  attributes?: Partial<BlockAttributes>;
}
const stateOf = (chapters: readonly (readonly Given[])[], takes: Record<string, string> = {}): ProjectState => ({
  chapters: chapters.map((blocks, index) => ({
    id: `chapter-${index}`,
    title: `Chapter ${index + 1}`,
    document: schema.node(
      'doc',
      null,
      blocks.map(({ id, text, attributes }) => createBlock(text, { ...attributes, id })),
    ),
  })),
  takes,
});
const kinds = (before: ProjectState, after: ProjectState): Record<string, string> =>
  Object.fromEntries(compareStates(before, after).map(({ blockId, kind }) => [blockId, kind]));

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((text) => ({ id: newId(), text })) as [Given, Given, Given, Given];

describe('comparing two states of a project', () => {
  it('names what was added, removed, changed, set otherwise and spoken otherwise, each block once', () => {
    const before = stateOf([[a, b, c]], { [b.id]: 'one', [c.id]: 'one' });
    const after = stateOf([[{ ...a, text: 'A new text' }, { ...b, attributes: { pauseMs: 500 } }, c, d]], { [b.id]: 'two', [c.id]: 'two' });
    expect(kinds(before, after)).toEqual({ [a.id]: 'changed', [b.id]: 'settings', [c.id]: 'take', [d.id]: 'added' });
    expect(kinds(after, before)).toEqual({ [a.id]: 'changed', [b.id]: 'settings', [c.id]: 'take', [d.id]: 'removed' });
  });

  it('gives the texts of both sides and the chapter that the block is in', () => {
    const changes = compareStates(stateOf([[a], [b]]), stateOf([[a], [{ ...b, text: 'other' }]]));
    expect(changes).toEqual([{ blockId: b.id, kind: 'changed', chapterTitle: 'Chapter 2', before: 'b', after: 'other' }]);
  });

  it('calls one block moved where one block changed its place', () => {
    expect(kinds(stateOf([[a, b, c, d]]), stateOf([[d, a, b, c]]))).toEqual({ [d.id]: 'moved' });
    expect(kinds(stateOf([[a, b], [c]]), stateOf([[a], [b, c]]))).toEqual({ [b.id]: 'moved' });
  });

  it('names a take that sounds in both and is chosen in one of them alone', () => {
    const chosen = { ...a, attributes: { takeId: newId() } };
    expect(kinds(stateOf([[a]], { [a.id]: 'one' }), stateOf([[chosen]], { [a.id]: 'one' }))).toEqual({ [a.id]: 'choice' });
    expect(kinds(stateOf([[a]], { [a.id]: 'one' }), stateOf([[chosen]], { [a.id]: 'two' }))).toEqual({ [a.id]: 'take' });
    expect(kinds(stateOf([[chosen]]), stateOf([[chosen]]))).toEqual({});
  });

  it('finds no difference between a state and itself, and names every other block exactly once', () => {
    const blocks = fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 20, size: 'max' });
    const ids = Array.from({ length: 31 }, () => newId());
    const build = (numbers: readonly number[]): ProjectState =>
      stateOf([numbers.map((number) => ({ id: ids[number] ?? '', text: String(number) }))]);
    fc.assert(
      fc.property(blocks, blocks, (one, other) => {
        if (one.length === 0 || other.length === 0) return;
        const [before, after] = [build(one), build(other)];
        expect(compareStates(before, before)).toEqual([]);
        const changes = compareStates(before, after);
        expect(new Set(changes.map(({ blockId }) => blockId)).size).toBe(changes.length);
        // What is not named stands in the same order on both sides.
        const named = new Set(changes.map(({ blockId }) => blockId));
        const rest = ({ chapters }: ProjectState): string[] =>
          chapters.flatMap(({ document }) => blocksOf(document).map(({ attributes }) => attributes.id)).filter((id) => !named.has(id));
        expect(rest(before)).toEqual(rest(after));
      }),
    );
  });
});
