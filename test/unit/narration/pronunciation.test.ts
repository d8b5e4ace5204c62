import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '#shared/narration/document.ts';
import {
  comparePronunciations,
  findWritten,
  pronunciationKey,
  pronunciationSchema,
  replayPronunciations,
  spokenText,
  toWrittenWords,
  withPronunciations,
  type Pronunciation,
} from '#shared/narration/pronunciation.ts';

const entry = (written: string, spoken: string, change: Partial<Pronunciation> = {}): Pronunciation => ({
  written,
  spoken,
  language: null,
  voice: null,
  ...change,
});
const tables = (pronunciations: Pronunciation[], sharedPronunciations: Pronunciation[] = []) => ({ pronunciations, sharedPronunciations });
const say = (text: string, ...entries: Pronunciation[]) => spokenText(text, tables(entries), 'anna', 'de-AT').text;

describe('what is sent for a text', () => {
  it('has whole words replaced, whatever their case, up to a mark of punctuation', () => {
    const nuclear = entry('colonel', 'kernel');
    expect(say('The Colonel’s hat, COLONEL, (colonel). Colonels, colonelcy.', nuclear)).toBe(
      'The kernel’s hat, kernel, (kernel). Colonels, colonelcy.',
    );
    expect(say('Dr. Who, dr.', entry('Dr.', 'Doctor'))).toBe('Doctor Who, Doctor');
    expect(say('the U.S. and the U.S.A.', entry('U.S.', 'United States'))).toBe('the United States and the U.S.A.');
    expect(say('C++, C++14', entry('C++', 'see plus plus'))).toBe('see plus plus, C++14');
    expect(say('5 % & more', entry('%', 'percent'), entry('&', 'and'))).toBe('5 percent and more');
  });

  it('respects case where the entry has a capital inside a word', () => {
    expect(say('SQL sql Sql MySQL', entry('SQL', 'sequel'))).toBe('sequel sql Sql MySQL');
    expect(say('McCoy mccoy', entry('McCoy', 'Mackoy'))).toBe('Mackoy mccoy');
    expect(say('polish POLISH', entry('Polish', 'pole-ish'))).toBe('pole-ish pole-ish');
    expect(say('SQL sql', entry('SQL', 'sequel'), entry('sql', 'ess cue ell'))).toBe('sequel ess cue ell');
  });

  it('takes the longest entry, and never looks at what it replaced', () => {
    const york = [entry('York', 'Jork'), entry('New York', 'Noo York'), entry('New', 'York'), entry('Noo', 'No')];
    expect(say('New  York, New York City, York, New', ...york)).toBe('Noo York, Noo York City, Jork, York');
    expect(say('a b', entry('a', 'b'), entry('b', 'a'))).toBe('b a');
    expect(say('buffalo', entry('buffalo', 'buffalo buffalo'))).toBe('buffalo buffalo');
  });

  it('takes an entry of the voice or the language before a general one, and the project’s before that of all projects', () => {
    const general = entry('Roma', 'general');
    const german = entry('Roma', 'german', { language: 'DE' });
    const anna = entry('Roma', 'anna', { voice: 'anna' });
    const say2 = (own: Pronunciation[], shared: Pronunciation[], voice = 'anna', language = 'de-AT') =>
      spokenText('Roma', tables(own, shared), voice, language).text;
    expect(say2([general, german], [])).toBe('german');
    expect(say2([general, german, anna], [])).toBe('anna');
    expect(say2([general, german, anna], [], 'bert', 'den')).toBe('general');
    expect(say2([german], [], 'anna', 'en')).toBe('Roma');
    expect(say2([general], [anna])).toBe('general');
    expect(say2([], [general])).toBe('general');
  });

  it('finds words with their accents written apart, and words of scripts without spaces', () => {
    expect(say('Rene\u0301 spoke.', entry('René', 'Renay'))).toBe('Renay spoke.');
    expect(say('Rene\u0301 spoke.', entry('Rene', 'Reen'))).toBe('Rene\u0301 spoke.');
    expect(say('我在重庆', entry('重庆', 'Chongqing'))).toBe('我在Chongqing');
    expect(say('ὈΔΥΣΣΕΎΣ', entry('Ὀδυσσεύς', 'Odysseus'))).toBe('Odysseus');
  });

  it('is the text without the white space around it where no entry matches', () => {
    expect(spokenText('  Hello there. ', tables([entry('Bye', 'By')]), null, undefined)).toEqual({
      written: 'Hello there.',
      text: 'Hello there.',
      replacements: [],
    });
  });
});

