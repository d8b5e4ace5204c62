import { messages } from '#shared/messages/index.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
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

const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
h2 { font-size: 1rem; margin-top: 2rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: left; }
td.figure, th.figure { text-align: right; }
.broken { font-weight: 600; }
`;

/** The same as a page, which needs nothing else. */
export function formatReportPage(book: string, files: readonly ExportedFile[]): string {
  const texts = messages.exports;
  const head = [texts.file, texts.length, texts.loudness, texts.truePeak, texts.rms, texts.noiseFloor];
  const rows = files.map(({ name, durationMs, measures }) => [
    name,
    formatLength(durationMs),
    ...[measures?.lufs, measures?.truePeakDb, measures?.rmsDb, measures?.noiseFloorDb].map(formatLevel),
  ]);
  const rules = files.flatMap(({ name, report, measures }) => [
    `<h2>${escape(name)}</h2>`,
    ...(measures?.isMeasuredBeforeCoding === true ? [`<p>${escape(texts.beforeCoding)}</p>`] : []),
    '<table><thead>',
    rowOf('th', [texts.rule, texts.limit, texts.value, texts.state]),
    '</thead><tbody>',
    ...report.map(({ rule, limit, value, ok }) =>
      rowOf('td', [texts.rules[rule], limit, value === null ? texts.notMeasured : String(value), ok ? texts.passed : texts.broken], !ok),
    ),
    '</tbody></table>',
  ]);
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(texts.reportTitle(book))}</title><style>${style}</style></head><body>`,
    `<h1>${escape(texts.reportTitle(book))}</h1>`,
    `<p>${escape(texts.reportMade(new Date().toISOString().slice(0, 10)))}</p>`,
    `<table><thead>${rowOf('th', head)}</thead><tbody>`,
    ...rows.map((row) => rowOf('td', row)),
    '</tbody></table>',
    ...rules,
    '</body></html>',
    '',
  ].join('\n');
}

function rowOf(cell: 'th' | 'td', texts: readonly string[], isBroken = false): string {
  const cells = texts.map((text, index) => `<${cell}${index === 0 ? '' : ' class="figure"'}>${escape(text)}</${cell}>`);
  return `<tr${isBroken ? ' class="broken"' : ''}>${cells.join('')}</tr>`;
}

const formatLevel = (value: number | null | undefined): string => value?.toFixed(1) ?? messages.exports.notMeasured;

function formatLength(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replaceAll(/[&<>"]/gu, (mark) => marks[mark] ?? mark);
