import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A text in the code: where it is and what it says. */
export interface TextInCode {
  line: number;
  text: string;
}

/** Attributes that people read or hear, whatever their value looks like. */
const shown = new Set(['title', 'label', 'placeholder', 'aria-label', 'aria-description', 'alt', 'description', 'nothingFoundMessage']);
/** Two words of a language side by side: `Play again`, and not `row-start`, `1fr auto` or `main [role]`. */
const words = /[A-Za-z’]{2,}[,.:;]? +[“A-Za-z][A-Za-z’]/u;
/** What machines read and has words side by side: selectors, CSS, names of fonts and of media types. */
const forMachines =
  /[{}[\]<>=]|:not|\bvar\(|\b\d*(?:px|fr|ch|rem)\b|translate|^[\w-]+\/|\bauto\b|, (?:sans-)?serif|prefers-|forced-colors|^[a-z]+(?:, [a-z]+)+$/u;

/** A word beside a placeholder: `Removed # files`. */
const wordBesidePlaceholder = /(?:^|[ (])[A-Za-z’]{2,}[,.:;]? +#|# +[A-Za-z’]{2,}(?:[ ,.:;)]|$)/u;

const isWords = (text: string): boolean => words.test(text) && !forMachines.test(text) && !notForPeople.test(text);

/** What main has besides: statements of SQL, headers of HTTP, sizes in bytes, and names of what is sent. */
const notForPeople =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|BEGIN|SAVEPOINT|RELEASE|ROLLBACK|DROP)\b|^bytes #-|^(?:GET|POST), |^Bearer #|-src '|no-transform|charset=|Content-|[=<>] ?[?:#']|^# (?:min # s|[KMG]i?B|LUFS|dB|s|fps)#?$/u;

/** The texts for people that a source file holds itself, and so does not take from the catalogue. */
export function findTexts(path: string, source = readFileSync(path, 'utf8')): TextInCode[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: TextInCode[] = [];
  const add = (node: ts.Node, text: string): void => {
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: text.trim() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isDevelopersError(node)) return;
    if (isLogLine(node)) {
      node.arguments.slice(1).forEach(visit);
      return;
    }
    if (ts.isJsxAttribute(node) && ['key', 'className'].includes(node.name.getText(file))) return;
    if (ts.isJsxText(node)) {
      if (/\p{L}{2}/u.test(node.text)) add(node, node.text);
    } else if (ts.isStringLiteralLike(node)) {
      if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return;
      if (isWords(node.text) || (isShown(node.parent) && /\p{Lu}\p{Ll}/u.test(node.text))) add(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const fixed = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('#');
      if (isWords(fixed) || (wordBesidePlaceholder.test(fixed) && !forMachines.test(fixed) && !notForPeople.test(fixed))) add(node, fixed);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isShown = (node: ts.Node): boolean => ts.isJsxAttribute(node) && ts.isIdentifier(node.name) && shown.has(node.name.text);

/** `log.warn('…', facts)`: for who reads the log. */
const isLogLine = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  /(?:\blog|Log|#log)(?:\?)?(?:\.(?:debug|info|warn|error)|\[.*\])$|(?:onUnexpected|\breport)(?:\?\.)?$/u.test(
    node.expression.getText().replaceAll(/\s/gu, ''),
  );

/** `throw new Error('…')`: a mistake in the code, which nobody but its authors reads. */
const isDevelopersError = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && ts.isIdentifier(node.expression) && /^(?:Range|Type)?Error$/u.test(node.expression.text);
