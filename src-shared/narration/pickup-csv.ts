import Papa from 'papaparse';
import { z } from 'zod';
import { message, type Message } from '../messages/message.ts';
import { badCsvRow, readCsvRows } from './csv-rows.ts';
import { maximumNoteCharacters } from './document.ts';
import { allPickupKinds, longestTakeMs, maximumPickups, maximumPickupText, pickupSchema } from './pickups.ts';

/**
 * A list of pickups as CSV: the header `chapter,block,kind,start,end,text,note,state,score`. Chapters and blocks are numbers, counted from 1; start and
 * end are milliseconds from the start of the take that the block has. Text, note, state and score may be left out.
 */

const columns = ['chapter', 'block', 'kind', 'start', 'end', 'text', 'note', 'state', 'score'] as const;
type Column = (typeof columns)[number];
const required: readonly Column[] = ['chapter', 'block', 'kind', 'start', 'end'];

const largestNumber = 1_000_000;

export const pickupRowSchema = pickupSchema
  .pick({ kind: true, startMs: true, endMs: true, text: true, note: true, state: true, score: true })
  .extend({ chapter: z.int().min(1).max(largestNumber), block: z.int().min(1).max(largestNumber) });
export type PickupRow = z.infer<typeof pickupRowSchema>;

/** UTF-8 text, without a byte order mark. */
export function formatPickups(rows: readonly PickupRow[]): string {
  const lines = rows.map(({ chapter, block, kind, startMs, endMs, text, note, state, score }) => [
    chapter,
    block,
    kind,
    startMs,
    endMs,
    guardFormula(text),
    guardFormula(note),
    state,
    score,
  ]);
  return `${Papa.unparse([[...columns], ...lines], { newline: '\n' })}\n`;
}

/** A spreadsheet runs a text as a formula unless an apostrophe stands before it. */
const guardFormula = (text: string): string => (/^'*[=+\-@\t\r]/u.test(text) ? `'${text}` : text);
const unguardFormula = (text: string): string => (/^'+[=+\-@\t\r]/u.test(text) ? text.slice(1) : text);

/**
 * All rows with their lines, counted from 1, or a failure of kind `unprocessable` that names the first line that is wrong. `checkPlace` says why a chapter and a
 * block are none of the project.
 */
export function parsePickups(csv: string, checkPlace: (row: PickupRow) => Message | undefined): PickupRow[] {
  const rows: PickupRow[] = [];
  let header: Column[] | undefined;
  readCsvRows(csv, (cells, line) => {
    if (header === undefined) {
      header = readHeader(cells, line);
      return;
    }
    if (cells.length > header.length) throw badCsvRow(line, message('narration.csvColumns', header.length));
    const row = readRow(new Map(header.map((name, index) => [name, cells[index] ?? ''])), line);
    const problem = checkPlace(row);
    if (problem) throw badCsvRow(line, problem);
    rows.push(row);
    if (rows.length > maximumPickups) throw badCsvRow(line, message('library.tooManyPickups', maximumPickups));
  });
  if (header === undefined) throw badCsvRow(1, message('pickups.csvHeader'));
  return rows;
}

function readHeader(cells: readonly string[], line: number): Column[] {
  const names = cells.map((cell) => columns.find((column) => column === cell.trim().toLowerCase()));
  const known = names.flatMap((name) => name ?? []);
  const isWhole = known.length === cells.length && new Set(known).size === known.length;
  if (!isWhole || !required.every((name) => known.includes(name))) throw badCsvRow(line, message('pickups.csvHeader'));
  return known;
}

function readRow(cells: ReadonlyMap<Column, string>, line: number): PickupRow {
  const whole = (name: Column, least: number, most: number): number => {
    const cell = (cells.get(name) ?? '').trim();
    const value = /^\d{1,9}$/u.test(cell) ? Number(cell) : Number.NaN;
    if (!(value >= least && value <= most)) throw badCsvRow(line, message('pickups.csvNumber', name, least, most));
    return value;
  };
  const oneOf = <T extends string>(name: Column, values: readonly T[], otherwise?: T): T => {
    const cell = (cells.get(name) ?? '').trim().toLowerCase();
    const value = cell === '' ? otherwise : values.find((each) => each === cell);
    if (value === undefined) throw badCsvRow(line, message('pickups.csvOneOf', name, values.join(', ')));
    return value;
  };
  const words = (name: Column, most: number): string => {
    const cell = unguardFormula(cells.get(name) ?? '');
    if (cell.length > most) throw badCsvRow(line, message('pickups.csvTooLong', name, most));
    return cell;
  };
  const kind = oneOf('kind', allPickupKinds);
  const startMs = whole('start', 0, longestTakeMs);
  const endMs = whole('end', 0, longestTakeMs);
  if (endMs < startMs) throw badCsvRow(line, message('pickups.csvEndBeforeStart'));
  return {
    chapter: whole('chapter', 1, largestNumber),
    block: whole('block', 1, largestNumber),
    kind,
    startMs,
    endMs,
    text: words('text', maximumPickupText),
    note: words('note', maximumNoteCharacters),
    state: oneOf('state', ['open', 'accepted'], 'open'),
    score: readScore((cells.get('score') ?? '').trim(), line, kind === 'mark' ? 1 : 0.5),
  };
}

function readScore(cell: string, line: number, otherwise: number): number {
  if (cell === '') return otherwise;
  const score = Number(cell);
  if (!(score >= 0 && score <= 1)) throw badCsvRow(line, message('pickups.csvNumber', 'score', 0, 1));
  return score;
}
