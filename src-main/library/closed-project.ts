import { OpenProject } from './open-project.ts';
import type { ProjectThreads } from './project-threads.ts';
import type { Projects } from './projects.ts';

interface Parts {
  projects: Pick<Projects, 'openAt'>;
  threads: Pick<ProjectThreads, 'use'>;
}

/** The project of a file as it is now. One that is not open is read, and left as it is. `path`: its real one. */
export async function readProject({ projects, threads }: Parts, path: string): Promise<{ project: OpenProject; isOpen: boolean }> {
  const open = await projects.openAt(path);
  if (open) return { project: open, isOpen: true };
  const project = await threads.use(path, async (thread) => new OpenProject(path, thread, await thread.call('open', path), () => []));
  return { project, isOpen: false };
}
