import { describe, expect, it } from 'vitest';
import { scopeOf } from '#shared/manuscript/update-scope.ts';
import { createBlock, schema } from '#shared/narration/document.ts';

const chapter = (id: string) => ({
  id,
  title: id,
  document: schema.node('doc', null, [createBlock(`Text of ${id}.`, { id: `block of ${id}` })]),
});
const sources = [{ name: 'book.docx', importedAt: 1, chapterIds: ['one'] }];
const imported = new Map([
  ['book.docx', [{ id: 'one', file: 'book.docx', title: 'one', paragraphs: [{ text: 'Text of one.', ids: ['block of one'] }] }]],
]);

describe('What a later version of a manuscript is compared with', () => {
  it('is the chapters of its import, and those that blocks of it were moved to', () => {
    expect([...scopeOf({ chapters: [chapter('one'), chapter('mine')], sources, imported }).replaced]).toEqual(['one']);
    const moved = { ...chapter('mine'), document: chapter('one').document };
    expect([...scopeOf({ chapters: [chapter('two'), moved], sources, imported }).replaced]).toEqual(['one', 'mine']);
  });

  it('is all of the script, as one whose import is not known, where nothing of an import is left', () => {
    const all = new Set(['two', 'mine']);
    expect(scopeOf({ chapters: [chapter('two'), chapter('mine')], sources, imported })).toEqual({
      replaced: all,
      imported: undefined,
      unknown: all,
    });
  });
});
