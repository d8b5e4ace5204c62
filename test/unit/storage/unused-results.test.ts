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
