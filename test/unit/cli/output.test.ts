import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createOutput, exitCodes, JobGivenUpError, usageError } from '#main/hosts/cli/output.ts';
import { fail } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() }) as unknown as NodeJS.WriteStream;
const codeOf = (thrown: unknown, interrupted = false) =>
  createOutput({ stdout: sink(), stderr: sink() }, () => false).failed(thrown, interrupted);

test.each<[string, unknown, number]>([
  ['what was typed wrong', usageError(said('--speed: must be at most 2.'), '--speed'), exitCodes.usage],
  ['a key that was never given', fail('unauthorized', said('There is no key.')), exitCodes.usage],
  ['what the service refused', fail('invalid-input', said('No.'), { status: 400 }), exitCodes.refused],
  ['a key that the service refused', fail('unauthorized', said('No.'), { status: 401 }), exitCodes.refused],
  ['what could not be reached', fail('unreachable', said('Gone.')), exitCodes.refused],
  ['what may have been charged', fail('stream-interrupted', said('It broke off.'), { charged: 'unknown' }), exitCodes.unknown],
  ['a fault of the program', fail('internal', said('Odd.'), { charged: 'unknown' }), exitCodes.refused],
  ['a job that was given up', new JobGivenUpError(fail('service-failed', said('No.'), { charged: 'unknown' }).failure), exitCodes.refused],
])('%s ends with its own exit code', async (_what, thrown, expected) => {
  expect(await codeOf(thrown)).toBe(expected);
  expect(await codeOf(thrown, true)).toBe(exitCodes.interrupted);
});
