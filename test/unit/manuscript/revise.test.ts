import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChoices, type ProjectChapter, type RevisedChapter, type Revision } from '#shared/manuscript/revise.ts';
import { compareVersions } from '#shared/manuscript/three-way.ts';
import { differInTypographyAlone } from '#shared/manuscript/typography.ts';
import { attributesOf, createBlock, schema } from '#shared/narration/document.ts';

/** All of a manuscript in place of these chapters, of which nobody knows what was imported. */
const reviseChapters = (
  chapters: readonly ProjectChapter[],
  replaced: ReadonlySet<string>,
  manuscript: readonly RevisedChapter[],
  hasAudio: (blockId: string) => boolean = () => false,
): Revision => {
  const script = chapters.filter(({ id }) => replaced.has(id));
  return applyChoices(chapters, compareVersions({ script, manuscript, hasAudio }), new Map());
};

const chapter = (id: string, title: string, texts: readonly string[]): ProjectChapter => ({
  id,
  title,
  document: schema.node(
    'doc',
    null,
    texts.map((text, index) =>
      createBlock(text, { id: `${id}block${index}`, note: `note of ${text}`.slice(0, 100), locked: index % 2 === 0 }),
    ),
  ),
});
const revised = (title: string, texts: readonly string[]): RevisedChapter => ({
  title,
  blocks: texts.map((text) => ({ text, pauseMs: null, characterId: undefined, voiceId: undefined })),
});
const all = (chapters: readonly ProjectChapter[]) => new Set(chapters.map(({ id }) => id));
const textsOf = ({ chapters }: { chapters: readonly ProjectChapter[] }) =>
  chapters.map(({ title, document }) => [title, ...document.children.map((node) => node.textContent)]);
const idsOf = ({ chapters }: { chapters: readonly ProjectChapter[] }) =>
  chapters.flatMap(({ document }) => document.children.map((node) => attributesOf(node).id));

/** Sentences of words that occur nowhere else. */
const sentence = (seed: number): string => [1, 2, 3, 4, 5].map((word) => `w${seed}x${word}`).join(' ');

