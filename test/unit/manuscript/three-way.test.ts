import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChoices, isTaken, type Revision } from '#shared/manuscript/revise.ts';
import type { ImportedChapter } from '#shared/manuscript/imported-text.ts';
import type { Comparison, ProjectChapter, RevisedChapter } from '#shared/manuscript/comparison.ts';
import { compareVersions } from '#shared/manuscript/three-way.ts';
import { attributesOf, createBlock, schema } from '#shared/narration/document.ts';

/** A chapter of the script: the text of each block by its id. */
const chapter = (id: string, blocks: Readonly<Record<string, string>>, title = id): ProjectChapter => ({
  id,
  title,
  document: schema.node(
    'doc',
    null,
    Object.entries(blocks).map(([blockId, text]) => createBlock(text, { id: blockId, note: `note of ${blockId}` })),
  ),
});
const revised = (title: string, ...texts: string[]): RevisedChapter => ({
  title,
  blocks: texts.map((text) => ({ text, pauseMs: null, characterId: undefined, voiceId: undefined })),
});
/** What was imported as this script. */
const importedAs = (script: readonly ProjectChapter[]): ImportedChapter[] =>
  script.map(({ id, title, document }) => ({
    id,
    file: 'book.docx',
    title,
    paragraphs: document.children.map((node) => ({ text: node.textContent, ids: [attributesOf(node).id] })),
  }));
const textsOf = (chapters: readonly ProjectChapter[]) =>
  chapters.map(({ title, document }) => [title, ...document.children.map((node) => node.textContent)]);
const everything = (comparison: Comparison, take: boolean) => new Map(comparison.rows.map(({ key }) => [key, take]));
const facts = ({ rows }: Comparison) => rows.map(({ kind, isConflict, base, yours, theirs }) => [kind, isConflict, base, yours, theirs]);

const fog = 'The fog came in at noon.';
const bell = 'Nobody rang the bell that night.';
const ship = 'A ship went by without a light.';
const imported = importedAs([chapter('one', { fog0: fog, bell0: bell, ship0: ship })]);
const compare = (script: readonly ProjectChapter[], ...manuscript: RevisedChapter[]): Comparison =>
  compareVersions({ script, imported, manuscript });
const apply = (script: readonly ProjectChapter[], comparison: Comparison, choices: ReadonlyMap<string, boolean> = new Map()): Revision =>
  applyChoices(script, comparison, choices);

