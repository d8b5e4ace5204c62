import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { csvLine, csvOfJobs, timeWithZone } from '#main/features/jobs/csv.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { messages, setLanguage } from '#shared/messages/index.ts';

/** Fields of one record, by RFC 4180. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n$)/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

afterEach(() => setLanguage('en'));

it('every text comes out of a record as it went in, but for the apostrophe that keeps a formula a text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '=', 'é') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      expect(fieldsOf(csvLine(texts)).map((field) => field.replace(/^'/u, ''))).toEqual(texts);
    }),
  );
  expect(csvLine([1.5, null, 'a'])).toBe('1.5,,a\r\n');
});

it('a text that a spreadsheet would run as a formula stays a text; a number is a number', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx']) expect(fieldsOf(csvLine([text]))).toEqual([`'${text}`]);
  expect(csvLine([-1])).toBe('-1\r\n');
});

it('the head, kinds, states and units of the file are in the language in use, and a project is named beside its id', async () => {
  const operation = {
    family: 'transcription',
    state: 'done',
    unit: 'second',
    projectId: 'project1',
    failure: null,
    createdAt: 0,
    updatedAt: 0,
  };
  const shown = () => {
    const { head, row } = csvOfJobs((id) => (id === 'project1' ? 'The lighthouse' : undefined));
    const names = fieldsOf(head.replace('\ufeff', ''));
    const values = fieldsOf(row(operation as PaidOperation));
    return (name: string) => values[names.indexOf(name)];
  };
  const english = shown();
  expect([english('Kind'), english('State'), english('Project'), english('Project ID')]).toEqual([
    messages.jobs.transcription,
    messages.jobs.done,
    'The lighthouse',
    'project1',
  ]);
  await setLanguage('de');
  const german = shown();
  expect([german('Art'), german('Einheit'), german('Projekt-ID')]).toEqual([messages.jobs.transcription, 'Sekunden', 'project1']);
  expect(german('Kind')).toBeUndefined();
});

it('a time of the file is that of this computer, with its zone', () => {
  const noon = Date.UTC(2026, 10, 28, 12);
  expect([0, 60, -210].map((minutes) => timeWithZone(noon, minutes))).toEqual([
    '2026-11-28T12:00:00+00:00',
    '2026-11-28T13:00:00+01:00',
    '2026-11-28T08:30:00-03:30',
  ]);
  expect(Date.parse(timeWithZone(noon))).toBe(noon);
});
