import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DesignStore } from '#main/features/designs/store.ts';
import type { DesignMarks } from '#shared/operations/paid.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-design-marks-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const candidate = fc.constantFrom('candidate1', 'candidate2');
const change: fc.Arbitrary<Partial<DesignMarks>> = fc.record(
  {
    removed: fc.boolean(),
    winner: fc.option(candidate),
    scores: fc.dictionary(candidate, fc.integer({ min: 1, max: 5 }), { noNullPrototype: true }),
    revealed: fc.boolean(),
  },
  { requiredKeys: [] },
);

it('each change of a design sets what it names, false and nothing too, leaves the rest, and lasts over a restart', () => {
  const nothing: DesignMarks = { removed: false, winner: null, scores: {}, revealed: false };
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('one', 'two'), change), { maxLength: 8 }), (changes) => {
      rmSync(join(profile, 'designs.json'), { force: true });
      const store = new DesignStore(profile, quietLog());
      const expected: Record<string, DesignMarks> = { one: nothing, two: nothing };
      for (const [id, made] of changes) {
        expected[id] = { ...nothing, ...expected[id], ...made };
        expect(store.change(id, made)).toEqual(expected[id]);
      }
      for (const opened of [store, new DesignStore(profile, quietLog())])
        expect({ one: opened.read('one'), two: opened.read('two') }).toEqual(expected);
    }),
    {
      numRuns: 40,
      examples: [
        [
          [
            ['one', { winner: 'candidate1' }],
            ['one', { winner: null }],
          ],
        ],
      ],
    },
  );
});
