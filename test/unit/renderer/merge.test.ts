import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributesOf, blocksOf, createBlock, schema } from '../../../src-shared/narration/document.ts';
import { mergeDocuments, mergeOutlines } from '../../../src-renderer/core/project/merge.ts';

type Texts = readonly (readonly [id: string, text: string, note?: string])[];
const documentOf = (texts: Texts): Node =>
  schema.node(
    'doc',
    null,
    texts.map(([id, text, note]) => createBlock(text, { id, ...(note === undefined ? {} : { note }) })),
  );
const textsIn = (document: Node): string[] => blocksOf(document).map(({ text }) => text);
const merge = (base: Texts, mine: Texts, theirs: Texts) => {
  const { document, both } = mergeDocuments(documentOf(base), documentOf(mine), documentOf(theirs));
  return { texts: textsIn(document), both, document };
};

const base: Texts = [
  ['block001', 'One.'],
  ['block002', 'Two.'],
  ['block003', 'Three.'],
];
const [one, two, three] = base as [Texts[0], Texts[0], Texts[0]];

describe('what two windows wrote in one chapter', () => {
  it('has the changes of both where they changed other blocks', () => {
    const { texts, both } = merge(base, [['block001', 'One, mine.'], two, three], [one, two, ['block003', 'Three, theirs.']]);
    expect(texts).toEqual(['One, mine.', 'Two.', 'Three, theirs.']);
    expect(both).toBe(0);
  });

  it('has both texts of a block that both wrote in, theirs first, and counts it', () => {
    const { texts, both, document } = merge(base, [one, ['block002', 'Two, mine.'], three], [one, ['block002', 'Two, theirs.'], three]);
    expect(texts).toEqual(['One.', 'Two, theirs.', 'Two, mine.', 'Three.']);
    expect(both).toBe(1);
    expect(new Set(blocksOf(document).map(({ attributes }) => attributes.id)).size).toBe(4);
  });

  it('has a block that they deleted and I wrote in, and not one that they deleted and I left', () => {
    expect(merge(base, [one, ['block002', 'Two, mine.'], three], [one]).texts).toEqual(['One.', 'Two, mine.']);
  });

  it('has no block that I deleted and they left, and one that they wrote in', () => {
    expect(merge(base, [one], [one, ['block002', 'Two, theirs.'], three]).texts).toEqual(['One.', 'Two, theirs.']);
  });

  it('has what both put in, each behind the block that it followed', () => {
    expect(merge(base, [one, ['block00a', 'Mine.'], two, three], [one, two, ['block00b', 'Theirs.'], three]).texts).toEqual([
      'One.',
      'Mine.',
      'Two.',
      'Theirs.',
      'Three.',
    ]);
  });

  it('has my note on a block whose text they changed', () => {
    const { document } = merge(base, [['block001', 'One.', 'Slower'], two, three], [['block001', 'One, theirs.'], two, three]);
    expect(document.child(0).textContent).toBe('One, theirs.');
    expect(attributesOf(document.child(0)).note).toBe('Slower');
  });

  it('has theirs where between us every block was deleted', () => {
    expect(merge(base, [['block009', 'Mine.']], base).texts).toEqual(['Mine.']);
    expect(merge([one, two], [one], [two]).texts).toEqual(['Two.']);
  });
});

const change = fc.record({ kind: fc.constantFrom('write', 'delete', 'insert', 'split'), at: fc.nat(9) });

/** Edits as an editor makes them: `who` marks what was written. */
function edited(texts: Texts, changes: readonly { kind: string; at: number }[], who: string): Texts {
  let now = [...texts];
  for (const [index, { kind, at }] of changes.entries()) {
    const place = at % now.length;
    const block = now[place];
    if (!block) continue;
    const [id, text] = block;
    const made = `${who}${String(index).padStart(5, '0')}`;
    if (kind === 'write') now[place] = [id, `${text} ${made}`];
    else if (kind === 'insert') now = now.toSpliced(place + 1, 0, [`${made}aa`, made]);
    else if (kind === 'split') now = now.toSpliced(place, 1, [id, text.slice(0, 2)], [`${made}bb`, text.slice(2)]);
    else if (now.length > 1) now = now.toSpliced(place, 1);
  }
  return now;
}

it('whatever two windows write, no written text is lost, no id stands twice, and one window alone gets what it wrote', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), fc.array(change, { maxLength: 6 }), (here, there) => {
      const mine = edited(base, here, 'm');
      const theirs = edited(base, there, 't');
      const { texts, document } = merge(base, mine, theirs);
      const ids = blocksOf(document).map(({ attributes }) => attributes.id);
      expect(new Set(ids).size).toBe(ids.length);
      const before = new Set(base.map(([, text]) => text));
      for (const [, text] of [...mine, ...theirs]) if (!before.has(text)) expect(texts).toContain(text);
      expect(merge(base, base, theirs).document.eq(documentOf(theirs))).toBe(true);
      expect(merge(base, mine, base).texts).toEqual(mine.map(([, text]) => text));
    }),
    { numRuns: 300 },
  );
});

describe('what two windows did to the chapters', () => {
  const entry = (id: string, title = id) => ({ id, title });
  const outline = ['a', 'b', 'c'].map((id) => entry(id));

  it('has the names, the new chapters and the deletions of both', () => {
    const mine = [entry('a', 'Mine'), entry('new-m'), entry('c')];
    const theirs = [entry('a'), entry('b'), entry('c', 'Theirs'), entry('new-t')];
    expect(mergeOutlines(outline, mine, theirs)).toEqual([entry('a', 'Mine'), entry('new-m'), entry('c', 'Theirs'), entry('new-t')]);
  });

  it('is that of the one who changed anything, order included', () => {
    const moved = outline.toReversed();
    expect(mergeOutlines(outline, outline, moved)).toBe(moved);
    expect(mergeOutlines(outline, moved, outline)).toBe(moved);
  });

  it('keeps a chapter where between us all were deleted', () => {
    expect(mergeOutlines(outline, [entry('a')], [entry('b')])).toEqual([entry('b')]);
  });
});
