import Papa from 'papaparse';
import { fail } from '../failure.ts';
import { message, type Message } from '../messages/message.ts';

/** Characters of a CSV file, at most. */
export const maximumCsvCharacters = 4 * 1024 * 1024;

/**
 * Calls `onRow` for each row that is not empty, with its cells as they are and its line, counted from 1. Parted by commas, or by semicolons or
 * tabs where the first line is. Fails with `too-large`, and with `unprocessable` by line where quotation marks do not match.
 */
export function readCsvRows(csv: string, onRow: (cells: readonly string[], line: number) => void): void {
  if (csv.length > maximumCsvCharacters) throw fail('too-large', message('narration.csvTooLarge'), { next: 'choose-file' });
  const text = csv.replace(/^\ufeff/u, '');
  const head = /^[^\r\n]*/u.exec(text)?.[0] ?? '';
  const delimiter = [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ',';
  let read = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors, meta }) => {
      const at = line;
      line += countLines(text.slice(read, meta.cursor));
      read = meta.cursor;
      if (data.every((value) => value.trim() === '')) return;
      if (errors.length > 0) throw badCsvRow(at, message('narration.csvQuotes'));
      onRow(data, at);
    },
  });
}

/** A failure of kind `unprocessable` that names the line. */
export const badCsvRow = (line: number, why: Message): Error =>
  fail('unprocessable', message('narration.csvRow', line, why), { next: 'choose-file' });

const countLines = (text: string): number => text.match(/\r\n|\r|\n/gu)?.length ?? 0;
