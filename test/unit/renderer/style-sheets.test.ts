import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '../../../src-renderer');
const sheets = globSync('{app/{gallery,help,shell,start,tour},core,features,ui}/**/*.module.css', { cwd: renderer });

/**
 * The one width at which the window is narrow (lib/narrow.ts), the one below which there is no room beside a text, the heights at which it is
 * low and high, the widths at which a panel's bar has no room for a price in one line and for what stands beside a price, and the one at which a list of jobs is narrow, as it stands
 * beside an open timeline; a condition cannot name a token.
 */
const conditions = [
  'window (max-width: 100rem)',
  'window (max-width: 68.75rem)',
  'window (max-width: 40rem)',
  'window (max-height: 34rem)',
  'window (max-height: 50rem)',
  'window (min-height: 50rem)',
  'bar (max-width: 46rem)',
  'bar (max-width: 60rem)',
  'jobs (max-width: 44rem)',
  'comparison (max-width: 63rem)',
  'segment (min-width: 12rem)',
  'segment (max-width: 8rem)',
];
const forbidden: readonly [what: string, RegExp][] = [
  ['a colour', /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/iu],
  ['a named colour', /:[^;]*\b(?:black|white|red|green|blue|gr[ae]y|yellow|orange|purple|silver)\b(?!-)/iu],
  ['a size', /(?<![\w.-])-?(?:\d+\.)?\d+(?:px|rem|em|pt|vw|cm|mm)\b/iu],
];

/** Literals of a style sheet as `file:line what: text`. Viewport heights, fractions and characters are no fixed sizes. */
function literals(name: string, css: string): string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//gu, (comment) => comment.replaceAll(/[^\n]/gu, ' '));
  return plain.split('\n').flatMap((line, index) => {
    const text = line.trim();
    if (text.startsWith('@container') && conditions.some((condition) => text.includes(condition))) return [];
    // What a selector is called is no colour; only declarations and conditions are looked at.
    if (!text.includes(':') || (text.endsWith('{') && !text.startsWith('@'))) return [];
    return forbidden.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${name}:${String(index + 1)} ${what}: ${text}`);
  });
}

it('finds literals where there are some', () => {
  const css =
    '.a {\n  color: #fff;\n  padding: 3px;\n  margin: calc(-1 * 0.5rem);\n  border-color: white;\n  width: 50%;\n  white-space: pre;\n}\n';
  expect(literals('a.css', css).map((found) => found.split(' ')[0])).toEqual(['a.css:2', 'a.css:3', 'a.css:4', 'a.css:5']);
});

it('every colour and size of panels, shell and shapes is a token of ui/theme.css', () => {
  expect(sheets.length).toBeGreaterThan(10);
  expect(sheets.flatMap((name) => literals(name, readFileSync(join(renderer, name), 'utf8')))).toEqual([]);
});

it('every token that a style sheet names is there', () => {
  const known = new Set(
    globSync('**/*.css', { cwd: renderer }).flatMap((name) =>
      [...readFileSync(join(renderer, name), 'utf8').matchAll(/(--[\w-]+):/gu)].map((match) => match[1]),
    ),
  );
  const missing = sheets.flatMap((name) =>
    [...readFileSync(join(renderer, name), 'utf8').matchAll(/var\((--[\w-]+)\)/gu)]
      .filter((match) => !known.has(match[1]) && match[1]?.startsWith('--mantine') !== true)
      .map((match) => `${name}: ${match[1] ?? ''}`),
  );
  expect(missing).toEqual([]);
});
