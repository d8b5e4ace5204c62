import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { messages } from '#shared/messages/index.ts';
import { formatPickups } from '#shared/narration/pickup-csv.ts';
import type { Pickup, PickupChange } from '#shared/narration/pickups.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import type { Exports } from './exports.ts';
import type { Projects } from './projects.ts';

export interface LibraryPickups {
  readonly services: Pick<Services, 'pickups.list' | 'pickups.change' | 'pickups.export'>;
  /** Those of an open project. Fails with `not-found` for one that is not open. */
  list(projectId: string): Promise<readonly Pickup[]>;
  /** Ids of the takes of an open project that were checked. Fails with `not-found` for a project that is not open. */
  checkedTakes(projectId: string): Promise<ReadonlySet<string>>;
  /** A take was checked: what is found becomes its pickups, in the file and in every window. An empty list: nothing is wrong. */
  onFindings(projectId: string, take: Pick<Take, 'id'>, findings: readonly Finding[]): Promise<void>;
}

interface Parts {
  projects: Projects;
  exports: Pick<Exports, 'text'>;
  /** Gets each change once it is durable. */
  onChange: (projectId: string, change: PickupChange) => void;
}

/** Pickups of open projects. */
export function createPickups({ projects, exports, onChange }: Parts): LibraryPickups {
  return {
    services: {
      'pickups.list': ({ projectId }) => {
        const project = projects.get(projectId);
        return project.inOrder(() => project.thread.call('pickups'));
      },
      'pickups.change': ({ projectId, put, removed }) => {
        const project = projects.get(projectId);
        return project.inOrder(async () => {
          await project.thread.call('changePickups', { put, removed });
          onChange(projectId, { put, removed, checked: [] });
          return null;
        });
      },
      'pickups.export': async ({ rows, path, overwrite }, { signal }) => {
        const file = { name: messages.pickups.csvName, type: 'text/csv; charset=utf-8', path, overwrite };
        const written = await exports.text(file, [new TextEncoder().encode(formatPickups(rows))], signal);
        return { name: written.name, path: written.path, url: written.url };
      },
    },
    list: async (projectId) => {
      const project = projects.get(projectId);
      const { pickups } = await project.inOrder(() => project.thread.call('pickups'));
      return pickups;
    },
    checkedTakes: async (projectId) => {
      const project = projects.get(projectId);
      const { checked } = await project.inOrder(() => project.thread.call('pickups'));
      return new Set(checked);
    },
    onFindings: async (projectId, take, findings) => {
      const project = projects.get(projectId);
      await project.inOrder(async () => onChange(projectId, await project.thread.call('addFindings', take.id, [...findings])));
    },
  };
}
