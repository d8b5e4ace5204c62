import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { fail } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import { projectExtension, type DialogGrants } from '../../library/writable-path.ts';
import type { Platform } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** What one folder lists at the most; a larger one says that it was cut. */
const maximumEntries = 2000;

type FileServices = Pick<Services, 'files.list' | 'files.choose' | 'files.showFolder' | 'files.showProject'>;

/** Folders for the studio's own picker, and the operating system's dialogs where the host has them. */
export function createFiles(platform: Platform, grants: DialogGrants, projectPath: (projectId: string) => string): FileServices {
  return {
    'files.list': async ({ path }) => {
      const folder = resolve(path ?? homedir());
      const names = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
        throw folderFailure(folder, cause);
      });
      const shown = names
        .filter((entry) => !entry.name.startsWith('.'))
        .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
      const entries = await Promise.all(
        shown.slice(0, maximumEntries).map(async (entry) => {
          const full = join(folder, entry.name);
          const facts = await stat(full).catch(() => undefined); // a link that leads nowhere
          const kind =
            facts?.isDirectory() === true
              ? ('folder' as const)
              : extname(entry.name) === projectExtension
                ? ('project' as const)
                : ('file' as const);
          return { name: entry.name, path: full, kind, modifiedAt: facts?.mtimeMs ?? 0 };
        }),
      );
      const parent = dirname(folder);
      entries.sort((a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder'));
      return { path: folder, parent: parent === folder ? null : parent, entries, truncated: shown.length > maximumEntries };
    },
    'files.choose': async (request) => {
      if (!platform.host.nativeDialogs) throw fail('invalid-input', message('files.hostHasNoDialogs'), { next: 'report' });
      const chosen = await platform.chooseFile(request);
      if (chosen === null || request.purpose === 'open-project') return { path: chosen };
      if (request.purpose === 'export-folder') {
        grants.addFolder(chosen);
        return { path: chosen };
      }
      const ending = `.${request.extension.replace(/^\./u, '')}`;
      const path = chosen.toLowerCase().endsWith(ending.toLowerCase()) ? chosen : `${chosen}${ending}`;
      grants.add(path, path === chosen);
      return { path };
    },
    'files.showFolder': async ({ path, file }) => {
      if (!grants.hasFolder(path) || platform.showFolder === undefined)
        throw fail('invalid-input', message('files.folderNotChosen'), { field: 'path' });
      if (file !== undefined && platform.showFile) platform.showFile(join(path, file));
      else await platform.showFolder(path);
      return null;
    },
    'files.showProject': ({ projectId }) => {
      if (platform.showFile === undefined) throw fail('invalid-input', message('files.hostHasNoDialogs'), { next: 'report' });
      platform.showFile(projectPath(projectId));
      return Promise.resolve(null);
    },
  };
}

function folderFailure(folder: string, cause: unknown) {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return fail('file-missing', message('files.noFolder', folder), { field: 'path', cause });
  if (code === 'ENOTDIR') return fail('file-failed', message('files.notAFolder', folder), { field: 'path', cause });
  if (code === 'EACCES' || code === 'EPERM')
    return fail('file-failed', message('files.folderNotAllowed', folder), { field: 'path', cause });
  return fail('file-failed', message('files.folderUnreadable', folder), { field: 'path', cause });
}
