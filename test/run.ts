import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * All suites, in their order, each to its end whatever the one before it found. The last line of the output is
 * `N passed, N failed`, summed over the runners; a check (types, lint, format) counts as one, and so does a runner that ends
 * without a report.
 */
interface Count {
  passed: number;
  failed: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results');
const bin = (name: string): string => join(root, 'node_modules', ...name.split('/'));

let current: ReturnType<typeof spawn> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    current?.kill(signal);
    process.exit(1);
  });

function node(args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const path = `${bin('.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
    current = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: path, ...env },
    });
    current.once('error', () => {
      resolve(false);
    });
    current.once('exit', (code) => {
      resolve(code === 0);
    });
  });
}

async function check(name: string, commands: string[][]): Promise<Count> {
  heading(name);
  let fine = true;
  for (const command of commands) fine = (await node(command)) && fine;
  console.log(fine ? 'fine' : `${name} found something`);
  return { passed: fine ? 1 : 0, failed: fine ? 0 : 1 };
}

/** A runner that leaves a report in JSON; one that failed without naming a failed test has failed once. */
async function suite(name: string, command: string[], count: (report: unknown) => Count, env: NodeJS.ProcessEnv = {}): Promise<Count> {
  heading(name);
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const fine = await node(command, env);
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  if (counted.passed + counted.failed === 0) console.log(`${name} ran no test`);
  return (!fine || counted.passed === 0) && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function heading(name: string): void {
  console.log(`\n── ${name} ──`);
}

function vitest(project: string): Promise<Count> {
  const report = join(reports, `${project}.json`);
  const command = [
    bin('vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    '--reporter=./test/helpers/second-tries.ts',
    `--outputFile.json=${report}`,
  ];
  return suite(project, command, (value) => {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = value as Record<string, number> & {
      testResults: { status: string; assertionResults: unknown[] }[];
    };
    // A file that could not be loaded fails without a test of its own; a skipped test is one that does not hold.
    const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
    return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) + (numPendingTests ?? 0) + unloaded };
  });
}

function playwright(): Promise<Count> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') };
  return suite(
    'e2e',
    // Those tagged `@beside` stand beside another proof of their rule, or are of the other theme: `npm run e2e` runs them too, and this
    // command has a time to keep.
    [bin('@playwright/test/cli.js'), 'test', '--grep-invert', '@beside', '--reporter=list,json'],
    (value) => {
      const { expected, unexpected, flaky, skipped } = (value as { stats: Record<string, number> }).stats;
      // The list above names those that held only on a second try.
      return { passed: (expected ?? 0) + (flaky ?? 0), failed: (unexpected ?? 0) + (skipped ?? 0) };
    },
    env,
  );
}

mkdirSync(reports, { recursive: true });
const tsc = bin('typescript/bin/tsc');
const steps = [
  () =>
    check(
      'types',
      ['src-shared', 'src-main', 'src-renderer', 'test'].map((folder) => [tsc, '-p', folder]),
    ),
  () => check('lint', [[bin('eslint/bin/eslint.js'), '--cache', '--cache-location', 'node_modules/.cache/eslint', '.']]),
  () => check('format', [[bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']]),
  () => vitest('unit'),
  () => vitest('contract'),
  () => playwright(),
];
const total: Count = { passed: 0, failed: 0 };
for (const step of steps) {
  const { passed, failed } = await step();
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
