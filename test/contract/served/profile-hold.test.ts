import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdProfile, secondStartMessage } from '../../../src-main/hosts/shared/profile-hold.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hold-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const answer = { running: 'the served host', pid: 1, front: true };

test('a second hold learns who has the first, and the first learns of it', async () => {
  let asked = 0;
  const first = await holdProfile({ profileDirectory: folder, onSecondStart: () => ((asked += 1), answer) });
  const second = await holdProfile({ profileDirectory: folder, onSecondStart: () => answer });
  expect(second).toEqual({ heldBy: answer });
  expect(asked).toBe(1);
  if ('hold' in first) first.hold.release();
  const third = await holdProfile({ profileDirectory: folder, onSecondStart: () => answer });
  expect(third).toHaveProperty('hold');
  if ('hold' in third) third.hold.release();
  expect(readdirSync(folder)).toEqual(['held.sqlite']);
});

test('a holder that was killed leaves nothing in the way', async () => {
  const holdUrl = new URL('../../../src-main/hosts/shared/profile-hold.ts', import.meta.url);
  const program = `import { holdProfile } from ${JSON.stringify(holdUrl.href)};
    await holdProfile({ profileDirectory: ${JSON.stringify(folder)}, onSecondStart: () => ({ running: 'it', pid: process.pid, front: false }) });
    console.log('held'); setInterval(() => 0, 1000);`;
  const child = spawn(fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url)), ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: child.stdout }), 'line');
  expect(await holdProfile({ profileDirectory: folder, onSecondStart: () => answer })).toMatchObject({ heldBy: { pid: child.pid } });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(join(folder, 'held.json'))).toBe(true);
  const next = await holdProfile({ profileDirectory: folder, onSecondStart: () => answer });
  expect(next).toHaveProperty('hold');
  if ('hold' in next) next.hold.release();
});

test('a path too long for a socket is a profile like any other', async () => {
  const long = join(folder, 'a'.repeat(100), 'b'.repeat(100));
  const first = await holdProfile({ profileDirectory: long, onSecondStart: () => answer });
  expect(await holdProfile({ profileDirectory: long, onSecondStart: () => answer })).toEqual({ heldBy: answer });
  if ('hold' in first) first.hold.release();
});

test('a second start says what runs, and how to get there', () => {
  expect(secondStartMessage('/p', answer)).toMatch(/already running on this profile .* brought to the front/u);
  expect(secondStartMessage('/p', { ...answer, front: false, url: 'http://127.0.0.1:1/#t' })).toMatch(/Open http:\/\/127\.0\.0\.1:1\/#t/u);
  expect(secondStartMessage('/p', undefined)).toMatch(/does not respond\. End it, or choose another profile with --profile/u);
});
