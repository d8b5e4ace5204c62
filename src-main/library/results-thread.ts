import { parentPort } from 'node:worker_threads';
import type { PaidFile, Removing } from './paid-files.ts';
import { ResultsIndex, type PaidSound } from './results-index.ts';
import { serveThread } from '../infra/thread-call.ts';
import type { HeldSound, PaidResult } from './types.ts';

/** The thread of the index of paid results. No file from outside is opened in it. */
let results: ResultsIndex | undefined;

function index(): ResultsIndex {
  if (!results) throw new Error('the index of results is not open');
  return results;
}

const methods = {
  openResults: (path: string): void => {
    results ??= new ResultsIndex(path);
  },
  addResult: (result: PaidResult): PaidResult => index().add(result),
  findPaid: (fingerprint: string): PaidResult | undefined => index().find(fingerprint),
  findAllPaid: (fingerprints: readonly string[]): PaidSound[] => index().findAll(fingerprints),
  resultOfOperation: (operationId: string): PaidResult | undefined => index().ofOperation(operationId),
  resultOfContent: (contentHash: string): PaidResult | undefined => index().ofContent(contentHash),
  inbox: (projectId: string): PaidResult[] => index().inbox(projectId),
  putInbox: (result: PaidResult): void => index().putInbox(result),
  takeFromInbox: (result: PaidResult): void => index().takeFromInbox(result),
  heldSounds: (): HeldSound[] => index().held(),
  beginRemoval: (at: number, files: readonly PaidFile[]): Removing[] => index().beginRemoval(at, files),
  removals: (): Removing[] => index().removals(),
  endRemoval: (removing: Removing): void => index().endRemoval(removing),
  closeResults: (): void => {
    results?.close();
    results = undefined;
  },
};
export type ResultsThread = typeof methods;

if (!parentPort) throw new Error('results-thread runs in a worker thread');
serveThread(parentPort, methods);
