import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOut, wordsPathFor } from '#main/hosts/cli/sound-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'voicewright-out-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const check = (out: string | undefined, json?: true) =>
  checkOut(out, { common: json === undefined ? {} : { json }, profileDirectory: join(folder, 'profile') });

describe('looking at --out before anything is paid for', () => {
  it('leaves nothing, and what an earlier run has kept there as it was', async () => {
    await check(join(folder, 'new.mp3'));
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'old.mp3.part'), 'half');
    await check(join(folder, 'old.mp3'));
    expect(readdirSync(folder)).toEqual(['old.mp3.part']);
    expect(readFileSync(join(folder, 'old.mp3.part'), 'utf8')).toBe('half');
  });

  it('refuses what no sound can be written to, by the name of the option', async () => {
    mkdirSync(join(folder, 'a-folder'));
    for (const out of ['', join(folder, 'a-folder'), join(folder, 'missing', 'new.mp3')])
      await expect(check(out)).rejects.toMatchObject({ failure: { kind: 'invalid-input', field: '--out', charged: 'no' } });
    await expect(check('-', true)).rejects.toMatchObject({ failure: { field: '--json' } });
    await check('-');
    await check(undefined, true);
  });
});

it('the words of a sound stand beside it, under its name without its ending', () => {
  expect(['chapter.mp3', 'a.b.wav', 'sound', '/a.b/sound'].map(wordsPathFor)).toEqual([
    'chapter.words.json',
    'a.b.words.json',
    'sound.words.json',
    '/a.b/sound.words.json',
  ]);
});
