/** What a piece of work says of itself while it runs. */
export interface Progress {
  /** Its request has left: the next may follow. */
  sent(): void;
  /** The service took it. */
  accepted(): void;
  /** The service asks it to wait and come again: nothing new is sent before it. */
  heldUp(): void;
  /** The service has sent all of its answer: another request may take its place while the answer is stored. */
  received(): void;
}

/** Work that is begun one after another, several pieces at a time. */
export interface InOrder {
  /** Begins the next piece as soon as its turn has come, and settles when its request has left or it has ended. `begin` must not throw. */
  next(begin: (progress: Progress) => Promise<void>): Promise<void>;
  /** Pieces that are under way. */
  underWay(): number;
  /** Settles when one of them has ended; at once where none is under way. */
  oneEnded(): Promise<void>;
  /** Settles when all have ended. */
  allEnded(): Promise<void>;
}

/**
 * Requests leave in the order in which they are begun: each waits until the one before it has left. `limit` says how many requests may be under
 * way at a time, at the moment, and as many answers may be stored beside them; until the service took a first one it is one, so that what would
 * be refused each time is refused once.
 */
export function createInOrder(limit: () => number): InOrder {
  const running = new Set<Promise<void>>();
  /** Of those that run, the ones whose answer is not complete: what the service counts. */
  const requesting = new Set<object>();
  const held = new Set<object>();
  let isTaken = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    next: async (begin) => {
      await until(() => {
        const most = isTaken ? Math.max(1, limit()) : 1;
        return requesting.size < most && running.size < most * 2 && held.size === 0;
      });
      const work = {};
      requesting.add(work);
      let hasLeft = false;
      const ended = begin({
        sent: () => {
          hasLeft = true;
          wake();
        },
        accepted: () => {
          hasLeft = true;
          isTaken = true;
          held.delete(work);
          wake();
        },
        heldUp: () => void held.add(work),
        received: () => {
          requesting.delete(work);
          wake();
        },
      }).finally(() => {
        hasLeft = true;
        held.delete(work);
        requesting.delete(work);
        running.delete(ended);
        wake();
      });
      running.add(ended);
      await until(() => hasLeft);
    },
    underWay: () => running.size,
    oneEnded: async () => {
      if (running.size > 0) await Promise.race(running);
    },
    allEnded: async () => {
      await Promise.all(running);
    },
  };
}
