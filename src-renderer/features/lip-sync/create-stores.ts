import type { Stores } from '../../core/create-stores.ts';
import { exampleFile } from '../../core/examples/example-files.ts';
import { LipSyncStore } from './lip-sync-store.ts';
import { NarrationSound } from './narration-sound-store.ts';
import { SpokenStore } from './spoken-store.ts';

/** Makes the stores of Lip sync, over those of the window. */
export function createLipSyncStores(core: Stores) {
  const spoken = new SpokenStore(core);
  const lipSync = new LipSyncStore({ ...core, spoken, exampleFile });
  const narrationSound = new NarrationSound(core);
  return { spoken, lipSync, narrationSound };
}
