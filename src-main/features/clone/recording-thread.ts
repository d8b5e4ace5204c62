import { parentPort } from 'node:worker_threads';
import type { Kept } from '#shared/clone/clean-up.ts';
import type { SoundFacts } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { fileFailure } from '../../infra/files.ts';
import { serveThread } from '../../infra/thread-call.ts';
import { cleanUpResult, type CleanUpOrder } from './clean-up-result.ts';
import { Cleaning } from './cleaning.ts';
import type { CleaningPaths } from './cleaning-files.ts';
import { measureKept, Opening, type OpenedSound, type SoundPaths } from './opening.ts';
import { render, type RenderOrder } from './rendering.ts';
import { message } from '#shared/messages/message.ts';

/** The thread where recordings are decoded, measured and made into what is sent. */

const openings = new Map<string, Opening>();

function opening(id: string): Opening {
  const found = openings.get(id);
  if (found === undefined) throw fail('not-found', message('clone.recordingNotOpening'));
  return found;
}

async function opened(paths: SoundPaths, work: (one: Opening) => Promise<OpenedSound> | OpenedSound): Promise<OpenedSound> {
  const one = new Opening(paths);
  try {
    return await work(one);
  } finally {
    one.free();
  }
}

const cleanings = new Map<string, Cleaning>();

function cleaning(id: string): Cleaning {
  const found = cleanings.get(id);
  if (found === undefined) throw fail('not-found', message('clone.recordingRemoved'));
  return found;
}

function endCleaning(id: string): void {
  cleanings.get(id)?.free();
  cleanings.delete(id);
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
  measure: (pcm: string, kept: Kept, clips: readonly number[]): Promise<SoundFacts> => measureKept(pcm, kept, clips),
  /** Listens to a recording, so that it can be cleaned up: begun, in steps until all is done, and ended, whole or not. */
  beginCleaning: async (id: string, paths: CleaningPaths): Promise<void> => {
    endCleaning(id);
    cleanings.set(id, await Cleaning.begin(paths));
  },
  cleanOn: (id: string): { done: number; total: number } => {
    try {
      return cleaning(id).step();
    } catch (thrown) {
      throw fileFailure(thrown, message('clone.aRecording'));
    }
  },
  endCleaning,
  cleanUp: (order: CleanUpOrder): ReturnType<typeof cleanUpResult> => cleanUpResult(order),
  render: (order: RenderOrder): Promise<number> => render(order),
};
export type RecordingThread = typeof methods;

if (!parentPort) throw new Error('recording-thread runs in a worker thread');
serveThread(parentPort, methods);
