// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../sound/espeak-ng.d.ts" />
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import initialise from '@echogarden/espeak-ng-emscripten';

const root = '/usr/share/espeak-ng-data';

/** Writes the pronunciations that this program's own engine has (24 MB) into a folder, for models that came without. */
export async function writeEspeakData(folder: string): Promise<void> {
  const { FS: files } = await initialise();
  const copy = (path: string): void => {
    for (const name of files.readdir(path)) {
      if (name === '.' || name === '..') continue;
      const from = `${path}/${name}`;
      if (files.isDir(files.stat(from).mode)) copy(from);
      else {
        const to = join(folder, from.slice(root.length));
        mkdirSync(dirname(to), { recursive: true });
        writeFileSync(to, files.readFile(from));
      }
    }
  };
  copy(root);
}
