import type { UsageEntry } from '#shared/operations/account.ts';

/** What usage is grouped by. */
export type UsageBy = 'kind' | 'project';

/** Credits that were reported and those that are estimated, together; `estimate` of them. `possible`: how many more may have been charged, in no bar. */
interface Spent {
  credits: number;
  estimate: number;
  possible: number;
  operations: number;
}

interface UsageSeries extends Spent {
  name: string;
}

export interface UsageRows extends Spent {
  /** What cost credits, the most first; what is past the limit is one series, the last, of at least two that cost something. */
  series: readonly UsageSeries[];
  /** Every day of the period in order, those without work too, each with the credits of every series. */
  days: readonly { day: string; values: readonly number[]; total: number; estimate: number }[];
  /** API quota; it is in no bar, as those are of credits. */
  quota: number;
  /** Operations whose charge nobody reported and whose price is not known; they are in no bar. */
  unreported: number;
}

/** Series that have a colour of their own. */
const maximumSeries = 6;

/** Lays out usage for a chart and its table. Pure. `last`: the day of today, `2026-11-25`. */
export function arrangeUsage(
  entries: readonly UsageEntry[],
  options: { last: string; days: number; nameOf: (entry: UsageEntry) => string; rest: string },
): UsageRows {
  const { last, days, nameOf, rest } = options;
  const sums = new Map<string, Spent>();
  for (const entry of entries) {
    const known = sums.get(nameOf(entry));
    const spent = {
      credits: entry.credits + entry.estimate,
      estimate: entry.estimate,
      possible: entry.possible,
      operations: entry.operations,
    };
    sums.set(nameOf(entry), known ? total([known, spent]) : spent);
  }
  const ranked = [...sums]
    .filter(([, { credits, possible }]) => credits + possible > 0)
    .sort(([, one], [, other]) => other.credits - one.credits || other.operations - one.operations);
  const own = ranked.length > maximumSeries ? ranked.slice(0, maximumSeries - 1) : ranked;
  const others = ranked.slice(own.length);
  const series = own.map(([name, sum]) => ({ name, ...sum }));
  if (others.length > 0) series.push({ name: rest, ...total(others.map(([, sum]) => sum)) });
  const place = new Map(own.map(([name], index) => [name, index]));
  const values = new Map(daysUpTo(last, days).map((day) => [day, series.map(() => 0)]));
  for (const entry of entries) {
    const spent = entry.credits + entry.estimate;
    const at = place.get(nameOf(entry)) ?? series.length - 1;
    const row = values.get(entry.day);
    if (row && spent !== 0) row[at] = (row[at] ?? 0) + spent;
  }
  const estimates = new Map<string, number>();
  for (const { day, estimate } of entries) estimates.set(day, (estimates.get(day) ?? 0) + estimate);
  return {
    series,
    days: [...values].map(([day, row]) => ({
      day,
      values: row,
      total: row.reduce((sum, value) => sum + value, 0),
      estimate: estimates.get(day) ?? 0,
    })),
    ...total([...sums.values()]),
    quota: entries.reduce((sum, { quota }) => sum + quota, 0),
    unreported: entries.reduce((sum, entry) => sum + entry.unreported, 0),
  };
}

/** Colours that a chart has. */
const colourCount = 8;

/**
 * The colour of each series, from 1 to 8. What is `known` has that of its place, whatever else is shown and cost more; past the eighth, and for others, it
 * is the first that is left.
 */
export function colourSeries(names: readonly string[], known: readonly string[]): number[] {
  const colours = new Map<string, number>();
  for (const name of [...known.filter((each) => names.includes(each)), ...names.filter((each) => !known.includes(each))]) {
    const place = known.indexOf(name);
    const own = place >= 0 && place < colourCount ? place + 1 : undefined;
    const taken = new Set(colours.values());
    const left = Array.from({ length: colourCount }, (_, index) => index + 1).find((colour) => !taken.has(colour));
    colours.set(name, own ?? left ?? 1);
  }
  return names.map((name) => colours.get(name) ?? 1);
}

const total = (parts: readonly Spent[]): Spent => ({
  credits: parts.reduce((sum, { credits }) => sum + credits, 0),
  estimate: parts.reduce((sum, { estimate }) => sum + estimate, 0),
  possible: parts.reduce((sum, { possible }) => sum + possible, 0),
  operations: parts.reduce((sum, { operations }) => sum + operations, 0),
});

/** So many days up to a day, that last, each as `2026-11-25`. */
function daysUpTo(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10));
}

/** Of this machine's calendar: `2026-11-25`. */
export const dayOf = (time: Date): string =>
  `${String(time.getFullYear())}-${String(time.getMonth() + 1).padStart(2, '0')}-${String(time.getDate()).padStart(2, '0')}`;
