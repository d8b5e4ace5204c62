import { parentPort } from 'node:worker_threads';
import { findInTexts, type FindOrder, type Match } from '#shared/narration/find.ts';
import { serveThread } from '../../infra/thread-call.ts';

/** The thread of a person’s regular expression: it may run forever, and is ended then. */
const methods = {
  /** Answers as soon as the thread runs. */
  ready: (): void => undefined,
  /** One list of matches for each text. The query was compiled before. */
  find: (order: FindOrder): (readonly Match[])[] => {
    const found = findInTexts(order);
    if ('problem' in found) throw new Error(found.problem);
    return found.lists;
  },
};
export type FindThread = typeof methods;

if (!parentPort) throw new Error('find-thread runs in a worker thread');
serveThread(parentPort, methods);
