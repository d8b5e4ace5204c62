/**
 * Entry points that run in a thread or process of their own. From sources (tests, `node src-main/…`) they are the `.ts`
 * files, which Node runs as they are; in a build they lie beside this chunk as `.js`. Keep in step with `vite.main.config.ts`.
 * Code that runs from sources takes them from the build whose folder `VOICEWRIGHT_BUILT_THREADS` names (a `file:` URL that ends
 * in `/`): they start in a third of the time there. Only tests set it; a build never reads it.
 */
const entries = {
  'local-service': '../local-service/main.ts',
  'project-thread': '../library/project-thread.ts',
  'results-thread': '../library/results-thread.ts',
  'alignment-thread': '../media/alignment/alignment-thread.ts',
  'splice-thread': '../media/repair/splice-thread.ts',
  'sound-thread': '../media/sound-thread.ts',
  'master-thread': '../media/masters/master-thread.ts',
  'mp3-thread': '../media/masters/mp3-thread.ts',
  'aac-thread': '../media/masters/aac-thread.ts',
  'measuring-thread': '../media/masters/measuring-thread.ts',
  'ledger-thread': '../paid-requests/ledger/ledger-thread.ts',
  'recording-thread': '../features/clone/recording-thread.ts',
  'local-voice-thread': '../features/pronunciations/local-voice-thread.ts',
  'manuscript-thread': '../features/manuscript/manuscript-thread.ts',
  'find-thread': '../hosts/cli/find-thread.ts',
  'dubbing-thread': '../features/dubbing-timeline/dubbing-thread.ts',
} as const;

export type ThreadEntry = keyof typeof entries;

export function threadUrl(entry: ThreadEntry): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL(`./${entry}.js`, import.meta.url);
  const built = process.env['VOICEWRIGHT_BUILT_THREADS'];
  return built === undefined ? new URL(entries[entry], import.meta.url) : new URL(`./${entry}.js`, built);
}
