import { extname } from 'node:path';
import { ruleUnits, type ReportLine } from '#shared/masters/report.ts';
import { dateLocale, messages } from '#shared/messages/index.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
import { escapeHtml, formatFigure, formatLength, formatPage, formatTable, type Cell, type Column } from './html-page.ts';
import { formatFileName } from '../../infra/file-name.ts';

/** Without its ending. An export in another format has another name, so that neither replaces the other. */
export const reportName = (book: string, files: readonly { name: string }[]): string =>
  messages.exports.reportName(formatFileName(book), formatsOf(files));

/** `MP3`, or what else the files are by their endings. */
export const formatsOf = (files: readonly { name: string }[]): string =>
  [...new Set(files.map(({ name }) => extname(name).slice(1).toUpperCase()))].join(', ');

/** A block whose audio is of before its last change. */
export interface ChangedBlock {
  chapter: string;
  /** Its beginning. */
  text: string;
}

/** What no measurement finds. `openPickups`: of the takes that are in the files. */
export interface ReportNotes {
  openPickups: number;
  changed: readonly ChangedBlock[];
}

/** How the files of an export were measured, for programs. */
export function formatReportJson(book: string, files: readonly ExportedFile[], { openPickups, changed }: ReportNotes): string {
  const rows = files.map(({ name, chapter, format, durationMs, bytes, measures, report }) => ({
    name,
    chapter,
    format,
    durationMs,
    bytes,
    measures,
    report,
  }));
  return `${JSON.stringify({ title: book, openPickups, changedBlocks: changed, files: rows }, undefined, 2)}\n`;
}

/** The same as a page, which needs nothing else. */
export function formatReportPage(book: string, files: readonly ExportedFile[], { openPickups, changed }: ReportNotes): string {
  const texts = messages.exports;
  const lines = files.flatMap(({ report }) => report);
  const broken = lines.filter(({ ok }) => !ok).length;
  const verdict =
    broken === 0
      ? `<p class="good">✓ ${escapeHtml(texts.allPassed(lines.length))}</p>`
      : `<p class="bad">✕ ${escapeHtml(texts.someBroken(broken, lines.length))}</p>`;
  const measured = [texts.loudness, texts.truePeak, texts.rms, texts.noiseFloor];
  const columns: Column[] = [{ title: texts.file }, ...[texts.length, ...measured].map((title) => ({ title, kind: 'figure' as const }))];
  const rows = files.map(({ name, durationMs, measures }) => [
    name,
    formatLength(durationMs),
    ...[measures?.lufs, measures?.truePeakDb, measures?.rmsDb, measures?.noiseFloorDb].map(formatLevel),
  ]);
  return formatPage(texts.reportTitle(book), [
    `<p class="soft">${escapeHtml(texts.reportMade(new Date().toLocaleDateString(dateLocale(), { dateStyle: 'long' })))}</p>`,
    ...(lines.length === 0 ? [] : [verdict]),
    ...(openPickups === 0 ? [] : [`<p class="open">⚠ ${escapeHtml(texts.openPickups(openPickups))}</p>`]),
    ...formatChanged(changed),
    ...formatBroken(files),
    ...formatTable(texts.reportTitle(book), columns, rows),
    ...files.flatMap(formatRules),
  ]);
}

const sectionId = (index: number): string => `file-${index + 1}`;

/** Blocks that a page lists. */
const listedBlocks = 20;

function formatChanged(changed: readonly ChangedBlock[]): string[] {
  if (changed.length === 0) return [];
  const items = changed.slice(0, listedBlocks).map(({ chapter, text }) => `<li>${escapeHtml(chapter)}: ${escapeHtml(text)}</li>`);
  return [
    `<p class="open">⚠ ${escapeHtml(messages.exports.changedBlocks(changed.length))}</p>`,
    '<ul>',
    ...items,
    ...(changed.length > listedBlocks ? ['<li>…</li>'] : []),
    '</ul>',
  ];
}

/** Every rule that a file breaks, with the way to the file’s section. */
function formatBroken(files: readonly ExportedFile[]): string[] {
  const items = files.flatMap(({ name, report }, index) =>
    report
      .filter(({ ok }) => !ok)
      .map((line) => {
        const words = messages.exports.brokenRule(messages.exports.rules[line.rule], formatValue(line), formatLimit(line));
        return `<li><a href="#${sectionId(index)}">${escapeHtml(name)}</a>: ${escapeHtml(words)}</li>`;
      }),
  );
  return items.length === 0 ? [] : ['<ul class="broken">', ...items, '</ul>'];
}

function formatRules({ name, report }: ExportedFile, index: number): string[] {
  const texts = messages.exports;
  if (report.length === 0) return [];
  const columns: Column[] = [
    { title: texts.rule },
    { title: texts.limit, kind: 'figure' },
    { title: texts.value, kind: 'figure' },
    { title: texts.state },
  ];
  const rows = report.map((line): Cell[] => [
    texts.rules[line.rule],
    formatLimit(line),
    // Figures below one another have as many places.
    formatValue(line, 2),
    { text: line.ok ? texts.passed : texts.broken, mark: line.ok ? 'good' : 'bad' },
  ]);
  return [`<h2 id="${sectionId(index)}">${escapeHtml(name)}</h2>`, ...formatTable(name, columns, rows, { fit: true })];
}

const formatLimit = ({ limit }: ReportLine): string => limit.replaceAll(/-(?=\d)/gu, '−');
const formatValue = ({ rule, value }: ReportLine, least = 0): string =>
  value === null ? messages.exports.notMeasured : `${formatFigure(value, { least, most: 2 })} ${ruleUnits[rule]}`;

const formatLevel = (value: number | null | undefined): string =>
  value === null || value === undefined ? messages.exports.notMeasured : formatFigure(value, { least: 1, most: 1 });
