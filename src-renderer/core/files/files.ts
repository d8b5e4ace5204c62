import type { In, Out } from '#shared/rpc.ts';
import type { Operations } from '#shared/operations/index.ts';
import { attempt } from '../host/attempt.ts';
import { studio } from '../host/host.ts';

export type Folder = Out<Operations['files.list']>;

/** The operating system's dialog; `null` when it was closed. */
export async function chooseFile(request: In<Operations['files.choose']>) {
  return attempt(async () => (await studio().run('files.choose', request)).path);
}

/** A folder's folders and project files; without a path, the home folder. */
export async function listFolder(path?: string) {
  return attempt(() => studio().run('files.list', path === undefined ? {} : { path }));
}

/** Hands a file of the studio over as a download of the browser. */
export function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
