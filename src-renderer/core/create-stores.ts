import { HostStore, type HostDependencies } from './host/host-store.ts';
import { StudioStore } from './studio/studio-store.ts';
import { WindowStore } from './window/window-store.ts';

/** What the stores need from outside: the wire to main, what speaks to the user, and the players of the browser. */
export type StoreEnvironment = HostDependencies;

/**
 * Makes the stores of one window. It reads from the top: a store is given only what stands above it. A test makes its own, with a fake
 * client in place of the wire.
 */
export function createStores(environment: StoreEnvironment) {
  const host = new HostStore(environment);
  const { client } = host;
  const window = new WindowStore();
  const studio = new StudioStore({ client, host });
  return { host, client, window, studio };
}

export type Stores = ReturnType<typeof createStores>;
