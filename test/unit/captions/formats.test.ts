import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type captionFormats, captionWriters } from '#shared/captions/formats.ts';
import { captionsOf, type ScriptWord, type WordScript } from '#shared/captions/script.ts';
import { captionRules } from '#shared/narration/caption-breaks.ts';
import { scripts } from './word-scripts.ts';

const wordsIn = (script: WordScript): readonly ScriptWord[] =>
  script.chapters.flatMap(({ blocks }) => blocks.flatMap(({ words }) => words));
const textsIn = (script: WordScript): string[] => wordsIn(script).map(({ text }) => text);
const write = (format: (typeof captionFormats)[number], script: WordScript): string => captionWriters[format].write(script);
const holds = (law: (script: WordScript) => void): void => fc.assert(fc.property(scripts, law), { numRuns: 150 });

const unescapeMarkup = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const msOf = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return Math.round((hours * 3_600 + minutes * 60 + seconds) * 1_000);
};

interface ReadCue {
  start: number;
  end: number;
  text: string;
}
const readVtt = (vtt: string): ReadCue[] =>
  [...vtt.matchAll(/(?<=\n\n)(\S+) --> (\S+)\n(.+(?:\n.+)*)/gu)].map(([, start = '', end = '', text = '']) => ({
    start: msOf(start),
    end: msOf(end),
    text,
  }));
const readAss = (ass: string): (ReadCue & { style: string })[] =>
  [...ass.matchAll(/^Dialogue: 0,([\d:.]+),([\d:.]+),([^,]*),[^,]*,0,0,0,,(.*)$/gmu)].map(
    ([, start = '', end = '', style = '', text = '']) => ({
      start: msOf(start),
      end: msOf(end),
      style,
      text,
    }),
  );

function expectInOrder(cues: readonly ReadCue[]): void {
  let free = 0;
  for (const { start, end } of cues) {
    expect(start).toBeGreaterThanOrEqual(free);
    expect(end).toBeGreaterThan(start);
    free = end;
  }
}

describe('captions with word times', () => {
  it('are the same cues in SRT, WebVTT, WebVTT with words and TTML, in order and without overlap', () => {
    holds((script) => {
      const cues = captionsOf(script).map(({ startMs, endMs }) => [startMs, endMs]);
      const timesOf = (read: readonly ReadCue[]) => read.map(({ start, end }) => [start, end]);
      expect(timesOf(readVtt(write('vtt', script)))).toEqual(cues);
      expect(timesOf(readVtt(write('vtt-words', script)))).toEqual(cues);
      const srt = [...write('srt', script).matchAll(/^([\d:,]+) --> ([\d:,]+)\r$/gmu)];
      expect(srt.map(([, start = '', end = '']) => [msOf(start.replace(',', '.')), msOf(end.replace(',', '.'))])).toEqual(cues);
      const ttml = [...write('ttml', script).matchAll(/<p begin="(\S+)" end="(\S+)"/gu)];
      expect(ttml.map(([, start = '', end = '']) => [msOf(start), msOf(end)])).toEqual(cues);
      expectInOrder(readVtt(write('vtt-words', script)));
      expectInOrder(readAss(write('ass', script)));
      expect(readAss(write('ass', script))).toHaveLength(cues.length);
    });
  });

  it('keep to two lines of 42 characters and to seven seconds', () => {
    holds((script) => {
      for (const { startMs, endMs, lines } of captionsOf(script)) {
        expect(lines.length).toBeLessThanOrEqual(captionRules.lines);
        for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(captionRules.charactersPerLine);
        expect(endMs - startMs).toBeLessThanOrEqual(captionRules.longestMs);
      }
    });
  });

  it('in WebVTT have every word once, and times inside of a cue that grow between its start and its end', () => {
    holds((script) => {
      const cues = readVtt(write('vtt-words', script));
      const words = cues.flatMap(({ text }) =>
        text
          .replaceAll(/<[\d:.]+>/gu, '')
          .split(/[ \n]/u)
          .map(unescapeMarkup),
      );
      expect(words).toEqual(textsIn(script));
      for (const { start, end, text } of cues) {
        const times = [start, ...[...text.matchAll(/<([\d:.]+)>/gu)].map(([, at = '']) => msOf(at)), end];
        expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
      }
    });
  });

  it('in WebVTT have a time for each word but the first of a cue, where each has a time of its own', () => {
    const words = ['The', 'fog', 'came', 'in.'].map((text, index) => ({
      text,
      startMs: index * 300,
      endMs: index * 300 + 250,
      estimated: false,
    }));
    const block = { id: 'b', character: undefined, text: 'The fog came in.', startMs: 0, endMs: 1_150, words, hasWordTimes: true };
    const script = {
      title: 'T',
      language: 'en',
      durationMs: 1_150,
      chapters: [{ number: 1, title: 'C', startMs: 0, endMs: 1_150, blocks: [block] }],
    };
    expect(write('vtt-words', script)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.150\nThe <00:00:00.300>fog <00:00:00.600>came <00:00:00.900>in.\n',
    );
    expect(write('lrc', script)).toBe(
      '[ti:T]\n[length:00:01.15]\n[00:00.00]<00:00.00>The <00:00.30>fog <00:00.60>came <00:00.90>in. <00:01.15>\n',
    );
    expect(readAss(write('ass', script)).map(({ text }) => text)).toEqual(['{\\k30}The {\\k30}fog {\\k30}came {\\k25}in.']);
  });

  it('in ASS have \\k tags whose sum is the length of the cue, every word once, and a style for each character', () => {
    holds((script) => {
      const ass = write('ass', script);
      const cues = readAss(ass);
      for (const { start, end, text } of cues) {
        const sum = [...text.matchAll(/(?<!\\)\{\\k(\d+)\}/gu)].reduce((total, [, length]) => total + Number(length), 0);
        expect(sum).toBe((end - start) / 10);
      }
      const words = cues.flatMap(({ text }) => text.split(/ ?(?:\\N)?(?<!\\)\{\\k\d+\}/u).slice(1));
      expect(words.map((word) => word.replaceAll('\\{', '{').replaceAll('\\}', '}').replaceAll('\\\u2060', '\\'))).toEqual(textsIn(script));
      const styles = [...ass.matchAll(/^Style: ([^,]+),/gmu)].map(([, name = '']) => name);
      expect(new Set(styles).size).toBe(styles.length);
      for (const { style } of cues) expect(styles).toContain(style);
    });
  });

  it('in TTML are in a language and a region, every word once with its markup escaped, in spans timed within their paragraph', () => {
    holds((script) => {
      const ttml = write('ttml', script);
      expect(ttml).toMatch(/^<\?xml [^>]*\?>\n<tt [^>]*xml:lang="en-GB" ttp:timeBase="media"[^>]*>/u);
      expect(ttml.match(/<region /gu)).toHaveLength(1);
      expect(ttml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/u);
      const spans = [...ttml.matchAll(/<span [^>]*>([^<>]*)<\/span>/gu)];
      expect(spans.map(([, text = '']) => unescapeMarkup(text))).toEqual(textsIn(script));
      for (const [, begin = '', end = '', content = ''] of ttml.matchAll(/<p begin="(\S+)" end="(\S+)"[^>]*>(.*)<\/p>/gu)) {
        let at = 0;
        for (const [, from = '', to = ''] of content.matchAll(/<span begin="(\S+)" end="(\S+)">/gu)) {
          expect(msOf(from)).toBeGreaterThanOrEqual(at);
          at = msOf(to);
        }
        expect(at).toBeLessThanOrEqual(msOf(end) - msOf(begin));
      }
    });
  });
});

