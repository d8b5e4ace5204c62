import { language, locale } from '#shared/messages/index.ts';

/** Colours as in the window, light and dark; a page needs no other file. */
const style = `
:root { color-scheme: light dark; font: 0.875rem/1.5 Inter, system-ui, sans-serif;
  --ground: light-dark(#fff, #17181b); --raised: light-dark(#f6f6f8, #202125); --text: light-dark(#1c1d20, #e9e9ec); --soft: light-dark(#5c5f66, #a6a9b1);
  --line: light-dark(#d9dade, #3a3c42); --good: light-dark(#1f6b3a, #7fd39b); --bad: light-dark(#a8201a, #ff9a8f); --accent: light-dark(#3346c4, #a9b4ff); }
body { max-width: 80rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--text); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.0625rem; overflow-wrap: anywhere; }
p { max-width: 48rem; margin: 0.5rem 0; }
.soft { color: var(--soft); }
.good { color: var(--good); font-weight: 600; }
.open { color: light-dark(#7d5200, #e2b04a); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
blockquote { max-width: 48rem; margin: 0.75rem 0; padding: 0.75rem 1rem; border-inline-start: 0.1875rem solid var(--accent); border-radius: 0.25rem; background: var(--raised); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem; margin: 1.25rem 0; }
dl div { padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; }
dt { color: var(--soft); font-size: 0.8125rem; }
dd { margin: 0; font-size: 1.125rem; font-variant-numeric: tabular-nums; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.375rem 1rem 0.375rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th:last-child, td:last-child { padding-inline-end: 0; }
th { color: var(--soft); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
.figure { text-align: end; white-space: nowrap; }
td.wide { min-width: 18rem; }
td.id { overflow-wrap: anywhere; }
td.name { white-space: nowrap; }
table.fit { width: auto; min-width: min(100%, 36rem); }
.broken { margin: 0.75rem 0; padding-inline-start: 1.25rem; }
.broken li { margin: 0.25rem 0; overflow-wrap: anywhere; }
.broken li::marker { color: var(--bad); }
small { color: var(--soft); font-size: 0.75rem; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: 0.375rem; }
summary { padding: 0.5rem 0.75rem; cursor: pointer; }
details > .table { padding: 0 0.75rem 0.5rem; }
a { color: var(--accent); }
:target { background: var(--raised); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media print { body { max-width: none; padding: 0; } .table { overflow: visible; } tr, dl div, blockquote { break-inside: avoid; } thead { display: table-header-group; } }
`;

/** A page that needs no other file, in the language in use. `body`: lines of HTML. */
export function formatPage(title: string, body: readonly string[]): string {
  return [
    '<!doctype html>',
    `<html lang="${language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>`,
    `<h1>${escapeHtml(title)}</h1>`,
    ...body,
    '</main></body></html>',
    '',
  ].join('\n');
}

/** A cell: text; with `under`, a smaller line for programs and support; with `href`, a link within the page; with `mark`, a state beside its word. */
export type Cell = string | { text: string; under?: string; href?: string; mark?: 'good' | 'bad' };

export interface Column {
  title: string;
  /** Of figures, which stand at the end of their column; of long texts; of ids; of names that stay on one line. */
  kind?: 'figure' | 'wide' | 'id' | 'name';
}

/** A table that scrolls by itself where it is wide. `name`: for screen readers. `rowId`: of the element of a row. `fit`: no wider than its columns need. */
export function formatTable(
  name: string,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { rowId, fit = false }: { rowId?: (index: number) => string; fit?: boolean } = {},
): string[] {
  const attribute = (index: number): string => {
    const kind = columns[index]?.kind;
    return kind === undefined ? '' : ` class="${kind}"`;
  };
  const id = (index: number): string => (rowId === undefined ? '' : ` id="${rowId(index)}"`);
  return [
    `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(name)}"><table aria-label="${escapeHtml(name)}"${fit ? ' class="fit"' : ''}><thead>`,
    `<tr>${columns.map(({ title }, index) => `<th scope="col"${attribute(index)}>${escapeHtml(title)}</th>`).join('')}</tr>`,
    '</thead><tbody>',
    ...rows.map(
      (cells, row) => `<tr${id(row)}>${cells.map((cell, index) => `<td${attribute(index)}>${formatCell(cell)}</td>`).join('')}</tr>`,
    ),
    '</tbody></table></div>',
  ];
}

/** Figures that stand out. */
export const formatFacts = (facts: readonly (readonly [string, string])[]): string =>
  `<dl>${facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;

function formatCell(cell: Cell): string {
  if (typeof cell === 'string') return escapeHtml(cell);
  const { text, under, href, mark } = cell;
  const shown = href === undefined ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
  const marked = mark === undefined ? shown : `<span class="${mark}">${mark === 'good' ? '✓' : '✕'} ${shown}</span>`;
  return under === undefined || under === '' ? marked : `${marked}<br><small>${escapeHtml(under)}</small>`;
}

/** `00:12:05`. */
export function formatLength(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** A figure as people of the language in use write it, with a minus that is one. */
export const formatFigure = (value: number, places: { least: number; most: number }): string =>
  value
    .toLocaleString(locale(), { minimumFractionDigits: places.least, maximumFractionDigits: places.most, useGrouping: false })
    .replace('-', '−');

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/gu, (mark) => marks[mark] ?? mark);
