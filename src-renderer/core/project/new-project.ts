import type { Failure } from '#shared/failure.ts';
import type { StudioFiles } from '../files/studio-files.ts';
import type { HostStore } from '../host/host-store.ts';
import type { ProjectStore } from './project-store.ts';

interface NewProjectDependencies {
  host: Pick<HostStore, 'store'>;
  files: Pick<StudioFiles, 'chooseFile'>;
  project: Pick<ProjectStore, 'createProject'>;
}

/** Begins a project by its title: its file is where the person chooses, or in the folder of projects where the system has no dialog. */
export class NewProject {
  readonly #deps: NewProjectDependencies;

  constructor(dependencies: NewProjectDependencies) {
    this.#deps = dependencies;
  }

  /** Without a value where the dialog was closed: then what is open stays. */
  readonly beginProject = async (title: string): Promise<{ ok: true; value: 'begun' | null } | { ok: false; failure: Failure }> => {
    const { host, files, project } = this.#deps;
    let path: string | undefined;
    if (host.store.getState().host?.nativeDialogs ?? false) {
      const chosen = await files.chooseFile({ purpose: 'create-project', suggestedName: title, extension: 'voicewright' });
      if (!chosen.ok) return chosen;
      if (chosen.value === null) return { ok: true, value: null };
      path = chosen.value;
    }
    const failure = await project.createProject({ title, ...(path === undefined ? {} : { path }) });
    return failure ? { ok: false, failure } : { ok: true, value: 'begun' };
  };
}
