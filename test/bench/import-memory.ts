import { rmSync } from 'node:fs';
import { readManuscripts } from '../../src-main/features/manuscript/read-apart.ts';
import { writeLongBook } from '../helpers/long-book.ts';
import type { Bench } from './run.ts';

/** What reading a Word file of 90,000 words adds to the memory of the process at its highest, in megabytes, against the bound of 300. */
const bench: Bench = {
  name: 'import: memory above idle for a book of 90,000 words from Word, in MB, against 300',
  atMost: 1,
  run: async () => {
    const { folder, path } = writeLongBook('docx');
    try {
      const idle = process.memoryUsage.rss();
      const signal = new AbortController().signal;
      await readManuscripts([{ path, name: 'book.docx' }], { signal, onUnexpected: (message) => process.stderr.write(`${message}\n`) });
      // The highest so far, in kilobytes.
      return { ours: process.resourceUsage().maxRSS / 1024 - idle / 1024 / 1024, peer: 300 };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
export default bench;
