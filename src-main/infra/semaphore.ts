/** Turns, in the order in which they were asked for; so many at a time as `limit` says at the moment. */
export class Semaphore {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Answers with what gives the turn back. Rejects when the signal aborts while it waits. */
  acquire(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      let given = false;
      const enter = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(() => {
          if (given) return;
          given = true;
          this.#taken--;
          this.admit();
        });
      };
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(enter);
      this.admit();
    });
  }

  /** To be called when the limit has grown. */
  admit(): void {
    while (this.#taken < this.#limit() && this.#waiting.length > 0) {
      this.#taken++;
      this.#waiting.shift()?.();
    }
  }
}
