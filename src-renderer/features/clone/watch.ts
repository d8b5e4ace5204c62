import { watchUndecoded, watchLeftRecording, watchLostClones, watchClone, watchMade, watchLanguage } from './stores.ts';

/** What Clone follows from the start, shown or not: its draft, its uploads and clones whose answer was lost. */
export function watchClonePanel(): void {
  watchClone();
  watchUndecoded();
  watchLostClones();
  watchMade();
  watchLeftRecording();
  watchLanguage();
}
