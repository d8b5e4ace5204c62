import { BrowserWindow, ipcMain, type IpcMainEvent, type Session, screen } from 'electron';
import { fileURLToPath } from 'node:url';
import { operations } from '#shared/operations/index.ts';
import { serve } from '#shared/rpc-server.ts';
import type { Log, Preferences, PreferenceValues } from '../../infra/platform.ts';
import type { Studio } from '../../app/studio.ts';
import { channels, electronWire, type ElectronWire } from './wire.ts';
import { appOrigin, appUrl } from './scheme.ts';
import { messages } from '#shared/messages/index.ts';

interface WindowOptions {
  studio: Pick<Studio, 'services' | 'openAhead'>;
  preferences: Preferences;
  log: Log;
}

/** How long bounds must stay before they are kept; moving a window tells of every step. */
const boundsSettleMs = 400;

/** Opens the studio's window: sandboxed, isolated, and with its own page in it for as long as it lives. */
export function openWindow({ studio, preferences, log }: WindowOptions): BrowserWindow {
  const kept = preferences.get('window');
  const window = new BrowserWindow({
    ...boundsOnScreen(kept),
    minWidth: 640,
    minHeight: 480,
    title: 'Voicewright',
    show: false,
    backgroundColor: '#16181d',
    webPreferences: {
      preload: preloadPath(),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  const { webContents } = window;
  webContents.on('will-navigate', (event) => {
    event.preventDefault();
  });
  webContents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  connectPage(window, { studio, log });
  keepBounds(window, preferences);
  window.once('ready-to-show', () => {
    if (kept.maximized === true) window.maximize();
    window.show();
  });
  studio.openAhead();
  void window.loadURL(appUrl).catch((thrown: unknown) => {
    log.error('The window’s page could not be loaded.', { error: thrown });
  });
  return window;
}

const pagePermissions: readonly string[] = ['clipboard-read', 'clipboard-sanitized-write'];

/**
 * All is denied but to the studio's own page the microphone, which it asks for when **Record** is pressed (the system then asks the person), and the
 * clipboard, which **Paste** of a menu reads and every **Copy** writes.
 */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const soundAlone = kinds.length > 0 && kinds.every((kind) => kind === 'audio');
    const isAllowed = pagePermissions.includes(permission) || (permission === 'media' && soundAlone);
    answer(isAllowed && details.isMainFrame && isOwnPage(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin, details) =>
      (pagePermissions.includes(permission) || (permission === 'media' && details.mediaType === 'audio')) &&
      details.isMainFrame &&
      isOwnPage(requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
}

function isOwnPage(url: string): boolean {
  const page = URL.parse(url);
  const own = new URL(appUrl);
  return page !== null && page.protocol === own.protocol && page.host === own.host;
}

/** Each page of the window gets a wire of its own; a reload ends the calls of the page before it. */
function connectPage(window: BrowserWindow, { studio, log }: Pick<WindowOptions, 'studio' | 'log'>): void {
  const { webContents } = window;
  let current: ElectronWire | undefined;
  const lose = (reason: string): void => {
    current?.lost(reason);
    current = undefined;
  };
  const connect = (): ElectronWire => {
    const made = electronWire(webContents);
    serve(made.wire, {
      operations,
      services: studio.services,
      onUnexpected: (op, thrown) => {
        log.error(`${op} failed unexpectedly.`, { error: thrown });
      },
    });
    return made;
  };
  const onFrame = (event: IpcMainEvent, frame: unknown): void => {
    if (event.sender !== webContents) return;
    const from = event.senderFrame;
    if (!from || from !== webContents.mainFrame || !isOwnPage(from.url)) {
      log.warn('A frame that did not come from the studio’s own page was dropped.', { origin: from?.url ?? appOrigin });
      return;
    }
    current ??= connect();
    current.receive(frame);
  };
  ipcMain.on(channels.frame, onFrame);
  // Reported when the new page is there: until then frames may still come from the old one.
  webContents.on('did-navigate', () => {
    lose(messages.host.pageReloaded);
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('The window’s process is gone.', { reason });
    lose(messages.host.windowProcessGone);
    if (reason !== 'clean-exit' && !window.isDestroyed()) webContents.reload();
  });
  window.on('closed', () => {
    ipcMain.off(channels.frame, onFrame);
    lose(messages.host.windowGone);
  });
}

function keepBounds(window: BrowserWindow, preferences: Preferences): void {
  let settling: NodeJS.Timeout | undefined;
  const keep = (): void => {
    clearTimeout(settling);
    if (window.isDestroyed()) return;
    preferences.set('window', { ...window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const later = (): void => {
    clearTimeout(settling);
    settling = setTimeout(keep, boundsSettleMs);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('close', keep);
}

/** The kept bounds, without a place that no screen shows any more. */
function boundsOnScreen({ width, height, x, y }: PreferenceValues['window']): { width: number; height: number; x?: number; y?: number } {
  if (x === undefined || y === undefined) return { width, height };
  const visible = screen.getAllDisplays().some(({ workArea }) => {
    const right = Math.min(x + width, workArea.x + workArea.width);
    const bottom = Math.min(y + height, workArea.y + workArea.height);
    return right - Math.max(x, workArea.x) >= 100 && bottom - Math.max(y, workArea.y) >= 100;
  });
  return visible ? { width, height, x, y } : { width, height };
}

function preloadPath(): string {
  const relative = import.meta.url.endsWith('.ts') ? '../../../dist/preload/preload.cjs' : '../preload/preload.cjs';
  return fileURLToPath(new URL(relative, import.meta.url));
}
