import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captionsOf, scriptOf, type WordScript } from '#shared/captions/script.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { attributesOf, createDocument, wordsOf } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { spreadWords } from '#shared/narration/spread-words.ts';
import { sampleRate, type Take, type Word } from '#shared/narration/take.ts';

interface Said {
  text: string;
  words: readonly Word[];
  alignment?: Take['alignment'];
  seconds?: number;
}

const defaults = { ...noDefaults, voiceId: 'anna' };

/** Chapters whose blocks all have a take. */
function scriptFrom(
  chapters: readonly (readonly Said[])[],
  ground: typeof defaults = defaults,
  place?: { startMs: number; durationMs: number },
): WordScript {
  const timed = chapters.map((blocks, chapter) => {
    const document = createDocument(blocks.map(({ text }) => text));
    const takes = blocks.map(({ text, words, alignment = 'complete', seconds = 4.2 }, index): Take => ({
      id: `take${chapter}00000${index}`,
      blockId: attributesOf(document.child(index)).id,
      fingerprint: `other${chapter}${index}`,
      createdAt: 1,
      text,
      voiceId: 'anna',
      modelId: null,
      samples: seconds * sampleRate,
      state: 'complete',
      alignment,
      words: [...words],
      creditsUsed: 0,
      requestId: null,
      ignoredParameters: [],
      starred: false,
    }));
    return { number: chapter + 1, title: `Part ${chapter + 1}`, timeline: buildTimeline(document, takes, ground, 'local') };
  });
  return scriptOf({ title: 'Book', chapters: timed, defaults: ground, betweenChaptersMs: 1_500, place });
}

const timesOf = (text: string, spans: readonly (readonly [number, number])[]): Word[] =>
  wordsOf(text).map((word, index) => ({ text: word.text, startMs: spans[index]?.[0] ?? 0, endMs: spans[index]?.[1] ?? 0 }));

