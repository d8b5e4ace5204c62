import type { Failure } from '#shared/failure.ts';
import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';
import type { StudioFiles } from '../files/studio-files.ts';
import type { HostStore } from '../host/host-store.ts';
import type { ProjectStore } from './project-store.ts';

interface ProjectCopyDependencies {
  client: StudioClient;
  host: Pick<HostStore, 'store'>;
  files: Pick<StudioFiles, 'chooseFile'>;
  project: Pick<ProjectStore, 'store' | 'settleProject'>;
}

/** Saves a copy of the open project: where the person chooses, or in the folder of projects where the system has no dialog. */
export class ProjectCopy {
  readonly #deps: ProjectCopyDependencies;

  constructor(dependencies: ProjectCopyDependencies) {
    this.#deps = dependencies;
  }

  /** Answers with the path of the copy, or with `null` where the dialog was closed. */
  readonly saveProjectCopy = async (): Promise<{ ok: true; value: string | null } | { ok: false; failure: Failure }> => {
    const { client, host, files, project } = this.#deps;
    const { details } = project.store.getState();
    if (!details) return { ok: true, value: null };
    const { projectId, title } = details;
    let path: string | undefined;
    if (host.store.getState().host?.nativeDialogs ?? false) {
      const chosen = await files.chooseFile({ purpose: 'copy-project', suggestedName: title, extension: 'voicewright' });
      if (!chosen.ok || chosen.value === null) return chosen;
      path = chosen.value;
    }
    const unsaved = await project.settleProject();
    if (unsaved) return { ok: false, failure: unsaved };
    return attempt(async () => (await client.run('project.saveCopy', { projectId, ...(path !== undefined && { path }) })).path);
  };
}
