import { joinParts } from '../narration/speech-parts.ts';
import { countWords, matchBlocks } from './match-blocks.ts';
import { plainTypography } from './typography.ts';

/** Which paragraphs of three versions of a text are the same. Pure. */

/** A paragraph of the text that was imported, or of the script. */
export interface Placed {
  text: string;
  /** Its chapter, by an id of the project. */
  chapterId: string;
  /** Its blocks. */
  ids: readonly string[];
}

/** What is one paragraph, or was: the indexes of its paragraphs in each version. A version that a person split or joined has more than another. */
export interface Unit {
  base: number[];
  ours: number[];
  theirs: number[];
}

/** The least share of its words that another paragraph lacks, for a part of that one. */
const partOf = 0.6;

/**
 * Matches what was imported (`base`) with the script (`ours`), by the blocks that each paragraph became and else by the text, and with a later version of
 * the manuscript (`theirs`) by the text.
 */
export function matchUnits(base: readonly Placed[], ours: readonly Placed[], theirs: readonly { text: string }[]): Unit[] {
  const matching = new UnitMatching(base, ours, theirs);
  matching.matchIds();
  matching.absorb();
  matching.matchTexts();
  matching.matchTheirs();
  return matching.units;
}

class UnitMatching {
  readonly units: Unit[] = [];
  readonly #base: readonly Placed[];
  readonly #ours: readonly Placed[];
  readonly #theirs: readonly { text: string }[];
  readonly #unitOfBase = new Map<number, Unit>();
  readonly #unitOfOurs = new Map<number, Unit>();

  constructor(base: readonly Placed[], ours: readonly Placed[], theirs: readonly { text: string }[]) {
    this.#base = base;
    this.#ours = ours;
    this.#theirs = theirs;
  }

  #add(unit: Partial<Unit>): Unit {
    const added = { base: [], ours: [], theirs: [], ...unit };
    this.units.push(added);
    for (const index of added.base) this.#unitOfBase.set(index, added);
    for (const index of added.ours) this.#unitOfOurs.set(index, added);
    return added;
  }

  /** By the blocks that a paragraph became. Parts that do not stand together any more are no paragraph. */
  matchIds(): void {
    const owner = new Map(this.#base.flatMap(({ ids }, index) => ids.map((id) => [id, index] as const)));
    this.#ours.forEach(({ ids, chapterId }, index) => {
      const claimed = [...new Set(ids.flatMap((id) => owner.get(id) ?? []))].sort((one, other) => one - other);
      const [first] = claimed;
      if (first === undefined) return;
      const known = this.#unitOfBase.get(first);
      if (known) {
        if (known.ours.at(-1) !== index - 1 || this.#ours[index - 1]?.chapterId !== chapterId) return;
        known.ours.push(index);
        this.#unitOfOurs.set(index, known);
        return;
      }
      const run = claimed.filter((each, offset) => each === first + offset && !this.#unitOfBase.has(each));
      this.#add({ base: run, ours: [index] });
    });
  }

  /** Takes in what a person split off a paragraph, and paragraphs that were joined with it. */
  absorb(): void {
    for (const unit of [...this.units]) {
      this.#grow(unit, 'ours', 'base', this.#unitOfOurs);
      this.#grow(unit, 'base', 'ours', this.#unitOfBase);
    }
  }

  #grow(unit: Unit, side: 'base' | 'ours', other: 'base' | 'ours', taken: Map<number, Unit>): void {
    const [paragraphs, others] = side === 'ours' ? [this.#ours, this.#base] : [this.#base, this.#ours];
    for (;;) {
      const own = unit[side];
      const [first = 0, last = 0] = [own[0], own.at(-1)];
      const free = [last + 1, first - 1].filter(
        (index) => paragraphs[index] && !taken.has(index) && paragraphs[index].chapterId === paragraphs[first]?.chapterId,
      );
      if (free.length === 0) return;
      const missing = countWords(unit[other].map((index) => others[index]?.text ?? '').join(' '));
      for (const [word, count] of countWords(own.map((index) => paragraphs[index]?.text ?? '').join(' ')))
        missing.set(word, (missing.get(word) ?? 0) - count);
      const found = free.find((index) => shareIn(countWords(paragraphs[index]?.text ?? ''), missing) >= partOf);
      if (found === undefined) return;
      if (found > last) own.push(found);
      else own.unshift(found);
      taken.set(found, unit);
    }
  }

  /** What is left, by its text: a paragraph that was cut and pasted. */
  matchTexts(): void {
    const base = this.#base.flatMap((_, index) => (this.#unitOfBase.has(index) ? [] : [index]));
    const ours = this.#ours.flatMap((_, index) => (this.#unitOfOurs.has(index) ? [] : [index]));
    const found = matchBlocks(
      base.map((index) => this.#base[index]?.text ?? ''),
      ours.map((index) => this.#ours[index]?.text ?? ''),
    );
    ours.forEach((index, place) => {
      const match = base[found[place] ?? -1];
      this.#add({ base: match === undefined ? [] : [match], ours: [index] });
    });
    for (const index of base) if (!this.#unitOfBase.has(index)) this.#add({ base: [index] });
  }

  /** The new version; what it does not have from the old one may be what a person wrote in the script as well. */
  matchTheirs(): void {
    const texts = this.#theirs.map(({ text }) => text);
    const found = matchBlocks(this.#base.map(({ text }) => text), texts); // prettier-ignore
    const loose: number[] = [];
    found.forEach((match, index) => {
      const unit = match === undefined ? undefined : this.#unitOfBase.get(match);
      if (unit) unit.theirs.push(index);
      else loose.push(index);
    });
    const written = Map.groupBy(
      this.units.filter(({ ours, theirs }) => ours.length > 0 && theirs.length === 0),
      ({ ours }) => plainTypography(joinParts(ours.map((index) => this.#ours[index]?.text ?? ''))),
    );
    for (const index of loose) {
      const text = plainTypography(texts[index] ?? '');
      const unit = text === '' ? undefined : written.get(text)?.shift();
      if (unit) unit.theirs.push(index);
      else this.#add({ theirs: [index] });
    }
  }
}

/** The share of these words that are among the others. */
function shareIn(words: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let [shared, all] = [0, 0];
  for (const [word, count] of words) {
    all += count;
    shared += Math.min(count, Math.max(others.get(word) ?? 0, 0));
  }
  return all === 0 ? 0 : shared / all;
}

/** The unit before each in its chapter. */
export const previousOf = (chapters: readonly (readonly Unit[])[]): ReadonlyMap<Unit, Unit | undefined> =>
  new Map(chapters.flatMap((units) => units.map((unit, index) => [unit, units[index - 1]] as const)));
