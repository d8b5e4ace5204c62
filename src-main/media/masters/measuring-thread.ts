import { parentPort } from 'node:worker_threads';
import type { MasterMeasures } from '#shared/masters/report.ts';
import { serveThread } from '../../infra/thread-call.ts';
import { GrowingFile, type MeasuredFile } from './growing-file.ts';
import { reporting } from './reporting.ts';

/** The thread that decodes one file again and measures it, beside those that make and code its sound. */

let file: GrowingFile | undefined;

function opened(): GrowingFile {
  if (!file) throw new Error('no file is open');
  return file;
}

const methods = {
  open: (measured: MeasuredFile): void => {
    file = new GrowingFile(measured);
  },
  follow: (lengths: number[]): Promise<void> => reporting(() => opened().follow(lengths)),
  step: (lengths: number[]): Promise<number> => reporting(() => opened().step(lengths)),
  finish: (): Promise<MasterMeasures> => reporting(() => opened().finish()),
};
export type MeasuringThread = typeof methods;

if (!parentPort) throw new Error('measuring-thread runs in a worker thread');
serveThread(parentPort, methods);
