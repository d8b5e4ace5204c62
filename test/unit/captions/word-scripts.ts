import fc from 'fast-check';
import type { ScriptBlock, ScriptWord, WordScript } from '#shared/captions/script.ts';

/** At most a line long, as longer words are cut where they are shown. */
const token = fc.oneof(
  fc.constantFrom(
    'One',
    'two,',
    'three.',
    '“four?”',
    '"five"',
    '<b>',
    '&amp;',
    '-->',
    '{\\k9}',
    '\\N',
    'a\\',
    '<00:01.00>',
    '[01:02.03]',
    'x',
  ),
  fc.string({ minLength: 1, maxLength: 30 }).filter((text) => /^[^\s\p{Cc}]+$/u.test(text)),
);
const spokenWord = fc.record({
  text: token,
  gapMs: fc.integer({ min: 0, max: 2_500 }),
  lengthMs: fc.integer({ min: 1, max: 9_000 }),
  estimated: fc.boolean(),
});
const characters = [undefined, { name: 'Ann, the "first" <&>', colour: 1 }, { name: 'Default', colour: 8 }];
const spokenBlock = fc.record({
  words: fc.array(spokenWord, { maxLength: 30 }),
  character: fc.constantFrom(...characters),
  pauseMs: fc.nat(900),
});

/** Any words with any times, in chapters and blocks. */
export const scripts = fc.array(fc.array(spokenBlock, { maxLength: 4 }), { minLength: 1, maxLength: 3 }).map((chapters): WordScript => {
  let at = 0;
  const made = chapters.map((blocks, chapter) => {
    const startMs = at;
    const said = blocks.map(({ words, character, pauseMs }, index): ScriptBlock => {
      const from = at;
      const timed = words.map(({ text, gapMs, lengthMs, estimated }): ScriptWord => {
        const word = { text, startMs: at + gapMs, endMs: at + gapMs + lengthMs, estimated };
        at = word.endMs;
        return word;
      });
      at = Math.max(at, from + 1);
      const block = {
        id: `block${chapter}${index}`,
        character,
        text: words.map(({ text }) => text).join(' '),
        startMs: from,
        endMs: at,
        words: timed,
        hasWordTimes: true,
      };
      at += pauseMs;
      return block;
    });
    return { number: chapter + 1, title: `Part & ${chapter}`, startMs, endMs: at, blocks: said };
  });
  return { title: 'A "book" <of> & {words}', language: 'en-GB', durationMs: at, chapters: made };
});
