import type { Stores } from '../../core/create-stores.ts';
import { CapabilitiesStore } from './capabilities-store.ts';
import { LiveStore, type LiveDependencies } from './live-store.ts';
import { LiveTabStore } from './live-tab-store.ts';
import { PhrasesStore } from './phrases-store.ts';
import { QueueStore } from './queue-store.ts';
import { SpokenStore } from './spoken-store.ts';
import { SessionsStore } from './sessions-store.ts';

/** Makes the stores of Live, over those of the window. */
export function createLiveStores(core: Stores, createSound: LiveDependencies['createSound']) {
  const phrases = new PhrasesStore(core);
  const tab = new LiveTabStore();
  const queue = new QueueStore({ ...core, phrases });
  const sessions = new SessionsStore(core);
  const spoken = new SpokenStore();
  const capabilities = new CapabilitiesStore({ ...core, phrases });
  const live = new LiveStore({ ...core, phrases, queue, sessions, spoken, capabilities, createSound });
  return { phrases, tab, queue, sessions, spoken, capabilities, live };
}
