import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManuscripts } from '#main/features/manuscript/service.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'voicewright-stopping-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('A manuscript whose reading is stopped gives its place to the next at once, and nothing is reported as an error', async () => {
  const problems: string[] = [];
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (text: string) => problems.push(text) };
  const services = createManuscripts({ uploadPath: (name) => join(folder, name), log: log });
  const read = (name: string, signal: AbortSignal) =>
    services['manuscript.read']({ uploadId: name, name }, { signal } as Parameters<(typeof services)['manuscript.read']>[1]);
  writeFileSync(join(folder, 'long.html'), `<p>${'A sentence that goes on. '.repeat(420_000)}</p>`);
  writeFileSync(join(folder, 'short.txt'), 'One line.');
  // Both places are taken, and a third waits: each of them is given up.
  const stopping = new AbortController();
  const runs = new Promise<void>((resolve) => process.once('worker', (thread: Worker) => thread.once('online', resolve)));
  const stopped = ['long.html', 'long.html', 'long.html'].map((name) => read(name, stopping.signal));
  await runs;
  stopping.abort();
  for (const one of await Promise.allSettled(stopped)) expect(one).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  const { signal } = new AbortController();
  const { chapters } = await read('short.txt', signal);
  expect(chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text))).toEqual(['One line.']);
  expect(problems).toEqual([]);
});