describe('a revised manuscript', () => {
  it('that swaps chapters moves their blocks, with ids and settings, and changes none', () => {
    const before = [1, 2, 3].map((number) => chapter(`chapter${number}`, `Part ${number}`, [sentence(number), sentence(10 + number)]));
    const [one, two, three] = [1, 2, 3].map((number) => revised(`Part ${number}`, [sentence(number), sentence(10 + number)]));
    const revision = reviseChapters(before, all(before), [three!, one!, two!]);
    expect(revision.counts).toEqual({ added: 0, changed: 0, moved: 2, removed: 0, unchanged: 4 });
    expect(revision.chapters).toEqual([before[2], before[0], before[1]]);
  });

  it('keeps the id, note and lock of a block whose words changed, and names what came and went', () => {
    const before = [chapter('one', 'One', ['The fog came in at noon.', 'Nobody saw it.', 'The bell rang.'])];
    const after = [revised('One', ['The fog came in at midnight.', 'A ship passed by in silence.', 'The bell rang.'])];
    const { counts, changes, chapters } = reviseChapters(before, all(before), after);
    expect(counts).toEqual({ added: 1, changed: 1, moved: 0, removed: 1, unchanged: 1 });
    expect(changes).toMatchObject([
      {
        kind: 'changed',
        blockId: 'oneblock0',
        chapterId: 'one',
        title: 'One',
        before: 'The fog came in at noon.',
        after: 'The fog came in at midnight.',
      },
      { kind: 'added', title: 'One', before: '', after: 'A ship passed by in silence.' },
      { kind: 'removed', blockId: 'oneblock1', chapterId: 'one', title: 'One', before: 'Nobody saw it.', after: '' },
    ]);
    expect(attributesOf(chapters[0]!.document.child(0))).toEqual(attributesOf(before[0]!.document.child(0)));
  });

  it('finds a changed block in a chapter that moved, and not another one that is like it where the chapter went', () => {
    const line = (keeper: string, lamp: string): string => `Keeper ${keeper} wrote down in the book that lamp ${lamp} burned all night.`;
    const before = [
      chapter('one', 'One', [sentence(1), line('two', 'four'), sentence(2)]),
      chapter('two', 'Two', [sentence(3), sentence(4), sentence(5), sentence(6)]),
      chapter('three', 'Three', [line('seven', 'nine')]),
    ];
    const [, two] = before.map(({ title, document }) =>
      revised(
        title,
        document.children.map((node) => node.textContent),
      ),
    );
    const after = [two!, revised('One', [sentence(1), line('two', 'eight'), sentence(2)])];
    const { changes } = reviseChapters(before, all(before), after);
    expect(changes.filter(({ kind }) => kind !== 'moved')).toMatchObject([
      { kind: 'changed', blockId: 'oneblock1' },
      { kind: 'removed', blockId: 'threeblock0' },
    ]);
  });

  it('keeps every block of a book in which each paragraph was edited, or has other quotation marks', () => {
    const count = 700;
    const texts = Array.from({ length: count }, (_, index) => `“${sentence(index)}” ${sentence(count + index)}.`);
    const before = [chapter('one', 'One', texts)];
    for (const edit of [(text: string) => `${text} Or so.`, (text: string) => text.replaceAll(/[“”]/gu, '"')]) {
      const revision = reviseChapters(before, all(before), [revised('One', texts.map(edit))]);
      expect(revision.counts).toEqual({ added: 0, changed: count, moved: 0, removed: 0, unchanged: 0 });
      expect(idsOf(revision)).toEqual(idsOf({ chapters: before }));
    }
  });

  it('leaves chapters of other manuscripts where they are', () => {
    const before = ['a', 'b', 'c'].map((id, index) => chapter(id, id, [sentence(index)]));
    const revision = reviseChapters(before, new Set(['b']), [revised('b', [sentence(1), sentence(7)])]);
    expect(revision.chapters.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(revision.counts).toEqual({ added: 1, changed: 0, moved: 0, removed: 0, unchanged: 3 });
    expect([revision.chapters[0], revision.chapters[2]]).toEqual([before[0], before[2]]);
  });

  /** One chapter in which the paragraph of Thomas is split between him and the narrator. */
  const splitChapter = (): ProjectChapter => {
    const part = (text: string, id: string, characterId: string | null) =>
      createBlock(text, { id, characterId, paragraphId: 'paragraph', note: `note of ${id}` });
    const blocks = [
      createBlock('The fog came in at noon.', { id: 'fog00000' }),
      part('“You are late,”', 'late0000', 'thomas00'),
      part('said Thomas.', 'said0000', null),
      part('“I have been here since five.”', 'five0000', 'thomas00'),
      createBlock('Nobody laughed.', { id: 'laugh000' }),
    ];
    return { id: 'one00000', title: 'One', document: schema.node('doc', null, blocks) };
  };
  const paragraphs = (...[late = '“You are late,” said Thomas. “I have been here since five.”', end = 'Nobody laughed.']: string[]) => [
    revised('One', ['The fog came in at noon.', late, end]),
  ];

  it('of the same text leaves a paragraph split between its speakers, and offers nothing', () => {
    const before = [splitChapter()];
    const revision = reviseChapters(before, all(before), paragraphs());
    expect(revision.changes).toEqual([]);
    expect(revision.chapters[0]!.document).toBe(before[0]!.document);
  });

  it('changes only the part of a split paragraph that has other words', () => {
    const before = [splitChapter()];
    const revision = reviseChapters(before, all(before), paragraphs('“You are late,” said Thomas. “I have been here since six.”'));
    expect(revision.counts).toEqual({ added: 0, changed: 1, moved: 0, removed: 0, unchanged: 4 });
    expect(revision.changes).toMatchObject([{ kind: 'changed', blockId: 'five0000', after: '“I have been here since six.”' }]);
    expect(revision.chapters[0]!.document.child(3).attrs).toEqual(before[0]!.document.child(3).attrs);
  });

  it('gives new speech of a split paragraph to who has the other speech of it, and what is said of it to the narrator', () => {
    const before = [splitChapter()];
    const text = '“You are late,” said Thomas. “I have been here since five.” He looked at the clock. “And cold.”';
    const revision = reviseChapters(before, all(before), paragraphs(text));
    const { document } = revision.chapters[0]!;
    const parts = document.children.slice(1, -1).map((node) => [node.textContent, attributesOf(node).characterId]);
    expect(parts).toEqual([
      ['“You are late,”', 'thomas00'],
      ['said Thomas.', null],
      ['“I have been here since five.”', 'thomas00'],
      ['He looked at the clock.', null],
      ['“And cold.”', 'thomas00'],
    ]);
    expect(new Set(document.children.slice(1, -1).map((node) => attributesOf(node).paragraphId))).toEqual(new Set(['paragraph']));
    expect(revision.counts).toEqual({ added: 2, changed: 0, moved: 0, removed: 0, unchanged: 5 });
  });

  it('makes one block again of a split paragraph that quotes nothing any more', () => {
    const before = [splitChapter()];
    const revision = reviseChapters(before, all(before), paragraphs('Thomas said that he had been here since five.'));
    const { document } = revision.chapters[0]!;
    expect(document.children.map((node) => node.textContent)).toEqual([
      'The fog came in at noon.',
      'Thomas said that he had been here since five.',
      'Nobody laughed.',
    ]);
    expect(attributesOf(document.child(1)).paragraphId).toBeNull();
  });

  it('finds a split paragraph where it went', () => {
    const before = [splitChapter()];
    const revision = reviseChapters(before, all(before), [
      revised('One', ['The fog came in at noon.', 'Nobody laughed.', '“You are late,” said Thomas. “I have been here since five.”']),
    ]);
    expect(revision.changes.every(({ kind }) => kind === 'moved')).toBe(true);
    expect(idsOf(revision)).toEqual(['fog00000', 'laugh000', 'late0000', 'said0000', 'five0000']);
  });

  it('is the text of the project afterwards, counts every block once, and matches every text that stayed', () => {
    // Few words, so that many blocks are equal or alike.
    const text = fc
      .array(fc.constantFrom('fog', 'bell', 'sea', 'ship', 'rang', 'noon'), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(' '));
    const version = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(version, version, (first, second) => {
        const before = first.map((texts, index) => chapter(`chapter${index}`, `Part ${index}`, texts));
        const revision = reviseChapters(
          before,
          all(before),
          second.map((texts, index) => revised(`Part ${index}`, texts)),
        );
        expect(textsOf(revision)).toEqual(second.map((texts, index) => [`Part ${index}`, ...texts]));
        const { added, changed, moved, unchanged, removed } = revision.counts;
        expect(added + changed + moved + unchanged).toBe(second.flat().length);
        expect(changed + moved + unchanged + removed).toBe(first.flat().length);
        const ids = idsOf(revision);
        expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(revision.chapters.map(({ id }) => id)).size).toBe(second.length);
        const count = (texts: readonly string[], wanted: string): number => texts.filter((each) => each === wanted).length;
        const same = [...new Set(second.flat())].reduce(
          (sum, each) => sum + Math.min(count(first.flat(), each), count(second.flat(), each)),
          0,
        );
        expect(moved + unchanged).toBe(same);
      }),
    );
  });

  it('of the same text changes nothing, and hands back the documents as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(5).map(sentence), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }), (texts) => {
        const before = texts.map((each, index) => chapter(`chapter${index}`, 'Part', each));
        const { chapters, changes } = reviseChapters(
          before,
          all(before),
          texts.map((each) => revised('Part', each)),
        );
        expect(changes).toEqual([]);
        expect(chapters.map(({ document }) => document)).toEqual(before.map(({ document }) => document));
      }),
    );
  });
});

