import { parentPort } from 'node:worker_threads';
import type { SoundFacts } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { serveThread } from '../../infra/thread-call.ts';
import { measureStretch, Opening, type OpenedSound, type SoundPaths } from './opening.ts';
import { render, type RenderOrder } from './rendering.ts';
import { message } from '#shared/messages/message.ts';

/** The thread where recordings are decoded, measured and made into what is sent. */

const openings = new Map<string, Opening>();

function opening(id: string): Opening {
  const found = openings.get(id);
  if (found === undefined) throw fail('not-found', message('clone.recordingNotOpening'));
  return found;
}

async function opened(paths: SoundPaths, work: (one: Opening) => Promise<OpenedSound>): Promise<OpenedSound> {
  const one = new Opening(paths);
  try {
    return await work(one);
  } finally {
    one.free();
  }
}

const methods = {
  begin: (id: string, paths: SoundPaths): void => {
    openings.set(id, new Opening(paths));
  },
  /** False once enough of it is open. */
  push: (id: string, bytes: Uint8Array): Promise<boolean> => opening(id).push(bytes),
  finish: async (id: string): Promise<OpenedSound> => {
    const one = opening(id);
    openings.delete(id);
    try {
      return await one.finish();
    } finally {
      one.free();
    }
  },
  /** Mono samples that were decoded elsewhere; false once enough of it is open. */
  take: (id: string, samples: Float32Array, rate: number): Promise<boolean> => opening(id).take({ samples, rate }),
  finishTaken: (id: string, found: { codec: string; seconds: number; aacBytes: number }): OpenedSound => {
    const one = opening(id);
    openings.delete(id);
    try {
      return one.finishTaken(found);
    } finally {
      one.free();
    }
  },
  abort: (id: string): void => {
    openings.get(id)?.free();
    openings.delete(id);
  },
  openFile: (path: string, paths: SoundPaths): Promise<OpenedSound> => opened(paths, (one) => one.read(path)),
  /** A recording: its PCM is in `pcm`, its peaks are made. */
  openPcm: (pcm: string, paths: SoundPaths): Promise<OpenedSound> => opened(paths, (one) => one.measure(pcm)),
  measure: (pcm: string, from: number, to: number, clips: readonly number[]): Promise<SoundFacts> => measureStretch(pcm, from, to, clips),
  render: (order: RenderOrder): Promise<number> => render(order),
};
export type RecordingThread = typeof methods;

if (!parentPort) throw new Error('recording-thread runs in a worker thread');
serveThread(parentPort, methods);