describe('a paragraph', () => {
  it('that only the script changed stays, is named as an edit of one’s own and is no change', () => {
    const script = [chapter('one', { fog0: 'The fog came in at dawn.', bell0: bell, ship0: ship })];
    const comparison = compare(script, revised('one', fog, bell, 'A ship went by at full speed.'));
    expect(facts(comparison)).toEqual([['changed', false, ship, ship, 'A ship went by at full speed.']]);
    expect(comparison.own).toMatchObject([{ kind: 'changed', base: fog, yours: 'The fog came in at dawn.' }]);
    const { chapters, counts } = apply(script, comparison);
    expect(textsOf(chapters)).toEqual([['one', 'The fog came in at dawn.', bell, 'A ship went by at full speed.']]);
    expect(counts).toEqual({ added: 0, changed: 1, moved: 0, removed: 0, unchanged: 2 });
  });

  it('that both changed in another way is a conflict with all three texts, and what a person wrote stays unless they choose the manuscript', () => {
    const script = [chapter('one', { fog0: 'The fog came in at dawn.', bell0: bell, ship0: ship })];
    const comparison = compare(script, revised('one', 'The fog came in at midnight.', bell, ship));
    expect(facts(comparison)).toEqual([['changed', true, fog, 'The fog came in at dawn.', 'The fog came in at midnight.']]);
    expect(apply(script, comparison).chapters).toEqual(script);
    const { chapters } = apply(script, comparison, everything(comparison, true));
    expect(chapters[0]!.document.child(0).textContent).toBe('The fog came in at midnight.');
    expect(attributesOf(chapters[0]!.document.child(0))).toMatchObject({ id: 'fog0', note: 'note of fog0' });
  });

  it('of which both changed other words is a change that has the words of both', () => {
    const script = [chapter('one', { fog0: 'The fog rolled in at noon.', bell0: bell, ship0: ship })];
    const comparison = compare(script, revised('one', 'The fog came in at midnight.', bell, ship));
    expect(facts(comparison)).toEqual([['changed', false, fog, 'The fog rolled in at noon.', 'The fog rolled in at midnight.']]);
    expect(textsOf(apply(script, comparison).chapters)[0]![1]).toBe('The fog rolled in at midnight.');
    expect(apply(script, comparison, everything(comparison, false)).chapters).toEqual(script);
  });

  it('that both changed alike is neither a change nor an edit', () => {
    const script = [chapter('one', { fog0: 'The fog came in at dawn.', bell0: bell, ship0: ship })];
    const comparison = compare(script, revised('one', 'The fog came in at dawn.', bell, ship));
    expect([comparison.rows, comparison.own]).toEqual([[], []]);
    expect(apply(script, comparison).chapters).toEqual(script);
  });

  it('that was rewritten in the script is found by its block, whatever it says', () => {
    const script = [chapter('one', { fog0: 'Something else altogether.', bell0: bell, ship0: ship })];
    const comparison = compare(script, revised('one', fog, bell, ship));
    expect([facts(comparison), comparison.own.map(({ kind }) => kind)]).toEqual([[], ['changed']]);
  });

  it('that only the script removed or added stays removed or there, wherever its neighbours go', () => {
    const script = [chapter('one', { fog0: fog, mine0: 'I wrote this myself.', ship0: ship })];
    const comparison = compare(script, revised('one', 'First of all.', ship, fog, bell));
    expect(comparison.own.map(({ kind }) => kind).sort()).toEqual(['added', 'removed']);
    const [, ...texts] = textsOf(apply(script, comparison).chapters)[0]!;
    expect([...texts].sort()).toEqual(['First of all.', 'I wrote this myself.', ship, fog].sort());
    expect(texts.filter((text) => text === ship || text === fog)).toEqual([ship, fog]);
  });

  it('that the manuscript removed goes where nobody touched it, and is a conflict where the script changed it', () => {
    const script = [chapter('one', { fog0: 'The fog came in at dawn.', bell0: bell, ship0: ship })];
    const comparison = compare(script, revised('one', ship));
    expect(facts(comparison)).toEqual([
      ['removed', true, fog, 'The fog came in at dawn.', undefined],
      ['removed', false, bell, bell, undefined],
    ]);
    expect(textsOf(apply(script, comparison).chapters)).toEqual([['one', 'The fog came in at dawn.', ship]]);
  });

  it('that the script removed and the manuscript changed is a conflict that leaves it removed, and can be taken', () => {
    const script = [chapter('one', { fog0: fog, ship0: ship })];
    const comparison = compare(script, revised('one', fog, 'Nobody rang the bell that morning.', ship));
    expect(facts(comparison)).toEqual([['changed', true, bell, undefined, 'Nobody rang the bell that morning.']]);
    expect(apply(script, comparison).chapters).toEqual(script);
    const taken = apply(script, comparison, everything(comparison, true));
    expect(textsOf(taken.chapters)).toEqual([['one', fog, 'Nobody rang the bell that morning.', ship]]);
  });

  it('that differs in its typography alone is no change and no edit, on either side', () => {
    const quoted = importedAs([chapter('one', { fog0: '"Fog," she said.', bell0: bell })]);
    const script = [chapter('one', { fog0: '“Fog,” she said.', bell0: bell })];
    for (const text of ['"Fog," she said.', '«Fog,» she said.']) {
      const comparison = compareVersions({ script, imported: quoted, manuscript: [revised('one', text, bell)] });
      expect([comparison.rows, comparison.own]).toEqual([[], []]);
      expect(apply(script, comparison).chapters).toEqual(script);
    }
  });
});

describe('a paragraph that was split in the script', () => {
  const long = 'The fog came in at noon. Nobody rang the bell. The ship went by.';
  const whole = [{ id: 'one', file: 'book.docx', title: 'one', paragraphs: [{ text: long, ids: ['fog0'] }] }];
  const script = [chapter('one', { fog0: 'The fog came in at noon. ', new1: 'Nobody rang the bell. ', new2: 'The ship went by.' })];

  it('is no change where the manuscript has it whole', () => {
    const comparison = compareVersions({ script, imported: whole, manuscript: [revised('one', long)] });
    expect([comparison.rows, comparison.own]).toEqual([[], []]);
    expect(apply(script, comparison).chapters).toEqual(script);
  });

  it('stays split where the manuscript changes a part of it', () => {
    const next = 'The fog came in at noon. Nobody rang the big bell. The ship went by.';
    const comparison = compareVersions({ script, imported: whole, manuscript: [revised('one', next)] });
    const { chapters, changes } = apply(script, comparison);
    expect(chapters[0]!.document.children.map((node) => [attributesOf(node).id, node.textContent.trim()])).toEqual([
      ['fog0', 'The fog came in at noon.'],
      ['new1', 'Nobody rang the big bell.'],
      ['new2', 'The ship went by.'],
    ]);
    expect(changes.map(({ after }) => after)).toContain('Nobody rang the big bell.');
  });
});

