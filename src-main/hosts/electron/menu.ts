import { Menu, type MenuItemConstructorOptions } from 'electron';
import { messages } from '#shared/messages/index.ts';

/**
 * Only what the system itself does (clipboard, zoom, windows, quit): the studio's own commands are in the page, the same in
 * every host. Space and the letters stay free for it.
 */
export function setMenu(): void {
  const { platform } = process;
  const template: MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    { label: messages.host.fileMenu, submenu: [platform === 'darwin' ? { role: 'close' } : { role: 'quit' }] },
    {
      label: messages.host.editMenu,
      submenu: [
        // Undo and redo are the project's own; the page hears their keys itself.
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'pasteAndMatchStyle' },
        { role: 'selectAll' },
      ],
    },
    {
      label: messages.host.viewMenu,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
