import { afterEach, describe, expect, it } from 'vitest';
import type { PaidOperation } from '#shared/operations/paid.ts';
import {
  costChoices,
  elsewhereState,
  fits,
  fitsElsewhere,
  isNarrowed,
  mergeRows,
  noFilter,
  queryOf,
  type ElsewhereJob,
  type JobsFilter,
} from '../../../src-renderer/core/jobs/jobs-filter.ts';

const now = new Date(2026, 10, 21, 12).getTime();
const midnight = new Date(2026, 10, 21).getTime();
const operation = (change: Partial<PaidOperation>): PaidOperation =>
  ({
    operationId: 'one',
    family: 'image',
    state: 'done',
    summary: 'Harbour',
    connectionId: 'local',
    projectId: null,
    createdAt: now,
    creditsUsed: 5,
    ...change,
  }) as PaidOperation;
const job = (change: Partial<ElsewhereJob> = {}): ElsewhereJob => ({
  kind: 'speech',
  taskId: 'Task',
  status: 'success',
  createdAt: now,
  creditsUsed: 5,
  ...change,
});
const query = (change: Partial<JobsFilter>) => queryOf({ ...noFilter, ...change }, now, ['one']);
const own = (change: Partial<JobsFilter>, of: Partial<PaidOperation> = {}) => fits(operation(of), { ...noFilter, ...change }, now, ['one']);
const other = (change: Partial<JobsFilter>, of: Partial<ElsewhereJob> = {}) => fitsElsewhere(job(of), { ...noFilter, ...change }, now);

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('the filter as main is asked', () => {
  it('holds nothing that was not chosen', () => {
    expect(queryOf(noFilter, now, ['one'])).toEqual({});
    expect(query({ text: '   ' })).toEqual({});
  });

  it('holds each choice, and the text without its blanks, cut to what main takes', () => {
    expect(
      query({ state: 'running', kind: 'live', projectId: 'project1', connectionId: 'local', cost: 'middle', date: 'today', text: ' a ' }),
    ).toEqual({
      states: ['sending', 'waiting'],
      families: ['realtime-simple', 'realtime-reliable'],
      projectId: 'project1',
      connectionId: 'local',
      cost: { from: 10, to: 100 },
      from: midnight,
      text: 'a',
    });
    expect(query({ text: 'a'.repeat(300) }).text).toHaveLength(200);
  });

  it.each([
    ['today', 0],
    ['week', 6],
    ['month', 29],
    ['year', 364],
  ] as const)('reaches back to the midnight that begins the first day of “%s”', (date, daysBefore) => {
    expect(query({ date }).from).toBe(new Date(2026, 10, 21 - daysBefore).getTime());
  });

  it('begins at midnight also where the clock has changed since', () => {
    process.env['TZ'] = 'Europe/Berlin';
    for (const [at, first] of [
      [new Date(2026, 9, 28, 12), new Date(2026, 9, 22)],
      [new Date(2026, 2, 31, 12), new Date(2026, 2, 25)],
    ] as const)
      expect(queryOf({ ...noFilter, date: 'week' }, at.getTime(), []).from).toBe(first.getTime());
  });
});

it('a filter is narrowed as soon as one choice is made', () => {
  expect(isNarrowed(noFilter)).toBe(false);
  for (const change of [
    { text: 'a' },
    { state: 'done' },
    { kind: 'live' },
    { projectId: 'p' },
    { connectionId: 'c' },
    { cost: 'free' },
    { date: 'week' },
  ] as const)
    expect(isNarrowed({ ...noFilter, ...change })).toBe(true);
});

