import type { StoredLive } from '#shared/operations/live.ts';
import { endSession, settleChoice, setLive } from './stores.ts';

/** Another choice is another session: the one that runs is ended, and what was sent in it is spoken. */
export function choose(settings: Partial<StoredLive['settings']>): void {
  setLive(settings);
  settleChoice();
  endSession();
}