it('paragraphs that were joined in the script are no change, and one block still where the manuscript changes them', () => {
  const script = [chapter('one', { fog0: `${fog} ${bell}`, ship0: ship })];
  const same = compare(script, revised('one', fog, bell, ship));
  expect([same.rows, same.own]).toEqual([[], []]);
  const comparison = compare(script, revised('one', fog, 'Nobody rang the bell that morning.', ship));
  expect(facts(comparison)).toMatchObject([['changed', false, `${fog} ${bell}`, `${fog} ${bell}`, `${fog} Nobody rang the bell that morning.`]]); // prettier-ignore
  expect(textsOf(apply(script, comparison).chapters)).toEqual([['one', `${fog} Nobody rang the bell that morning.`, ship]]);
});

describe('a chapter', () => {
  const two = [chapter('one', { fog0: fog, bell0: bell }), chapter('two', { ship0: ship, sea0: 'The sea was grey that day.' })];
  const both = importedAs(two);

  it('that was named, moved or removed in the script stays so, and follows the manuscript where it was not', () => {
    const script = [{ ...two[1]!, title: 'The Sea' }, two[0]!];
    const manuscript = [revised('one', fog, bell), revised('two', ship, 'The sea was grey that day.')];
    const comparison = compareVersions({ script, imported: both, manuscript });
    expect(comparison.rows).toEqual([]);
    expect(comparison.own.map(({ kind }) => kind).sort()).toEqual(['chapter-moved', 'renamed']);
    expect(apply(script, comparison).chapters).toEqual(script);
    const gone = compareVersions({ script: [two[0]!], imported: both, manuscript });
    expect(apply([two[0]!], gone).chapters).toEqual([two[0]]);
    const renamed = compareVersions({ script, imported: both, manuscript: [revised('One', fog, bell), revised('Two', ship, 'The sea was grey that day.')] }); // prettier-ignore
    expect(renamed.rows.map(({ kind, isConflict, theirs }) => [kind, isConflict, theirs])).toEqual([
      ['renamed', false, 'One'],
      ['renamed', true, 'Two'],
    ]);
  });

  it('that the manuscript adds can be left out, and one that it removes can stay', () => {
    const comparison = compareVersions({ script: two, imported: both, manuscript: [revised('new', 'It begins here.'), revised('one', fog, bell)] }); // prettier-ignore
    expect(textsOf(apply(two, comparison).chapters)).toEqual([
      ['new', 'It begins here.'],
      ['one', fog, bell],
    ]);
    expect(apply(two, comparison, everything(comparison, false)).chapters).toEqual(two);
  });
});

it('a speaker whom a person chose stays where the manuscript names whom it named before', () => {
  const block = createBlock(fog, { id: 'fog0', characterId: 'bert' });
  const script = [{ id: 'one', title: 'one', document: schema.node('doc', null, [block]) }];
  const before = [{ id: 'one', file: 'a', title: 'one', paragraphs: [{ text: fog, who: 'IDA', characterId: 'ida0', ids: ['fog0'] }] }];
  const spoken = (speaker: string, characterId: string) => [{ title: 'one', blocks: [{ text: fog, pauseMs: null, voiceId: undefined, speaker, characterId }] }]; // prettier-ignore
  const same = compareVersions({ script, imported: before, manuscript: spoken('IDA', 'ida0') });
  expect([same.rows, apply(script, same).chapters]).toEqual([[], script]);
  const other = compareVersions({ script, imported: before, manuscript: spoken('CARL', 'carl') });
  expect(other.rows).toMatchObject([{ kind: 'changed', isConflict: true, characterId: 'carl' }]);
  expect(apply(script, other).chapters).toEqual(script);
});

