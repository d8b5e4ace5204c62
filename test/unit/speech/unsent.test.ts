import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Unsent, unsentLimits } from '#main/features/speech/unsent.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-unsent-'));
  now = 1_000_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Unsent => new Unsent(folder, quietLog(), () => now);

it('what a crash left unsettled is listed by the next run of the studio, without what was settled before', () => {
  const run = open().begin('project', 'chapter', ['a', 'b', 'c']);
  now += unsentLimits.writeEvery;
  run.settled('a');
  expect(open().earlier('project')).toEqual([{ chapterId: 'chapter', blockIds: ['b', 'c'] }]);
  expect(open().earlier('other')).toEqual([]);
});

it('a run that ended leaves nothing, and its own blocks are not offered while it goes on', () => {
  const unsent = open();
  const run = unsent.begin('project', 'chapter', ['a', 'b']);
  expect(unsent.earlier('project')).toEqual([]);
  run.end();
  expect(open().earlier('project')).toEqual([]);
});

it('resuming a part of a list leaves the rest, and a person can forget it', () => {
  open().begin('project', 'chapter', ['a', 'b', 'c']);
  const unsent = open();
  unsent.begin('project', 'chapter', ['b']).end();
  expect(unsent.earlier('project')).toEqual([{ chapterId: 'chapter', blockIds: ['a', 'c'] }]);
  expect(open().earlier('project')).toEqual(unsent.earlier('project'));
  unsent.forget('project');
  expect(open().earlier('project')).toEqual([]);
});

it('a list holds no more blocks than its limit, and no project id leads out of its folder', () => {
  open().begin(
    '../../x',
    'chapter',
    Array.from({ length: unsentLimits.blocks }, (_, index) => `b${index}`),
  );
  const unsent = open();
  unsent.begin('../../x', 'other', ['more']);
  const listed = open().earlier('../../x');
  expect(listed.reduce((count, { blockIds }) => count + blockIds.length, 0)).toBe(unsentLimits.blocks);
});

it('a run that is cut off leaves what still waits of it, and a later run of those blocks takes them over', () => {
  const unsent = open();
  const run = unsent.begin('project', 'chapter', ['a', 'b', 'c']);
  run.settled('a');
  run.leave();
  const left = [{ chapterId: 'chapter', blockIds: ['b', 'c'] }];
  expect(unsent.earlier('project')).toEqual(left);
  expect(open().earlier('project')).toEqual(left);
  unsent.begin('project', 'chapter', ['b', 'c']).end();
  expect(open().earlier('project')).toEqual([]);
});

it('a list that cannot be read is none, and the next one replaces it', () => {
  open().begin('project', 'chapter', ['a']);
  writeFileSync(join(folder, 'unsent', 'project.json'), '{"chapterId":');
  expect(open().earlier('project')).toEqual([]);
  open().begin('project', 'chapter', ['b']);
  expect(open().earlier('project')).toEqual([{ chapterId: 'chapter', blockIds: ['b'] }]);
});

it('only the newest lists of so many projects stay', () => {
  const unsent = open();
  for (let index = 0; index < unsentLimits.projects + 3; index++) unsent.begin(`project-${index}`, 'chapter', ['a']);
  expect(readdirSync(join(folder, 'unsent'))).toHaveLength(unsentLimits.projects);
});
