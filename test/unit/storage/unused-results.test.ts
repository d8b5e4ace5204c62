import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Holding } from '#main/paid-requests/ledger/types.ts';
import type { HeldSound } from '#main/library/types.ts';
import { judgeMedia, judgeSounds } from '#main/features/storage/unused-results/rules.ts';
import { families, operationStates } from '#shared/paid-work.ts';

const few = (prefix: string, count = 4) => fc.integer({ min: 0, max: count - 1 }).map((number) => `${prefix}${number}`);
const some = (prefix: string) => fc.uniqueArray(few(prefix)).map((list) => new Set(list));
const held: fc.Arbitrary<HeldSound> = fc.record({
  operationId: few('operation', 8),
  contentHash: few('sound'),
  projectId: few('project'),
  bytes: fc.constant(10),
  createdAt: fc.nat(100),
  waits: fc.boolean(),
});
const knownSounds = fc.record({
  sounds: some('sound'),
  projects: some('project'),
  unread: fc.boolean(),
  open: some('operation'),
  usedAt: fc.array(fc.tuple(few('sound'), fc.nat(100))).map((entries) => new Map(entries)),
});
const hash = (number: number): string => String(number).padStart(64, '0');
const name = fc.integer({ min: 0, max: 4 }).map((number) => `${hash(number)}.mp3`);
const holding: fc.Arbitrary<Holding> = fc.record({
  operationId: few('operation', 8),
  family: fc.constantFrom(...families),
  state: fc.constantFrom(...operationStates),
  forBlock: fc.boolean(),
  updatedAt: fc.nat(100),
  names: fc.array(name, { minLength: 1, maxLength: 3 }),
});

describe('of the sounds of blocks', () => {
  it('none goes that a project has or waits for, whose operation is not over, or that a project could use which cannot be read', () => {
    fc.assert(
      fc.property(fc.array(held, { maxLength: 12 }), knownSounds, (rows, known) => {
        const judged = judgeSounds(rows, known);
        expect(new Set(judged.map(({ file }) => file.name))).toEqual(new Set(rows.map(({ contentHash }) => contentHash)));
        for (const { file, verdict, usedAt } of judged) {
          const of = rows.filter(({ contentHash }) => contentHash === file.name);
          expect(file.operationIds).toEqual(of.map(({ operationId }) => operationId));
          for (const { createdAt } of of) expect(usedAt).toBeGreaterThanOrEqual(createdAt);
          if (!known.usedAt.has(file.name)) expect(usedAt).toBe(Infinity);
          const isUsed = known.unread || known.sounds.has(file.name) || of.some((row) => row.waits || known.open.has(row.operationId));
          expect(verdict === 'used').toBe(isUsed);
          if (verdict === 'sound') for (const { projectId } of of) expect(known.projects.has(projectId)).toBe(true);
        }
      }),
    );
  });
});

describe('of everything else', () => {
  it('only lines, earlier sounds, removed designs and what no operation names go, when they are over and no document names them', () => {
    fc.assert(
      fc.property(
        fc.array(holding, { maxLength: 12 }),
        fc.uniqueArray(fc.nat(4)),
        fc.boolean(),
        some('operation'),
        (holdings, named, unread, removed) => {
          const all = Array.from({ length: 4 }, (_, number) => [`${hash(number)}.mp3`, { bytes: 10, usedAt: 5 }] as const);
          const known = { named: new Set(named.map(hash)), unread, designRemoved: (id: string) => removed.has(id), files: new Map(all) };
          for (const { file, verdict, usedAt } of judgeMedia(holdings, known)) {
            expect(file.name).not.toBe(`${hash(4)}.mp3`); // it is not on the disk
            const of = holdings.filter(({ names }) => names.includes(file.name));
            for (const { updatedAt } of of) expect(usedAt).toBeGreaterThanOrEqual(updatedAt);
            if (verdict === 'used') continue;
            expect(unread || known.named.has(file.name.slice(0, 64))).toBe(false);
            expect(verdict === 'unnamed').toBe(of.length === 0);
            for (const { state, family, forBlock, operationId } of of) {
              expect(['done', 'failed']).toContain(state);
              const hasAPlace = ['image', 'video', 'lip-sync', 'dubbing', 'transcription', 'design-save', 'voice-create'].includes(family);
              expect(hasAPlace || (['aligned', 'speech', 'job'].includes(family) && forBlock)).toBe(false);
              if (family === 'design') expect(removed.has(operationId)).toBe(true);
            }
          }
        },
      ),
    );
  });

  it('a line that nothing names is one', () => {
    const line: Holding = { operationId: 'one', family: 'job', state: 'done', forBlock: false, updatedAt: 1, names: [`${hash(0)}.mp3`] };
    const known = { named: new Set<string>(), unread: false, designRemoved: () => false };
    const files = new Map([[`${hash(0)}.mp3`, { bytes: 10, usedAt: 5 }]]);
    expect(judgeMedia([line], { ...known, files })).toMatchObject([{ verdict: 'line', usedAt: 5, file: { bytes: 10 } }]);
  });
});