describe('a new paragraph that says who speaks', () => {
  const before = (isSplit: boolean): ProjectChapter => ({
    id: 'one',
    title: 'One',
    document: schema.node(
      'doc',
      null,
      isSplit
        ? [
            createBlock('“Come,”', { characterId: 'thomas', paragraphId: 'first' }),
            createBlock('said Thomas.', { paragraphId: 'first' }),
            createBlock('The fog came in.'),
          ]
        : [createBlock('“Come,” said Thomas.', { characterId: 'thomas' }), createBlock('The fog came in.')],
    ),
  });
  const rest = ['“Come,” said Thomas.', 'The fog came in.'];
  const spoken = (isSplit: boolean, added: string) => {
    const { chapters } = reviseChapters([before(isSplit)], new Set(['one']), [revised('One', [...rest, added])]);
    return chapters[0]!.document.children.slice(isSplit ? 3 : 2).map((node) => [node.textContent, attributesOf(node).characterId]);
  };

  it('is parted between its character and the narrator where the project was', () => {
    expect(spoken(true, '“Now we wait,” said Thomas.')).toEqual([
      ['“Now we wait,”', 'thomas'],
      ['said Thomas.', null],
    ]);
  });

  it('is one block where the project leaves such paragraphs whole, and one paragraph where it parts them', () => {
    expect(spoken(false, '“Now we wait,” said Thomas.')).toEqual([['“Now we wait,” said Thomas.', 'thomas']]);
    const { chapters } = reviseChapters([before(true)], new Set(['one']), [revised('One', [...rest, '“Now we wait,” said Thomas.'])]);
    const ids = chapters[0]!.document.children.slice(3).map((node) => attributesOf(node).paragraphId);
    expect(ids[0]).not.toBeNull();
    expect(ids[1]).toBe(ids[0]);
  });

  it('is the narrator’s where the project knows no such speaker, and what stays is as it was', () => {
    expect(spoken(true, '“Now we wait,” said Agnes.')).toEqual([['“Now we wait,” said Agnes.', null]]);
    const { counts } = reviseChapters([before(true)], new Set(['one']), [revised('One', rest)]);
    expect(counts).toEqual({ added: 0, changed: 0, moved: 0, removed: 0, unchanged: 3 });
  });
});

