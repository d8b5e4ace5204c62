import Papa from 'papaparse';
import { message } from '../messages/message.ts';
import { badCsvRow, readCsvRows } from './csv-rows.ts';
import { maximumPronunciations, pronunciationKey, pronunciationSchema, type Pronunciation } from './pronunciation.ts';

/** A table of pronunciations as CSV: the header `written,spoken,language,voice`, the last two may be empty. */

const columns = ['written', 'spoken', 'language', 'voice'] as const;

/** UTF-8 text, without a byte order mark. */
export function formatPronunciations(entries: readonly Pronunciation[]): string {
  const rows = entries.map(({ written, spoken, language, voice }) => [written, spoken, language ?? '', voice ?? '']);
  return `${Papa.unparse([[...columns], ...rows], { newline: '\n' })}\n`;
}

/**
 * All entries, or a failure of kind `unprocessable` that names the first line that is wrong, counted from 1. Parted by commas, or by semicolons
 * or tabs where the header is.
 */
export function parsePronunciations(csv: string): Pronunciation[] {
  const entries: Pronunciation[] = [];
  const lineOf = new Map<string, number>();
  let header: (typeof columns)[number][] | undefined;
  readCsvRows(csv, (cells, at) => {
    const row = cells.map((value) => value.trim());
    if (header === undefined) header = readHeader(row, at);
    else {
      if (row.length > header.length) throw badCsvRow(at, message('narration.csvColumns', header.length));
      const entry = readRow(Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])), at);
      const key = pronunciationKey(entry);
      const before = lineOf.get(key);
      if (before !== undefined) throw badCsvRow(at, message('narration.csvTwice', entry.written, before));
      lineOf.set(key, at);
      entries.push(entry);
    }
    if (entries.length > maximumPronunciations) throw badCsvRow(at, message('narration.tooManyPronunciations', maximumPronunciations));
  });
  if (header === undefined) throw badCsvRow(1, message('narration.csvHeader'));
  return entries;
}

function readHeader(row: readonly string[], line: number): (typeof columns)[number][] {
  const names = row.map((name) => columns.find((column) => column === name.toLowerCase()));
  const known = names.flatMap((name) => name ?? []);
  const isWhole = known.length === row.length && new Set(known).size === known.length;
  if (!isWhole || !known.includes('written') || !known.includes('spoken')) throw badCsvRow(line, message('narration.csvHeader'));
  return known;
}

function readRow({ written = '', spoken = '', language = '', voice = '' }: Record<string, string>, line: number): Pronunciation {
  const parsed = pronunciationSchema.safeParse({
    written,
    spoken,
    language: language === '' ? null : language,
    voice: voice === '' ? null : voice,
  });
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  const isEmpty = (field === 'written' && written === '') || (field === 'spoken' && spoken === '');
  throw badCsvRow(line, isEmpty ? message('narration.csvFieldEmpty', field) : message('narration.csvFieldInvalid', field));
}
