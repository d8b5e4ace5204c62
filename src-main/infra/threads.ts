/**
 * Entry points that run in a thread or process of their own. From sources (tests, `node src-main/…`) they are the `.ts`
 * files, which Node runs as they are; in a build they lie beside this chunk as `.js`. Keep in step with `vite.main.config.ts`.
 */
const entries = {
  'local-service': '../local-service/main.ts',
  'project-thread': '../library/project-thread.ts',
  'results-thread': '../library/results-thread.ts',
  'sound-thread': '../media/sound-thread.ts',
  'ledger-thread': '../paid-requests/ledger/ledger-thread.ts',
  'recording-thread': '../features/clone/recording-thread.ts',
  'dubbing-thread': '../features/dubbing-timeline/dubbing-thread.ts',
} as const;

export type ThreadEntry = keyof typeof entries;

export function threadUrl(entry: ThreadEntry): URL {
  const fromSources = import.meta.url.endsWith('.ts');
  return new URL(fromSources ? entries[entry] : `./${entry}.js`, import.meta.url);
}
