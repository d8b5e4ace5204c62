import type { Batch } from '../../paid-requests/budget/batch.ts';
import { createRunCaps, type RunCaps } from '../speech/run-caps.ts';

/** Runs that are remembered; the oldest goes first. */
const mostRuns = 50;

/** The runs in which windows have lines of dubs made, several at a time: what one buys is held by the cap of a batch. */
export class DubRuns {
  readonly #batch: () => Batch;
  readonly #runs = new Map<string, RunCaps>();

  constructor(batch: () => Batch) {
    this.#batch = batch;
  }

  /** The caps of a run; without an id it is a run of its own. */
  caps(runId: string | undefined): RunCaps {
    const caps = (runId === undefined ? undefined : this.#runs.get(runId)) ?? createCaps(this.#batch());
    if (runId === undefined) return caps;
    this.#runs.set(runId, caps);
    for (const oldest of this.#runs.keys()) if (this.#runs.size > mostRuns) this.#runs.delete(oldest);
    return caps;
  }
}

function createCaps(batch: Batch): RunCaps {
  /** Lines that are being bought, or wait for another: a line that does not fit beside them waits for one to end. */
  const running = new Set<Promise<undefined>>();
  const order = { underWay: () => running.size, oneEnded: () => Promise.race(running) };
  const caps = createRunCaps(batch, order, () => undefined);
  return {
    buy: async (wanted, work) => {
      const { promise: ended, resolve } = Promise.withResolvers<undefined>();
      running.add(ended);
      try {
        return await caps.buy(wanted, work);
      } finally {
        running.delete(ended);
        resolve(undefined);
      }
    },
  };
}
