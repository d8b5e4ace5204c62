import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '#shared/failure.ts';
import { formatMessage } from '#shared/messages/message.ts';
import { formatPronunciations, parsePronunciations } from '#shared/narration/pronunciation-csv.ts';
import { pronunciationKey, pronunciationSchema } from '#shared/narration/pronunciation.ts';
import { message, type Message } from '#shared/messages/message.ts';

const header = 'written,spoken,language,voice\n';

function problemOf(csv: string): string {
  try {
    parsePronunciations(csv);
    return '';
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown;
    return `${thrown.failure.kind}: ${thrown.failure.message}`;
  }
}
const row = (line: number, why: Message) => `unprocessable: ${formatMessage(message('narration.csvRow', line, why))}`;

describe('a table of pronunciations as CSV', () => {
  it('comes back as it went out', () => {
    const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
    const entries = fc.record({
      written: text,
      spoken: text,
      language: fc.option(text, { nil: null }),
      voice: fc.option(text, { nil: null }),
    });
    const valid = entries.map((each) => pronunciationSchema.safeParse(each)).filter(({ success }) => success);
    fc.assert(
      fc.property(
        fc.uniqueArray(
          valid.map(({ data }) => data!),
          { selector: pronunciationKey, maxLength: 8 },
        ),
        (table) => {
          expect(parsePronunciations(formatPronunciations(table))).toEqual(table);
        },
      ),
    );
  });

  it('may lack its last two columns, be parted by semicolons, and begin with a byte order mark', () => {
    const sql = { written: 'SQL', spoken: 'sequel', language: null, voice: null };
    expect(parsePronunciations('written,spoken\r\nSQL,sequel\r\n')).toEqual([sql]);
    expect(parsePronunciations('\ufeffWritten;Spoken;Voice\nSQL;sequel;anna\n\n')).toEqual([{ ...sql, voice: 'anna' }]);
    expect(parsePronunciations(header + 'SQL,sequel')).toEqual([sql]);
    expect(parsePronunciations(header + '"a, ""b""",c,de,')).toEqual([{ written: 'a, "b"', spoken: 'c', language: 'de', voice: null }]);
  });

  it('is refused as a whole for a bad row, by the number of its line', () => {
    expect(problemOf('')).toBe(row(1, message('narration.csvHeader')));
    expect(problemOf('SQL,sequel\n')).toBe(row(1, message('narration.csvHeader')));
    expect(problemOf(header + 'a,b,,\n\nSQL,,,\n')).toBe(row(4, message('narration.csvFieldEmpty', 'spoken')));
    expect(problemOf(header + ',b\n')).toBe(row(2, message('narration.csvFieldEmpty', 'written')));
    expect(problemOf(header + 'SQL\n')).toBe(row(2, message('narration.csvFieldEmpty', 'spoken')));
    expect(problemOf(header + 'a,b,,,e\n')).toBe(row(2, message('narration.csvColumns', 4)));
    expect(problemOf(header + `a,${'b'.repeat(201)}\n`)).toBe(row(2, message('narration.csvFieldInvalid', 'spoken')));
    expect(problemOf(header + 'a,"b\nc",,\n')).toBe(row(2, message('narration.csvFieldInvalid', 'spoken')));
    expect(problemOf(header + 'a,b\nx,y\nA,c\n')).toBe(row(4, message('narration.csvTwice', 'A', 2)));
    expect(problemOf(header + 'a,"b\n')).toBe(row(2, message('narration.csvQuotes')));
  });
});
