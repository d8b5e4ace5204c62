import { plainTypography } from './typography.ts';

/** Which blocks of one version of a text are those of another. Pure. */

/** How alike two texts are that count as one that was changed: the share of words that both have. */
const alike = 0.5;
/** Of those that stand alone between two that did not change. */
const alikeInPlace = 0.25;
/** Pairs that are compared between two blocks that did not change, and of all that are left; where there are more, those about the same place. */
const mostPairs = 250_000;

/**
 * Matches the texts of blocks: those that are the same first, then those that share most of their words. For each later block the index of the
 * earlier one, or `undefined` for one that was added.
 */
export function matchBlocks(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const matching = new Matching(before.map(clean), after.map(clean));
  matching.matchSame(clean);
  matching.matchSame(plainTypography);
  matching.matchUnique(readWords);
  matching.matchBetween();
  matching.matchChanged();
  return matching.earlier;
}

const clean = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

class Matching {
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  readonly earlier: (number | undefined)[];
  readonly #taken = new Set<number>();

  constructor(before: readonly string[], after: readonly string[]) {
    this.#before = before;
    this.#after = after;
    this.earlier = after.map(() => undefined);
  }

  #pair(old: number, now: number): void {
    this.earlier[now] = old;
    this.#taken.add(old);
  }

  /** Texts that are the same as `read` has them. */
  matchSame(read: (text: string) => string): void {
    const [before, after] = [this.#before.map(read), this.#after.map(read)];
    this.matchUnique(read);
    this.#extend(before, after);
    this.#matchRest(before, after);
  }

  /** Texts that stand once on both sides, as `read` has them; of those that are not matched yet. */
  matchUnique(read: (text: string) => string): void {
    const places = (texts: readonly string[], isFree: (index: number) => boolean): Map<string, number> => {
      const found = new Map<string, number>();
      texts.forEach((text, index) => {
        const key = isFree(index) ? read(text) : '';
        if (key !== '') found.set(key, found.has(key) ? -1 : index);
      });
      return found;
    };
    const old = places(this.#before, (index) => !this.#taken.has(index));
    for (const [text, now] of places(this.#after, (index) => this.earlier[index] === undefined)) {
      const at = old.get(text) ?? -1;
      if (now >= 0 && at >= 0) this.#pair(at, now);
    }
  }

  /** Equal texts beside those that are matched, such as two lines that occur often. */
  #extend(before: readonly string[], after: readonly string[]): void {
    for (const step of [1, -1] as const) {
      let previous: number | undefined = step === 1 ? -1 : before.length;
      for (let index = 0; index < after.length; index += 1) {
        const now = step === 1 ? index : after.length - 1 - index;
        const known = this.earlier[now];
        const next: number | undefined = known ?? (previous === undefined ? undefined : previous + step);
        if (known === undefined && next !== undefined && before[next] === after[now] && !this.#taken.has(next)) this.#pair(next, now);
        previous = this.earlier[now];
      }
    }
  }

  /** Equal texts wherever they stand. */
  #matchRest(before: readonly string[], after: readonly string[]): void {
    const left = new Map<string, number[]>();
    before.forEach((text, index) => {
      if (this.#taken.has(index)) return;
      left.set(text, [...(left.get(text) ?? []), index]);
    });
    after.forEach((text, now) => {
      const old = this.earlier[now] === undefined ? left.get(text)?.shift() : undefined;
      if (old !== undefined) this.#pair(old, now);
    });
  }

  /** A text that was changed between two that follow each other still, wherever they went. */
  matchBetween(): void {
    for (let now = 1; now < this.#after.length - 1; now += 1) {
      const [above, below] = [this.earlier[now - 1], this.earlier[now + 1]];
      if (this.earlier[now] !== undefined || above === undefined || below !== above + 2 || this.#taken.has(above + 1)) continue;
      const likeness = compareWords(countWords(this.#before[above + 1] ?? ''), countWords(this.#after[now] ?? ''));
      if (likeness >= alikeInPlace) this.#pair(above + 1, now);
    }
  }

  /** Texts that share words: first between blocks that stayed, then all that are left. */
  matchChanged(): void {
    const stayed = longestRun(this.earlier);
    let [fromOld, fromNow] = [0, 0];
    for (const now of [...stayed, this.#after.length]) {
      const old = this.earlier[now] ?? this.#before.length;
      this.#matchAlike(range(fromOld, old), range(fromNow, now), true);
      [fromOld, fromNow] = [old + 1, now + 1];
    }
    this.#matchAlike(range(0, this.#before.length), range(0, this.#after.length), false);
  }

  #matchAlike(olds: readonly number[], nows: readonly number[], isInPlace: boolean): void {
    const free = olds.filter((old) => !this.#taken.has(old));
    const wanted = nows.filter((now) => this.earlier[now] === undefined);
    if (free.length * wanted.length === 0) return;
    const isSmall = free.length * wanted.length <= mostPairs;
    const reach = Math.max(1, Math.floor(mostPairs / wanted.length / 2));
    const words = free.map((old) => countWords(this.#before[old] ?? ''));
    const least = isInPlace && free.length === 1 && wanted.length === 1 ? alikeInPlace : alike;
    const pairs: { old: number; now: number; likeness: number }[] = [];
    wanted.forEach((now, place) => {
      const mine = countWords(this.#after[now] ?? '');
      const about = Math.round((place / wanted.length) * free.length);
      const from = isSmall ? 0 : Math.max(0, about - reach);
      const near = isSmall ? free : free.slice(from, about + reach);
      near.forEach((old, offset) => {
        const index = from + offset;
        const likeness = compareWords(words[index] ?? new Map<string, number>(), mine);
        if (likeness >= least) pairs.push({ old, now, likeness });
      });
    });
    pairs.sort((one, other) => other.likeness - one.likeness || one.now - other.now || one.old - other.old);
    for (const { old, now } of pairs) if (!this.#taken.has(old) && this.earlier[now] === undefined) this.#pair(old, now);
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index);

/** The words alone, so that other quotation marks, dashes or capitals are no other text. */
const readWords = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');

export function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  // Scripts without spaces are compared by their signs.
  for (const word of text
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The share of words that both have, from 0 to 1. */
function compareWords(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [shared, all] = [0, 0];
  for (const [word, count] of one) {
    shared += Math.min(count, other.get(word) ?? 0);
    all += count;
  }
  for (const count of other.values()) all += count;
  return all === 0 ? 0 : (2 * shared) / all;
}

/** The indexes of the longest run of values that only grow, in order. */
export function longestRun(values: readonly (number | undefined)[]): number[] {
  /** The index whose value ends the best run of each length, and the index before it in that run. */
  const ends: number[] = [];
  const previous = new Map<number, number>();
  values.forEach((value, index) => {
    if (value === undefined) return;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? -1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    const before = ends[low - 1];
    if (before !== undefined) previous.set(index, before);
    ends[low] = index;
  });
  const run: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) run.push(at);
  return run.reverse();
}

/** The indexes of the known places that are not in order with most of the others. */
export function movedIn(places: readonly (number | undefined)[]): ReadonlySet<number> {
  const stayed = new Set(longestRun(places));
  return new Set(places.flatMap((place, index) => (place === undefined || stayed.has(index) ? [] : [index])));
}
