import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Project } from '#shared/operations/project.ts';
import { Fixture } from '../library/helpers.ts';
import { start, valueOf, type Ended } from './command-line.ts';
import { makeProject } from './made-projects.ts';

/** Beside `test/unit/renderer/find*.test.ts` and the journeys of Find, which prove the same rules in the window. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-replace-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (args: readonly string[]): Promise<Ended> => start(args, { profile: join(folder, 'profile'), env: {} }).ended;

describe('project replace', () => {
  /** A project of its own; its chapters’ first block has sound. */
  const fresh = (name: string, chapters: string[][] = [['The fog came.', 'Über fog, under FOG.'], ['No fOg here']]): Promise<Project> =>
    makeProject(new Fixture(join(folder, `studio-${name}`)), name, chapters, 1);
  const replace = (path: string, ...args: string[]): Promise<Ended> => run(['project', 'replace', path, ...args, '--json']);
  const show = async (path: string) => {
    const { chapters } = valueOf(await run(['project', 'show', path, '--json'])) as {
      chapters: { title: string; blocks: { text: string; state: string }[] }[];
    };
    return chapters.map(({ title, blocks: each }) => [title, ...each.map(({ text }) => text)]);
  };

  it('replaces in any case, in texts and titles of all chapters, and tells what changed and what became stale', async () => {
    const { path } = await fresh('texts');
    const ended = await replace(path, '--find', 'fog', '--with', '$1 mist');
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    const estimate = { characters: 'The $1 mist came.'.length, credits: null };
    expect(valueOf(ended)).toEqual({ matches: 4, blocks: 3, stale: 1, dryRun: false, estimate });
    expect(await show(path)).toEqual([
      ['Part 1', 'The $1 mist came.', 'Über $1 mist, under $1 mist.'],
      ['Part 2', 'No $1 mist here'],
    ]);
    const titles = await replace(path, '--find', '^P(art)', '--regex', '--match-case', '--with', 'Ch$1');
    expect(valueOf(titles)).toEqual({ matches: 2, blocks: 0, stale: 0, dryRun: false, estimate: { characters: 0, credits: 0 } });
    expect((await show(path)).map(([title]) => title)).toEqual(['Chart 1', 'Chart 2']);
  });

  it('tells the same with --dry-run, and leaves the project as it was', async () => {
    const { path } = await fresh('dry');
    const before = await show(path);
    const ended = await replace(path, '--find', 'FOG', '--match-case', '--whole-word', '--with', '', '--dry-run');
    expect(valueOf(ended)).toMatchObject({ matches: 1, blocks: 1, stale: 0, dryRun: true });
    expect(await show(path)).toEqual(before);
  });

  it('refuses an empty text and an invalid expression with 2, and stops one that never ends with 1; the project stays as it was', async () => {
    const { path } = await fresh('endless', [[`${'a'.repeat(60)}!`]]);
    const before = await show(path);
    const [empty, invalid, endless] = await Promise.all([
      replace(path, '--find', '', '--with', 'x'),
      replace(path, '--find', '(', '--regex', '--with', 'x'),
      replace(path, '--find', '^(a+)+$', '--regex', '--with', 'x'),
    ]);
    expect([empty.code, invalid.code, endless.code]).toEqual([2, 2, 1]);
    expect(valueOf(invalid)).toMatchObject({ failure: { kind: 'invalid-input', field: '--find' } });
    expect(valueOf(endless)).toMatchObject({ failure: { kind: 'unprocessable', text: { id: 'cli.projects.expressionTooSlow' } } });
    expect(await show(path)).toEqual(before);
  });
});
