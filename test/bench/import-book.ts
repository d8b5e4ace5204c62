import { openAsBlob, rmSync } from 'node:fs';
import { BlobReader, configure, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { Parser } from 'htmlparser2';
import { readManuscript } from '../../src-main/features/manuscript/read.ts';
import { writeLongBook } from '../helpers/long-book.ts';
import type { Bench } from './run.ts';

/** A Word file of 90,000 words, in milliseconds, against unpacking it and parsing its XML. */
const bench: Bench = {
  name: 'import: a book of 90,000 words from Word, in ms, against unzip and a plain parse',
  atMost: 4,
  run: async () => {
    const { folder, path } = writeLongBook('docx');
    try {
      const [ours, peer]: [number[], number[]] = [[], []];
      for (let round = 0; round < 7; round += 1) {
        ours.push(await timed(() => readManuscript(path, 'book.docx')));
        peer.push(await timed(() => parse(path)));
      }
      return { ours: median(ours), peer: median(peer) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
export default bench;

async function parse(path: string): Promise<void> {
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new BlobReader(await openAsBlob(path)));
  for await (const entry of reader.getEntriesGenerator()) {
    if (entry.directory || !/^word\/[a-z]+\.xml$/u.test(entry.filename)) continue;
    new Parser({}, { xmlMode: true }).end(new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter())));
  }
  await reader.close();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