describe('the script of words', () => {
  it('begins captions when their first word is lit, also where the service timed several words as one', () => {
    const text = 'So it was. Of the sea. Gone home.';
    const words = timesOf(text, [
      [0, 400],
      [400, 700],
      [700, 1000],
      [1000, 1000],
      [1000, 1000],
      [1000, 2200],
      [3000, 3600],
      [3600, 4200],
    ]);
    const lit = spreadWords(words);
    expect(captionsOf(scriptFrom([[{ text, words }]])).map(({ startMs, lines }) => [lines[0], startMs])).toEqual([
      ['So it was.', 0],
      ['Of the sea.', Math.round(lit[3]?.startMs ?? -1)],
      ['Gone home.', 3000],
    ]);
    expect(lit[4]?.startMs).toBeGreaterThan(lit[3]?.startMs ?? Infinity);
  });

  it('places blocks and chapters one after another, the chapters with a silence between', () => {
    const words = timesOf('One.', [[100, 500]]);
    const { chapters, durationMs } = scriptFrom([
      [
        { text: 'One.', words, seconds: 1 },
        { text: 'One.', words, seconds: 1 },
      ],
      [{ text: 'One.', words, seconds: 1 }],
    ]);
    expect(chapters.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 2_350],
      [3_850, 4_850],
    ]);
    expect(chapters.flatMap(({ blocks }) => blocks.map((block) => [block.startMs, block.words[0]?.startMs]))).toEqual([
      [0, 100],
      [1_350, 1_450],
      [3_850, 3_950],
    ]);
    expect(durationMs).toBe(4_850);
  });

  it('shares the words of a block without certain times over the block, and marks them estimated', () => {
    const text = 'Nobody ever saw it.';
    for (const alignment of ['none', 'partial'] as const) {
      const words = alignment === 'none' ? [] : timesOf('Nobody', [[0, 10]]);
      const block = scriptFrom([[{ text, words, alignment, seconds: 2 }]]).chapters[0]?.blocks[0];
      expect(block?.words.map((word) => word.text)).toEqual(text.split(' '));
      expect(block?.words.map(({ estimated }) => estimated)).toEqual([true, true, true, true]);
      expect([block?.words[0]?.startMs, block?.words.at(-1)?.endMs]).toEqual([0, 2_000]);
    }
  });

  it('tells measured words from those that were aligned on this machine', () => {
    const words = timesOf('One two.', [
      [0, 500],
      [500, 900],
    ]);
    const estimates = (alignment: Take['alignment']) =>
      scriptFrom([[{ text: 'One two.', words, alignment }]]).chapters[0]?.blocks[0]?.words.map(({ estimated }) => estimated);
    expect([estimates('complete'), estimates('estimated')]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('shows the text as it is written and not as it is spoken, each word at the time of what is said for it', () => {
    const ground = { ...defaults, pronunciations: [{ written: 'SQL', spoken: 'sequel server', language: null, voice: null }] };
    const document = createDocument(['Use SQL now.']);
    const spoken = 'Use sequel server now.';
    const words = timesOf(spoken, [
      [0, 200],
      [200, 500],
      [500, 900],
      [900, 1_200],
    ]);
    const take = {
      id: 'take000000',
      blockId: attributesOf(document.child(0)).id,
      fingerprint: 'x',
      createdAt: 1,
      text: spoken,
      voiceId: 'anna',
      modelId: null,
      samples: 2 * sampleRate,
      state: 'complete',
      alignment: 'complete',
      words,
      creditsUsed: 0,
      requestId: null,
      ignoredParameters: [],
      starred: false,
    } as Take;
    const timeline = buildTimeline(document, [take], ground, 'local');
    const script = scriptOf({ title: 'B', chapters: [{ number: 1, title: 'P', timeline }], defaults: ground, betweenChaptersMs: 0 });
    expect(script.chapters[0]?.blocks[0]?.words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['Use', 0, 200],
      ['SQL', 200, 900],
      ['now.', 900, 1_200],
    ]);
  });

  it('has every word once, in order, with a length and none over another, whatever times a service says', () => {
    const word = fc.record({
      token: fc.constantFrom('One', 'two,', 'three.'),
      startMs: fc.integer({ min: -10, max: 9_000 }),
      lengthMs: fc.integer({ min: -900, max: 5_000 }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 }), (blocks) => {
        const said = blocks.map((words) => ({
          text: words.map(({ token }) => token).join(' '),
          words: words.map(({ token, startMs, lengthMs }) => ({ text: token, startMs, endMs: startMs + lengthMs })),
        }));
        const script = scriptFrom([said]);
        const all = script.chapters.flatMap((chapter) => chapter.blocks.flatMap((block) => block.words));
        expect(all.map(({ text }) => text)).toEqual(blocks.flat().map(({ token }) => token));
        let free = 0;
        for (const { startMs, endMs } of all) {
          expect(startMs).toBeGreaterThanOrEqual(free);
          expect(endMs).toBeGreaterThan(startMs);
          free = endMs;
        }
        expect(free).toBeLessThanOrEqual(script.durationMs);
      }),
      { numRuns: 200 },
    );
  });

  it('moves every word as the file moves its sound, and puts what is cut from its start at its start, in order', () => {
    const text = 'One two three. Four five six.';
    const words = timesOf(
      text,
      Array.from({ length: 6 }, (_, index) => [index * 600, index * 600 + 500]),
    );
    const said = [
      [
        { text, words },
        { text, words },
      ],
      [{ text, words }],
    ];
    const wordsIn = (script: WordScript) => script.chapters.flatMap(({ blocks }) => blocks.flatMap((block) => block.words));
    const before = scriptFrom(said);
    fc.assert(
      fc.property(fc.integer({ min: -6_000, max: 2_000 }), (startMs) => {
        const durationMs = before.durationMs + startMs + 2_500;
        const moved = scriptFrom(said, defaults, { startMs, durationMs });
        expect(moved.durationMs).toBe(durationMs);
        expect(moved.chapters.map((chapter) => chapter.startMs)).toEqual([0, before.chapters[1]!.startMs + startMs]);
        let free = 0;
        for (const [index, word] of wordsIn(moved).entries()) {
          const { text: written, startMs: wasMs } = wordsIn(before)[index]!;
          expect(word.text).toBe(written);
          // Words that are cut have a millisecond each, and what comes within that time is after them.
          expect(word.startMs).toBe(Math.max(wasMs + startMs, index));
          expect(word.startMs).toBeGreaterThanOrEqual(free);
          expect(word.endMs).toBeGreaterThan(word.startMs);
          free = word.endMs;
        }
      }),
      { examples: [[-5_744]] },
    );
  });

  it('holds no control characters, which no format may hold', () => {
    const text = 'A\u0000b \u0007 c.';
    expect(scriptFrom([[{ text, words: [], alignment: 'none' }]]).chapters[0]?.blocks[0]?.words.map((word) => word.text)).toEqual([
      'A\ufffdb',
      '\ufffd',
      'c.',
    ]);
  });
});
