import type { Services } from '#shared/operations/index.ts';
import type { LibraryOptions, LibraryParts } from './library-parts.ts';
import type { OpenProject } from './open-project.ts';
import { glanceAtProjects } from './glance.ts';
import { blocksWithEditedTakes } from './take-edit-steps.ts';
import { createVersionServices } from './versions.ts';
import { voiceUsers } from './voice-users.ts';

/** The operations of projects, their pickups and versions, their takes and their sound. */
export type LibraryServices = Pick<
  Services,
  | 'project.create'
  | 'project.open'
  | 'project.resume'
  | 'project.glance'
  | 'project.close'
  | 'project.update'
  | 'project.read'
  | 'project.edit'
  | 'project.arrange'
  | 'project.revise'
  | 'project.texts'
  | 'project.versions'
  | 'project.saveVersion'
  | 'project.version'
  | 'project.saveUndo'
  | 'project.readUndo'
  | 'project.removeVersion'
  | 'project.saveCopy'
  | 'pickups.list'
  | 'pickups.change'
  | 'pickups.export'
  | 'take.update'
  | 'voices.usedBy'
  | 'chapter.sound'
>;

export function createLibraryServices(
  { projects, undoHistories, sounds, pickups, threads, pool, announce, announceEdits, cache }: LibraryParts,
  { recent, log, connectionId }: Pick<LibraryOptions, 'recent' | 'log' | 'connectionId'>,
): LibraryServices {
  const shown = (project: OpenProject): ReturnType<OpenProject['toProject']> => {
    pool.warm();
    const opened = project.toProject();
    announce(project.projectId, opened.takes);
    return opened;
  };
  return {
    'project.create': async (input) => shown(await projects.create(input)),
    'project.open': async ({ path }) => shown(await projects.open(path)),
    'project.resume': async () => {
      const resumed = await projects.resume();
      return resumed ? shown(resumed) : null;
    },
    'project.glance': glanceAtProjects({ projects, recent, threads, cache, connectionId }),
    'project.read': ({ projectId }) => Promise.resolve(projects.get(projectId).toProject()),
    'project.close': async ({ projectId }) => {
      await projects.close(projectId);
      sounds.forget(projectId);
      return null;
    },
    'project.update': async ({ projectId, ...change }) => {
      await projects.update(projectId, change);
      return null;
    },
    'project.edit': async ({ projectId, chapterId, version, steps }) => {
      const edited = await projects.edit(projectId, chapterId, version, steps);
      const blockIds = blocksWithEditedTakes(projects.get(projectId).chapter(chapterId).document, steps);
      if (blockIds.length > 0) announceEdits(projectId, blockIds);
      return { version: edited };
    },
    'project.arrange': async ({ projectId, before, chapters }) => {
      await projects.arrange(projectId, before, chapters);
      return null;
    },
    'project.revise': async ({ projectId, before, chapters, ...change }) => {
      await projects.reviseFromWindow(projectId, { before, chapters }, change);
      return null;
    },
    'project.saveCopy': async ({ projectId, path }) => ({ path: await projects.saveCopy(projectId, path) }),
    'project.texts': async ({ projectId }) => ({ texts: await projects.texts(projectId) }),
    ...createVersionServices(projects),
    ...undoHistories.services,
    ...pickups.services,
    'voices.usedBy': voiceUsers({ projects, recent, threads, log }),
    'take.update': async ({ projectId, takeId, starred }) => {
      await projects.star(projectId, takeId, starred);
      return null;
    },
    'chapter.sound': async (input) => Promise.resolve(sounds.publish(input)),
  };
}
