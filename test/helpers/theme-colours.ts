import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A colour in linear light: red, green, blue and alpha, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** The custom properties of one theme, as the style sheet writes them. */
export type Tokens = ReadonlyMap<string, string>;

export type Scheme = 'light' | 'dark';

interface Rule {
  /** The condition of the `@media` around it; empty without one. */
  readonly media: string;
  readonly selectors: readonly string[];
  readonly declarations: Tokens;
}

function readRules(css: string, media = ''): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length;) {
    const open = css.indexOf('{', at);
    if (open === -1) break;
    const head = (css.slice(at, open).split(';').at(-1) ?? '').trim();
    let [close, depth] = [open + 1, 1];
    for (; depth > 0; close += 1) depth += css[close] === '{' ? 1 : css[close] === '}' ? -1 : 0;
    const body = css.slice(open + 1, close - 1);
    if (head.startsWith('@media')) rules.push(...readRules(body, head.slice('@media'.length).trim()));
    else {
      const declarations = new Map(
        [...body.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/gu)].map(([, name = '', value = '']) => [name, value.trim()]),
      );
      rules.push({ media, selectors: head.split(',').map((selector) => selector.trim()), declarations });
    }
    at = close;
  }
  return rules;
}

const sheet = readFileSync(join(import.meta.dirname, '../../src-renderer/ui/theme.css'), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//gu, '');
const rules = readRules(sheet);

/** The tokens that hold on the root in a theme, with those of the given `@media` conditions on top. */
export function tokensOf(scheme: Scheme, ...conditions: readonly string[]): Tokens {
  const own = [':root', `:root[data-mantine-color-scheme='${scheme}']`];
  const tokens = new Map<string, string>();
  for (const { media, selectors, declarations } of rules) {
    if (media !== '' && !conditions.includes(media)) continue;
    if (!selectors.some((selector) => own.includes(selector))) continue;
    for (const [name, value] of declarations) tokens.set(name, value);
  }
  return tokens;
}

/** What a token stands for, through every `var()`. */
export function valueOf(tokens: Tokens, name: string): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`There is no token ${name}.`);
  const inner = /^var\((--[\w-]+)\)$/u.exec(value)?.[1];
  return inner === undefined ? value : valueOf(tokens, inner);
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const within = (value: number): number => Math.min(1, Math.max(0, value));

/** https://bottosson.github.io/posts/oklab/ */
function fromOklch(lightness: number, chroma: number, hue: number, alpha: number): Colour {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    within(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    within(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    within(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
    alpha,
  ];
}

/** The two notations of the style sheet: `#rrggbb[aa]` and `oklch(L C H [/ A])`. */
export function parseColour(text: string): Colour {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/iu.exec(text);
  if (hex) {
    const part = (at: number): number => Number.parseInt(hex[at] ?? 'ff', 16) / 255;
    return [linear(part(1)), linear(part(2)), linear(part(3)), part(4)];
  }
  const oklch = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/u.exec(text);
  if (!oklch) throw new Error(`${text} is no colour.`);
  return fromOklch(Number(oklch[1]), Number(oklch[2]), Number(oklch[3]), Number(oklch[4] ?? '1'));
}

/** What is seen where a colour lies on an opaque one: browsers mix the encoded values. */
export function over(top: Colour, below: Colour): Colour {
  const alpha = top[3];
  const mix = (at: 0 | 1 | 2): number => linear(encoded(top[at]) * alpha + encoded(below[at]) * (1 - alpha));
  return [mix(0), mix(1), mix(2), 1];
}

const luminance = ([red, green, blue]: Colour): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** The contrast of two opaque colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The lightness of OKLCH, from 0 to 1: equal steps look equally far apart. */
export function lightness([red, green, blue]: Colour): number {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
}
