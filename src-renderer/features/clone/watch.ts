import { watchUndecoded } from './decoding.ts';
import { watchLostClones } from './send-store.ts';
import { watchClone } from './store.ts';

/** What Clone follows from the start, shown or not: its draft, its uploads and clones whose answer was lost. */
export function watchClonePanel(): void {
  watchClone();
  watchUndecoded();
  watchLostClones();
}
