import { nameFrom } from '#shared/clone/files.ts';
import type { exampleFile } from '../../core/examples/example-files.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { CloneFiles } from './clone-files.ts';
import type { CloneStore } from './clone-store.ts';
import type { SendStore } from './send-store.ts';
import { messages } from '#shared/messages/index.ts';
import type { announce } from '../../lib/live-region.tsx';

export interface CloneExampleDependencies {
  exampleFile: typeof exampleFile;
  clone: Pick<CloneStore, 'store' | 'changeForm' | 'noteLanguage' | 'removeRecording'>;
  cloneFiles: Pick<CloneFiles, 'addDropped' | 'drops'>;
  announce: typeof announce;
  send: Pick<SendStore, 'sendClone'>;
  studio: Pick<StudioStore, 'store'>;
}

/** What the voice of the example reads in. */
const exampleLanguage = 'en';

/** The clone of **Try an example**: the reading that comes with the studio, of a synthetic voice that nobody has to be asked about. */
export class CloneExample {
  readonly #deps: CloneExampleDependencies;

  constructor(dependencies: CloneExampleDependencies) {
    this.#deps = dependencies;
  }

  /**
   * Puts it into the draft, and clones it where that costs nothing. Where the person adds recordings of their own meanwhile, nothing is cloned: the
   * example goes, and theirs stay in the draft.
   */
  readonly start = async (): Promise<void> => {
    const { clone, cloneFiles, exampleFile, studio, send, announce } = this.#deps;
    const before = cloneFiles.drops();
    const file = await exampleFile('reading');
    const isAlone = (own: number): boolean => cloneFiles.drops() === before + own && clone.store.getState().recordings.length <= own;
    if (isAlone(0)) {
      await cloneFiles.addDropped({ files: [file], folders: [] });
      if (isAlone(1)) {
        const [example] = clone.store.getState().recordings;
        if (example) clone.noteLanguage(example.id, exampleLanguage);
        if (studio.store.getState().connection?.kind !== 'local') return;
        if (example) await send.sendClone({ exampleId: example.id });
        return;
      }
      await this.#takeOut(file.name);
    }
    clone.store.setState({ notice: messages.clone.exampleGivenUp });
    announce(messages.clone.exampleGivenUp);
  };

  async #takeOut(fileName: string): Promise<void> {
    const { clone } = this.#deps;
    const { recordings, form } = clone.store.getState();
    const example = recordings.find(({ name }) => name === fileName);
    const [other] = recordings.filter((recording) => recording !== example);
    if (form.name === nameFrom(fileName)) clone.changeForm({ name: other ? nameFrom(other.name) : '' });
    if (example) await clone.removeRecording(example.id);
  }
}
