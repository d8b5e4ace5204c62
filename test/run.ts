import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * All suites, in their order, each to its end whatever the one before it found. The checks that need no program (types, lint, layers, format)
 * run beside them at the lowest priority, on what the suites leave of the processors while they wait. The output ends with the name of each test that
 * failed, so that the end of a record is enough to find it, and with `N passed, N failed`, summed over the runners; a check counts as one, and so does
 * a runner that ends without a report.
 */
interface Count {
  passed: number;
  failed: number;
}
type Step = () => Promise<Count>;

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results');
const bin = (name: string): string => join(root, 'node_modules', ...name.split('/'));

/** What failed, one line each: where it stands and its title. */
const failures: string[] = [];

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });

/** `output`: collects what it prints. It then runs beside the suites, at the lowest priority. Without it, the output is shown as it comes. */
function node(args: string[], { env = {}, output }: { env?: NodeJS.ProcessEnv; output?: string[] } = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const path = `${bin('.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
    const stream = output ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', stream, stream],
      env: { ...process.env, PATH: path, ...env },
    });
    running.add(child);
    // Right after its start, before it has threads: each takes over the priority of the one that starts it.
    if (output && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    for (const from of [child.stdout, child.stderr]) from?.setEncoding('utf8').on('data', (text: string) => output?.push(text));
    child.once('error', () => {
      resolve(false);
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve(code === 0);
    });
  });
}

/** Its commands one after the other. Their output is shown when all have ended, as suites run meanwhile. */
async function check(name: string, commands: string[][]): Promise<Count> {
  const output: string[] = [];
  let fine = true;
  for (const command of commands) fine = (await node(command, { output })) && fine;
  heading(name);
  process.stdout.write(output.join(''));
  console.log(fine ? 'fine' : `${name} found something`);
  if (!fine) failures.push(name);
  return { passed: fine ? 1 : 0, failed: fine ? 0 : 1 };
}

/** Steps side by side. */
async function beside(...steps: Step[]): Promise<Count> {
  return sum(await Promise.all(steps.map((step) => step())));
}

/** Steps one after the other. */
async function inTurn(...steps: Step[]): Promise<Count> {
  const counts: Count[] = [];
  for (const step of steps) counts.push(await step());
  return sum(counts);
}

function sum(counts: readonly Count[]): Count {
  return counts.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/** A runner that leaves a report in JSON; one that failed without naming a failed test has failed once. */
async function suite(name: string, command: string[], count: (report: unknown) => Count, env: NodeJS.ProcessEnv = {}): Promise<Count> {
  heading(name);
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const fine = await node(command, { env });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  if (counted.passed + counted.failed === 0) console.log(`${name} ran no test`);
  const endedBadly = (!fine || counted.passed === 0) && counted.failed === 0;
  if (endedBadly) failures.push(`${name}: ended without naming a failed test`);
  return endedBadly ? { ...counted, failed: 1 } : counted;
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
    `${project}*`,
    '--tags-filter=!beside',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./test/helpers/second-tries.ts',
    `--outputFile.json=${report}`,
  ];
  return suite(project, command, (value) => {
    const { numPassedTests, numFailedTests, testResults } = value as Record<string, number> & {
      testResults: { name: string; status: string; assertionResults: { fullName: string; status: string; tags?: string[] }[] }[];
    };
    // A file that could not be loaded fails without a test of its own; a skipped test is one that does not hold, unless `npm run e2e` runs it.
    const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
    const results = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((result) => ({ ...result, file: relative(root, name) })),
    );
    const failed = results.filter(({ status }) => status === 'failed');
    const skipped = results.filter(({ status, tags }) => status !== 'passed' && status !== 'failed' && tags?.includes('beside') !== true);
    failures.push(...unloaded.map(({ name }) => `${relative(root, name)}: could not be loaded`));
    failures.push(...failed.map(({ file, fullName }) => `${file}: ${fullName}`));
    failures.push(...skipped.map(({ file, fullName }) => `${file}: ${fullName} (skipped)`));
    return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) + skipped.length + unloaded.length };
  });
}

/** What Playwright's report names, as far as it is read here. */
interface Suite {
  suites?: Suite[];
  specs?: { file: string; line: number; title: string; tests: { status: string }[] }[];
}

/** The journeys that failed or were skipped. */
function unheld(suites: readonly Suite[]): string[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'skipped'))
      .map(({ file, line, title }) => `test/e2e/${file}:${line}: ${title}`),
    ...unheld(inner),
  ]);
}

function playwright(): Promise<Count> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') };
  return suite(
    'e2e',
    // Those tagged `@beside` (`beside` in vitest) stand beside another proof of their rule, or are of the other theme: `npm run e2e` runs them too, and this
    // command has a time to keep.
    [bin('@playwright/test/cli.js'), 'test', '--grep-invert', '@beside', '--reporter=list,json'],
    (value) => {
      const { stats, suites, errors } = value as { stats: Record<string, number>; suites: Suite[]; errors: { message?: string }[] };
      const { expected, unexpected, flaky, skipped } = stats;
      failures.push(...unheld(suites), ...errors.map(({ message }) => `e2e: ${message?.split('\n')[0] ?? 'an error outside of any test'}`));
      // The list above names those that held only on a second try.
      return { passed: (expected ?? 0) + (flaky ?? 0), failed: (unexpected ?? 0) + (skipped ?? 0) };
    },
    env,
  );
}

mkdirSync(reports, { recursive: true });
const tsc = bin('typescript-native/bin/tsc');
const total = await beside(
  () => check('lint', [[bin('oxlint/bin/oxlint')]]),
  () =>
    inTurn(
      () =>
        check(
          'types',
          ['src-shared', 'src-main', 'src-renderer', 'test'].map((folder) => [tsc, '-p', folder]),
        ),
      () =>
        check('layers', [
          [
            bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
            '--config',
            '.dependency-cruiser.js',
            'src-main',
            'src-renderer',
            'src-shared',
          ],
          [bin('knip/bin/knip.js')],
        ]),
      () => check('format', [[bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']]),
    ),
  () =>
    inTurn(
      () => vitest('unit'),
      () => vitest('contract'),
      () => playwright(),
    ),
);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
