import { maximumPauseMs } from '#shared/narration/document.ts';
import { ManuscriptBuilder, type Manuscript } from '#shared/manuscript/manuscript.ts';
import { badCsvRow, readCsvRows } from '#shared/narration/csv-rows.ts';
import { message } from '#shared/messages/message.ts';

const columns = ['block', 'voice', 'pause'];

/** The first line of a script: `block`, and `voice` and `pause` where it has them, in any order. */
export function isScriptHeader(text: string): boolean {
  const cells = (/^\ufeff?(?<line>[^\r\n]*)/u.exec(text)?.groups?.['line'] ?? '').split(/[,;\t]/u).map(cleanCell);
  return cells.includes('block') && cells.every((cell) => columns.includes(cell));
}

const cleanCell = (cell: string): string => cell.trim().replaceAll(/^"|"$/gu, '').trim().toLowerCase();

/** Reads a script of one block a row. Fails with `unprocessable` by the line of a row that is wrong. */
export function readScriptCsv(text: string): Manuscript {
  const builder = new ManuscriptBuilder();
  let header: string[] | undefined;
  readCsvRows(text, (cells, line) => {
    if (header === undefined) {
      header = cells.map(cleanCell);
      if (!header.includes('block') || header.some((cell) => cell !== '' && !columns.includes(cell)))
        throw badCsvRow(line, message('manuscript.csvHeader'));
      return;
    }
    const at = (column: string): string => cells[header?.indexOf(column) ?? -1]?.trim() ?? '';
    if (cells.slice(header.length).some((cell) => cell.trim() !== '')) throw badCsvRow(line, message('manuscript.csvCells', header.length));
    const pause = at('pause');
    const pauseMs = pause === '' ? null : Number(pause);
    if (pauseMs !== null && !(pauseMs >= 0 && pauseMs <= maximumPauseMs))
      throw badCsvRow(line, message('manuscript.csvPause', maximumPauseMs));
    const block = at('block');
    if (block === '') throw badCsvRow(line, message('manuscript.csvEmptyBlock'));
    builder.addBlock(block, { pauseMs, ...(at('voice') === '' ? {} : { voice: at('voice') }) });
  });
  return builder.finish();
}
