import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';

/** What a piece of work under way can say of itself. */
export interface Flight<Event> {
  /** Aborted when nobody waits any more, unless it was let go. */
  signal: AbortSignal;
  tell(event: Event): void;
  /** From here on it goes on by itself: a waiting caller may leave without ending it. */
  letGo(): void;
}

interface Waiter<Event> {
  listener: (event: Event) => void;
}

interface Running<Event, Result> {
  controller: AbortController;
  waiters: Set<Waiter<Event>>;
  events: Event[];
  alone: boolean;
  result: Promise<Result>;
}

/**
 * Work that is done once however many ask for it at the same time. Who joins later gets the events from before (`keeps`
 * says which of it still matters).
 */
export class SingleFlight<Event, Result> {
  readonly #running = new Map<string, Running<Event, Result>>();
  readonly #keeps: (events: readonly Event[], next: Event) => Event[];

  constructor(keeps: (events: readonly Event[], next: Event) => Event[]) {
    this.#keeps = keeps;
  }

  has(key: string): boolean {
    return this.#running.has(key);
  }

  /** `joined`: the work was under way already, and this asked for nothing new. */
  async run(
    key: string,
    start: (flight: Flight<Event>) => Promise<Result>,
    listener: (event: Event) => void,
    signal: AbortSignal,
  ): Promise<{ result: Result; joined: boolean }> {
    signal.throwIfAborted();
    const known = this.#running.get(key);
    const running = known ?? this.#start(key, start);
    const waiter = { listener };
    running.waiters.add(waiter);
    for (const event of known?.events ?? []) listener(event);
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        running.waiters.delete(waiter);
        if (running.alone)
          reject(
            fail('cancelled', message('speech.stoppedWaiting'), {
              charged: 'unknown',
            }),
          );
        else if (running.waiters.size > 0) reject(fail('cancelled', message('failures.stopped')));
        else running.controller.abort(); // and its own end, with what it kept, is waited for
      };
    });
    signal.addEventListener('abort', leave, { once: true });
    try {
      return { result: await Promise.race([running.result, left]), joined: known !== undefined };
    } finally {
      signal.removeEventListener('abort', leave);
      running.waiters.delete(waiter);
    }
  }

  /** Ends one, no matter who waits for it, and waits until it has. */
  async stop(key: string): Promise<void> {
    const running = this.#running.get(key);
    running?.controller.abort();
    await running?.result.catch(() => undefined);
  }

  /** Ends everything, and waits until it has. */
  async close(): Promise<void> {
    const all = [...this.#running.values()];
    for (const running of all) running.controller.abort();
    await Promise.allSettled(all.map((running) => running.result));
  }

  #start(key: string, start: (flight: Flight<Event>) => Promise<Result>): Running<Event, Result> {
    const controller = new AbortController();
    const waiters = new Set<Waiter<Event>>();
    const flight: Flight<Event> = {
      signal: controller.signal,
      tell: (event) => {
        running.events = this.#keeps(running.events, event);
        for (const waiter of waiters) waiter.listener(event);
      },
      letGo: () => {
        running.alone = true;
      },
    };
    // Begins in a turn of its own, so that the caller listens before anything is emitted.
    const result = Promise.resolve()
      .then(() => {
        controller.signal.throwIfAborted();
        return start(flight);
      })
      .finally(() => this.#running.delete(key));
    result.catch(() => undefined); // heard by the waiters, if there are any left
    const running: Running<Event, Result> = { controller, waiters, events: [], alone: false, result };
    this.#running.set(key, running);
    return running;
  }
}
