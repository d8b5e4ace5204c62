import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAlignment, mapWords, mapWordsSoFar, withinSound, type TimedWord } from '#shared/narration/alignment.ts';

const timed = (texts: readonly string[], each = 100): TimedWord[] =>
  texts.map((text, index) => ({ text, startMs: index * each, endMs: index * each + each - 10 }));
const words = (text: string): string[] => text.split(' ');

const token = fc.constantFrom('the', 'The,', 'cat', '„Katze“', '21', 'twenty', 'one', '...', '😀', 'l’eau', 'ﬁn', 'a');
const tokenList = fc.array(token, { maxLength: 30 });
const wordList = fc.array(
  fc
    .record({ text: token, startMs: fc.double({ min: -50, max: 5000 }), length: fc.double({ min: -20, max: 500 }) })
    .map(({ text, startMs, length }) => ({
      text,
      startMs,
      endMs: startMs + length,
    })),
  { minLength: 1, maxLength: 30 },
);

describe('the words of a script', () => {
  it('are as many as its tokens, in order, and never go back, whatever the service timed', () => {
    fc.assert(
      fc.property(tokenList, wordList, (tokens, heard) => {
        const mapped = mapWords(tokens, heard);
        expect(mapped.map((word) => word.text)).toEqual(tokens);
        let start = 0;
        let end = 0;
        for (const word of mapped) {
          expect(Number.isFinite(word.startMs) && Number.isFinite(word.endMs)).toBe(true);
          expect(word.startMs).toBeGreaterThanOrEqual(start);
          expect(word.endMs).toBeGreaterThanOrEqual(Math.max(end, word.startMs));
          start = word.startMs;
          end = word.endMs;
        }
      }),
    );
  });

  it('keep the service’s times exactly where the tokens are the same', () => {
    fc.assert(
      fc.property(tokenList, (tokens) => {
        const mapped = mapWords(tokens, timed(tokens));
        expect(mapped).toEqual(tokens.length === 0 ? [] : timed(tokens));
      }),
    );
  });

  it('are matched without case and punctuation', () => {
    expect(mapWords(words('“Hello,” said Anna.'), timed(words('hello said anna')))).toEqual([
      { text: '“Hello,”', startMs: 0, endMs: 90 },
      { text: 'said', startMs: 100, endMs: 190 },
      { text: 'Anna.', startMs: 200, endMs: 290 },
    ]);
  });

  it('of a token that was timed in pieces span its pieces, and are no guess', () => {
    const mapped = mapWords(words('a twenty-one b'), timed(['a', 'twenty', 'one', 'b']));
    expect(mapped[1]).toEqual({ text: 'twenty-one', startMs: 100, endMs: 290 });
  });

  it('share what was said instead of them by length, and are marked', () => {
    const mapped = mapWords(words('costs $5 million now'), timed(words('costs five million dollars now')));
    expect(mapped[0]).toEqual({ text: 'costs', startMs: 0, endMs: 90 });
    expect(mapped[1]).toMatchObject({ text: '$5', estimated: true });
    expect(mapped[3]).toEqual({ text: 'now', startMs: 400, endMs: 490 });
  });

  it('that were not said get the gap between their neighbours', () => {
    const mapped = mapWords(words('a --- b'), [
      { text: 'a', startMs: 0, endMs: 100 },
      { text: 'b', startMs: 300, endMs: 400 },
    ]);
    expect(mapped[1]).toEqual({ text: '---', startMs: 100, endMs: 300, estimated: true });
  });

  it('are none where nothing was timed', () => {
    expect(mapWords(words('a b c'), [])).toEqual([]);
  });

  it('of two texts with nothing in common still come, and soon', () => {
    const tokens = Array.from({ length: 2000 }, (_, index) => `t${index}`);
    const mapped = mapWords(tokens, timed(tokens.map((token) => `x${token}`)));
    expect(mapped).toHaveLength(2000);
    expect(mapped.every((word) => word.estimated)).toBe(true);
  });

  it('of a sound that still arrives end with the last that was heard', () => {
    expect(mapWordsSoFar(words('one two three four'), timed(['one', 'two']))).toEqual(timed(['one', 'two']));
    expect(mapWordsSoFar(words('one two three'), [])).toEqual([]);
  });
});

describe('the timing of an aligned stream', () => {
  it('replaces a chunk with its newer snapshot and forgets an invalidated one', () => {
    const alignment = createAlignment();
    alignment.snapshot(1, [{ text: 'b', startMs: 100, endMs: 200 }]);
    alignment.snapshot(0, [{ text: 'a', startMs: 0, endMs: 50 }]);
    alignment.snapshot(0, [{ text: 'A', startMs: 0, endMs: 90 }]);
    expect(alignment.words().map((word) => word.text)).toEqual(['A', 'b']);
    alignment.invalidate(0);
    expect(alignment.words().map((word) => word.text)).toEqual(['b']);
    alignment.snapshot(0, [{ text: 'a', startMs: 0, endMs: 50 }]);
    expect(alignment.words().map((word) => word.text)).toEqual(['a', 'b']);
  });

  it('does not depend on the order in which the chunks’ last snapshots came', () => {
    const chunk = fc.record({
      chunkSeq: fc.nat(5),
      words: fc.array(
        fc.nat(1000).map((startMs) => ({ text: `${startMs}`, startMs, endMs: startMs + 10 })),
        { maxLength: 5 },
      ),
    });
    fc.assert(
      fc.property(fc.uniqueArray(chunk, { selector: ({ chunkSeq }) => chunkSeq, maxLength: 6 }), fc.integer(), (chunks, seed) => {
        const one = createAlignment();
        const other = createAlignment();
        for (const { chunkSeq, words } of chunks) one.snapshot(chunkSeq, words);
        const turned = [...chunks].sort((a, b) => ((a.chunkSeq * seed) % 7) - ((b.chunkSeq * seed) % 7));
        for (const { chunkSeq, words } of turned) other.snapshot(chunkSeq, words);
        expect(other.words()).toEqual(one.words());
      }),
    );
  });
});

