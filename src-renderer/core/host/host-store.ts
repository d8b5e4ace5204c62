import { create } from 'zustand';
import { fail, FailureError } from '#shared/failure.ts';
import type { Host } from '#shared/operations/studio.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from './client.ts';
import type { HostClient } from './wire.ts';
import { message } from '#shared/messages/message.ts';

interface HostState {
  status: 'connecting' | 'open' | 'lost';
  /** Why the wire is gone, in words. */
  reason: string;
  version: string;
  host: Host | undefined;
}

export interface HostDependencies {
  openHost: () => Promise<HostClient>;
}

type Opened = (client: HostClient) => void;

/** The wire to main. */
export class HostStore {
  readonly store = create<HostState>(() => ({ status: 'connecting', reason: '', version: '', host: undefined }));
  readonly #deps: HostDependencies;
  #client: HostClient | undefined;
  readonly #openedListeners = new Set<Opened>();

  constructor(dependencies: HostDependencies) {
    this.#deps = dependencies;
  }

  /** Sends each request over the wire that is open at that time. */
  readonly client: StudioClient = {
    run: (...request) => this.#openClient().run(...request),
    call: (...request) => this.#openClient().call(...request),
  };

  /** Calls `listener` with the client each time a wire opens: the first time, and after each reconnect. Returns what stops that. */
  readonly whenOpened = (listener: Opened): (() => void) => {
    this.#openedListeners.add(listener);
    if (this.#client && this.store.getState().status === 'open') listener(this.#client);
    return () => this.#openedListeners.delete(listener);
  };

  /** As `whenOpened`, of wires that open from now on: what main reported while there was none never came. Returns what stops that. */
  readonly whenOpenedLater = (listener: () => void): (() => void) =>
    this.store.subscribe(({ status }, before) => {
      if (status === 'open' && before.status !== 'open') listener();
    });

  /** Opens the wire, or opens it again. Everyone who called `whenOpened` then reads state from main again. */
  readonly connectHost = async (): Promise<void> => {
    this.store.setState({ status: 'connecting' });
    try {
      const opened = await this.#deps.openHost();
      opened.onClose((reason) => {
        if (this.#client === opened) this.store.setState({ status: 'lost', reason });
      });
      this.#client = opened;
      // Requested together, not one after the other: the window appears sooner.
      const starting = opened.run('studio.start', null);
      for (const listener of this.#openedListeners) listener(opened);
      const started = await starting;
      this.store.setState({ status: 'open', reason: '', version: started.version, host: started.host });
    } catch (thrown) {
      const reason = thrown instanceof FailureError || thrown instanceof Error ? thrown.message : messages.host.noResponse;
      this.store.setState({ status: 'lost', reason });
    }
  };

  #openClient(): HostClient {
    if (!this.#client) throw fail('disconnected', message('host.notConnectedYet'));
    return this.#client;
  }
}
