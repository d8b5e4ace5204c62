import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a process of the studio by `NODE_OPTIONS=--import=…`: each SIGUSR2 moves what `Date` says ten minutes on, in all its threads.
 * Timers run as before.
 */
const step = 10 * 60_000;
const RealDate = Date;
const realNow = Date.now.bind(Date);
let ahead = 0;

class MovedDate extends RealDate {
  static override now(): number {
    return realNow() + ahead;
  }
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? MovedDate.now() : given[0]);
  }
}
// With more than one argument `Date` is used nowhere in the studio.
globalThis.Date = MovedDate as DateConstructor;

const channel = new BroadcastChannel('moved-clock');
channel.onmessage = () => (ahead += step);
channel.unref();
if (isMainThread)
  process.on('SIGUSR2', () => {
    ahead += step;
    channel.postMessage(null);
  });
