import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fail } from '../../../src-shared/failure.ts';
import { createLog, logLimits } from '../../../src-main/infra/log.ts';
import { secret } from '../../../src-main/infra/secrets/secret.ts';
import { said } from '../../helpers/said.ts';

let folder: string;
let printed: string;
const stderr = { write: (text: string) => (printed += text) };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-test-'));
  printed = '';
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const written = (): string => readFileSync(join(folder, 'logs', 'studio.log'), 'utf8');

describe('no secret is written', () => {
  const key = 'local-anna-s3cr3t';
  test.each<[string, string, Record<string, unknown> | undefined]>([
    ['in a message', `sent with Bearer ${key}`, undefined],
    ['as a key by its form', `the key ${key} was refused`, undefined],
    ['under a name that says so', 'x', { apiKey: key, nested: { authorization: key, list: [{ 'set-cookie': key }] } }],
    ['in a header', 'x', { headers: { Authorization: `Bearer ${key}`, Cookie: key } }],
    ['in an address', 'x', { url: `https://files.example/a.mp3?X-Amz-Signature=${key}&token=${key}` }],
    ['in a URL object', 'x', { at: new URL(`https://files.example/?token=${key}`) }],
    ['in an error and its cause', 'x', { error: new Error(`Bearer ${key}`, { cause: new Error(`key ${key}`) }) }],
    ['in a failure', 'x', { error: fail('unauthorized', said(`${key} is unknown`)) }],
    ['wrapped', 'x', { it: secret(key), inside: [secret(key)] }],
    ['in bytes', 'x', { body: new TextEncoder().encode(key) }],
    // Keys of hosted services and of signed addresses have another form than those of the local service.
    ['as a bearer of any form', 'sent with bearer s3cr3t.part/two==', undefined],
    ['as a key with a usual prefix', 'sk-s3cr3t0123456789 pk_s3cr3t0123456789 key-s3cr3t0123456789 api_s3cr3t0123456789', undefined],
    [
      'in what signs an address',
      'x',
      { url: 'https://f.example/a?X-Amz-Credential=s3cr3t&X-Amz-Signature=s3cr3t&sign_key=s3cr3t#token=s3cr3t' },
    ],
  ])('%s', (_where, message, facts) => {
    const log = createLog(folder, stderr);
    log.error(message, facts);
    log.close();
    expect(written() + printed).not.toContain('s3cr3t');
    expect(written()).not.toBe('');
  });
});

test('what would not end is bounded', () => {
  const log = createLog(folder, stderr);
  const endless: Record<string, unknown> = { text: 'x'.repeat(100_000), list: Array.from({ length: 10_000 }, () => 1) };
  endless['itself'] = endless;
  log.info('x'.repeat(100_000), endless);
  log.close();
  expect(written().length).toBeLessThan(60_000);
});

test('warnings and errors are on stderr in one line, the rest is not', () => {
  const log = createLog(folder, stderr);
  log.info('quiet');
  log.warn('Something is odd.', { error: new Error('long stack') });
  log.close();
  expect(printed).toBe('voicewright: Something is odd.\n');
});

test('files are turned over at their bound, and old ones go', () => {
  const log = createLog(folder, stderr);
  const line = 'y'.repeat(logLimits.maxStringLength);
  const lines = Math.ceil((logLimits.maxFileBytes * (logLimits.maxFiles + 1.5)) / line.length);
  for (let at = 0; at < lines; at++) log.debug(line);
  log.close();
  const files = readdirSync(join(folder, 'logs'));
  expect(files.sort()).toEqual(['studio.1.log', 'studio.2.log', 'studio.log']);
  for (const file of files) expect(statSync(join(folder, 'logs', file)).size).toBeLessThan(logLimits.maxFileBytes + 2 * line.length);
});

test('only this person can read it', () => {
  const log = createLog(folder, stderr);
  log.info('x');
  log.close();
  expect(statSync(join(folder, 'logs', 'studio.log')).mode & 0o077).toBe(0);
});
