import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaidOperation } from '#shared/operations/paid.ts';
import {
  costChoices,
  dateChoices,
  fits,
  fitsElsewhere,
  kindChoices,
  mergeRows,
  noFilter,
  queryOf,
  stateChoices,
  type ElsewhereJob,
  type JobsFilter,
} from '../../../src-renderer/core/jobs/jobs-filter.ts';
import { findNamed, projectInRow, voiceInRow } from '../../../src-renderer/core/jobs/row-names.ts';
import type { VoiceMark } from '#shared/operations/voices.ts';
import { mostNamed } from '#shared/operations/paid.ts';
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

it('a line of a dub is found as speech and, as part of what the dub cost, as dubbing; a line of a book as speech alone', () => {
  const belongs = (kind: JobsFilter['kind'], of: Partial<PaidOperation>) => fits(operation(of), { ...noFilter, kind }, now, []);
  const line = { family: 'job', projectId: 'dub00001', projectName: 'The harbour' } as const;
  const kinds = Object.keys(kindChoices) as JobsFilter['kind'][];
  expect(kinds.filter((kind) => belongs(kind, line))).toEqual(['any', 'speech', 'dubbing']);
  expect(kinds.filter((kind) => belongs(kind, { family: 'job', projectId: 'project1' }))).toEqual(['any', 'speech']);
  expect(kinds.filter((kind) => belongs(kind, { family: 'dubbing' }))).toEqual(['any', 'dubbing']);
  expect(queryOf({ ...noFilter, kind: 'dubbing' }, now, [])).toEqual({ families: ['dubbing'], forDubs: true });
});

it('what was made elsewhere is in no project, and is found by its state and task', () => {
  expect(fitsElsewhere(job(now), noFilter, now)).toBe(true);
  expect(fitsElsewhere(job(now), { ...noFilter, projectId: 'abcdefgh' }, now)).toBe(false);
  expect(fitsElsewhere(job(now), { ...noFilter, state: 'failed' }, now)).toBe(false);
  expect(fitsElsewhere(job(now, 'TASK-9'), { ...noFilter, text: 'task-9', kind: 'speech' }, now)).toBe(true);
});

describe('the names in a row', () => {
  const mark = (alias: string | null): VoiceMark => ({ favourite: false, alias, tags: [], usedAt: null, name: null });
  const recentProject = (projectId: string, title: string) => ({ path: `/${title}`, title, openedAt: 1, missing: false, projectId });
  const names = {
    marks: { renamed: mark('Grandmother'), unnamed: mark(null) },
    voiceNames: new Map([
      ['listed', 'Béatrice'],
      ['renamed', 'Beatrice'],
      ['unnamed', 'Alice'],
    ]),
    recent: [recentProject('harbour1', 'The Harbour'), recentProject('opened01', 'Before')],
    open: { projectId: 'opened01', title: 'Coast' },
    projectIds: ['harbour1', 'opened01', 'faraway1'],
  };
  const found = (text: string) => findNamed(text, names);

  it('are found as the row shows them: a voice by its person’s name before that of a service', () => {
    expect(found(' BEATRICE ').voiceIds).toEqual(['listed']);
    expect(found('grand').voiceIds).toEqual(['renamed']);
    expect(found('alice').voiceIds).toEqual(['unnamed']);
    expect(['listed', 'renamed', 'unheard'].map((id) => voiceInRow(id, names))).toEqual(['Béatrice', 'Grandmother', undefined]);
  });

  it('are found as the row shows them: a project by its title now, and one that was not open lately by the start of its id', () => {
    expect(found('harbour').projectIds).toEqual(['harbour1']);
    expect([found('coast').projectIds, found('before').projectIds]).toEqual([['opened01'], []]);
    expect(found('faraway').projectIds).toEqual([]);
    expect(found(projectInRow('faraway1', names)).projectIds).toEqual(['faraway1']);
  });

  it('are not searched without a text, and no more are sent than main takes, those with a mark first', () => {
    expect(found('  ')).toEqual({ voiceIds: [], projectIds: [] });
    const many = Array.from({ length: 2 * mostNamed }, (_, at) => `voice${at}`);
    const { voiceIds } = findNamed('one', {
      ...names,
      voiceNames: new Map(many.map((id) => [id, 'One'])),
      marks: { voice900: mark(null) },
    });
    expect([voiceIds.length, voiceIds[0]]).toEqual([mostNamed, 'voice900']);
    expect(findNamed('one', { ...names, voiceNames: new Map([['v'.repeat(201), 'One']]) }).voiceIds).toEqual([]);
  });

  it('go to main with the text alone, and what changes fits by them as it does there', () => {
    const filter = { ...noFilter, text: 'Beatrice' };
    const named = found(filter.text);
    expect(queryOf(filter, now, [], named)).toEqual({ text: 'Beatrice', voiceIds: ['listed'] });
    expect(queryOf({ ...noFilter, text: 'harbour' }, now, [], found('harbour'))).toEqual({ text: 'harbour', projectIds: ['harbour1'] });
    expect(queryOf(noFilter, now, [], named)).toEqual({});
    const belongs = (text: string, of: Partial<PaidOperation>, change: Partial<JobsFilter> = {}) =>
      fits(operation(of), { ...noFilter, text, ...change }, now, [], found(text));
    expect([belongs('beatrice', { voiceId: 'listed' }), belongs('beatrice', { voiceId: 'renamed' }), belongs('beatrice', {})]).toEqual([
      true,
      false,
      false,
    ]);
    expect([belongs('harbour', { projectId: 'harbour1' }), belongs('harbour', { projectId: 'opened01' })]).toEqual([true, false]);
    expect(belongs('beatrice', { voiceId: 'listed' }, { state: 'failed' })).toBe(false);
    expect(belongs('dub', { projectId: 'dub00001', projectName: 'My Düb' })).toBe(true);
  });
});
