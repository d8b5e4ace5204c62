/** One phone of a breath: where it begins and ends, in milliseconds. */
export interface Phone {
  name: string;
  startMs: number;
  endMs: number;
}

/** Flite's name of a silence. */
export const pause = 'pau';

/** Phones are `name:end` with the end in seconds, one line for each utterance; each line begins at 0. */
export function readPhones(lines: readonly string[]): Phone[] {
  const phones: Phone[] = [];
  let from = 0;
  for (const line of lines) {
    let startMs = from;
    for (const [, name = '', end = ''] of line.matchAll(/(\S+?):(\d+(?:\.\d+)?)/gu)) {
      const endMs = from + 1_000 * Number(end);
      phones.push({ name, startMs, endMs });
      startMs = endMs;
    }
    from = startMs;
  }
  return phones;
}

const vowels = new Set('aa ae ah ao aw ax ay eh er ey ih iy ow oy uh uw'.split(' '));

/** Costs of turning the phones of words said alone into those of the sentence: vowels are reduced there, and a sound may be dropped. */
function exchange(one: string, other: string): number {
  if (one === other) return 0;
  return vowels.has(one) === vowels.has(other) ? 0.8 : 1.6;
}
const dropped = 1;

/**
 * The word of each sounding phone of a sentence, -1 for pauses. `words` are the phones of each word as it is said alone; the sentence says the same
 * phones with few changes, so that the cheapest way of turning one into the other tells where each word begins. Both are in order.
 */
export function wordOfPhones(phones: readonly Phone[], words: readonly (readonly string[])[]): number[] {
  const expected = words.flatMap((names, word) => names.map((name) => ({ name, word })));
  const sounding = phones.flatMap(({ name }, place) => (name === pause ? [] : [{ name, place }]));
  const width = sounding.length + 1;
  const cost = new Float32Array((expected.length + 1) * width);
  for (let row = 0; row <= expected.length; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (row + column === 0) continue;
      const over = row > 0 ? (cost[(row - 1) * width + column] ?? 0) + dropped : Infinity;
      const more = column > 0 ? (cost[row * width + column - 1] ?? 0) + dropped : Infinity;
      const change = exchange(expected[row - 1]?.name ?? '', sounding[column - 1]?.name ?? '');
      const both = row > 0 && column > 0 ? (cost[(row - 1) * width + column - 1] ?? 0) + change : Infinity;
      cost[row * width + column] = Math.min(over, more, both);
    }
  }
  const found = phones.map(() => -1);
  let row = expected.length;
  let column = sounding.length;
  while (column > 0) {
    const here = cost[row * width + column] ?? 0;
    const change = exchange(expected[row - 1]?.name ?? '', sounding[column - 1]?.name ?? '');
    const both = row > 0 ? (cost[(row - 1) * width + column - 1] ?? Infinity) + change : Infinity;
    const over = row > 0 ? (cost[(row - 1) * width + column] ?? Infinity) + dropped : Infinity;
    if (row > 0 && closeTo(both, here)) {
      found[sounding[column - 1]?.place ?? 0] = expected[row - 1]?.word ?? -1;
      row -= 1;
      column -= 1;
    } else if (row > 0 && closeTo(over, here)) row -= 1;
    else {
      // A phone that no word alone has: it belongs to the word that is being said.
      found[sounding[column - 1]?.place ?? 0] = expected[Math.max(0, row - 1)]?.word ?? -1;
      column -= 1;
    }
  }
  return found;
}

const closeTo = (one: number, other: number) => Math.abs(one - other) < 1e-3;
