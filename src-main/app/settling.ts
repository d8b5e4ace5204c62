import { toFailure } from '#shared/failure.ts';
import type { Connection } from '#shared/operations/connections.ts';
import type { StoredConnections } from '../features/connections/store.ts';
import type { Core } from './core.ts';
import type { Features } from './features.ts';
import type { UnsettledOperations } from './unsettled.ts';

/** Settles what a crash or a lost service left open: at the start, and whenever the service answers. A window does not wait for it. */
export class Settling {
  readonly #core: Core;
  readonly #features: Features;
  readonly #unsettled: UnsettledOperations;
  #settling: Promise<void> | undefined;

  constructor(core: Core, features: Features, unsettled: UnsettledOperations) {
    this.#core = core;
    this.#features = features;
    this.#unsettled = unsettled;
  }

  /** Returns what ends it. */
  start(): () => void {
    const { connection } = this.#core;
    const stop = connection.onChange(this.#onConnection);
    void this.settle();
    this.#onConnection(connection.current()); // it may have answered while the rest was opened
    return stop;
  }

  /** Once at a time: who asks meanwhile waits for the same. */
  settle(): Promise<void> {
    this.#settling ??= this.#settleOnce().finally(() => (this.#settling = undefined));
    return this.#settling;
  }

  async #settleOnce(): Promise<void> {
    const { speech, live, paidWork, uploads } = this.#features;
    const { account, platform } = this.#core;
    const { log } = platform;
    const outcomes = await Promise.allSettled([speech.recover(), live.recover(), paidWork.coordinator.recover(), account.refresh()]);
    this.#unsettled.refresh();
    uploads.sweep().catch((thrown: unknown) => log.warn('the bucket could not be looked after', { kind: toFailure(thrown).kind }));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') log.warn('Not everything could be settled yet.', { failure: toFailure(outcome.reason) });
  }

  readonly #onConnection = ({ id, kind, name, state }: Connection): void => {
    if (state !== 'ready') return;
    this.#noteAnswered({ id, kind, name });
    void this.settle();
  };

  #noteAnswered(answered: NonNullable<StoredConnections['lastAnswered']>): void {
    const { connectionStore, platform } = this.#core;
    const stored = connectionStore.read();
    if (JSON.stringify(stored.lastAnswered) === JSON.stringify(answered)) return;
    try {
      connectionStore.write({ ...stored, lastAnswered: answered });
    } catch (thrown) {
      platform.log.warn('the service that answered could not be noted', { kind: toFailure(thrown).kind });
    }
  }
}
