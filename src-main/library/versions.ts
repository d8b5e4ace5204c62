import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { blocksOf, documentFromJson, wordsOf } from '#shared/narration/document.ts';
import { message } from '#shared/messages/message.ts';
import { versionContent, type Version, type VersionContent } from '#shared/narration/versions.ts';
import type { Services } from '#shared/operations/index.ts';
import type { OpenProject } from './open-project.ts';
import type { Projects } from './projects.ts';

type VersionServices = Pick<Services, 'project.versions' | 'project.saveVersion' | 'project.version' | 'project.removeVersion'>;

/** Named versions of open projects. A version keeps text, settings, cast, pronunciations and the choice of takes; the takes themselves stay in the project. */
export function createVersionServices(projects: Projects): VersionServices {
  return {
    'project.versions': ({ projectId }) => {
      const project = projects.get(projectId);
      return project.inOrder(() => project.thread.call('versions'));
    },
    'project.saveVersion': ({ projectId, name, takes, automatic }) => {
      const project = projects.get(projectId);
      return project.inOrder(async () => {
        const version = { ...describe(project, name), ...(automatic && { automatic }) };
        await project.thread.call('addVersion', version, JSON.stringify(contentOf(project, takes)));
        return version;
      });
    },
    'project.version': ({ projectId, versionId }) => {
      const project = projects.get(projectId);
      return project.inOrder(async () => parseContent(await project.thread.call('version', versionId)));
    },
    'project.removeVersion': ({ projectId, versionId }) => {
      const project = projects.get(projectId);
      return project.inOrder(async () => {
        await project.thread.call('removeVersion', versionId);
        return null;
      });
    },
  };
}

function describe(project: OpenProject, name: string): Version {
  const blocks = project.order.flatMap((chapterId) => blocksOf(project.chapter(chapterId).document));
  const words = blocks.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  return { id: newId(), name, createdAt: Date.now(), chapters: project.order.length, blocks: blocks.length, words };
}

function contentOf(project: OpenProject, takes: VersionContent['takes']): VersionContent {
  return {
    voiceId: project.voiceId,
    modelId: project.modelId,
    cast: [...project.cast],
    pronunciations: [...project.pronunciations],
    chapters: project.order.map((chapterId) => {
      const { id, title, document } = project.chapter(chapterId);
      return { id, title, document: document.toJSON() as VersionContent['chapters'][number]['document'] };
    }),
    takes,
  };
}

/** A version that a newer program wrote, or that is damaged, is refused; the project stays as it is. */
function parseContent(json: string): VersionContent {
  try {
    const content = versionContent.parse(JSON.parse(json));
    for (const { document } of content.chapters) documentFromJson(document);
    return content;
  } catch (thrown) {
    throw fail('damaged', message('library.versionUnreadable'), { next: 'none', cause: thrown });
  }
}
