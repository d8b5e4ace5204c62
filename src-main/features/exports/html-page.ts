const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
h2 { font-size: 1rem; margin-top: 2rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: left; }
td.figure, th.figure { text-align: right; }
.broken { font-weight: 600; }
small { opacity: 0.75; overflow-wrap: anywhere; }
`;

/** A page that needs no other file. `body`: lines of HTML. */
export function formatPage(title: string, body: readonly string[]): string {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>`,
    `<h1>${escapeHtml(title)}</h1>`,
    ...body,
    '</body></html>',
    '',
  ].join('\n');
}

/** Text, and in a smaller line under it what only programs and support ask for. */
export type Cell = string | { text: string; under: string };

/** `isFigure` says which columns are figures, and stand right; without it all but the first. */
export function rowOf(
  cell: 'th' | 'td',
  texts: readonly Cell[],
  { isBroken = false, isFigure = (index: number): boolean => index > 0 } = {},
): string {
  const cells = texts.map((text, index) => `<${cell}${isFigure(index) ? ' class="figure"' : ''}>${formatCell(text)}</${cell}>`);
  return `<tr${isBroken ? ' class="broken"' : ''}>${cells.join('')}</tr>`;
}

function formatCell(cell: Cell): string {
  if (typeof cell === 'string') return escapeHtml(cell);
  return `${escapeHtml(cell.text)}<br><small>${escapeHtml(cell.under)}</small>`;
}

/** `00:12:05`. */
export function formatLength(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/gu, (mark) => marks[mark] ?? mark);
