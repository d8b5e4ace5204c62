import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Unsent } from '#main/features/speech/unsent.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

/** Several runs of one project, one after another and at the same time. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-unsent-chapters-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Unsent => new Unsent(folder, quietLog(), () => 1_000_000);

it('runs that are cut off one after another leave their blocks together, chapter by chapter, and touch no other project', () => {
  open().begin('other', 'chapter', ['x']).leave();
  open().begin('project', 'first', ['a', 'b']).leave();
  const unsent = open();
  unsent.begin('project', 'second', ['c']).leave();
  unsent.begin('project', 'first', ['d']).leave();
  const left = [
    { chapterId: 'first', blockIds: ['a', 'b'] },
    { chapterId: 'second', blockIds: ['c'] },
    { chapterId: 'first', blockIds: ['d'] },
  ];
  expect(unsent.earlier('project')).toEqual(left);
  expect(open().earlier('project')).toEqual(left);
  expect(open().earlier('other')).toEqual([{ chapterId: 'chapter', blockIds: ['x'] }]);
});

it('a run that ends, or is cut off with nothing left to do, leaves what earlier runs left, and adds nothing', () => {
  open().begin('project', 'first', ['a']).leave();
  const left = [{ chapterId: 'first', blockIds: ['a'] }];
  const unsent = open();
  unsent.begin('project', 'second', ['b']).end();
  expect(unsent.earlier('project')).toEqual(left);
  const made = unsent.begin('project', 'second', ['b']);
  made.settled('b');
  made.leave();
  expect(unsent.earlier('project')).toEqual(left);
  expect(open().earlier('project')).toEqual(left);
});

it('a crash leaves the blocks of every run that went on, and those of a run that ended before are not among them', () => {
  const unsent = open();
  unsent.begin('project', 'first', ['a']).leave();
  const ended = unsent.begin('project', 'second', ['b']);
  unsent.begin('project', 'third', ['c']);
  ended.end();
  expect(unsent.earlier('project')).toEqual([{ chapterId: 'first', blockIds: ['a'] }]);
  expect(open().earlier('project')).toEqual([
    { chapterId: 'first', blockIds: ['a'] },
    { chapterId: 'third', blockIds: ['c'] },
  ]);
});

it('the same block id in another chapter is another block', () => {
  open().begin('project', 'first', ['a']).leave();
  open().begin('project', 'second', ['a']).end();
  expect(open().earlier('project')).toEqual([{ chapterId: 'first', blockIds: ['a'] }]);
});

it('what is announced to follow a run waits chapter by chapter, and is taken over by the run that begins with it', () => {
  const unsent = open();
  const run = unsent.begin('project', 'first', ['a']);
  const following = unsent.announce('project', [
    { chapterId: 'second', blockIds: ['b', 'c'] },
    { chapterId: 'third', blockIds: ['d'] },
  ]);
  expect(unsent.earlier('project')).toEqual([]);
  expect(open().earlier('project')).toEqual([
    { chapterId: 'first', blockIds: ['a'] },
    { chapterId: 'second', blockIds: ['b', 'c'] },
    { chapterId: 'third', blockIds: ['d'] },
  ]);
  run.end();
  const second = unsent.begin('project', 'second', ['b', 'c']);
  second.settled('b');
  second.leave();
  following.leave();
  const left = [
    { chapterId: 'second', blockIds: ['c'] },
    { chapterId: 'third', blockIds: ['d'] },
  ];
  expect(unsent.earlier('project')).toEqual(left);
  expect(open().earlier('project')).toEqual(left);
});

it('what was announced and is not wanted any more leaves nothing, and takes over what an earlier run left', () => {
  open().begin('project', 'second', ['b', 'c']).leave();
  const unsent = open();
  const following = unsent.announce('project', [{ chapterId: 'second', blockIds: ['b'] }]);
  expect(unsent.earlier('project')).toEqual([{ chapterId: 'second', blockIds: ['c'] }]);
  following.end();
  expect(open().earlier('project')).toEqual([{ chapterId: 'second', blockIds: ['c'] }]);
});
