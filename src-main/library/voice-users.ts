import { realpath } from 'node:fs/promises';
import type { Services } from '#shared/operations/index.ts';
import { voiceOf } from '#shared/narration/shape.ts';
import { blocksOf, type BlockAttributes } from '#shared/narration/document.ts';
import { toFailure } from '#shared/failure.ts';
import type { Log } from '../infra/platform.ts';
import { readProject } from './closed-project.ts';
import type { OpenProject } from './open-project.ts';
import type { ProjectThreads } from './project-threads.ts';
import type { Projects, RecentProjects } from './projects.ts';

/** Which of the projects that are open, or were opened last, speak with a voice. Those that are not open are read and left as they are. */
export function voiceUsers(parts: {
  projects: Pick<Projects, 'openAt'>;
  recent: Pick<RecentProjects, 'list'>;
  threads: Pick<ProjectThreads, 'use'>;
  log: Log;
}): Services['voices.usedBy'] {
  const { projects, recent, threads, log } = parts;

  return async ({ voiceId }, { signal }) => {
    const found: Awaited<ReturnType<Services['voices.usedBy']>>['projects'] = [];
    const unread: string[] = [];
    for (const { path: named } of recent.list()) {
      signal.throwIfAborted();
      const path = await realpath(named).catch(() => undefined);
      if (path === undefined) continue; // moved or deleted: nobody knows it any more
      try {
        const { project, isOpen } = await readProject({ projects, threads }, path);
        const blocks = project.order.reduce(
          (sum, id) =>
            sum + blocksOf(project.chapter(id).document).filter(({ attributes }) => isSpokenBy(attributes, project, voiceId)).length,
          0,
        );
        const isDefault = project.voiceId === voiceId;
        const characters = project.cast.filter((character) => character.voiceId === voiceId).map(({ name }) => name);
        if (blocks > 0 || isDefault || characters.length > 0)
          found.push({ title: project.title, path, open: isOpen, blocks, isDefault, characters });
      } catch (thrown) {
        log.info('a project could not be looked into for its voices', { kind: toFailure(thrown).kind });
        unread.push(path);
      }
    }
    return { projects: found, unread };
  };
}

/** By its own voice or its character's; what falls back to the project's voice is not counted. */
const isSpokenBy = (attributes: BlockAttributes, { cast }: OpenProject, voiceId: string): boolean =>
  voiceOf(attributes, { voiceId: null, cast }) === voiceId;
