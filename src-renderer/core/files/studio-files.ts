import type { In, Out } from '#shared/rpc.ts';
import type { Operations } from '#shared/operations/index.ts';
import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';

export type Folder = Out<Operations['files.list']>;

export interface StudioFilesDependencies {
  client: StudioClient;
}

/** Files of this machine, as main and the browser give them. */
export class StudioFiles {
  readonly #deps: StudioFilesDependencies;

  constructor(dependencies: StudioFilesDependencies) {
    this.#deps = dependencies;
  }

  /** The operating system's dialog; `null` when it was closed. */
  readonly chooseFile = async (request: In<Operations['files.choose']>) => {
    return attempt(async () => (await this.#deps.client.run('files.choose', request)).path);
  };

  /** A folder's folders and project files; without a path, the home folder. */
  readonly listFolder = async (path?: string) => {
    return attempt(() => this.#deps.client.run('files.list', path === undefined ? {} : { path }));
  };

  /** Hands a file of the studio over as a download of the browser. */
  readonly download = (url: string, name: string): void => {
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
  };
}
