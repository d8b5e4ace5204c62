import { expect, it } from 'vitest';
import { planFiles } from '#main/features/exports/plan.ts';
import { noDefaults } from '#shared/narration/shape.ts';

const chapter = { id: 'chapter1', number: 1, title: 'One', timeline: { samples: 48_000 } };
const titleOf = (chapterCount: number, title?: string): string | undefined =>
  planFiles({ each: undefined, template: undefined, title }, {
    title: 'The Harbour',
    chapterCount,
    spoken: [chapter],
    isOneChapter: true,
    defaults: noDefaults,
  } as never)[0]?.title;

it('a file of the only chapter has the title of its book, one of several chapters its own, and either the title that was typed', () => {
  expect(titleOf(1)).toBe('The Harbour');
  expect(titleOf(2)).toBe('One');
  expect([titleOf(1, 'Fog'), titleOf(2, 'Fog')]).toEqual(['Fog', 'Fog']);
});
