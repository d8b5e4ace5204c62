import { toLine } from '../plain-text.ts';

/**
 * Find and replace in texts of one line: a block, or the title of a chapter. A match never crosses from one into the next. Pure; an expression
 * of a person’s own may run forever, so the caller runs it where it can be ended.
 */

/** Characters of what is looked for, and of what replaces it. */
export const maximumFindCharacters = 2000;
/** Matches of one search; past that it is cut, and nothing is replaced. */
export const maximumMatches = 200_000;
/** Characters that one replacing may put into a chapter: as steps they fit into one edit. */
export const maximumReplacedCharacters = 1_900_000;
/** How long a regular expression may run, in milliseconds. */
export const expressionLimitMs = 5000;

export interface FindQuery {
  text: string;
  matchCase: boolean;
  /** A match begins and ends at the edge of a word; letters of every script count. */
  wholeWords: boolean;
  /** `text` is a regular expression of JavaScript, with the flag `u`; `$1` and its like work in the replacement. */
  isExpression: boolean;
}

/** UTF-16 offsets in the text that was searched. `start` and `end` are equal where an expression matches nothing at all between two characters. */
export interface Match {
  start: number;
  end: number;
  /** What takes its place; absent where no replacement was asked for. */
  replacement?: string;
}

/** Finds the matches of one query, in order and apart from each other. With `template`, each says what replaces it. */
export type FindIn = (text: string, template?: string) => readonly Match[];

const wordPart = String.raw`[\p{L}\p{M}\p{N}_]`;
// At an edge that is no letter itself, such as the dash of "- no", there is no word to be cut in two.
const wordStart = `(?:(?<!${wordPart})|(?!${wordPart}))`;
const wordEnd = `(?:(?!${wordPart})|(?<!${wordPart}))`;

/** What finds a query; for an expression that is none, what is wrong with it, in the words of JavaScript. */
export function compileQuery(query: FindQuery): { findIn: FindIn } | { problem: string } {
  const { text, matchCase, wholeWords, isExpression } = query;
  const flags = matchCase ? 'gu' : 'giu';
  if (!isExpression && toLine(text) !== text) return { findIn: () => [] };
  const source = isExpression ? text : text.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`);
  try {
    const alone = new RegExp(source, flags); // checked by itself: `a)(b` would fit into the brackets below
    const expression = wholeWords ? new RegExp(`${wordStart}(?:${source})${wordEnd}`, flags) : alone;
    const expand = isExpression ? expandTemplate : matchCase ? (template: string) => template : keepCapitals(text);
    return { findIn: (within, template) => findMatches(within, expression, template, expand) };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : '';
    return { problem: reason.slice(reason.lastIndexOf(': ') + 1).trim() };
  }
}

/** What takes the place of a match. */
type Expand = (template: string, found: RegExpExecArray) => string;

function findMatches(text: string, expression: RegExp, template: string | undefined, expand: Expand): Match[] {
  const matches: Match[] = [];
  expression.lastIndex = 0;
  if (!expression.test(text)) return matches; // most texts: `matchAll` costs more than this
  expression.lastIndex = 0;
  for (const found of text.matchAll(expression)) {
    const match: Match = { start: found.index, end: found.index + found[0].length };
    if (template !== undefined) match.replacement = toLine(expand(template, found));
    matches.push(match);
    if (matches.length > maximumMatches) break;
  }
  return matches;
}

const isAllCapitals = (text: string): boolean => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
const beginsWithCapital = (text: string): boolean => /^[^\p{L}\p{N}]*\p{Lu}/u.test(text);
const hasCapitalInFirstWord = (text: string): boolean => /^\s*\S*\p{Lu}/u.test(text);

/**
 * A match that begins with a capital, or is all capitals, keeps them in what takes its place, as in word processors. Capitals that were typed are
 * meant: an abbreviation that was looked for as it stands gives way to the replacement as it is written, and a first word with capitals keeps its own.
 */
function keepCapitals(sought: string): Expand {
  return (template, { 0: match }) => {
    if (match === sought && isAllCapitals(sought)) return template;
    if (isAllCapitals(match) && (match.match(/\p{L}/gu)?.length ?? 0) > 1) return template.toUpperCase();
    if (!beginsWithCapital(match) || hasCapitalInFirstWord(template)) return template;
    return template.replace(/^[^\p{L}\p{N}]*\p{Ll}/u, (start) => start.toUpperCase());
  };
}

const references = /\$(?:([$&'`])|(\d\d?))/gu;
const namedReferences = /\$(?:([$&'`])|(\d\d?)|<([^>]*)>)/gu;

/** What `String.prototype.replace` puts in place of a match: `$1`, `$<name>`, `$&`, `$$` and their like. */
function expandTemplate(template: string, found: RegExpExecArray): string {
  const { index, input, groups } = found;
  const pattern = groups === undefined ? references : namedReferences;
  return template.replaceAll(pattern, (whole: string, sign?: string, digits?: string, name?: unknown) => {
    if (sign === '$') return '$';
    if (sign === '&') return found[0];
    if (sign === '`') return input.slice(0, index);
    if (sign === "'") return input.slice(index + found[0].length);
    if (digits !== undefined) return expandNumber(digits, found) ?? whole;
    return groups?.[String(name)] ?? '';
  });
}

/** `$12` is the twelfth group where there is one, else the first and a 2. */
function expandNumber(digits: string, found: RegExpExecArray): string | undefined {
  const isGroup = (number: number): boolean => number > 0 && number < found.length;
  if (isGroup(Number(digits))) return found[Number(digits)] ?? '';
  const first = Number(digits.slice(0, 1));
  return digits.length === 2 && isGroup(first) ? `${found[first] ?? ''}${digits.slice(1)}` : undefined;
}

/** A text with its matches replaced; those without a replacement stay. */
export function replaceMatches(text: string, matches: readonly Match[]): string {
  let [replaced, at] = ['', 0];
  for (const { start, end, replacement = text.slice(start, end) } of matches) {
    replaced += text.slice(at, start) + replacement;
    at = end;
  }
  return replaced + text.slice(at);
}

/**
 * The matches in many texts, one list for each, in their order. `onPart` has those that are there about every `partMs` milliseconds; the last part is
 * what is returned. Answers with what is wrong where the query is no expression.
 */
export function findInTexts(
  { query, texts, template }: FindOrder,
  onPart: (lists: (readonly Match[])[]) => void = () => undefined,
  now: () => number = () => 0,
): { lists: (readonly Match[])[] } | { problem: string } {
  const compiled = compileQuery(query);
  if ('problem' in compiled) return compiled;
  let part: (readonly Match[])[] = [];
  let [since, matches] = [now(), 0];
  for (const text of texts) {
    const found = matches > maximumMatches ? [] : compiled.findIn(text, template);
    matches += found.length;
    part.push(found);
    if (now() - since < partMs) continue;
    onPart(part);
    [part, since] = [[], now()];
  }
  return { lists: part };
}
const partMs = 30;

/** Texts to search; with `template`, each match says what replaces it. */
export interface FindOrder {
  query: FindQuery;
  texts: readonly string[];
  template?: string | undefined;
}
