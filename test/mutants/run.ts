import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutants, type Mutant } from './mutants.ts';

/**
 * `npm run mutants [-- WORD]`: puts each seeded bug (whose name holds WORD) into a copy of the checkout, one at a time, and runs the test
 * that is to catch it, which must fail by its assertions; without the bug it must hold.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'voicewright-mutants-'));
const wanted = mutants.filter(({ name }) => name.includes(process.argv[2] ?? ''));

function prepare(): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\n')) if (file !== '' && !file.startsWith('assets/')) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** How many tests held, and how many did not. */
function run({ project, file, name }: Mutant['test']): { passed: number; failed: number } {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs');
  const only = ['--testNamePattern', name.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)];
  const parts = [vitest, 'run', '--project', project, file, ...only, '--reporter=json', `--outputFile.json=${report}`];
  const path = `${join(copy, 'node_modules', '.bin')}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  spawnSync(process.execPath, parts, { cwd: copy, stdio: 'ignore', env: { ...process.env, PATH: path } });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, success } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  // What fails before its tests, in what they share, leaves them unrun.
  return { passed, failed: success ? failed : Math.max(1, failed) };
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  success: boolean;
}

try {
  prepare();
  const sound = new Map<string, boolean>();
  for (const { name, file, find, replace, test } of wanted) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`“${name}”: ${file} does not hold what it replaces exactly once.`);
    const key = JSON.stringify(test);
    if (!sound.has(key)) {
      const { passed, failed } = run(test);
      sound.set(key, passed > 0 && failed === 0);
    }
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    const { failed } = run(test);
    writeFileSync(path, text);
    const caught = sound.get(key) === true && failed > 0;
    if (!caught) process.exitCode = 1;
    const verdict = caught ? 'caught' : sound.get(key) === true ? 'NOT CAUGHT' : 'its test does not hold by itself';
    console.log(`${verdict}: ${name} (${test.file}, “${test.name}”)`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
