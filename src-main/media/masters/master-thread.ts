import { parentPort } from 'node:worker_threads';
import type { MasterMeasures } from '#shared/masters/report.ts';
import type { SoundMeasures } from '#shared/sound/sound-meter.ts';
import { serveThread } from '../../infra/thread-call.ts';
import type { Analysis } from './analysis.ts';
import type { ChainOrder } from './chain.ts';
import type { FileOrder } from './encoders.ts';
import { openAnalysis, openFile, openTrial, type FilePass, type Pass, type WrittenFile } from './passes.ts';
import { reporting } from './reporting.ts';

/** The thread of one master: the sound goes through it pass by pass. */

let pass: Pass<unknown> | undefined;
let file: FilePass | undefined;

function current(): Pass<unknown> {
  if (!pass) throw new Error('no pass is open');
  return pass;
}

function written(): FilePass {
  if (!file) throw new Error('no file was written');
  return file;
}

const methods = {
  openAnalysis: (): void => {
    pass = openAnalysis();
  },
  openTrial: async (order: ChainOrder): Promise<void> => {
    pass = await openTrial(order);
  },
  openFile: (order: { chain: ChainOrder; file: FileOrder }): Promise<void> =>
    reporting(async () => {
      pass = file = await openFile(order);
    }),
  /** s16le PCM, mono, 48 kHz, whole samples. */
  push: (pcm: Uint8Array): Promise<void> =>
    reporting(async () => {
      const samples =
        pcm.byteOffset % 2 === 0 ? new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2) : new Int16Array(pcm.slice().buffer);
      await current().push(samples);
    }),
  finishAnalysis: async (): Promise<Analysis> => (await current().finish()) as Analysis,
  finishTrial: async (): Promise<SoundMeasures> => (await current().finish()) as SoundMeasures,
  finishFile: (): Promise<WrittenFile> => reporting(async () => (await current().finish()) as WrittenFile),

  /** Of the file that was written last: how much of it was decoded again, 0 to 1. */
  measure: (): Promise<number> => reporting(() => written().measuring.step()),
  finishMeasuring: (): Promise<MasterMeasures> => reporting(() => written().measuring.finish()),
};
export type MasterThread = typeof methods;

if (!parentPort) throw new Error('master-thread runs in a worker thread');
serveThread(parentPort, methods);
