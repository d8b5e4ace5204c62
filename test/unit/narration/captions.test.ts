import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captionRules, cuesOf, spokenBlocks, toSrt, toVtt, type SpokenBlock } from '#shared/narration/captions.ts';
import { attributesOf, createDocument, wordsOf } from '#shared/narration/document.ts';
import { sampleParagraphs } from '#shared/narration/sample.ts';
import { spreadWords } from '#shared/narration/spread-words.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import { buildTimeline } from '#shared/narration/timeline.ts';

function spoken(text: string, startMs = 0, wordMs = 300): SpokenBlock {
  const words = wordsOf(text).map((word, index) => ({ text: word.text, startMs: index * wordMs, endMs: (index + 1) * wordMs }));
  return { startMs, endMs: startMs + words.length * wordMs, text, words };
}

describe('captions', () => {
  it('split where sentences end, not at abbreviations', () => {
    const cues = cuesOf([spoken('He was right. Mr. Okafor made tea. “Good?” he asked.')]);
    expect(cues.map(({ lines }) => lines.join(' '))).toEqual(['He was right.', 'Mr. Okafor made tea.', '“Good?”', 'he asked.']);
  });

  it('keep every word of the sample, once and in order', () => {
    let at = 0;
    const blocks = sampleParagraphs.map((text) => {
      const block = spoken(text, at);
      at = block.endMs + 350;
      return block;
    });
    expect(cuesOf(blocks).flatMap(({ lines }) => lines.flatMap((line) => line.split(' ')))).toEqual(
      sampleParagraphs.flatMap((text) => wordsOf(text).map((word) => word.text)),
    );
  });

  it('begin when their first word is lit, also where the service timed several words as one', () => {
    const text = 'Then. Of the sea. Gone.';
    const spans = [
      [0, 400],
      [400, 400],
      [400, 400],
      [400, 1000],
      [2000, 2400],
    ];
    const words = wordsOf(text).map((word, index) => ({ text: word.text, startMs: spans[index]?.[0] ?? 0, endMs: spans[index]?.[1] ?? 0 }));
    const document = createDocument([text]);
    const take: Take = {
      id: 'take000000',
      blockId: attributesOf(document.child(0)).id,
      fingerprint: 'other',
      createdAt: 1,
      text,
      voiceId: 'anna',
      modelId: null,
      samples: 2.4 * sampleRate,
      state: 'complete',
      alignment: 'complete',
      words,
      creditsUsed: 0,
      requestId: null,
      ignoredParameters: [],
      starred: false,
    };
    const timeline = buildTimeline(document, [take], { voiceId: 'anna', modelId: null }, 'local');
    const lit = spreadWords(words);
    expect(cuesOf(spokenBlocks(timeline)).map(({ startMs, lines }) => [lines[0], startMs])).toEqual([
      ['Then.', 0],
      ['Of the sea.', Math.round(lit[1]?.startMs ?? -1)],
      ['Gone.', 2000],
    ]);
    expect(lit[2]?.startMs).toBeGreaterThan(lit[1]?.startMs ?? Infinity);
  });

  it('make one cue of a block without word times', () => {
    const block = { startMs: 500, endMs: 9500, text: sampleParagraphs[0] ?? '', words: [] };
    const cues = cuesOf([block]);
    expect(cues).toHaveLength(1);
    expect(cues[0]).toMatchObject({ startMs: 500, endMs: 9500 });
  });

  it('never overlap, are never empty, and fit, whatever the times', () => {
    const token = fc.oneof(
      fc.constantFrom('One', 'two,', 'three.', '“four?”', 'Dr.'),
      fc.string({ minLength: 1, maxLength: 60 }).filter((text) => /^\S+$/u.test(text)),
    );
    const word = fc.record({ token, startMs: fc.integer({ min: -10, max: 30_000 }), lengthMs: fc.integer({ min: 0, max: 12_000 }) });
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 30 }), { maxLength: 4 }), (chapters) => {
        let at = 0;
        const blocks = chapters.map((words) => {
          const sorted = words.toSorted((a, b) => a.startMs - b.startMs);
          const startMs = at;
          at += 30_000;
          return {
            startMs,
            endMs: at,
            text: sorted.map((each) => each.token).join(' '),
            words: sorted.map((each) => ({ text: each.token, startMs: each.startMs, endMs: each.startMs + each.lengthMs })),
          };
        });
        let free = 0;
        for (const cue of cuesOf(blocks)) {
          expect(cue.startMs).toBeGreaterThanOrEqual(free);
          expect(cue.endMs).toBeGreaterThan(cue.startMs);
          free = cue.endMs;
          expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(captionRules.longestMs);
          expect(cue.lines.length).toBeGreaterThan(0);
          expect(cue.lines.length).toBeLessThanOrEqual(captionRules.lines);
          for (const line of cue.lines) {
            expect(line.trim()).not.toBe('');
            expect(Array.from(line).length).toBeLessThanOrEqual(captionRules.charactersPerLine);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are not longer than seven seconds where words are slow', () => {
    for (const cue of cuesOf([spoken('one two three four five six seven eight nine ten', 0, 2000)]))
      expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(captionRules.longestMs);
  });

  it('are written as SRT and VTT with their clocks and escapes', () => {
    const cues = [{ startMs: 3_661_001, endMs: 3_662_050, lines: ['Fish & <chips>', '--> there'] }];
    expect(toSrt(cues)).toBe('1\r\n01:01:01,001 --> 01:01:02,050\r\nFish & <chips>\r\n--> there\r\n\r\n');
    expect(toVtt(cues)).toBe('WEBVTT\n\n01:01:01.001 --> 01:01:02.050\nFish &amp; &lt;chips&gt;\n--&gt; there\n');
  });
});
