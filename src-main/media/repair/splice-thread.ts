import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { RepairRun } from '#shared/narration/repair.ts';
import { message } from '#shared/messages/message.ts';
import { fileFailure } from '../../infra/files.ts';
import { serveThread } from '../../infra/thread-call.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
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

/** Takes that follow one another. Paths as in `SpliceOrder`. */
export interface JoinOrder {
  paths: readonly string[];
  /** Silence between two. */
  pauseSamples: number;
  outPath: string;
}

export interface JoinedFile {
  contentHash: string;
  samples: number;
  /** First sample of each. */
  starts: readonly number[];
}

const methods = {
  splice: async ({ basePath, words, runs, partPaths, outPath }: SpliceOrder): Promise<SplicedFile> => {
    const base = await readPcm(basePath);
    const sounds = await Promise.all(partPaths.map(async (path) => (path === undefined ? undefined : await readPcm(path))));
    const { samples, parts, shifts } = splice(base, toReplacements(runs, words, base.length, sounds));
    return { contentHash: await write(samples, outPath), samples: samples.length, parts, shifts };
  },
  join: async ({ paths, pauseSamples, outPath }: JoinOrder): Promise<JoinedFile> => {
    const sounds = await Promise.all(paths.map(readPcm));
    const starts: number[] = [];
    let length = -pauseSamples;
    for (const sound of sounds) {
      starts.push(length + pauseSamples);
      length += pauseSamples + sound.length;
    }
    const samples = new Int16Array(length);
    sounds.forEach((sound, index) => samples.set(sound, starts[index]));
    return { contentHash: await write(samples, outPath), samples: length, starts };
  },
};
export type SpliceThread = typeof methods;

async function write(samples: Int16Array, path: string): Promise<string> {
  const file = Buffer.concat([wavHeader(samples.length), Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
  await writeFile(path, file, { flush: true }).catch((thrown: unknown) => {
    throw fileFailure(thrown, message('speech.theRepairedTake'));
  });
  return createHash('sha256').update(file).digest('hex');
}

async function readPcm(path: string): Promise<Int16Array> {
  const bytes = await readFile(path);
  // A copy, as the samples of a small file need not begin at an even address.
  return new Int16Array(Uint8Array.from(bytes).buffer, 0, bytes.byteLength >> 1);
}

if (!parentPort) throw new Error('splice-thread runs in a worker thread');
serveThread(parentPort, methods);
