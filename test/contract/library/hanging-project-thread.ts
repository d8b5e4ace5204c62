import { parentPort } from 'node:worker_threads';

interface Request {
  method: string;
  args: unknown[];
}

/** A file named "Hangs" never opens, and an edit that writes "hang now" never ends. */
const hangs = ({ method, args }: Request): boolean =>
  (method === 'open' && String(args[0]).includes('Hangs')) || (method === 'appendSteps' && JSON.stringify(args).includes('hang now'));

const port = parentPort;
if (!port) throw new Error('this runs in a worker thread');
const on = port.on.bind(port) as (event: string, listener: (request: Request) => void) => typeof port;
port.on = ((event: string, listener: (request: Request) => void) =>
  on(event, (request) => {
    while (hangs(request));
    listener(request);
  })) as typeof port.on;
await import('#main/library/project-thread.ts');
