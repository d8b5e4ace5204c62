import { type BrowserWindow, dialog } from 'electron';
import { join } from 'node:path';
import { formatFileName } from '../../infra/file-name.ts';
import type { Platform } from '../../infra/platform.ts';
import { messages } from '#shared/messages/index.ts';

const titlesNow = () => ({
  'open-project': messages.host.openProject,
  'create-project': messages.host.newProject,
  'copy-project': messages.host.saveCopy,
  export: messages.host.export,
  'export-folder': messages.host.exportFolder,
});

/** The operating system's own dialogs, on the studio's window. */
export function createChooseFile(window: () => BrowserWindow | undefined, projectsDirectory: string): Platform['chooseFile'] {
  return async ({ purpose, suggestedName, extension }) => {
    const titles = titlesNow();
    const parent = window();
    const ending = extension.replace(/^\./u, '');
    const filters = [{ name: titles[purpose], extensions: [ending] }];
    if (purpose === 'export-folder') {
      const options = {
        title: titles[purpose],
        defaultPath: projectsDirectory,
        properties: ['openDirectory' as const, 'createDirectory' as const],
      };
      const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
      return canceled ? null : (filePaths[0] ?? null);
    }
    if (purpose === 'open-project') {
      const options = { title: titles[purpose], defaultPath: projectsDirectory, filters, properties: ['openFile' as const] };
      const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
      return canceled ? null : (filePaths[0] ?? null);
    }
    // With its ending: where the system adds none, its question before a file is written over would be about another file.
    const name = `${formatFileName(suggestedName)}.${ending}`;
    const options = { title: titles[purpose], defaultPath: join(projectsDirectory, name), filters };
    const { canceled, filePath } = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
    return canceled || filePath === '' ? null : filePath;
  };
}