describe('the words of what was sent, on what is written', () => {
  const times = (text: string) => wordsOf(text).map((word, index) => ({ text: word.text, startMs: index * 100, endMs: index * 100 + 80 }));
  const written = (text: string, ...entries: Pronunciation[]) => {
    const speech = spokenText(text, tables(entries), null, undefined);
    return toWrittenWords(speech, times(speech.text));
  };

  it('are one where a word is spoken as three', () => {
    expect(written('use SQL now', entry('SQL', 'ess cue ell'))).toEqual([
      { text: 'use', startMs: 0, endMs: 80 },
      { text: 'SQL', startMs: 100, endMs: 380 },
      { text: 'now', startMs: 400, endMs: 480 },
    ]);
  });

  it('share the time of one where three are spoken as one', () => {
    const words = written('the New York Times reports', entry('New York Times', 'paper'));
    expect(words.map(({ text }) => text)).toEqual(['the', 'New', 'York', 'Times', 'reports']);
    const [, first, second, third, after] = words;
    expect([first!.startMs, third!.endMs]).toEqual([100, 180]);
    expect(first!.startMs).toBeLessThan(second!.startMs);
    expect(second!.startMs).toBeLessThan(third!.startMs);
    expect(after).toEqual({ text: 'reports', startMs: 200, endMs: 280 });
  });

  it('have no time where none of what they are spoken as has one', () => {
    const speech = spokenText('use SQL now', tables([entry('SQL', 'ess cue')]), null, undefined);
    const unknown = { text: '', startMs: Number.NaN, endMs: Number.NaN };
    const [use, sql, now] = toWrittenWords(speech, [times('use')[0]!, unknown, unknown, { text: 'now', startMs: 300, endMs: 380 }]);
    expect([use!.startMs, sql!.startMs, now!.startMs]).toEqual([0, Number.NaN, 300]);
  });
});

const word = fc.constantFrom('SQL', 'sql', 'New', 'York', 'new', 'Dr.', 'a', 'b', 'C++', 'é', 'e\u0301', '重庆', '10', '…', 'Ω');
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const anyEntry = fc.record({
  written: phrase,
  spoken: phrase,
  language: fc.constantFrom(null, 'de'),
  voice: fc.constantFrom(null, 'anna'),
});
const table = fc.uniqueArray(anyEntry, { selector: pronunciationKey, maxLength: 12 });
const text = fc
  .array(fc.oneof(word, fc.constantFrom(',', '. ', '-', '  ')), { maxLength: 30 })
  .chain((parts) => fc.constantFrom(' ', '').map((gap) => parts.join(gap)));

