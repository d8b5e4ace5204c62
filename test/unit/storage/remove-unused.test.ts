import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUnusedResults } from '#main/features/storage/unused-results/unused-results.ts';
import type { HeldSound } from '#main/library/types.ts';
import type { PaidFile } from '#main/library/paid-files.ts';
import { newId } from '#shared/ids.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-unused-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const context = { signal: new AbortController().signal, emit: () => undefined, sends: [] as never };
const long = new Date('2020-01-01');

/** Sounds of one project, of which it uses some. */
function openUnused(names: readonly string[], used: string[]) {
  const uses = { sounds: new Set(used) };
  const removed: string[] = [];
  for (const name of names) {
    writeFileSync(join(profile, name), name);
    utimesSync(join(profile, name), long, long);
  }
  const held = names.map((name): HeldSound => ({
    operationId: `of-${name}`,
    contentHash: name,
    projectId: 'project',
    bytes: 1,
    createdAt: long.getTime(),
    waits: false,
  }));
  const { services } = createUnusedResults({
    profileDirectory: profile,
    ledger: { holdings: () => Promise.resolve({ open: [], holdings: [] }) } as never,
    library: {
      paid: {
        path: (_store: string, name: string) => join(profile, name),
        mediaNames: () => Promise.resolve([]),
        sounds: () => Promise.resolve(held),
        projectSounds: () => Promise.resolve({ sounds: uses.sounds, projects: new Set(['project']), unread: [] }),
        remove: (files: readonly PaidFile[]) => {
          removed.push(...files.map(({ name }) => name));
          return Promise.resolve(files);
        },
      },
    } as never,
    designRemoved: () => false,
    storage: () => Promise.resolve({ folder: profile, parts: [] }),
    log: quietLog(),
  });
  return { services, uses, removed };
}

it('only what the report named is removed, and nothing of it that is used again', async () => {
  const { services, uses, removed } = openUnused(['found', 'used-again', 'given-up'], ['given-up']);
  const report = await services['storage.unused']({ days: 1, lostProjects: false }, context);
  expect(report.unused).toMatchObject([{ kind: 'sound', files: 2 }]);
  // The project takes one of them back, and lets go of another that nobody was shown.
  uses.sounds = new Set(['used-again']);
  await services['storage.removeUnused']({ reportId: report.id, kinds: ['sound'] }, context);
  expect(removed).toEqual(['found']);
});

it('a report serves once, is the last one, and only its chosen kinds go', async () => {
  const { services, removed } = openUnused(['found'], []);
  const look = () => services['storage.unused']({ days: 1, lostProjects: false }, context);
  const earlier = await look();
  const report = await look();
  const remove = (reportId: string, kinds: ('sound' | 'line')[]) => services['storage.removeUnused']({ reportId, kinds }, context);
  for (const id of [earlier.id, newId()]) await expect(remove(id, ['sound'])).rejects.toMatchObject({ failure: { kind: 'conflict' } });
  await remove(report.id, ['line']);
  expect(removed).toEqual([]);
  await expect(remove(report.id, ['sound'])).rejects.toMatchObject({ failure: { kind: 'conflict' } });
});