describe('what nobody uses', () => {
  const nothing = {
    sounds: new Set<string>(),
    projects: new Set(['project0']),
    unread: false,
    open: new Set<string>(),
    usedAt: new Map([['sound0', 7]]),
  };
  const sound: HeldSound = {
    operationId: 'operation0',
    contentHash: 'sound0',
    projectId: 'project0',
    bytes: 10,
    createdAt: 5,
    waits: false,
  };

  it('is a sound where all the projects that it was made for are known, and lost where one of them is not', () => {
    expect(judgeSounds([sound], nothing)).toEqual([
      { file: { store: 'results', name: 'sound0', bytes: 10, operationIds: ['operation0'] }, usedAt: 7, verdict: 'sound' },
    ]);
    const gone = { ...sound, operationId: 'operation1', projectId: 'gone', createdAt: 9 };
    expect(judgeSounds([sound, gone], nothing)).toMatchObject([
      { usedAt: 9, verdict: 'lost', file: { operationIds: ['operation0', 'operation1'] } },
    ]);
    expect(judgeSounds([gone], nothing)).toMatchObject([{ verdict: 'lost' }]);
    expect(judgeSounds([sound, { ...gone, waits: true }], nothing)).toMatchObject([{ verdict: 'used' }]);
  });

  const one = `${hash(0)}.mp3`;
  const known = { named: new Set<string>(), unread: false, designRemoved: () => false, files: new Map([[one, { bytes: 10, usedAt: 5 }]]) };
  const made: Holding = { operationId: 'one', family: 'job', state: 'done', forBlock: false, updatedAt: 8, names: [one] };
  const verdictOf = (change: Partial<Holding>, others: readonly Holding[] = [], of: Partial<typeof known> = {}) =>
    judgeMedia([{ ...made, ...change }, ...others], { ...known, ...of })[0]?.verdict;

  it('is by what made it a line, an earlier sound or a removed design, whether it was made or failed', () => {
    for (const state of ['done', 'failed'] as const) {
      expect(verdictOf({ state })).toBe('line');
      for (const family of ['speech-v1', 'speech-v1-cached', 'job-v1', 'speech-v2', 'compatibility'] as const)
        expect(verdictOf({ state, family, forBlock: true })).toBe('other');
      expect(verdictOf({ state, family: 'design' }, [], { designRemoved: () => true })).toBe('design');
    }
    expect(verdictOf({ family: 'design' })).toBe('used');
    expect(verdictOf({ family: 'image' })).toBe('used');
    expect(verdictOf({ forBlock: true })).toBe('used');
    expect(verdictOf({ state: 'waiting' })).toBe('used');
  });

  it('is a file that no operation names, and none that one of several operations still needs', () => {
    const all = judgeMedia([made, { ...made, operationId: 'two', updatedAt: 3 }], {
      ...known,
      files: new Map([...known.files, ['new.wav', { bytes: 4, usedAt: 2 }]]),
    });
    expect(all).toEqual([
      { file: { store: 'media', name: one, bytes: 10, operationIds: ['one', 'two'] }, usedAt: 8, verdict: 'line' },
      { file: { store: 'media', name: 'new.wav', bytes: 4, operationIds: [] }, usedAt: 2, verdict: 'unnamed' },
    ]);
    expect(verdictOf({}, [{ ...made, operationId: 'two', state: 'waiting' }])).toBe('used');
    expect(verdictOf({}, [], { named: new Set([hash(0)]) })).toBe('used');
    expect(verdictOf({}, [], { unread: true })).toBe('used');
  });
});
