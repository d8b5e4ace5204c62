import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readingLanguageOf, readingLanguages, readingScripts, sentenceAt } from '#shared/clone/reading-scripts.ts';

const someSentences = fc.array(fc.string({ minLength: 1, maxLength: 120 }), { minLength: 1, maxLength: 12 });

describe('what is read aloud while a voice is recorded', () => {
  it('goes on with the voice, never back, and stays with its last sentence', () => {
    fc.assert(
      fc.property(someSentences, fc.array(fc.nat({ max: 40 }), { maxLength: 30 }), (sentences, steps) => {
        let seconds = 0;
        let last = sentenceAt(sentences, 0);
        expect(last).toBe(0);
        for (const step of steps) {
          seconds += step / 10;
          const now = sentenceAt(sentences, seconds);
          expect(now).toBeGreaterThanOrEqual(last);
          expect(now).toBeLessThan(sentences.length);
          last = now;
        }
        expect(sentenceAt(sentences, 10_000)).toBe(sentences.length - 1);
      }),
    );
  });

  it.each(readingLanguages)(
    'is long enough for a likeness in %s, has a question and an exclamation, and no sentence too long for a breath',
    (code) => {
      const sentences = readingScripts[code];
      const text = sentences.join(' ');
      expect(sentences.findIndex((_, place) => sentenceAt(sentences, 30) === place)).toBeLessThan(sentences.length - 1);
      expect(text).toMatch(/\?/u);
      expect(text).toMatch(/!/u);
      expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThan(140);
    },
  );

  it('the text in English has every sound of it: all letters, and the digraphs th, sh, ch, ng, oi, ou', () => {
    const text = readingScripts.en.join(' ').toLowerCase();
    for (const sound of [...Array.from('abcdefghijklmnopqrstuvwxyz'), 'th', 'sh', 'ch', 'ng', 'oi', 'ou']) expect(text).toContain(sound);
  });

  it('is offered in the language of the system where there is a text in it, else in English', () => {
    expect(['de-AT', 'fr', 'HI-in', 'ja-JP', ''].map(readingLanguageOf)).toEqual(['de', 'fr', 'hi', 'en', 'en']);
  });
});
