import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { JsonFile } from '#main/infra/json-file.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'voicewright-json-file-'));
  path = join(directory, 'notes', 'notes.json');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const log = quietLog();
const open = (): JsonFile<string[]> =>
  new JsonFile(path, {
    schema: z.array(z.string()),
    empty: ['none'],
    subject: said('The notes'),
    damaged: 'The notes were set aside.',
    log,
  });

it('A JSON file that is not there reads as its empty value, and what is written is read after a restart', () => {
  const file = open();
  expect(file.read()).toEqual(['none']);
  expect(log.lines).toEqual([]);
  file.write(['one']);
  file.write(['one', 'two']);
  expect(file.read()).toEqual(['one', 'two']);
  expect(open().read()).toEqual(['one', 'two']);
  expect(readdirSync(join(directory, 'notes'))).toEqual(['notes.json']);
});

it.each(['[1]', '{', ''])('A JSON file that holds %j is set aside, and its empty value takes its place', (text) => {
  mkdirSync(join(directory, 'notes'));
  writeFileSync(path, text);
  const error = vi.spyOn(log, 'error');
  const file = open();
  expect(file.read()).toEqual(['none']);
  expect(error).toHaveBeenCalledWith('The notes were set aside.', { path });
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text);
  file.write(['new']);
  expect(open().read()).toEqual(['new']);
});

it('A write that fails names its subject and changes neither the file nor what is read', () => {
  const file = open();
  file.write(['one']);
  mkdirSync(`${path}.new`);
  expect(() => file.write(['two'])).toThrow(/^The notes /u);
  expect(file.read()).toEqual(['one']);
  rmSync(`${path}.new`, { recursive: true });
  expect(open().read()).toEqual(['one']);
});
