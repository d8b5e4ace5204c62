import { Slice } from '@tiptap/pm/model';
import { AttrStep, ReplaceStep } from '@tiptap/pm/transform';
import { describe, expect, it } from 'vitest';
import { applySteps, maximumEditCharacters, restoreChapter } from '#main/library/project-document.ts';
import { createBlock, createDocument, schema } from '#shared/narration/document.ts';

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
