import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { families } from '#shared/paid-work.ts';
import { compare, readRecordings } from './compare.ts';
import { describeFailed, runCampaign, seedsFrom } from './run.ts';
import { memoryDirectory } from '../../helpers/memory-directory.ts';

/**
 * `npm run campaign -- --schedules N --seed S`: more schedules than the tests run, or one again by its seed. `--at-once K` runs K at the same
 * time, which waits less. With `--stop-file PATH` it ends early, with its counts, once there is such a file.
 *
 * To prove that a change of the code changes nothing that is sent or written down: `--record FILE` at both commits, then
 * `--before FILE --after FILE` compares them. Record the first commit twice and name both by `--before`: what differs between
 * those two is up to chance. Recorded schedules kill no process and want one thing after another.
 */
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'at-once': { type: 'string', default: '2' },
    kills: { type: 'string', default: '6' },
    family: { type: 'string', multiple: true },
    'stop-file': { type: 'string' },
    verbose: { type: 'boolean', default: false },
    record: { type: 'string' },
    before: { type: 'string', multiple: true },
    after: { type: 'string' },
  },
});
const number = (name: 'schedules' | 'seed' | 'at-once' | 'kills'): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number.`);
  return value;
};

function printComparison(before: readonly string[], after: string): void {
  const { same, unstable, different, missing } = compare(before.map(readRecordings), readRecordings(after));
  for (const { seed, first } of different) console.log(`seed ${seed}: ${first}`);
  console.log(JSON.stringify({ same, different: different.length, unstable: unstable.length, missing: missing.length }));
  if (unstable.length > 0) console.log(`not the same twice before either: ${unstable.join(' ')}`);
  if (missing.length > 0) console.log(`not recorded after: ${missing.join(' ')}`);
  process.exit(different.length + missing.length > 0 ? 1 : 0);
}

if (values.after !== undefined) printComparison(values.before ?? [], values.after);

const record = values.record;
if (record !== undefined) writeFileSync(record, '');
const among = families.filter((family) => values.family?.includes(family) ?? true);
if (among.length === 0) throw new Error(`--family is one of ${families.join(', ')}.`);
console.log(`seed ${number('seed')}`);
const started = performance.now();
const directory = memoryDirectory();
const stopFile = values['stop-file'];
const report = await runCampaign({
  seeds: seedsFrom(number('seed'), number('schedules')),
  atOnce: Math.max(1, number('at-once')),
  kills: number('kills'),
  among,
  ...(directory !== undefined && { directory }),
  isStopped: () => stopFile !== undefined && existsSync(stopFile),
  ...(record !== undefined && { kills: 0, onRecorded: (recording) => appendFileSync(record, `${JSON.stringify(recording)}\n`) }),
  onSchedule: (schedule, wrong) => {
    if (values.verbose || wrong.length > 0) console.log(JSON.stringify({ ...schedule, wrong }));
  },
});
const { failed, ends, cameBack, ...counts } = report;
const seconds = Math.round((performance.now() - started) / 1000);
console.log(JSON.stringify({ ...counts, held: counts.schedules - failed.length, failed: failed.length, seconds }));
console.table(ends);
for (const { seed, found } of cameBack) console.log(`came back to ${seed}: ${found.join('; ')}`);
if (failed.length > 0) {
  console.log(`failing seeds: ${failed.map(({ seed }) => seed).join(' ')}`);
  console.log(describeFailed(report));
  process.exitCode = 1;
}
