import { parentPort } from 'node:worker_threads';
import { serveThread } from '../../infra/thread-call.ts';
import { M4aWriter } from '../m4a-writer.ts';
import { reporting } from './reporting.ts';

/**
 * The thread of one M4A or M4B. The encoder is a thread below this one that asks for every frame by itself: nothing else may run here, or it waits.
 */

let writer: M4aWriter | undefined;
let lengths: number[] = [];

function opened(): M4aWriter {
  if (!writer) throw new Error('no file is open');
  return writer;
}

/** In bytes, of the packets since the last call. */
function takeLengths(): number[] {
  const taken = lengths;
  lengths = [];
  return taken;
}

const methods = {
  /** `samples`: altogether. `language`: of what is said, a BCP 47 tag. */
  open: (path: string, samples: number, language?: string): Promise<void> =>
    reporting(async () => {
      writer = await M4aWriter.open(path, samples, { contents: 'last', language, onPacket: (bytes) => void lengths.push(bytes) });
    }),
  /** Mono at 48 kHz, one call at a time. Answers with the lengths of the packets that were made, in bytes and in the order of the file. */
  push: (piece: Int16Array): Promise<number[]> =>
    reporting(async () => {
      await opened().push(piece);
      return takeLengths();
    }),
  finish: (): Promise<number[]> =>
    reporting(async () => {
      await opened().finish();
      return takeLengths();
    }),
};
export type AacThread = typeof methods;

if (!parentPort) throw new Error('aac-thread runs in a worker thread');
serveThread(parentPort, methods);
