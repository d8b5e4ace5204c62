import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { RepairRun } from '#shared/narration/repair.ts';
import { message } from '#shared/messages/message.ts';
import { fileFailure } from '../../infra/files.ts';
import { serveThread } from '../../infra/thread-call.ts';
import { wavHeader } from '../wav.ts';
import { toReplacements, type WordPlace } from './replacements.ts';
import { splice, type SplicedPart } from './splice.ts';

/** A take to be repaired. Paths are of files of s16le PCM, mono, 48 kHz. */
export interface SpliceOrder {
  basePath: string;
  /** Of each word of the base. */
  words: readonly WordPlace[];
  runs: readonly RepairRun[];
  /** One for each run; none where words only go. */
  partPaths: readonly (string | undefined)[];
  /** Where the result is written, as WAV. */
  outPath: string;
}

export interface SplicedFile {
  /** SHA-256 of the file, hex. */
  contentHash: string;
  samples: number;
  parts: readonly SplicedPart[];
  shifts: readonly number[];
}

const methods = {
  splice: async ({ basePath, words, runs, partPaths, outPath }: SpliceOrder): Promise<SplicedFile> => {
    const base = await readPcm(basePath);
    const sounds = await Promise.all(partPaths.map((path) => (path === undefined ? undefined : readPcm(path))));
    const { samples, parts, shifts } = splice(base, toReplacements(runs, words, base.length, sounds));
    const file = Buffer.concat([wavHeader(samples.length), Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
    await writeFile(outPath, file, { flush: true }).catch((thrown: unknown) => {
      throw fileFailure(thrown, message('speech.theRepairedTake'));
    });
    return { contentHash: createHash('sha256').update(file).digest('hex'), samples: samples.length, parts, shifts };
  },
};
export type SpliceThread = typeof methods;

async function readPcm(path: string): Promise<Int16Array> {
  const bytes = await readFile(path);
  // A copy, as the samples of a small file need not begin at an even address.
  return new Int16Array(Uint8Array.from(bytes).buffer, 0, bytes.byteLength >> 1);
}

if (!parentPort) throw new Error('splice-thread runs in a worker thread');
serveThread(parentPort, methods);