describe('a changed paragraph that says who speaks now', () => {
  const part = (text: string, id: string, characterId: string | null, paragraphId: string | null = null) =>
    createBlock(text, { id, characterId, paragraphId, note: `note of ${id}` });
  const document = (...own: ReturnType<typeof part>[]): ProjectChapter => ({
    id: 'one',
    title: 'One',
    document: schema.node('doc', null, [
      part('“Come,”', 'come0000', 'maren000', 'p1'),
      part('said Maren.', 'said0000', null, 'p1'),
      ...own,
    ]),
  });
  const change = (own: ReturnType<typeof part>, after: string) => {
    const revision = reviseChapters([document(own)], new Set(['one']), [revised('One', ['“Come,” said Maren.', after])]);
    const nodes = revision.chapters[0]!.document.children.slice(2);
    return { ...revision, parts: nodes.map((node) => [node.textContent, attributesOf(node).characterId, attributesOf(node).note]) };
  };

  it('is split between its character and the narrator as the import splits it, and the narrator keeps the block with its takes', () => {
    const before = part('She nodded. The wind had turned in the night.', 'wind0000', null);
    const { parts, changes, recast } = change(before, '“I will,” said Maren. The wind had turned in the night.');
    expect(parts).toEqual([
      ['“I will,”', 'maren000', null],
      ['said Maren. The wind had turned in the night.', null, 'note of wind0000'],
    ]);
    expect(changes).toMatchObject([
      { kind: 'added', after: '“I will,”' },
      { kind: 'changed', blockId: 'wind0000' },
    ]);
    expect(recast).toBe(1);
  });

  it('goes to who speaks now where somebody else did, and its narration stays the narrator’s', () => {
    const tobias = [part('“Go,”', 'go000000', 'tobias00', 'p2'), part('said Tobias.', 'saidT000', null, 'p2')];
    const other = [part('“Here,”', 'here0000', 'tobias00', 'p3'), part('said Tobias.', 'saidT001', null, 'p3')];
    const { chapters, recast } = reviseChapters([document(...other, ...tobias)], new Set(['one']), [
      revised('One', ['“Come,” said Maren.', '“Here,” said Tobias.', '“Go,” said Maren.']),
    ]);
    expect(chapters[0]!.document.children.slice(4).map((node) => [node.textContent, attributesOf(node).characterId])).toEqual([
      ['“Go,”', 'maren000'],
      ['said Maren.', null],
    ]);
    expect(recast).toBe(1);
  });

  it('stays with whom a person gave it to', () => {
    const chosen = part('“No,” said Maren. It rained.', 'rain0000', null);
    expect(change(chosen, '“No,” said Maren. It rained hard.')).toMatchObject({
      parts: [['“No,” said Maren. It rained hard.', null, 'note of rain0000']],
      recast: 0,
    });
    const given = part('It rained on the roof all day.', 'rain0000', 'tobias00');
    expect(change(given, '“It rained on the roof all day,” said Maren.').parts).toMatchObject([
      [expect.anything(), 'tobias00', expect.anything()],
    ]);
  });
});

