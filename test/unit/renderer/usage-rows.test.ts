import { describe, expect, it } from 'vitest';
import type { UsageEntry } from '#shared/operations/account.ts';
import { arrangeUsage, colourSeries, dayOf } from '../../../src-renderer/features/account/usage-rows.ts';

const entry = (day: string, family: UsageEntry['family'], credits: number, more: Partial<UsageEntry> = {}): UsageEntry => ({
  day,
  family,
  credits,
  projectId: '',
  estimate: 0,
  possible: 0,
  operations: 1,
  quota: 0,
  unreported: 0,
  ...more,
});
const arranged = (entries: readonly UsageEntry[], days = 3) =>
  arrangeUsage(entries, { last: '2026-03-01', days, nameOf: ({ family, projectId }) => `${family}${projectId}`, rest: 'rest' });

describe('usage for a chart', () => {
  it('has every day of the period in order, across the end of a month, with the credits of each series', () => {
    const rows = arranged([
      entry('2026-03-01', 'speech', 5, { operations: 2 }),
      entry('2026-02-27', 'speech', 3, { unreported: 1 }),
      entry('2026-02-27', 'image', 10, { quota: 400 }),
    ]);
    expect(rows.series).toEqual([
      { name: 'image', credits: 10, estimate: 0, possible: 0, operations: 1 },
      { name: 'speech', credits: 8, estimate: 0, possible: 0, operations: 3 },
    ]);
    expect(rows.days).toEqual([
      { day: '2026-02-27', values: [10, 3], total: 13, estimate: 0 },
      { day: '2026-02-28', values: [0, 0], total: 0, estimate: 0 },
      { day: '2026-03-01', values: [0, 5], total: 5, estimate: 0 },
    ]);
    expect(rows).toMatchObject({ credits: 18, quota: 400, operations: 4, unreported: 1 });
  });

  it('counts what is estimated with what was reported, and says how much of it is an estimate', () => {
    const rows = arranged([
      entry('2026-03-01', 'voice-create', 0, { estimate: 1000, operations: 2 }),
      entry('2026-03-01', 'speech', 5),
      entry('2026-02-28', 'realtime-reliable', 0, { estimate: 77 }),
    ]);
    expect(rows.series.map(({ name, credits, estimate }) => [name, credits, estimate])).toEqual([
      ['voice-create', 1000, 1000],
      ['realtime-reliable', 77, 77],
      ['speech', 5, 0],
    ]);
    expect(rows.days.map(({ total, estimate }) => [total, estimate])).toEqual([
      [0, 0],
      [77, 77],
      [1005, 1000],
    ]);
    expect(rows).toMatchObject({ credits: 1082, estimate: 1077, operations: 4, unreported: 0 });
  });

  it('keeps what may have been charged out of the bars, and names it beside the series', () => {
    const rows = arranged([entry('2026-03-01', 'speech', 5, { possible: 30 }), entry('2026-03-01', 'lip-sync', 0, { possible: 9 })]);
    expect(rows.series).toMatchObject([
      { name: 'speech', credits: 5, possible: 30 },
      { name: 'lip-sync', credits: 0, possible: 9 },
    ]);
    expect(rows.days.at(-1)?.total).toBe(5);
    expect(rows.possible).toBe(39);
  });

  it('puts what cost least into one series where there are more than six, and loses no credit', () => {
    const rows = arranged(Array.from({ length: 9 }, (_, index) => entry('2026-03-01', 'speech', 9 - index, { projectId: String(index) })));
    expect(rows.series.map(({ name }) => name)).toEqual(['speech0', 'speech1', 'speech2', 'speech3', 'speech4', 'rest']);
    expect(rows.series.at(-1)).toEqual({ name: 'rest', credits: 4 + 3 + 2 + 1, estimate: 0, possible: 0, operations: 4 });
    expect(rows.days.at(-1)?.total).toBe(45);
  });

  it('never calls one thing alone the rest: what cost nothing is in no series, and is counted all the same', () => {
    const kinds = (count: number) =>
      Array.from({ length: count }, (_, index) => entry('2026-03-01', 'speech', 9 - index, { projectId: String(index) }));
    const free = [entry('2026-03-01', 'image', 0, { quota: 400 }), entry('2026-03-01', 'profile-update', 0)];
    const six = arranged([...kinds(6), ...free]);
    expect(six.series.map(({ name }) => name)).toEqual(['speech0', 'speech1', 'speech2', 'speech3', 'speech4', 'speech5']);
    expect(six).toMatchObject({ operations: 8, quota: 400, credits: 39 });
    expect(six.days.at(-1)?.values).toEqual([9, 8, 7, 6, 5, 4]);
    expect(arranged([...kinds(7), ...free]).series.at(-1)).toMatchObject({ name: 'rest', credits: 4 + 3, operations: 2 });
    expect(arranged(free)).toMatchObject({ series: [], operations: 2, days: [{ values: [] }, {}, {}] });
  });

  it('is empty days where nothing was charged', () => {
    expect(arranged([], 2)).toMatchObject({ series: [], credits: 0, days: [{ total: 0 }, { total: 0 }] });
  });

  it('counts days by the calendar of this machine', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});

describe('the colours of usage', () => {
  const known = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

  it('are those of the kind, whichever others are shown and whichever cost more', () => {
    expect(colourSeries(['b', 'a'], known)).toEqual([2, 1]);
    expect(colourSeries(['h', 'b'], known)).toEqual([8, 2]);
    expect(colourSeries(['a', 'b', 'rest'], known)).toEqual([1, 2, 3]);
  });

  it('are never those of another series of the chart', () => {
    expect(colourSeries(['i', 'rest', 'a'], known)).toEqual([2, 3, 1]);
    expect(new Set(colourSeries(['one', 'two', 'a', 'h', 'i', 'rest'], known)).size).toBe(6);
  });
});
