/** What a piece of work says of itself while it runs. */
export interface Progress {
  /** Its request has left: the next may follow. */
  sent(): void;
  /** The service took it. */
  accepted(): void;
  /** The service told it to wait and come again: nothing new is sent before it. */
  heldUp(): void;
}

/** Work that is begun one after another, several of it under way at a time. */
export interface InOrder {
  /** Begins the next as soon as its turn has come, and settles when it has left or ended. `begin` must not throw. */
  next(begin: (progress: Progress) => Promise<void>): Promise<void>;
  /** Pieces that are under way. */
  underWay(): number;
  /** Settles when one of them has ended; at once where none is under way. */
  oneEnded(): Promise<void>;
  /** Settles when all have ended. */
  allEnded(): Promise<void>;
}

/**
 * Requests leave in the order in which they are begun: each waits until the one before it has left. `limit` says how many may be under way at
 * a time, at the moment; until the service took a first one it is one, so that what would be refused each time is refused once.
 */
export function createInOrder(limit: () => number): InOrder {
  const running = new Set<Promise<void>>();
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
      await until(() => running.size < (isTaken ? Math.max(1, limit()) : 1) && held.size === 0);
      const work = {};
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
      }).finally(() => {
        hasLeft = true;
        held.delete(work);
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