describe('a paragraph that differs in its typography alone', () => {
  const curly = ['“It’s late,” she said—and left…', '‘Why?’', 'No one came.'];
  const straight = ['"It\'s late," she said -- and left...', "'Why?'", 'No one came.'];
  const before = [chapter('one', 'One', curly)];

  it('keeps its text where a block has audio of it, all blocks alike, and takes the new one where none has', () => {
    const kept = reviseChapters(before, all(before), [revised('One', straight)], () => true);
    expect([kept.changes, kept.typography, kept.chapters[0]!.document]).toEqual([[], 2, before[0]!.document]);
    const alike = reviseChapters(before, all(before), [revised('One', straight)], (id) => id === 'oneblock1');
    expect(textsOf(alike)).toEqual([['One', ...curly]]);
    const taken = reviseChapters(before, all(before), [revised('One', straight)]);
    expect(textsOf(taken)).toEqual([['One', ...straight]]);
    expect([taken.counts.changed, taken.typography]).toEqual([2, 0]);
  });

  it('is found where it went, also among short lines that occur often', () => {
    const lines = ['“No.”', 'One.', '“No.”', 'Two.', '“No.”', 'Three.'];
    const often = [chapter('one', 'One', lines)];
    const { counts, typography } = reviseChapters(
      often,
      all(often),
      [
        revised(
          'One',
          lines.map((line) => line.replaceAll(/[“”]/gu, '"')),
        ),
      ],
      () => true,
    );
    expect([counts.unchanged, typography]).toEqual([6, 3]);
  });

  it('stays split between its speakers', () => {
    const parts = [
      createBlock('“Come,”', { characterId: 'thomas', paragraphId: 'first' }),
      createBlock('said Thomas.', { paragraphId: 'first' }),
    ];
    const split = [{ id: 'one', title: 'One', document: schema.node('doc', null, parts) }];
    const { changes, typography, chapters } = reviseChapters(split, all(split), [revised('One', ['"Come," said Thomas.'])], () => true);
    expect([changes, typography, chapters[0]!.document]).toEqual([[], 1, split[0]!.document]);
  });
});

it('typography is what is read the same: other words, hyphens, ranges and marks that are spoken are not', () => {
  const same = (one: string, other: string): boolean => differInTypographyAlone(one, other);
  expect(same('“Come,” — he said. “Now…”', '"Come,"--he said. "Now. . ."')).toBe(true);
  expect(same('« Viens », dit-il.', '“Viens”, dit-il.')).toBe(true);
  expect(same('Mr.\u00a0Gray', 'Mr. Gray')).toBe(true);
  expect(same('5–7 days', '5—7 days')).toBe(false);
  expect(same('five–six', 'five-six')).toBe(false);
  expect(same('its', 'it’s')).toBe(false);
  expect(same('5″ wide', '5 wide')).toBe(false);
  expect(same('Come. Now', 'Come, now')).toBe(false);
  expect(same('Come', 'Come')).toBe(false);
});
