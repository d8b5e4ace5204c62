import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The jar that Debian installs as a program, which only some kernels start. */
const jar = '/usr/bin/epubcheck';

/** What epubcheck reports of a book: fatal errors, errors and warnings. */
export async function checkEpub(path: string): Promise<string[]> {
  // Of no file, epubcheck counts no error.
  if (!existsSync(path)) return [`${path} is not there`];
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile('java', ['-jar', jar, path, '--json', '-', '--quiet'], { maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) =>
    resolve(stdout === '' ? stderr : stdout),
  );
  const printed = await promise;
  const begin = printed.indexOf('{');
  if (begin < 0) return [printed];
  const { checker, messages } = JSON.parse(printed.slice(begin)) as {
    checker: { nFatal: number; nError: number; nWarning: number };
    messages: { ID: string; severity: string; message: string; locations: { path: string; line: number }[] }[];
  };
  const found = messages
    .filter(({ severity }) => ['FATAL', 'ERROR', 'WARNING'].includes(severity))
    .map(({ ID, message, locations }) => `${ID} ${message} ${locations.map(({ path: part, line }) => `${part}:${line}`).join(' ')}`);
  const count = checker.nFatal + checker.nError + checker.nWarning;
  return found.length === 0 && count > 0 ? [`${count} without a message`] : found;
}
