import { parentPort } from 'node:worker_threads';
import { serveThread } from '../../infra/thread-call.ts';
import { readManuscript } from './read.ts';

/** The thread where manuscripts are read: they come from strangers, and a long book takes a moment. */
const methods = { read: readManuscript };
export type ManuscriptThread = typeof methods;

if (!parentPort) throw new Error('manuscript-thread runs in a worker thread');
serveThread(parentPort, methods);