describe('laws of pronunciations', () => {
  it('what is sent is the written text with its replacements, each that of an entry, and everything between untouched', () => {
    fc.assert(
      fc.property(text, table, table, (given, own, shared) => {
        const { written, text: spoken, replacements } = spokenText(given, tables(own, shared), 'anna', 'de');
        let [at, spokenAt, rebuilt] = [0, 0, ''];
        for (const { start, end, spokenStart, spokenEnd, entry: used } of replacements) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(spoken.slice(spokenAt, spokenStart)).toBe(written.slice(at, start));
          expect(spoken.slice(spokenStart, spokenEnd)).toBe(used.spoken);
          expect([...own, ...shared]).toContain(used);
          rebuilt += written.slice(at, start) + used.spoken;
          [at, spokenAt] = [end, spokenEnd];
        }
        expect(spoken).toBe(rebuilt + written.slice(at));
      }),
    );
  });

  it('every written word has a time, and none goes back', () => {
    fc.assert(
      fc.property(text, table, fc.array(fc.nat(500), { minLength: 100, maxLength: 100 }), (given, own, lengths) => {
        const speech = spokenText(given, tables(own), 'anna', 'de');
        let at = 0;
        const words = wordsOf(speech.text).map(({ text: said }, index) => {
          const startMs = at;
          at += lengths[index] ?? 1;
          return { text: said, startMs, endMs: at };
        });
        const mapped = toWrittenWords(speech, words);
        expect(mapped.map((each) => each.text)).toEqual(wordsOf(speech.written).map((each) => each.text));
        mapped.forEach((each, index) => {
          expect(each.startMs).toBeGreaterThanOrEqual(mapped[index - 1]?.startMs ?? 0);
          expect(each.endMs).toBeGreaterThanOrEqual(each.startMs);
          expect(each.endMs).toBeLessThanOrEqual(at);
        });
      }),
    );
  });

  it('an entry that is removed leaves what was sent before it was added', () => {
    fc.assert(
      fc.property(text, table, anyEntry, (given, own, added) => {
        const before = own.filter((each) => pronunciationKey(each) !== pronunciationKey(added));
        const after = withPronunciations(before, [added]).filter((each) => each !== added);
        expect(spokenText(given, tables(after), 'anna', 'de')).toEqual(spokenText(given, tables(before), 'anna', 'de'));
      }),
    );
  });

  it('the order of a table does not matter', () => {
    fc.assert(
      fc.property(text, table, (given, own) => {
        expect(spokenText(given, tables(own.toReversed()), 'anna', 'de').text).toBe(spokenText(given, tables(own), 'anna', 'de').text);
      }),
    );
  });
});

describe('an earlier text of a block, found from what was sent', () => {
  it('has the written words of the entries that the block uses', () => {
    const speak = (given: string) => spokenText(given, tables([entry('SQL', 'sequel')]), null, undefined);
    expect(findWritten('A sequel server.', speak('An SQL server'), speak)?.written).toBe('A SQL server.');
    expect(findWritten('A sequel.', speak('A film'), speak)?.written).toBe('A sequel.');
    expect(findWritten('SQL as such', speak('SQL'), speak)).toBeUndefined();
  });
});

describe('an entry', () => {
  it('is refused where it is empty, endless or broken over lines', () => {
    const isFine = (written: string, spoken: string) => pronunciationSchema.safeParse(entry(written, spoken)).success;
    expect(isFine(' SQL ', 'sequel')).toBe(true);
    expect([isFine('  ', 'x'), isFine('x', ''), isFine('x', 'y'.repeat(201)), isFine('x'.repeat(101), 'y'), isFine('x', 'a\nb')]).toEqual(
      Array(5).fill(false),
    );
  });
});

describe('a change of a table', () => {
  const table = fc
    .array(fc.record({ written: fc.constantFrom('SQL', 'sql', 'lamp', 'sea'), spoken: fc.constantFrom('a', 'b') }), { maxLength: 5 })
    .map((entries) =>
      withPronunciations(
        [],
        entries.map(({ written, spoken }) => entry(written, spoken)),
      ),
    );
  const sorted = (entries: readonly Pronunciation[]): string[] => entries.map((one) => JSON.stringify(one)).sort();

  it('is done again and taken back by what differs alone', () => {
    fc.assert(
      fc.property(table, table, (before, after) => {
        const change = comparePronunciations(before, after);
        expect(sorted(replayPronunciations(before, change))).toEqual(sorted(after));
        expect(sorted(replayPronunciations(after, { before: change.after, after: change.before }))).toEqual(sorted(before));
      }),
    );
  });

  it('leaves what was added for other words since', () => {
    const [sql, lamp] = [entry('SQL', 'sequel'), entry('lamp', 'lump')];
    const { before, after } = comparePronunciations([], [sql]);
    expect(replayPronunciations([sql, lamp], { before: after, after: before })).toEqual([lamp]);
  });
});