describe('word times', () => {
  it('in LRC never go back, and stand before every word', () => {
    holds((script) => {
      const lines = write('lrc', script).split('\n').slice(2, -1);
      const timesOf = (line: string): number[] =>
        [...line.matchAll(/[<[](\d+):(\d\d\.\d\d)[>\]]/gu)].map(([, m, s]) => Number(m) * 60 + Number(s));
      const times = lines.flatMap(timesOf);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      // One more for the line, and one for its end.
      expect(times).toHaveLength(textsIn(script).length + 2 * lines.length);
      const words = lines.flatMap((line) => line.split(/ ?<\d+:\d\d\.\d\d>/u).slice(1, -1));
      expect(words).toEqual(textsIn(script).map((text) => text.replaceAll(/[<[](\d+:[\d:.]+)[>\]]/gu, '($1)')));
    });
  });

  it('in JSON are all there by chapters, in milliseconds and seconds of their chapter, measured or estimated', () => {
    holds((script) => {
      const value = JSON.parse(write('json', script)) as {
        chapters: {
          startMs: number;
          blocks: { id: string }[];
          words: { text: string; startMs: number; start: number; source: string; blockId: string }[];
        }[];
      };
      const words = value.chapters.flatMap((chapter) => chapter.words.map((word) => ({ ...word, at: chapter.startMs + word.startMs })));
      expect(words.map(({ text, at, source }) => ({ text, at, source }))).toEqual(
        wordsIn(script).map(({ text, startMs, estimated }) => ({ text, at: startMs, source: estimated ? 'estimated' : 'measured' })),
      );
      for (const { start, startMs } of words) expect(start * 1_000).toBeCloseTo(startMs, 6);
      const blocks = value.chapters.flatMap((chapter) => chapter.blocks.map(({ id }) => id));
      expect(blocks).toEqual(script.chapters.flatMap((chapter) => chapter.blocks.map(({ id }) => id)));
    });
  });

  it('in a TextGrid are intervals without holes from the start to the end, with quotes doubled', () => {
    holds((script) => {
      const [, blocks = '', words = ''] = write('textgrid', script).split(/ {4}item \[\d\]:\n/u);
      for (const tier of [blocks, words]) {
        const intervals = [...tier.matchAll(/intervals \[\d+\]:\n +xmin = (\S+)\n +xmax = (\S+)\n +text = "((?:[^"]|"")*)"\n/gu)];
        expect(intervals).toHaveLength(Number(/size = (\d+)/u.exec(tier)?.[1]));
        let at = 0;
        for (const [, from, to] of intervals) {
          expect(Number(from)).toBe(at);
          expect(Number(to)).toBeGreaterThan(at);
          at = Number(to);
        }
        expect(at).toBe(script.durationMs / 1_000);
        if (tier === words)
          expect(intervals.flatMap(([, , , text = '']) => (text === '' ? [] : [text.replaceAll('""', '"')]))).toEqual(textsIn(script));
      }
    });
  });

  it('as labels have three columns and six decimals, one for each word', () => {
    holds((script) => {
      const rows = write('labels', script)
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split('\t'));
      expect(rows).toEqual(
        wordsIn(script).map(({ text, startMs, endMs }) => [(startMs / 1_000).toFixed(6), (endMs / 1_000).toFixed(6), text]),
      );
    });
  });
});
