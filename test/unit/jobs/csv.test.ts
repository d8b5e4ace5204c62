import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvHead, csvLine } from '#main/features/jobs/csv.ts';

/** Fields of one record, by RFC 4180. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n$)/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

it('every text comes out of a record as it went in, but for the apostrophe that keeps a formula a text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '=', 'é') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      expect(fieldsOf(csvLine(texts)).map((field) => field.replace(/^'/u, ''))).toEqual(texts);
    }),
  );
  expect(csvLine([1.5, null, 'a'])).toBe('1.5,,a\r\n');
  expect(csvHead.startsWith('\ufeffBegun,')).toBe(true);
});

it('a text that a spreadsheet would run as a formula stays a text; a number is a number', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx']) expect(fieldsOf(csvLine([text]))).toEqual([`'${text}`]);
  expect(csvLine([-1])).toBe('-1\r\n');
});
