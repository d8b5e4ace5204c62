import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { toFailure, type FailureKind } from '#shared/failure.ts';
import type { Log } from '../infra/platform.ts';
import type { ProjectThreads } from './project-threads.ts';
import type { Projects, RecentProjects } from './projects.ts';
import { projectExtension } from './writable-path.ts';

/** Which sounds the projects have that the studio knows of. */
export interface ProjectSounds {
  /** Hashes of every take of every project that could be read, chosen or not. */
  sounds: Set<string>;
  /** Ids of those projects. */
  projects: Set<string>;
  /** Projects that could not be read, and why; what they have is not known. */
  unread: { path: string; why: FailureKind }[];
}

/**
 * Reads the takes of the projects that are open, were opened last, or lie in the projects' folder. Those that are not open are read and left
 * as they are.
 */
export async function soundsOfProjects(
  parts: {
    projectsDirectory: string;
    projects: Pick<Projects, 'openAt'>;
    recent: Pick<RecentProjects, 'list'>;
    threads: Pick<ProjectThreads, 'use'>;
    log: Log;
  },
  signal: AbortSignal,
): Promise<ProjectSounds> {
  const { projectsDirectory, projects, recent, threads, log } = parts;
  const found: ProjectSounds = { sounds: new Set(), projects: new Set(), unread: [] };
  const entries = await readdir(projectsDirectory).catch((thrown: unknown) => {
    found.unread.push({ path: projectsDirectory, why: toFailure(thrown).kind });
    return [];
  });
  const beside = entries.filter((name) => name.toLowerCase().endsWith(projectExtension)).map((name) => join(projectsDirectory, name));
  const read = new Set<string>();
  for (const named of [...recent.list().map(({ path }) => path), ...beside]) {
    signal.throwIfAborted();
    try {
      const path = await realpath(named).catch(() => undefined);
      if (path === undefined) {
        found.unread.push({ path: named, why: 'file-missing' }); // its disk may come back
        continue;
      }
      if (read.has(path)) continue;
      read.add(path);
      const open = await projects.openAt(path);
      const { projectId, sounds } =
        open === undefined
          ? await threads.use(path, (thread) => thread.call('soundsIn', path))
          : { projectId: open.projectId, sounds: open.takes.map(({ contentHash }) => contentHash) };
      found.projects.add(projectId);
      for (const sound of sounds) found.sounds.add(sound);
    } catch (thrown) {
      const why = toFailure(thrown).kind;
      log.info('a project could not be looked into for its sounds', { kind: why });
      found.unread.push({ path: named, why });
    }
  }
  return found;
}
