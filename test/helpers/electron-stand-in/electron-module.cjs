// The module `electron`, as far as our main uses it.
const { fork } = require('node:child_process');
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { startChromium } = require('./devtools.cjs');
const { createWindows } = require('./windows.cjs');

class PreventableEvent {
  defaultPrevented = false;
  preventDefault() {
    this.defaultPrevented = true;
  }
}

function createElectron({ appPath, switches }) {
  const manifest = JSON.parse(fs.readFileSync(path.join(appPath, 'package.json'), 'utf8'));
  const state = { devtools: undefined, PreventableEvent, toFrontCount: 0 };
  const session = createSession();
  state.session = session;
  const ipcMain = new EventEmitter();
  const handlers = new Map();
  ipcMain.handle = (channel, handler) => void handlers.set(channel, handler);
  ipcMain.removeHandler = (channel) => void handlers.delete(channel);

  const app = createApp({ manifest, appPath, switches, state });
  state.app = app;
  state.ipcMain = ipcMain;
  const { BrowserWindow, webContents } = createWindows(state);
  state.BrowserWindow = BrowserWindow;

  /** Answers are put here by a test through `electronApp.evaluate`, by assigning to the functions, as with the real module. */
  const dialog = {
    showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
    showSaveDialog: async () => ({ canceled: true, filePath: '' }),
    showMessageBox: async () => ({ response: 0 }),
    showErrorBox: (title, content) => process.stderr.write(`${title}: ${content}\n`),
  };
  const { Menu } = createMenu();
  const shell = { openExternal: async () => undefined, openPath: async () => '', showItemInFolder: () => undefined };
  const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };
  return {
    app,
    BrowserWindow,
    webContents,
    ipcMain,
    session: { defaultSession: session },
    protocol: session.protocol,
    dialog,
    Menu,
    shell,
    screen,
    utilityProcess: { fork: forkUtility },
    // A machine without a secret store, as Electron on Linux tells it.
    safeStorage: {
      isAsyncEncryptionAvailable: async () => true,
      getSelectedStorageBackend: () => 'basic_text',
      encryptStringAsync: async (text) => Buffer.from(text, 'utf8'),
      decryptStringAsync: async (bytes) => ({ result: bytes.toString('utf8'), shouldReEncrypt: false }),
    },
    net: { fetch: globalThis.fetch },
    nativeTheme: Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false }),
  };
}

function createApp({ manifest, appPath, switches, state }) {
  const app = new EventEmitter();
  const paths = new Map();
  const added = [];
  let ready = false;
  let quitting = false;
  let lock;
  const start = async () => {
    state.devtools = await startChromium({ userData: app.getPath('userData'), switches: [...switches, ...added] });
    state.devtools.child.once('exit', () => app.exit(0));
    await state.devtools.ask('Target.setDiscoverTargets', { discover: true });
    ready = true;
    app.emit('ready', {}, {});
  };
  // Later than everything that main does at once, as with the real one.
  const started = new Promise((resolve, reject) => setImmediate(() => start().then(resolve, reject)));
  started.catch((error) => {
    console.error(error);
    process.exit(1);
  });
  return Object.assign(app, {
    isPackaged: false,
    name: manifest.name,
    getName: () => app.name,
    setName: (name) => void (app.name = name),
    getVersion: () => manifest.version,
    getAppPath: () => appPath,
    getLocale: () => 'en-US',
    getPath: (name) => paths.get(name) ?? defaultPath(name, app.name),
    setPath: (name, value) => void paths.set(name, value),
    enableSandbox: () => void (state.sandboxEnabled = true),
    commandLine: {
      appendSwitch: (name, value) => added.push(value ? `--${name}=${value}` : `--${name}`),
      hasSwitch: (name) => switches.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
    },
    requestSingleInstanceLock: () => {
      const folder = app.getPath('userData');
      fs.mkdirSync(folder, { recursive: true });
      const { DatabaseSync } = require('node:sqlite');
      lock ??= new DatabaseSync(path.join(folder, 'stand-in-lock'), { timeout: 0 });
      try {
        lock.exec('BEGIN EXCLUSIVE');
        return true;
      } catch {
        return false;
      }
    },
    isReady: () => ready,
    whenReady: () => started,
    focus: () => undefined,
    quit: () => {
      if (quitting) return;
      quitting = true;
      app.emit('before-quit', new state.PreventableEvent());
      const left = state.BrowserWindow.getAllWindows();
      void Promise.all(left.map((window) => new Promise((resolve) => window.once('closed', resolve).close()))).then(() => {
        const event = new state.PreventableEvent();
        app.emit('will-quit', event);
        if (!event.defaultPrevented) app.exit(0);
      });
    },
    exit: (code = 0) => {
      app.emit('quit', {}, code);
      process.exit(code);
    },
    lastWindowClosed: () => {
      if (quitting) return;
      if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
      else app.quit();
    },
  });
}

function defaultPath(name, appName) {
  const home = os.homedir();
  const configuration = process.env.XDG_CONFIG_HOME || path.join(home, '.config');
  const known = {
    home,
    appData: configuration,
    userData: path.join(configuration, appName),
    temp: os.tmpdir(),
    documents: path.join(home, 'Documents'),
  };
  if (!(name in known)) throw new Error(`Failed to get '${name}' path`);
  return known[name];
}

function createSession() {
  const schemes = new Map();
  const answers = new Map();
  const session = {
    schemes,
    answers,
    permissionCheck: undefined,
    permissionRequest: undefined,
    beforeRequest: undefined,
    setPermissionRequestHandler: (handler) => void (session.permissionRequest = handler),
    setPermissionCheckHandler: (handler) => void (session.permissionCheck = handler),
    setDevicePermissionHandler: (handler) => void (session.devicePermission = handler),
    webRequest: { onBeforeRequest: (listener) => void (session.beforeRequest = listener), onHeadersReceived: () => undefined },
    protocol: {
      registerSchemesAsPrivileged: (list) => {
        for (const { scheme, privileges } of list) schemes.set(scheme, privileges);
      },
      handle: (scheme, handler) => {
        if (!schemes.has(scheme)) throw new Error(`The scheme ${scheme} was not registered as privileged.`);
        answers.set(scheme, handler);
      },
      isProtocolHandled: (scheme) => answers.has(scheme),
    },
  };
  return session;
}

function createMenu() {
  let applicationMenu = null;
  class Menu {
    items = [];
    static buildFromTemplate(template) {
      const menu = new Menu();
      menu.items = template.map((item) => ({
        ...item,
        submenu: Array.isArray(item.submenu) ? Menu.buildFromTemplate(item.submenu) : item.submenu,
      }));
      return menu;
    }
    static setApplicationMenu(menu) {
      applicationMenu = menu;
    }
    static getApplicationMenu() {
      return applicationMenu;
    }
  }
  return { Menu };
}

/** A child process with Node's channel, at whose end it ends: however this process does. */
function forkUtility(entry, args = [], { env = process.env, stdio = 'inherit' } = {}) {
  const streams = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
  const endWithParent = 'data:text/javascript,process.on("disconnect",()=>process.exit());process.channel?.unref();';
  const child = fork(entry, args, { env, stdio: [...streams, 'ipc'], execArgv: ['--import', endWithParent] });
  const utility = new EventEmitter();
  child.once('spawn', () => utility.emit('spawn'));
  child.once('exit', (code) => utility.emit('exit', code ?? 1));
  return Object.assign(utility, {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    kill: () => child.kill(),
    postMessage: (message) => child.send(message),
  });
}

module.exports = { createElectron };
