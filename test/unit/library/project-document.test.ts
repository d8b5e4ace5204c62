import { Slice } from '@tiptap/pm/model';
import { AttrStep, ReplaceStep } from '@tiptap/pm/transform';
import { describe, expect, it } from 'vitest';
import { applySteps, maximumEditCharacters, newChapterDocument, restoreChapter } from '#main/library/project-document.ts';
import { toFailure } from '#shared/failure.ts';
import { createBlock, createDocument, schema } from '#shared/narration/document.ts';
import { formatMessage, message } from '#shared/messages/message.ts';
import { maximumTitle } from '#shared/narration/outline.ts';

const before = createDocument(['One.', 'Two.']);
const insert = (position: number, text: string): unknown =>
  new ReplaceStep(position, position, new Slice(schema.node('block', { id: 'x' }, [schema.text(text)]).content, 0, 0)).toJSON();

const restored = (document: string, steps: string[]) =>
  restoreChapter({ id: 'chapter0', title: 'One', document, version: 0, steps, removed: false }, '/Book.voicewright');

function problem(steps: readonly unknown[]): unknown {
  try {
    applySteps(before, steps);
    return 'nothing';
  } catch (thrown) {
    return thrown instanceof Error && 'failure' in thrown ? thrown.failure : thrown;
  }
}

describe('edits of a chapter', () => {
  it('are applied, and restored from what is stored', () => {
    const edit = applySteps(before, [insert(1, 'Zero. '), insert(1, 'Minus. ')]);
    expect(edit.document.textContent).toBe('Minus. Zero. One.Two.');
    expect(restored(JSON.stringify(before.toJSON()), edit.steps).eq(edit.document)).toBe(true);
  });

  it.each([
    ['no step', { stepType: 'dance' }],
    ['not an object', 7],
    ['null', null],
    ['a position outside', insert(9999, 'x')],
    [
      'nested beyond the schema',
      { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'doc', content: [{ type: 'block' }] }] } },
    ],
  ])('that are %s name the step and change nothing', (_name, step) => {
    expect(problem([insert(1, 'fine'), step])).toMatchObject({ kind: 'invalid-input', field: 'steps.1' });
    expect(before.textContent).toBe('One.Two.');
  });

  it('that would repeat a block id are refused', () => {
    const id = String(before.firstChild?.attrs['id']);
    const slice = new Slice(schema.node('doc', null, [createBlock('Again.', { id })]).content, 0, 0);
    expect(problem([new ReplaceStep(0, 0, slice).toJSON()])).toMatchObject({
      kind: 'invalid-input',
      message: expect.stringContaining(id) as string,
    });
  });

  it('that would leave a wrong attribute or no block are refused', () => {
    expect(problem([new AttrStep(0, 'pauseMs', -5).toJSON()])).toMatchObject({ kind: 'invalid-input' });
    expect(problem([new AttrStep(0, 'controls', { speed: 99 }).toJSON()])).toMatchObject({ kind: 'invalid-input' });
    expect(problem([{ stepType: 'replace', from: 0, to: before.content.size }])).toMatchObject({ kind: 'invalid-input' });
  });

  it('of ten megabytes are answered in words', () => {
    expect(problem([insert(1, 'word '.repeat(2_000_000))])).toMatchObject({ kind: 'too-large', field: 'steps' });
    expect(maximumEditCharacters).toBeLessThan(10_000_000);
  });
});

describe('a stored chapter', () => {
  it.each([
    ['not JSON', '{', []],
    ['not a document', '{"type":"doc","content":[]}', []],
    ['steps that do not fit', JSON.stringify(createDocument(['a']).toJSON()), [JSON.stringify(insert(50, 'x'))]],
  ])('with %s is damaged, not a crash', (_name, document, steps) => {
    expect(() => restored(document, steps)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'damaged' }) as object }),
    );
  });
});

const failureOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (thrown) {
    return toFailure(thrown);
  }
};

