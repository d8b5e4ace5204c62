import type { LiveDesk } from '#shared/operations/live.ts';
import { endSession } from './store.ts';
import { settleChoice } from './capabilities.ts';
import { setLive } from './phrases.ts';

/** Another choice is another session: the one that runs is ended, and what was sent in it is spoken. */
export function choose(settings: Partial<LiveDesk['settings']>): void {
  setLive(settings);
  settleChoice();
  endSession();
}
