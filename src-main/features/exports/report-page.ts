import { messages } from '#shared/messages/index.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
import { escapeHtml, formatLength, formatPage, rowOf } from './html-page.ts';
import { formatFileName } from '../../infra/file-name.ts';

/** Without its ending. */
export const reportName = (book: string): string => messages.exports.reportName(formatFileName(book));

/** How the files of an export were measured, for programs. */
export function formatReportJson(book: string, files: readonly ExportedFile[]): string {
  const rows = files.map(({ name, chapter, format, durationMs, bytes, measures, report }) => ({
    name,
    chapter,
    format,
    durationMs,
    bytes,
    measures,
    report,
  }));
  return `${JSON.stringify({ title: book, files: rows }, undefined, 2)}\n`;
}

/** The same as a page, which needs nothing else. */
export function formatReportPage(book: string, files: readonly ExportedFile[]): string {
  const texts = messages.exports;
  const head = [texts.file, texts.length, texts.loudness, texts.truePeak, texts.rms, texts.noiseFloor];
  const rows = files.map(({ name, durationMs, measures }) => [
    name,
    formatLength(durationMs),
    ...[measures?.lufs, measures?.truePeakDb, measures?.rmsDb, measures?.noiseFloorDb].map(formatLevel),
  ]);
  const rules = files.flatMap(({ name, report }) => [
    `<h2>${escapeHtml(name)}</h2>`,
    '<table><thead>',
    rowOf('th', [texts.rule, texts.limit, texts.value, texts.state]),
    '</thead><tbody>',
    ...report.map(({ rule, limit, value, ok }) =>
      rowOf('td', [texts.rules[rule], limit, value === null ? texts.notMeasured : String(value), ok ? texts.passed : texts.broken], {
        isBroken: !ok,
      }),
    ),
    '</tbody></table>',
  ]);
  return formatPage(texts.reportTitle(book), [
    `<p>${escapeHtml(texts.reportMade(new Date().toISOString().slice(0, 10)))}</p>`,
    `<table><thead>${rowOf('th', head)}</thead><tbody>`,
    ...rows.map((row) => rowOf('td', row)),
    '</tbody></table>',
    ...rules,
  ]);
}

const formatLevel = (value: number | null | undefined): string => value?.toFixed(1) ?? messages.exports.notMeasured;