describe('the bounds of a chapter', () => {
  const sized = (characters: number) => createDocument(['x'.repeat(characters - 2)]);
  const largest = 6 * 1024 * 1024;
  const blocks = (count: number) => createDocument(Array.from({ length: count }, () => 'x'));

  it('of an edit are four megabytes of all its steps together', () => {
    const steps = (characters: number, of = 1) => {
      const empty = JSON.stringify(insert(1, 'x')).length - 1;
      return Array.from({ length: of }, () => insert(1, 'x'.repeat(characters / of - empty)));
    };
    expect(applySteps(before, steps(maximumEditCharacters)).steps).toHaveLength(1);
    expect(problem(steps(maximumEditCharacters + 2, 2))).toMatchObject({ kind: 'too-large', field: 'steps' });
    expect(problem(steps(5 * 1024 * 1024))).toMatchObject({ message: formatMessage(message('library.pasteTooLarge', '5.0 MB', '4.0 MB')) });
  });

  it('are 20,000 blocks and six million characters, of a new one, an edited one and a stored one alike', () => {
    const made = (document: ReturnType<typeof sized>) => failureOf(() => newChapterDocument(document.toJSON(), 'chapters.0'));
    const stored = (document: ReturnType<typeof sized>) => failureOf(() => restored(JSON.stringify(document.toJSON()), []));
    expect([made(sized(largest)), made(blocks(20_000)), stored(sized(largest))]).toMatchObject([
      { childCount: 1 },
      { childCount: 20_000 },
      { childCount: 1 },
    ]);
    for (const tooLong of [sized(largest + 1), blocks(20_001)])
      expect(made(tooLong)).toMatchObject({ kind: 'too-large', field: 'chapters.0' });
    expect(stored(sized(largest + 1))).toMatchObject({ kind: 'too-large', next: 'choose-file' });
    const block: unknown = new ReplaceStep(0, 0, new Slice(schema.node('doc', null, [createBlock('x')]).content, 0, 0)).toJSON();
    expect(failureOf(() => applySteps(blocks(20_000), [block]))).toMatchObject({ kind: 'too-large', field: 'steps' });
  });

  it('hold for a document alone: anything else is wrong input that names its field, in few words', () => {
    for (const json of [null, 7, {}, { type: 'doc', content: [] }, { type: 'y'.repeat(1_000) }]) {
      const failure = failureOf(() => newChapterDocument(json, 'chapters.0'));
      expect(failure).toMatchObject({ kind: 'invalid-input', field: 'chapters.0' });
      expect((failure as { message: string }).message).not.toContain('y'.repeat(201));
    }
    expect((problem([{ stepType: 'y'.repeat(1_000) }]) as { message: string }).message).not.toContain('y'.repeat(201));
    expect(problem([new AttrStep(0, 'pauseMs', -5).toJSON()])).toMatchObject({ field: 'steps' });
  });
});

describe('a stored chapter with steps', () => {
  it('is damaged where they leave what is no chapter, and is named by its title, which may be of any length', () => {
    const repeated = new ReplaceStep(
      0,
      0,
      new Slice(schema.node('doc', null, [createBlock('x', { id: String(before.firstChild?.attrs['id']) })]).content, 0, 0),
    );
    const title = 't'.repeat(maximumTitle + 1);
    const open = (steps: string[]) =>
      failureOf(() =>
        restoreChapter(
          { id: 'chapter0', title, document: JSON.stringify(before.toJSON()), version: 0, steps, removed: false },
          '/Book.voicewright',
        ),
      );
    const failure = open([JSON.stringify(repeated.toJSON())]);
    expect(failure).toMatchObject({ kind: 'damaged', next: 'choose-file' });
    const { message: words } = failure as { message: string };
    expect([words.includes('t'.repeat(maximumTitle)), words.includes(title)]).toEqual([true, false]);
    expect(open([])).toMatchObject({ childCount: 2 });
  });
});