it('every cost belongs to one choice, and each choice to its bounds', () => {
  for (const credits of [0, 0.01, 9.99, 10.5, 99, 100.5, 1e9]) {
    const found = (['free', 'small', 'middle', 'large'] as const).filter((cost) => own({ cost }, { creditsUsed: credits }));
    expect([credits, found.length]).toEqual([credits, 1]);
    expect(other({ cost: found[0]! }, { creditsUsed: credits })).toBe(true);
  }
  expect(costChoices.free.cost).toEqual({ from: 0, to: 0 });
  for (const [cost, credits] of [
    ['free', 0],
    ['small', 10],
    ['middle', 10],
    ['middle', 100],
  ] as const)
    for (const at of [own({ cost }, { creditsUsed: credits }), other({ cost }, { creditsUsed: credits })]) expect(at).toBe(true);
  for (const [cost, credits] of [
    ['small', 0],
    ['small', 10.01],
    ['middle', 9.99],
    ['middle', 100.01],
    ['large', 100],
    ['free', null],
    ['large', null],
    ['unknown', 0],
  ] as const)
    for (const at of [own({ cost }, { creditsUsed: credits }), other({ cost }, { creditsUsed: credits })])
      expect([cost, credits, at]).toEqual([cost, credits, false]);
  expect([own({ cost: 'unknown' }, { creditsUsed: null }), other({ cost: 'unknown' }, { creditsUsed: null })]).toEqual([true, true]);
});

describe('what belongs into the list', () => {
  it('is of the project and the connection that are chosen', () => {
    expect(own({ projectId: 'project1' }, { projectId: 'project1' })).toBe(true);
    expect(own({ projectId: 'project1' }, { projectId: 'project2' })).toBe(false);
    expect(own({ connectionId: 'local' })).toBe(true);
  });

  it('begins with the first moment of the first day', () => {
    expect([own({ date: 'today' }, { createdAt: midnight }), own({ date: 'today' }, { createdAt: midnight - 1 })]).toEqual([true, false]);
    expect([other({ date: 'today' }, { createdAt: midnight }), other({ date: 'today' }, { createdAt: midnight - 1 })]).toEqual([
      true,
      false,
    ]);
  });

  it('of unknown outcome is what the status bar counts, by its ids; what a person left unknown is all other of that state', () => {
    expect(query({ state: 'unknown' })).toEqual({ operationIds: ['one'] });
    expect(query({ state: 'left' })).toEqual({ states: ['unknown'], exceptIds: ['one'] });
    const both = (operationId: string) => [
      own({ state: 'unknown' }, { operationId, state: 'unknown' }),
      own({ state: 'left' }, { operationId, state: 'unknown' }),
    ];
    expect([both('one'), both('two')]).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(other({ state: 'unknown' })).toBe(false);
  });

  it.each(['summary', 'operationId', 'requestId', 'serviceRequestId', 'taskId', 'modelId', 'code', 'projectName'] as const)(
    'is found by its %s, and by each as a line of its own',
    (name) => {
      expect(own({ text: 'NEEDLÉ' }, { [name]: 'a needle b' })).toBe(true);
      expect(own({ text: 'needle' }, { [name]: 'a b' })).toBe(false);
      expect(own({ text: 'harbourone' })).toBe(false);
    },
  );

  it('of what was made elsewhere is of its kind, by its state and its task', () => {
    expect([other({ kind: 'speech' }), other({ kind: 'lip-sync' }), other({ kind: 'lip-sync' }, { kind: 'lip-sync' })]).toEqual([
      true,
      false,
      true,
    ]);
    expect([other({ text: 'TÁSK' }), other({ text: 'other' })]).toEqual([true, false]);
    expect([other({ state: 'done' }), other({ state: 'running' })]).toEqual([true, false]);
  });
});

it('the words of the service for a state are ours, and a word that is not known is of work under way', () => {
  const states = ['pending', 'processing', 'success', 'completed', 'partial_fail', 'fail', 'failed', 'constructor', 'new'].map((status) =>
    elsewhereState(job({ status })),
  );
  expect(states).toEqual(['waiting', 'waiting', 'done', 'done', 'failed', 'failed', 'failed', 'waiting', 'waiting']);
});

it('at the same moment our own comes first; what has no time comes last, once there is nothing older', () => {
  const elsewhere = [job({ createdAt: 5, taskId: 'a' }), job({ createdAt: 0, taskId: 'b', kind: 'lip-sync' })];
  const ids = (whole: boolean) => mergeRows([operation({ operationId: 'own', createdAt: 5 })], elsewhere, whole).map(({ id }) => id);
  expect(ids(true)).toEqual(['own', 'speech:a', 'lip-sync:b']);
  expect(ids(false)).toEqual(['own']);
});
