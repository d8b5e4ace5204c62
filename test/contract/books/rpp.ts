/**
 * A strict reader of Reaper's project files, by the grammar of WDL's `projectcontext` and `lineparse`, the library that Reaper writes them with: a line is a word and values between
 * blanks; a value with blanks stands in one of three quotation marks, and has none of its own; `<NAME …` opens a block, which a line of `>` ends.
 */
export interface RppBlock {
  name: string;
  values: string[];
  lines: { name: string; values: string[] }[];
  blocks: RppBlock[];
}

export function parseRpp(text: string): RppBlock {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const root: RppBlock = { name: '', values: [], lines: [], blocks: [] };
  const open = [root];
  for (const [index, raw] of text.slice(0, -1).split('\n').entries()) {
    const line = raw.trim();
    const inside = open.at(-1);
    if (inside === undefined || line === '') throw new Error(`line ${index + 1}: nothing is open, or nothing is said`);
    if (raw !== `${'  '.repeat(open.length - 1 - (line === '>' ? 1 : 0))}${line}`)
      throw new Error(`line ${index + 1}: not indented by its depth`);
    if (line === '>') {
      if (open.length === 1) throw new Error(`line ${index + 1}: nothing is open`);
      open.pop();
      continue;
    }
    const [name = '', ...values] = readTokens(line.startsWith('<') ? line.slice(1) : line, index + 1);
    if (!/^[A-Z_]+$/u.test(name)) throw new Error(`line ${index + 1}: “${name}” is no word of the format`);
    if (!line.startsWith('<')) inside.lines.push({ name, values });
    else {
      const block = { name, values, lines: [], blocks: [] };
      inside.blocks.push(block);
      open.push(block);
    }
  }
  const [project, ...others] = root.blocks;
  if (open.length !== 1 || project === undefined || others.length > 0 || root.lines.length > 0) throw new Error('not one project');
  return project;
}

function readTokens(line: string, number: number): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < line.length;) {
    const mark = line[at] ?? '';
    const quoted = ['"', "'", '`'].includes(mark);
    const end = quoted ? line.indexOf(mark, at + 1) : line.slice(at).search(/ |$/u) + at;
    if (end < 0) throw new Error(`line ${number}: a value does not end`);
    tokens.push(line.slice(quoted ? at + 1 : at, end));
    at = quoted ? end + 1 : end;
    if (at < line.length && line[at] !== ' ') throw new Error(`line ${number}: no blank after a value`);
    at += 1;
  }
  return tokens;
}

/** The values of the one line of this name. */
export function valuesOf({ lines }: RppBlock, name: string): string[] {
  const [found, ...others] = lines.filter((line) => line.name === name);
  if (found === undefined || others.length > 0) throw new Error(`not one line of ${name}`);
  return found.values;
}

export function numberOf(block: RppBlock, name: string): number {
  const [value = ''] = valuesOf(block, name);
  if (!/^-?\d+(?:\.\d+)?$/u.test(value)) throw new Error(`${name}: “${value}” is no number`);
  return Number(value);
}
