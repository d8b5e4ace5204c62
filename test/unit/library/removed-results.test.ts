import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RemovedResults } from '#main/library/removed-results.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-removed-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const ids = ['one', 'two', 'three'];

it('what was last said of a result holds, and lasts over a restart', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...ids), fc.boolean()), { maxLength: 12 }), (changes) => {
      rmSync(join(profile, 'removed-results.json'), { force: true });
      const results = new RemovedResults(profile, quietLog());
      const expected = new Map(changes);
      for (const [id, removed] of changes) results.set(id, removed);
      for (const opened of [results, new RemovedResults(profile, quietLog())])
        expect(ids.map((id) => opened.has(id))).toEqual(ids.map((id) => expected.get(id) ?? false));
    }),
    { numRuns: 40 },
  );
});

it('where the list cannot be read, every result is shown, and the file is set aside', () => {
  writeFileSync(join(profile, 'removed-results.json'), '["one"');
  const log = quietLog();
  expect(new RemovedResults(profile, log).has('one')).toBe(false);
  expect(log.lines).toHaveLength(1);
});