it('the imported text names the blocks that its paragraphs are now, so that the next update knows what was kept', () => {
  const script = [chapter('one', { fog0: 'The fog came in at dawn.', bell0: bell, ship0: ship })];
  const manuscript = [revised('one', 'The fog came in at midnight.', bell, ship, 'And then it was over.')];
  const { chapters, imported: now } = apply(script, compare(script, ...manuscript));
  const again = compareVersions({ script: chapters, imported: now.map((each) => ({ ...each, file: 'book.docx' })), manuscript });
  expect([again.rows, again.own.map(({ kind, yours }) => [kind, yours])]).toEqual([[], [['changed', 'The fog came in at dawn.']]]);
});

/** Three versions that come from one another: paragraphs are changed, removed, moved and added, chapters as well. */
const paragraphs = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'), { minLength: 1, maxLength: 6 });
const version = fc.array(fc.record({ title: fc.constantFrom('One', 'Two', 'Three'), paragraphs }), { minLength: 1, maxLength: 3 });
const sentence = (letter: string, edit = ''): string => `${[1, 2, 3, 4, 5].map((word) => `w${letter}x${word}`).join(' ')}${edit}.`;
const edits = fc.array(fc.constantFrom('', '', ' mine', ' yours'), { minLength: 10, maxLength: 10 });
const edited = fc.tuple(version, edits);
type Edited = readonly [readonly { title: string; paragraphs: readonly string[] }[], readonly string[]];
const textOf = (letter: string, how: readonly string[]): string => sentence(letter, how['abcdefghij'.indexOf(letter)]);
const asScript = ([chapters, how]: Edited): ProjectChapter[] =>
  chapters.map(({ title, paragraphs: letters }, index) =>
    chapter(
      `chapter${index}`,
      Object.fromEntries(letters.map((letter, place) => [`b${index}x${place}${letter}`, textOf(letter, how)])),
      title,
    ),
  );
const asManuscript = ([chapters, how]: Edited): RevisedChapter[] =>
  chapters.map(({ title, paragraphs: letters }) => revised(title, ...letters.map((letter) => textOf(letter, how))));

describe('whatever was changed', () => {
  it('a manuscript that did not change leaves the script as it is', () => {
    fc.assert(
      fc.property(edited, edited, (one, other) => {
        const script = asScript(other);
        const comparison = compareVersions({ script, imported: importedAs(asScript(one)), manuscript: asManuscript(one) });
        expect(comparison.rows).toEqual([]);
        expect(applyChoices(script, comparison, new Map()).chapters).toEqual(script);
      }),
    );
  });

  it('a script that did not change becomes the manuscript', () => {
    fc.assert(
      fc.property(edited, edited, (one, other) => {
        const script = asScript(one);
        for (const before of [importedAs(script), undefined]) {
          const comparison = compareVersions({ script, imported: before, manuscript: asManuscript(other) });
          expect(comparison.rows.filter(({ isConflict }) => isConflict)).toEqual([]);
          expect(comparison.own).toEqual([]);
          expect(textsOf(applyChoices(script, comparison, new Map()).chapters)).toEqual(
            asManuscript(other).map(({ title, blocks }) => [title, ...blocks.map(({ text }) => text)]),
          );
        }
      }),
    );
  });

  it('of all rows left out the script is as it was, and what a person wrote is there unless a row that takes it away was chosen', () => {
    fc.assert(
      fc.property(edited, edited, edited, fc.func(fc.boolean()), (one, other, third, chosen) => {
        const script = asScript(other);
        const comparison = compareVersions({ script, imported: importedAs(asScript(one)), manuscript: asManuscript(third) });
        expect(applyChoices(script, comparison, everything(comparison, false)).chapters).toEqual(script);
        const choices = new Map(comparison.rows.map(({ key }) => [key, chosen(key)]));
        for (const each of [new Map<string, boolean>(), choices]) {
          const { chapters, counts } = applyChoices(script, comparison, each);
          const ids = chapters.flatMap(({ document }) => document.children.map((node) => attributesOf(node).id));
          expect(new Set(ids).size).toBe(ids.length);
          expect(counts.added + counts.changed + counts.moved + counts.unchanged).toBe(ids.length);
          const texts = new Map(
            chapters.flatMap(({ document }) => document.children.map((node) => [attributesOf(node).id, node.textContent])),
          );
          const given = new Set(comparison.rows.filter((row) => isTaken(row, each)).map(({ key }) => key));
          for (const { document } of script)
            for (const node of document.children)
              if (!given.has(attributesOf(node).id)) expect(texts.get(attributesOf(node).id)).toBe(node.textContent);
        }
      }),
    );
  });
});
