/** Chance that can be had again: the same seed gives the same choices. */
export interface Chance {
  /** 0 to, and without, `below`. */
  number(below: number): number;
  /** True so often of a hundred. */
  percent(of: number): boolean;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
}

/** Mulberry32: small, and good enough to choose with. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (below: number): number => Math.floor(next() * below);
  return {
    number,
    percent: (of) => next() * 100 < of,
    pick: <T>(from: readonly T[]): T => {
      const picked = from[number(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}
