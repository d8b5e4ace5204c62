import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captionRules, endsSentence } from '#shared/narration/caption-breaks.ts';
import { cuesOf, toSrt, toVtt, type SpokenBlock } from '#shared/narration/captions.ts';
import { wordsOf } from '#shared/narration/document.ts';
import { sampleText } from '#shared/narration/sample.ts';

function spoken(text: string, startMs = 0, wordMs = 300): SpokenBlock {
  const words = wordsOf(text).map((word, index) => ({ text: word.text, startMs: index * wordMs, endMs: (index + 1) * wordMs }));
  return { startMs, endMs: startMs + words.length * wordMs, text, words };
}

describe('captions', () => {
  it('split where sentences end, not at abbreviations, and leave no word alone in a cue', () => {
    const cues = cuesOf([spoken('He was right. Mr. Okafor made tea. “Good?” he asked.')]);
    expect(cues.map(({ lines }) => lines.join(' '))).toEqual(['He was right.', 'Mr. Okafor made tea.', '“Good?” he asked.']);
  });

  it('take an abbreviation or an initial for no end of a sentence, whatever quotes stand around it', () => {
    for (const word of ['right.', 'here!', 'now?”', 'end…', '好。', '(so.)', 'etc.'])
      expect([word, endsSentence(word)]).toEqual([word, true]);
    for (const word of ['Mr.', '“Dr.', 'St.', 'e.g.', 'z.B.', 'J.', 'Mme.', 'right,', 'right'])
      expect([word, endsSentence(word)]).toEqual([word, false]);
  });

  it('take a full stop for the end of a sentence by what follows it: not before a number that belongs to it, and not before a small letter', () => {
    for (const [word, next] of [
      ['no.', 'He'],
      ['etc.', 'He'],
      ['Feb.', 'The'],
      ['1893.', 'The'],
      ['19.', 'The'],
      ['well...', 'and'],
      ['“Good?”', 'he'],
    ] as const)
      expect([word, next, endsSentence(word, next)]).toEqual([word, next, true]);
    for (const [word, next] of [
      ['No.', '14'],
      ['Feb.', '1893'],
      ['Vol.', 'IV'],
      ['Bahnhofstr.', '5'],
      ['3.', 'März'],
      ['19.', 'Jahrhundert'],
      ['Mio.', 'Euro'],
      ['z.', 'B.'],
      ['etc.', 'and'],
      ['approximat.', 'five'],
      ['J.R.R.', 'Tolkien'],
    ] as const)
      expect([word, next, endsSentence(word, next)]).toEqual([word, next, false]);
  });

  it('end no line between an abbreviation and what belongs to it, in English and German', () => {
    const together = [
      ['Feb.', '1893'],
      ['14', 'Feb.'],
      ['St.', 'Brannock’s'],
      ['Mr.', 'Okafor'],
      ['No.', '14'],
      ['e.g.', 'this'],
      ['z.', 'B.'],
      ['z.B.', 'hier'],
      ['Dr.', 'Weiß'],
      ['Nr.', '5'],
      ['bzw.', 'rot'],
      ['d.', 'h.'],
      ['3.', 'März'],
      ['apples', 'etc.'],
    ] as const;
    const plain = fc.integer({ min: 3, max: 9 }).map((length) => 'b'.repeat(length));
    const pair = fc.constantFrom(...together).map((words) => words.join('\u00A0'));
    const some = fc.array(fc.oneof({ weight: 3, arbitrary: plain }, pair), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(some, (units) => {
        // A pair ends with a plain word where the next one would belong to it too.
        const text = units.map((unit) => (unit.includes('\u00A0') ? `${unit} bbb` : unit)).join(' ');
        const said = text.replaceAll('\u00A0', ' ');
        const lines = cuesOf([spoken(said)]).flatMap((cue) => cue.lines);
        expect(lines.join(' ')).toBe(said);
        let at = 0;
        for (const line of lines.slice(0, -1)) {
          at += line.length + 1;
          expect(text[at - 1]).toBe(' ');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keep every word of the sample, once and in order', () => {
    let at = 0;
    const blocks = sampleText().paragraphs.map((text) => {
      const block = spoken(text, at);
      at = block.endMs + 350;
      return block;
    });
    expect(cuesOf(blocks).flatMap(({ lines }) => lines.flatMap((line) => line.split(' ')))).toEqual(
      sampleText().paragraphs.flatMap((text) => wordsOf(text).map((word) => word.text)),
    );
  });

  it.each([
    ['I did, but someone has opened it before me, and I', ['I did, but someone has opened it', 'before me, and I']],
    ['No, he said, the boats are all back in the harbour.', ['No, he said,', 'the boats are all back in the harbour.']],
  ])('have lines of about one length where a short clause would stand over a full line: %s', (text, lines) => {
    expect(cuesOf([{ startMs: 0, endMs: 3_000, text, words: [] }]).map((cue) => cue.lines)).toEqual([lines]);
  });

  it('make one cue of a block without word times', () => {
    const block = { startMs: 500, endMs: 9500, text: sampleText().paragraphs[0] ?? '', words: [] };
    const cues = cuesOf([block]);
    expect(cues).toHaveLength(1);
    expect(cues[0]).toMatchObject({ startMs: 500, endMs: 9500 });
  });

  it('never overlap, are never empty, and fit, whatever the times', () => {
    const token = fc.oneof(
      fc.constantFrom('One', 'two,', 'three.', '“four?”', 'Dr.'),
      fc.string({ minLength: 1, maxLength: 60 }).filter((text) => /^\S+$/u.test(text)),
    );
    // A service may time words out of order, and an end before its start.
    const word = fc.record({ token, startMs: fc.integer({ min: -10, max: 30_000 }), lengthMs: fc.integer({ min: -12_000, max: 12_000 }) });
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 30 }), { maxLength: 4 }), (chapters) => {
        let at = 0;
        const blocks = chapters.map((words) => {
          const startMs = at;
          at += 30_000;
          return {
            startMs,
            endMs: at,
            text: words.map((each) => each.token).join(' '),
            words: words.map((each) => ({ text: each.token, startMs: each.startMs, endMs: each.startMs + each.lengthMs })),
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
      expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(7_000);
  });

  it('have two lines of 42 characters at most, counted as people see them', () => {
    const linesOf = (text: string): string[][] => cuesOf([spoken(text)]).map(({ lines }) => lines);
    const letters = (count: number): string => 'b'.repeat(count);
    expect(linesOf(`${letters(20)} ${letters(21)}`)).toEqual([[`${letters(20)} ${letters(21)}`]]);
    expect(linesOf(`${letters(21)} ${letters(21)}`)).toEqual([[letters(21), letters(21)]]);
    expect(linesOf(letters(43)).flat()).toEqual([letters(42), 'b']);
    // Each of these is two UTF-16 units.
    expect(linesOf('𝒃'.repeat(42))).toEqual([['𝒃'.repeat(42)]]);
    const long = Array.from({ length: 12 }, () => letters(20)).join(' ');
    for (const lines of linesOf(long)) expect(lines.length).toBeLessThanOrEqual(2);
  });

  it('stay for 833 ms where the next one leaves room, and end two frames before it where it does not', () => {
    const word = (text: string, startMs: number) => ({ startMs, endMs: startMs + 200, text, words: [{ text, startMs: 0, endMs: 200 }] });
    const times = (blocks: SpokenBlock[]) => cuesOf(blocks).map(({ startMs, endMs }) => [startMs, endMs]);
    expect(times([word('Yes.', 1_000), word('No.', 5_000)])).toEqual([
      [1_000, 1_833],
      [5_000, 5_833],
    ]);
    expect(times([word('Yes.', 1_000), word('No.', 1_500)])[0]).toEqual([1_000, 1_417]);
  });

  it('end no line and no cue with an article, a preposition or a conjunction where another break fits', () => {
    const leading = /(?:^|\s)(?:a|an|the|of|to|in|on|at|by|for|from|with|and|or|but|der|die|und|zu|le|la|et|de|y|en)$/iu;
    const texts = [
      'The keeper climbed the two hundred and seventeen steps of the tower every evening before the light was lit and every morning after.',
      'She counted the ships that passed the harbour wall and wrote them down in the book that her father had left for her in the drawer.',
      'Der Wärter stieg jeden Abend die zweihundertsiebzehn Stufen des Turms hinauf und zündete das Licht an, bevor die Schiffe in den Hafen kamen.',
      'Le gardien montait chaque soir les deux cent dix-sept marches de la tour et allumait la lampe avant que les bateaux ne rentrent au port.',
    ];
    for (const text of texts) {
      const cues = cuesOf([spoken(text)]);
      for (const line of cues.flatMap(({ lines }) => lines)) expect(line).not.toMatch(leading);
      expect(cues.flatMap(({ lines }) => lines.join(' ').split(' '))).toEqual(text.split(' '));
    }
  });

  it('leave no word alone on a line or in a cue of a longer sentence', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 3, max: 9 }), { minLength: 6, maxLength: 40 }), (lengths) => {
        const words = lengths.map((length) => 'b'.repeat(length));
        for (const cue of cuesOf([spoken(words.join(' '))]))
          for (const line of cue.lines) expect(line.split(' ').length).toBeGreaterThan(1);
      }),
    );
  });

  it('keep two frames between one cue and the next, and end at most 120 ms before the last word does', () => {
    const cues = cuesOf([spoken(sampleText().paragraphs.join(' '))]);
    const words = wordsOf(sampleText().paragraphs.join(' '));
    let spokenWords = 0;
    cues.forEach((cue, index) => {
      const next = cues[index + 1];
      spokenWords += cue.lines.join(' ').split(' ').length;
      expect(cue.endMs).toBeGreaterThanOrEqual(spokenWords * 300 - 120);
      if (next) expect(next.startMs - cue.endMs).toBeGreaterThanOrEqual(83);
    });
    expect(spokenWords).toBe(words.length);
  });

  it('begin a new cue after a long pause inside a sentence', () => {
    const words = wordsOf('She waited for him and then she left').map(({ text }, index) => ({
      text,
      startMs: index * 300 + (index > 3 ? captionRules.pauseMs : 0),
      endMs: (index + 1) * 300 + (index > 3 ? captionRules.pauseMs : 0),
    }));
    const block = { startMs: 0, endMs: 5_000, text: 'She waited for him and then she left', words };
    expect(cuesOf([block]).map(({ lines }) => lines.join(' '))).toEqual(['She waited for him', 'and then she left']);
  });

  it('are written as SRT and VTT with their clocks and escapes', () => {
    const cues = [{ startMs: 3_661_001, endMs: 3_662_050, lines: ['Fish & <chips>', '--> there'] }];
    expect(toSrt(cues)).toBe('1\r\n01:01:01,001 --> 01:01:02,050\r\nFish & <chips>\r\n--> there\r\n\r\n');
    expect(toVtt(cues)).toBe('WEBVTT\n\n01:01:01.001 --> 01:01:02.050\nFish &amp; &lt;chips&gt;\n--&gt; there\n');
  });

  it('leave out a block without words, and begin a later one where it is spoken', () => {
    const blank: SpokenBlock = { startMs: 0, endMs: 1_000, text: ' \n', words: [] };
    expect(cuesOf([blank, { ...blank, startMs: 2_000, endMs: 4_000, text: 'Here.' }])).toEqual([
      { startMs: 2_000, endMs: 4_000, lines: ['Here.'] },
    ]);
  });

  it('are written as the script is where both have as many words, else as the words were spoken', () => {
    const block = (text: string): SpokenBlock => ({
      startMs: 0,
      endMs: 2_000,
      text,
      words: [
        { text: ' hello ', startMs: 0, endMs: 1_000 },
        { text: 'there', startMs: 1_000, endMs: 2_000 },
      ],
    });
    expect(cuesOf([block('Hello, there!')])[0]?.lines).toEqual(['Hello, there!']);
    expect(cuesOf([block('Hello there, you.')])[0]?.lines).toEqual(['hello there']);
    expect(cuesOf([block('Hello')])[0]?.lines).toEqual(['hello there']);
  });

  it('of a word that is longer than a line share its time', () => {
    const word = 'x'.repeat(4 * captionRules.charactersPerLine);
    const cues = cuesOf([{ startMs: 1_000, endMs: 9_000, text: word, words: [{ text: word, startMs: 0, endMs: 8_000 }] }]);
    expect(cues.map(({ lines }) => lines.join(''))).toEqual([word.slice(0, word.length / 2), word.slice(word.length / 2)]);
    expect(cues.map(({ startMs }) => startMs)).toEqual([1_000, 5_000]);
    expect(cues[1]?.endMs).toBe(9_000);
  });

  it('stay within their block, whatever times its words have', () => {
    const words = [
      { text: 'One.', startMs: -500, endMs: 900 },
      { text: 'Two.', startMs: 2_500, endMs: 99_000 },
    ];
    const cues = cuesOf([{ startMs: 10_000, endMs: 14_000, text: 'One. Two.', words }]);
    expect(cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [10_000, 10_900],
      [12_500, 14_000],
    ]);
  });
});
