import type { Stores } from '../../core/create-stores.ts';
import { exampleFile } from '../../core/examples/example-files.ts';
import { CloneDecoding, type CloneDecodingDependencies } from './clone-decoding.ts';
import { CloneExample } from './clone-example.ts';
import { CloneFiles } from './clone-files.ts';
import { LanguagePreset } from './language-preset.ts';
import { CleanUpStore } from './clean-up-store.ts';
import { CloneStore } from './clone-store.ts';
import { RecorderStore, type RecorderDependencies } from './recorder-store.ts';
import { SendStore } from './send-store.ts';

/** What Clone needs of the browser. */
export type CloneBrowser = Pick<RecorderDependencies, 'microphones' | 'openRecorder'> & Pick<CloneDecodingDependencies, 'decodeInWindow'>;

/** Makes the stores of Clone, over those of the window. */
export function createCloneStores(core: Stores, browser: CloneBrowser) {
  const clone = new CloneStore(core);
  const cloneFiles = new CloneFiles({ ...core, clone });
  const decoding = new CloneDecoding({ ...core, ...browser, clone });
  const recorder = new RecorderStore({ ...core, ...browser, clone, cloneFiles });
  const cleanUp = new CleanUpStore({ ...core, clone });
  const send = new SendStore({ ...core, clone });
  const example = new CloneExample({ ...core, exampleFile, clone, cloneFiles, send });
  const languagePreset = new LanguagePreset({ ...core, clone, systemLanguage: () => navigator.language });
  return { example, clone, languagePreset, cleanUp, cloneFiles, decoding, recorder, send };
}
