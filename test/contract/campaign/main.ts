import { parseArgs } from 'node:util';
import { families } from '#shared/paid-work.ts';
import { runCampaign, seedsFrom, told } from './run.ts';

/** `npm run campaign -- --schedules N --seed S`: more schedules than the tests run, or one again by its seed. */
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lanes: { type: 'string', default: '2' },
    kills: { type: 'string', default: '6' },
    family: { type: 'string', multiple: true },
    verbose: { type: 'boolean', default: false },
  },
});
const number = (name: 'schedules' | 'seed' | 'lanes' | 'kills'): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number.`);
  return value;
};
const among = families.filter((family) => values.family?.includes(family) ?? true);
if (among.length === 0) throw new Error(`--family is one of ${families.join(', ')}.`);
console.log(`seed ${number('seed')}`);
const started = performance.now();
const report = await runCampaign({
  ...{ seeds: seedsFrom(number('seed'), number('schedules')), lanes: number('lanes'), kills: number('kills'), among },
  onSchedule: (schedule, wrong) => {
    if (values.verbose || wrong.length > 0) console.log(JSON.stringify({ ...schedule, wrong }));
  },
});
const { failed, ends, cameBack, ...counts } = report;
console.log(JSON.stringify({ ...counts, seconds: Math.round((performance.now() - started) / 1000), failed: failed.length }));
console.table(ends);
for (const { seed, found } of cameBack) console.log(`came back to ${seed}: ${found.join('; ')}`);
if (failed.length > 0) {
  console.log(told(report));
  process.exitCode = 1;
}
