import { create } from 'zustand';
import type { Glance, RecentProject } from '#shared/operations/project.ts';
import { attempt } from '../../core/host/attempt.ts';
import type { StudioClient } from '../../core/host/client.ts';

interface GlancesState {
  /** By path, what was seen of recent projects last; `null` for one that could not be looked at. */
  glances: ReadonlyMap<string, Glance | null>;
}

export interface GlancesDependencies {
  client: StudioClient;
}

/** What recent projects look like, for as long as a list of them is shown. */
export class GlancesStore {
  readonly store = create<GlancesState>(() => ({ glances: new Map() }));
  readonly #deps: GlancesDependencies;
  #looking: AbortController | undefined;

  constructor(dependencies: GlancesDependencies) {
    this.#deps = dependencies;
  }

  /** Looks at them one after the other, the first first. What was seen before stays in sight until it is seen again. */
  readonly look = async (recent: readonly Pick<RecentProject, 'path' | 'missing'>[]): Promise<void> => {
    this.stopLooking();
    const looking = (this.#looking = new AbortController());
    const { signal } = looking;
    const paths = recent.filter(({ missing }) => !missing).map(({ path }) => path);
    this.store.setState(({ glances }) => ({ glances: new Map([...glances].filter(([path]) => paths.includes(path))) }));
    for (const path of paths) {
      if (signal.aborted) return;
      const answer = await attempt(() => this.#deps.client.run('project.glance', { path }, { signal }));
      if (this.#looking !== looking) return;
      this.store.setState(({ glances }) => ({ glances: new Map([...glances, [path, answer.ok ? answer.value : null]]) }));
    }
  };

  readonly stopLooking = (): void => {
    this.#looking?.abort();
    this.#looking = undefined;
  };
}
