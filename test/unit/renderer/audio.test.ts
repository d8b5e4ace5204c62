import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { spreadWords } from '#shared/narration/spread-words.ts';
import { lastAtMost, noWords, wordAt, wordTrack } from '../../../src-renderer/audio/arriving-words.ts';
import { age, clock, fileName, language, roomFor, spoken } from '../../../src-renderer/lib/format.ts';

const word = (startMs: number, endMs: number) => ({ text: 'x', startMs, endMs });

describe('the word that is spoken', () => {
  const track = wordTrack([word(0, 400), word(450, 800), word(3000, 3500)], 20);
  const lit = (seconds: number): number => track.index[wordAt(track, seconds)] ?? -1;
  it('stays lit over the short gap to the next, and goes out in a long one', () => {
    expect([0, 0.42, 0.45, 0.85, 1.5, 3.2].map(lit)).toEqual([20, 20, 21, 21, -1, 22]);
  });
  it('is none before the first, after the last, and without words', () => {
    expect(wordAt(wordTrack([word(500, 600)], 0), 0.4)).toBe(-1);
    expect(lit(4)).toBe(-1);
    expect(wordAt(noWords, 0)).toBe(-1);
  });
});

it('finds by halving what a walk would find', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: -1, max: 51 }), (values, wanted) => {
      values.sort((a, b) => a - b);
      expect(lastAtMost(values, wanted)).toBe(values.findLastIndex((value) => value <= wanted));
    }),
  );
});

describe('words that were timed without a length', () => {
  const named = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs });
  const times = (words: readonly { startMs: number; endMs: number }[]) => words.map((one) => [one.startMs, one.endMs]);
  it('share the word that they run on from, by their letters, and are marked', () => {
    const words = spreadWords([named('On', 0, 250), named('the', 250, 250), named('last', 250, 500)]);
    expect(times(words)).toEqual([
      [0, 100],
      [100, 250],
      [250, 500],
    ]);
    expect(words.map((one) => one.estimated ?? false)).toEqual([true, true, false]);
  });
  it('share the word that they run into where none ends at them, and several share alike', () => {
    expect(times(spreadWords([named('a', 100, 100), named('b', 100, 100), named('cc', 100, 500)]))).toEqual([
      [100, 200],
      [200, 300],
      [300, 500],
    ]);
  });
  it('stay where they are with nothing beside them, and words with lengths are left alone', () => {
    expect(times(spreadWords([named('a', 100, 100)]))).toEqual([[100, 100]]);
    const timed = [named('a', 0, 1)];
    expect(spreadWords(timed)).toBe(timed);
  });
  it('never go back and never leave the time that was theirs', () => {
    const gaps = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 12 });
    fc.assert(
      fc.property(gaps, (pairs) => {
        let at = 0;
        const words = pairs.map(([gap, length]) => {
          const startMs = at + gap;
          at = startMs + length;
          return named('xy', startMs, at);
        });
        const spread = spreadWords(words);
        expect(spread).toHaveLength(words.length);
        spread.forEach((one, index) => {
          expect(one.endMs).toBeGreaterThanOrEqual(one.startMs);
          expect(one.startMs).toBeGreaterThanOrEqual(spread[index - 1]?.endMs ?? 0);
          expect(one.endMs).toBeLessThanOrEqual(at);
        });
      }),
    );
  });
});

describe('words and figures', () => {
  it('show times to the tenth, never rounded up past the end', () => {
    expect([0, 4.19, 59.99, 60, 3600, 36_000.5].map(clock)).toEqual(['0:00.0', '0:04.1', '0:59.9', '1:00.0', '1:00:00.0', '10:00:00.5']);
    expect(clock(0.3)).toBe('0:00.3');
  });
  it('say times for those who listen to the screen', () => {
    expect([0, 1, 61, 120].map(spoken)).toEqual(['0 seconds', '1 second', '1 minute 1 second', '2 minutes']);
  });
  it('say how old something is', () => {
    expect([0, 60_000, 7_200_000].map((ago) => age(1e12 - ago, 1e12))).toEqual([
      messages.shapes.justNow,
      messages.shapes.minAgo('1'),
      messages.shapes.hAgo('2'),
    ]);
  });
  it('name languages with their variants, and limits in round figures', () => {
    expect(['en-GB', 'en-GB-lowland', 'no such code'].map(language)).toEqual([
      'British English',
      'British English (Lowland)',
      'no such code',
    ]);
    expect([64 * 1024 * 1024, 10_000_000].map(roomFor)).toEqual(['67\u00A0MB', '10\u00A0MB']);
  });
  it('take the name from paths of either kind', () => {
    expect([fileName('/a/b.voicewright'), fileName('C:\\a\\b.voicewright')]).toEqual(['b.voicewright', 'b.voicewright']);
  });
});

it('a word stays lit over a gap of less than 0.6 s, and a moment behind its end before a longer one', () => {
  const short = wordTrack([word(0, 400), word(990, 1200)], 0);
  const long = wordTrack([word(0, 400), word(1010, 1200)], 0);
  expect([0.39, 0.5, 0.98, 1].map((seconds) => wordAt(short, seconds))).toEqual([0, 0, 0, 1]);
  expect([0.39, 0.5, 0.53, 0.98, 1.02].map((seconds) => wordAt(long, seconds))).toEqual([0, 0, -1, -1, 1]);
});

it('a gap of exactly 0.6 s is a long one, and the glow of a word ends 0.12 s behind it', () => {
  const track = wordTrack([word(0, 500), word(1100, 2000)], 0);
  expect([0.5, 0.61, 0.62, 1.09, 1.1].map((seconds) => wordAt(track, seconds))).toEqual([0, 0, -1, -1, 1]);
  const last = wordTrack([word(0, 500)], 0);
  expect([0.61, 0.62].map((seconds) => wordAt(last, seconds))).toEqual([0, -1]);
});