/** Words as services time them, 100 ms each and 10 ms apart; `told` gives those that stand against one token as one string. */
describe.each([
  [
    'en, numbers and abbreviations',
    'Dr. Smith paid $217 in 1984, OK?',
    'doctor smith paid two hundred seventeen dollars in nineteen eighty four ok',
  ],
  ['en, apostrophes and hyphens in pieces', 'It’s a well-known, state-of-the-art don’t.', 'It ’ s a well known state of the art don n’t'],
  ['en, tokens joined', 'We are a long way from New York City now.', 'we are a longway from NewYorkCity now'],
  ['en, a face that is filtered away', 'Hello (^_^) my friend (╯°□°)╯ bye', 'hello my friend bye'],
  ['de', 'Am 3. Oktober zahlte „Groß & Söhne“ z. B. 3,50 €.', 'am dritten oktober zahlte groß und söhne zum beispiel drei euro fünfzig'],
  ['fr', 'Aujourd’hui, M. Dupont a dit : « L’été, c’est fini ! »', 'aujourd’hui monsieur dupont a dit l’ été c’ est fini'],
  ['es', '¿Qué hora es? Son las 15:30 — ¡vámonos!', 'qué hora es son las quince treinta vámonos'],
  ['hi', 'नमस्ते दुनिया। आप १२३ किताबें पढ़ते हैं?', 'नमस्ते दुनिया आप एक सौ तेईस किताबें पढ़ते हैं'],
  ['zh', '我喜欢苹果。 你呢？ 今天是2024年。', '我 喜欢 苹果 你 呢 今天 是 二 零 二 四 年'],
  ['ja', '今日は、いい天気ですね。 散歩しましょう！', '今日 は いい 天気 です ね 散歩 し ましょう'],
  ['th', 'สวัสดีครับ วันนี้อากาศดี', 'สวัสดี ครับ วัน นี้ อากาศ ดี'],
  ['ar, with and without points', 'السَّلامُ عليكم، كيف حالُكَ اليوم؟', 'السلام عليكم كيف حالك اليوم'],
])('the words of a realistic sample: %s', (_, script, said) => {
  const tokens = words(script);
  const spoken = timed(words(said));
  const mapped = mapWords(tokens, spoken);

  it('come one for each token, in order, within the sound, and all that is heard is somebody’s', () => {
    expect(mapped.map((word) => word.text)).toEqual(tokens);
    expect(mapped.every((word, index) => word.startMs >= (mapped[index - 1]?.startMs ?? 0) && word.endMs >= word.startMs)).toBe(true);
    expect(mapped[0]!.startMs).toBe(0);
    expect(mapped.at(-1)!.endMs).toBe(spoken.at(-1)!.endMs);
  });

  it('are not estimated where the service said them', () => {
    const known = new Set(words(said.toLowerCase()));
    const plain = (text: string): string =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[\p{P}\p{S}]/gu, '');
    for (const word of mapped) if (known.has(plain(word.text))) expect(word).not.toHaveProperty('estimated');
  });
});

const spans = (script: string, said: string) =>
  mapWords(words(script), timed(words(said))).map(({ startMs, endMs, estimated = false }) => [startMs, endMs, estimated]);

describe('what a token is timed by', () => {
  it('is all the words that a number is read as', () => {
    expect(spans('room 217 is', 'room two hundred seventeen is')).toEqual([
      [0, 90, false],
      [100, 390, true],
      [400, 490, false],
    ]);
  });

  it('is the words of its own script, from the first to the last, and that is no guess', () => {
    expect(spans('我喜欢苹果。 你呢？', '我 喜欢 苹果 你 呢')).toEqual([
      [0, 290, false],
      [300, 490, false],
    ]);
    expect(spans('สวัสดีครับ วันนี้', 'สวัสดี ครับ วัน นี้')).toEqual([
      [0, 190, false],
      [200, 390, false],
    ]);
  });

  it('is its letters’ part of a word that two tokens were said as', () => {
    expect(spans('New York now', 'NewYork now').slice(0, 2)).toEqual([
      [0, expect.closeTo(38.57, 1), true],
      [expect.closeTo(38.57, 1), 90, true],
    ]);
  });

  it('is the word in its place where as many were said', () => {
    expect(spans('Dr. No. 5 went', 'doctor number five went').slice(0, 3)).toEqual([
      [0, 90, true],
      [100, 190, true],
      [200, 290, true],
    ]);
  });

  it('is nothing for a face between words that were said instead of others', () => {
    const [, face, number] = spans('a (^_^) 20 b', 'a twenty one b');
    expect(face).toEqual([100, 100, true]);
    expect(number).toEqual([100, 290, true]);
  });

  it('grows with what arrives of a script without spaces', () => {
    const soFar = mapWordsSoFar(words('我喜欢苹果和香蕉。'), timed(['我', '喜欢', '苹果', '和', '香']));
    expect(soFar).toHaveLength(1);
    expect(soFar[0]).toMatchObject({ startMs: 0 });
  });

  it('does not leave the sound', () => {
    const late = mapWords(words('one two'), [
      { text: 'one', startMs: 0, endMs: 900 },
      { text: 'two', startMs: 900, endMs: 1500 },
    ]);
    expect(withinSound(late, 1000).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 900],
      [900, 1000],
    ]);
    expect(withinSound(late, 1500)).toBe(late);
  });
});
