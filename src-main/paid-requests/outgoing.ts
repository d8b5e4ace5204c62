import { untilLeft } from './giving-up.ts';

/** One send, as who does the work sees it. */
interface Departure {
  /** Aborted when its caller leaves before anything was sent, when it is stopped, and when all are ended. */
  signal: AbortSignal;
  /** The operation is in the ledger under this id: from here on it goes on without its caller. */
  begun: (operationId: string) => void;
}

interface Running {
  controller: AbortController;
  done: Promise<unknown>;
}

/** What is being sent at the moment: it outlives its caller once something has left, and can be ended one by one. */
export class Outgoing {
  /** By operation id. */
  readonly #sending = new Map<string, Running>();
  /** What an earlier run sent and this one goes on with by itself: once, however often that is asked for. */
  readonly #goingOn = new Map<string, Running>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  readonly #ended: (operationId: string) => Promise<void>;

  /** `ended` is called when an operation is not being sent any more, whatever became of it; the caller waits for it. */
  constructor(ended: (operationId: string) => Promise<void>) {
    this.#ended = ended;
  }

  has(operationId: string): boolean {
    return this.#sending.has(operationId);
  }

  /** Does the work, and waits for it as long as the caller does. Throws `FailureError`: `cancelled` where the caller has left. */
  async run<T>(caller: AbortSignal, work: (departure: Departure) => Promise<T>): Promise<T> {
    caller.throwIfAborted();
    const controller = new AbortController();
    const onClose = (): void => controller.abort();
    this.#closing.signal.addEventListener('abort', onClose, { once: true });
    let operationId: string | undefined;
    const begun = (id: string): void => {
      operationId = id;
      this.#sending.set(id, { controller, done: running });
    };
    const running = (async (): Promise<T> => {
      try {
        return await work({ signal: controller.signal, begun });
      } finally {
        this.#closing.signal.removeEventListener('abort', onClose);
        if (operationId !== undefined) {
          this.#sending.delete(operationId);
          await this.#ended(operationId);
        }
      }
    })();
    this.#track(running);
    return untilLeft(running, caller, () => {
      if (operationId === undefined) controller.abort();
      return operationId !== undefined;
    });
  }

  /** Goes on with an operation by itself, unless it is being sent already. `work` must not throw. */
  goOn(operationId: string, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#sending.has(operationId) || this.#goingOn.has(operationId)) return;
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, this.#closing.signal]);
    const done = work(signal).finally(() => this.#goingOn.delete(operationId));
    this.#goingOn.set(operationId, { controller, done });
    this.#track(done);
  }

  /** Ends one, and waits until it has: that one alone, for what else is being sent may take minutes. */
  async stop(operationId: string): Promise<void> {
    for (const running of [this.#goingOn.get(operationId), this.#sending.get(operationId)]) {
      running?.controller.abort();
      await running?.done.catch(() => undefined);
    }
  }

  /** Ends everything. */
  abort(): void {
    this.#closing.abort();
  }

  /** Settles when everything has ended that was under way. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#underWay]);
  }

  #track(work: Promise<unknown>): void {
    this.#underWay.add(work);
    const forget = (): boolean => this.#underWay.delete(work);
    work.then(forget, forget);
  }
}
