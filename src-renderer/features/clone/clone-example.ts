import type { exampleFile } from '../../core/examples/example-files.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { CloneFiles } from './clone-files.ts';
import type { CloneStore } from './clone-store.ts';
import type { SendStore } from './send-store.ts';

export interface CloneExampleDependencies {
  exampleFile: typeof exampleFile;
  clone: Pick<CloneStore, 'changeForm'>;
  cloneFiles: Pick<CloneFiles, 'addDropped'>;
  send: Pick<SendStore, 'sendClone'>;
  studio: Pick<StudioStore, 'store'>;
}

/** The clone of **Try an example**: the reading that comes with the studio, of a synthetic voice that nobody has to be asked about. */
export class CloneExample {
  readonly #deps: CloneExampleDependencies;

  constructor(dependencies: CloneExampleDependencies) {
    this.#deps = dependencies;
  }

  /** Puts it into the draft, and clones it where that costs nothing. */
  readonly start = async (): Promise<void> => {
    await this.#deps.cloneFiles.addDropped({ files: [await this.#deps.exampleFile('reading')], folders: [] });
    if (this.#deps.studio.store.getState().connection?.kind !== 'local') return;
    this.#deps.clone.changeForm({ consent: true });
    await this.#deps.send.sendClone();
  };
}
