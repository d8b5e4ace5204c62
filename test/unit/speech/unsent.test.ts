import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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

it('a list that shrinks is written every two seconds at most, and at once when its run ends', () => {
  const run = open().begin('project', 'chapter', ['a', 'b', 'c', 'd']);
  const listed = (): string[] =>
    open()
      .earlier('project')
      .flatMap(({ blockIds }) => blockIds);
  now += unsentLimits.writeEvery - 1;
  run.settled('a');
  expect(listed()).toEqual(['a', 'b', 'c', 'd']);
  now += 1;
  run.settled('unknown');
  expect(listed()).toEqual(['a', 'b', 'c', 'd']);
  run.settled('b');
  expect(listed()).toEqual(['c', 'd']);
  now += unsentLimits.writeEvery - 1;
  run.settled('c');
  expect(listed()).toEqual(['c', 'd']);
  run.leave();
  expect(listed()).toEqual(['d']);
});

it('a list that is longer than any of ours is not read', () => {
  open().begin('project', 'chapter', ['a']);
  const path = join(folder, 'unsent', 'project.json');
  const list = JSON.stringify([{ chapterId: 'chapter', blockIds: ['a'] }]);
  writeFileSync(path, list.padEnd(unsentLimits.bytes));
  expect(statSync(path).size).toBe(unsentLimits.bytes);
  expect(open().earlier('project')).toHaveLength(1);
  writeFileSync(path, list.padEnd(unsentLimits.bytes + 1));
  expect(open().earlier('project')).toEqual([]);
});

it('the lists that go are those that were written longest ago', () => {
  const unsent = open();
  for (let index = 0; index < unsentLimits.projects; index++) {
    unsent.begin(`project-${index}`, 'chapter', ['a']);
    // In the opposite order of their names.
    utimesSync(join(folder, 'unsent', `project-${index}.json`), 1_000 - index, 1_000 - index);
  }
  unsent.begin('new', 'chapter', ['a']);
  const left = readdirSync(join(folder, 'unsent'));
  expect([left.length, left.includes('new.json'), left.includes(`project-${unsentLimits.projects - 1}.json`)]).toEqual([
    unsentLimits.projects,
    true,
    false,
  ]);
});

it('a project whose last block is settled has no file any more', () => {
  const unsent = open();
  const run = unsent.begin('project', 'chapter', ['a']);
  now += unsentLimits.writeEvery;
  run.settled('a');
  expect(readdirSync(join(folder, 'unsent'))).toEqual([]);
});

it('the log says of a list that cannot be read or written, and nothing of one that is not there', () => {
  const log = quietLog();
  const unsent = new Unsent(folder, log, () => now);
  expect(unsent.earlier('project')).toEqual([]);
  expect(log.lines).toEqual([]);
  writeFileSync(join(folder, 'unsent'), 'no folder');
  unsent.begin('other', 'chapter', ['a']);
  expect(log.lines.at(-1)).toMatchObject({ level: 'warn', facts: { path: join(folder, 'unsent', 'other.json') } });
  expect(unsent.earlier('another')).toEqual([]);
  expect(log.lines).toHaveLength(3);
});
