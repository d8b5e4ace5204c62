import type { Pickup } from '#shared/narration/pickups.ts';
import { OpenProject } from './open-project.ts';
import type { ProjectThreads } from './project-threads.ts';
import type { Projects } from './projects.ts';

interface Parts {
  projects: Pick<Projects, 'openAt'>;
  threads: Pick<ProjectThreads, 'use'>;
}

interface ReadProject {
  project: OpenProject;
  pickups: readonly Pickup[];
  isOpen: boolean;
}

/** The project of a file as it is now. One that is not open is read, and left as it is. `path`: its real one. */
export async function readProject({ projects, threads }: Parts, path: string): Promise<ReadProject> {
  const open = await projects.openAt(path);
  if (open) return { project: open, pickups: (await open.inOrder(() => open.thread.call('pickups'))).pickups, isOpen: true };
  return threads.use(path, async (thread) => {
    const project = new OpenProject(path, thread, await thread.call('open', path), () => []);
    return { project, pickups: (await thread.call('pickups')).pickups, isOpen: false };
  });
}
