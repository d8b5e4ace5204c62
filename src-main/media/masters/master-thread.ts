import { parentPort } from 'node:worker_threads';
import type { MasterMeasures } from '#shared/masters/report.ts';
import { message } from '#shared/messages/message.ts';
import type { SoundMeasures } from '#shared/sound/sound-meter.ts';
import { errorCode, fileFailure } from '../../infra/files.ts';
import { serveThread } from '../../infra/thread-call.ts';
import type { Analysis } from './analysis.ts';
import type { ChainOrder } from './chain.ts';
import type { FileOrder } from './encoders.ts';
import type { Measuring } from './measure-file.ts';
import { openAnalysis, openFile, openTrial, type FilePass, type Pass, type WrittenFile } from './passes.ts';

/** The thread of one master: the sound goes through it pass by pass. */

let pass: Pass<unknown> | undefined;
let file: FilePass | undefined;
let measuring: Measuring | undefined;

/** What the disk says goes to the caller as a failure. */
async function reporting<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    throw fileFailure(thrown, message('library.theExport'));
  }
}

function current(): Pass<unknown> {
  if (!pass) throw new Error('no pass is open');
  return pass;
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
  measure: (): Promise<number> =>
    reporting(async () => {
      measuring ??= await file?.measuring();
      return measuring?.step() ?? 1;
    }),
  finishMeasuring: async (): Promise<MasterMeasures> => {
    if (!measuring) throw new Error('nothing was measured');
    const measures = measuring.finish();
    await measuring.close();
    measuring = undefined;
    return measures;
  },
};
export type MasterThread = typeof methods;

if (!parentPort) throw new Error('master-thread runs in a worker thread');
serveThread(parentPort, methods);
