import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  maximumTitle,
  neighbourOf,
  nextTitle,
  outlineEntry,
  sameOutline,
  withChapter,
  withChapterAt,
  withChapters,
  withoutChapter,
  withTitle,
  type Outline,
} from '../../../src-shared/narration/outline.ts';

const outlineOf = (letters: string): Outline => Array.from(letters, (letter) => ({ id: `chapter${letter}`, title: letter.toUpperCase() }));
const letters = (outline: Outline): string => outline.map(({ id }) => id.at(-1)).join('');

it('puts a new chapter after the one that is shown, and at the end where none is', () => {
  const entry = { id: 'chapterx', title: 'X' };
  expect(letters(withChapter(outlineOf('abc'), entry, 'chaptera'))).toBe('axbc');
  expect(letters(withChapter(outlineOf('abc'), entry, undefined))).toBe('abcx');
});

it('moves a chapter and no other; past an end it stays at that end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(7), fc.integer({ min: -3, max: 12 }), (count, which, place) => {
      const before = outlineOf('abcdefgh'.slice(0, count));
      const entry = before[which % count];
      if (!entry) throw new Error('no entry');
      const after = withChapterAt(before, entry.id, place);
      expect(after.findIndex(({ id }) => id === entry.id)).toBe(Math.min(Math.max(place, 0), count - 1));
      expect(after.filter(({ id }) => id !== entry.id)).toEqual(before.filter(({ id }) => id !== entry.id));
    }),
  );
});

it('keeps one chapter, and gives a deleted one’s place to what followed it', () => {
  expect(letters(withoutChapter(outlineOf('ab'), 'chaptera'))).toBe('b');
  const last = outlineOf('a');
  expect(withoutChapter(last, 'chaptera')).toBe(last);
  expect(neighbourOf(outlineOf('abc'), 'chapterb', outlineOf('ac'))).toBe('chapterc');
  expect(neighbourOf(outlineOf('abc'), 'chapterc', outlineOf('ab'))).toBe('chapterb');
});

it('takes a title without the white space around it, within its bound, and never none', () => {
  const before = outlineOf('ab');
  expect(withTitle(before, 'chaptera', '  One  ')[0]?.title).toBe('One');
  expect(withTitle(before, 'chaptera', ' \t')).toBe(before);
  fc.assert(
    // A string of fast-check’s own is at most ten characters long, far from the bound.
    fc.property(fc.string(), fc.nat(300), (short, spaceAt) => {
      const long = `${short}${'x'.repeat(spaceAt)} ${'x'.repeat(300 - spaceAt)}`;
      for (const title of [short, long]) {
        const [entry] = withTitle(before, 'chaptera', title);
        expect(outlineEntry.safeParse({ ...entry, id: 'chapter00' }).data?.title).toBe(entry?.title);
      }
    }),
  );
});

it('names a new chapter as no other is named', () => {
  expect(nextTitle([{ id: 'chaptera', title: 'Chapter 2' }])).toBe('Chapter 3');
  expect(sameOutline(outlineOf('ab'), outlineOf('ba'))).toBe(false);
});

it('two outlines are the same where they have the same chapters by the same names in the same order', () => {
  const outline = outlineOf('ab');
  expect(sameOutline(outline, outlineOf('ab'))).toBe(true);
  expect(sameOutline([], [])).toBe(true);
  for (const other of [
    outlineOf('a'),
    outlineOf('abc'),
    outlineOf('ac'),
    [outline[0]!, { ...outline[1]!, title: 'Other' }],
    [{ ...outline[0]!, id: 'chapterx' }, outline[1]!],
  ])
    expect([sameOutline(outline, other), sameOutline(other, outline)]).toEqual([false, false]);
});

it('what changes nothing answers with the same outline', () => {
  const outline = outlineOf('abc');
  expect(withTitle(outline, 'chapterb', ' B ')).toBe(outline);
  expect(withTitle(outline, 'unknown', 'New')).toBe(outline);
  expect(withChapterAt(outline, 'chapterb', 1)).toBe(outline);
  expect(withChapterAt(outline, 'chapterc', 9)).toBe(outline);
  expect(withChapterAt(outline, 'chaptera', -1)).toBe(outline);
  expect(withChapterAt(outline, 'unknown', 0)).toBe(outline);
  expect(withoutChapter(outline, 'unknown')).toBe(outline);
});

it('a title is that of its chapter alone, and does not end in a blank where it is cut', () => {
  const renamed = withTitle(outlineOf('abc'), 'chapterb', 'New');
  expect(renamed.map(({ title }) => title)).toEqual(['A', 'New', 'C']);
  expect(withTitle(outlineOf('a'), 'chaptera', `${'x'.repeat(maximumTitle - 1)} y`)[0]?.title).toBe('x'.repeat(maximumTitle - 1));
  expect(outlineEntry.parse({ id: 'chapter00', title: ' One ' }).title).toBe('One');
  for (const title of ['', '  ', 'x'.repeat(maximumTitle + 1)])
    expect(outlineEntry.safeParse({ id: 'chapter00', title }).success).toBe(false);
});

it('the chapter that is shown instead of a deleted one is the next that is left, else the last before it, else the first', () => {
  expect(neighbourOf(outlineOf('abcd'), 'chapterb', outlineOf('ad'))).toBe('chapterd');
  expect(neighbourOf(outlineOf('abcd'), 'chapterd', outlineOf('abc'))).toBe('chapterc');
  expect(neighbourOf(outlineOf('abcd'), 'chaptera', outlineOf('dcb'))).toBe('chapterb');
  expect(neighbourOf(outlineOf('abcd'), 'chapterc', outlineOf('ba'))).toBe('chapterb');
  expect(neighbourOf(outlineOf('ab'), 'chapterb', outlineOf('xy'))).toBe('chapterx');
  expect(neighbourOf(outlineOf('ab'), 'unknown', outlineOf('b'))).toBe('chapterb');
  expect(neighbourOf(outlineOf('ab'), 'chapterb', [])).toBeUndefined();
});

it('chapters come after the one that is shown, in its place where that is empty, and at the end where none is', () => {
  const added = outlineOf('xy');
  expect(letters(withChapters(outlineOf('abc'), added, { at: 'chapterb', isEmpty: false }))).toBe('abxyc');
  expect(letters(withChapters(outlineOf('abc'), added, { at: 'chapterb', isEmpty: true }))).toBe('axyc');
  expect(letters(withChapters(outlineOf('abc'), added, { at: undefined, isEmpty: true }))).toBe('abcxy');
});
