import { defineConfig } from 'vitest/config';
import LongFirst from './test/helpers/long-first.ts';

/** Real processes, sockets and disks, on a machine that others use: a second try is named in the output. */
const retry = process.env['CI'] === undefined ? 0 : 1;
/** Threads and local services are those of the build, which `globalSetup` brings up to date: from sources each takes three times as long to start. */
const ofProcesses = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
  retry,
  globalSetup: 'test/helpers/build-first.ts',
  env: { VOICEWRIGHT_BUILT_THREADS: new URL('dist/main/', import.meta.url).href },
};

const ofRules = { include: ['test/unit/**/*.test.{ts,tsx}'], testTimeout: 30_000, pool: 'threads' as const };
const alone = ['player', 'find-a-command']
  .map((name) => `test/unit/renderer/${name}.test.ts`)
  .concat('test/unit/manuscript/manuscript.test.ts');

// Tests find texts by their English, whatever the language of the computer.
process.env['VOICEWRIGHT_LANGUAGE'] = 'en';

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    tags: [{ name: 'beside', description: 'Run by npm run e2e and not by npm test, for its time.' }],
    projects: [
      // The longest takes seconds where all cores are busy; the bound is for what hangs. Files share a worker's modules, as loading these for each file
      // was a third of the time: what a test changes for all, it puts back. Those that fail by what others leave have modules of their own.
      { test: { name: 'unit', ...ofRules, exclude: alone, isolate: false } },
      { test: { name: 'unit-alone', ...ofRules, include: alone } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], ...ofProcesses } },
      // What `npm run e2e` runs and `npm test` leaves out for its time, as the journeys that are tagged `@beside`.
      { test: { name: 'beside', include: ['test/contract/**/*.beside.ts'], ...ofProcesses } },
      // An hour and more each: `npm run e2e:book`.
      { test: { name: 'long', include: ['test/contract/**/*.long.ts'], ...ofProcesses, retry: 0 } },
    ],
  },
});
