import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PaidOperation } from '#shared/operations/paid.ts';
import {
  costChoices,
  dateChoices,
  fits,
  fitsElsewhere,
  kindChoices,
  mergeRows,
  noFilter,
  stateChoices,
  type ElsewhereJob,
  type JobsFilter,
} from '../../../src-renderer/core/jobs/jobs-filter.ts';
import { families } from '#shared/paid-work.ts';

const now = new Date(2026, 10, 21, 12).getTime();
const operation = (change: Partial<PaidOperation>): PaidOperation =>
  ({
    operationId: 'one',
    family: 'image',
    state: 'done',
    summary: 'Café',
    connectionId: 'local',
    createdAt: now,
    creditsUsed: 5,
    projectId: null,
    ...change,
  }) as PaidOperation;
const job = (createdAt: number, taskId = `t${createdAt}`): ElsewhereJob => ({
  kind: 'speech',
  taskId,
  status: 'success',
  createdAt,
  creditsUsed: null,
});

it('one list of both kinds loses nothing, doubles nothing, and stays in the order of time', () => {
  const times = fc.uniqueArray(fc.nat(50), { maxLength: 20 }).map((list) => list.sort((a, b) => b - a));
  fc.assert(
    fc.property(times, times, fc.boolean(), (own, others, whole) => {
      const rows = mergeRows(
        own.map((createdAt) => operation({ createdAt, operationId: `o${createdAt}` })),
        others.map((at) => job(at)),
        whole,
      );
      const at = rows.map((row) => ('operation' in row ? row.operation.createdAt : row.elsewhere.createdAt));
      expect(at).toEqual([...at].sort((a, b) => b - a));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      const oldest = own.at(-1);
      const expected = whole ? others.length : others.filter((time) => oldest !== undefined && time > oldest).length;
      expect(rows).toHaveLength(own.length + expected);
    }),
  );
});

it('what changes stays in the list exactly while it fits every choice', () => {
  const narrowed = (change: Partial<JobsFilter>, of: Partial<PaidOperation> = {}) =>
    fits(operation(of), { ...noFilter, ...change }, now, ['one']);
  expect(narrowed({})).toBe(true);
  expect(narrowed({ text: 'CAFE', state: 'done', kind: 'media', cost: 'small', date: 'today', connectionId: 'local' })).toBe(true);
  const misses: Partial<JobsFilter>[] = [
    { text: 'tea' },
    { state: 'running' },
    { kind: 'speech' },
    { cost: 'free' },
    { cost: 'unknown' },
    { connectionId: 'https://other.example' },
    { projectId: 'abcdefgh' },
  ];
  for (const miss of misses) expect(narrowed(miss)).toBe(false);
  expect(narrowed({ date: 'today' }, { createdAt: now - 86_400_000 })).toBe(false);
  expect(narrowed({ date: 'week' }, { createdAt: now - 86_400_000 })).toBe(true);
});

it('every kind of work and every state is found by one choice', () => {
  for (const family of families) {
    const found = Object.entries(kindChoices).filter(([, { families: members }]) =>
      (members as readonly string[] | undefined)?.includes(family),
    );
    expect([family, found.length]).toEqual([family, 1]);
  }
  for (const choice of [stateChoices, costChoices, dateChoices]) expect(Object.keys(choice)[0]).toBe('any');
});

it('what was made elsewhere is in no project, and is found by its state and task', () => {
  expect(fitsElsewhere(job(now), noFilter, now)).toBe(true);
  expect(fitsElsewhere(job(now), { ...noFilter, projectId: 'abcdefgh' }, now)).toBe(false);
  expect(fitsElsewhere(job(now), { ...noFilter, state: 'failed' }, now)).toBe(false);
  expect(fitsElsewhere(job(now, 'TASK-9'), { ...noFilter, text: 'task-9', kind: 'speech' }, now)).toBe(true);
});
