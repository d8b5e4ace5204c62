// BrowserWindow and webContents, each a page target of Chromium.
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { pack, unpack } = require('./values.cjs');

const suffix = '.stand-in.invalid';
const world = 'stand-in preload';
const read = (name) => fs.readFileSync(path.join(__dirname, name), 'utf8');

/** Permissions by Electron's name and by the devtools protocol's. */
const permissions = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  midi: 'midi',
  media: 'microphone',
  'clipboard-read': 'clipboard-read',
};

function createWindows(state) {
  const { session, ipcMain } = state;
  const all = new Set();
  let lastId = 0;

  /** app://HOST/… as an https address that Chromium knows how to treat, and back. */
  const outward = (url) => {
    const { protocol, host, pathname, search, hash } = new URL(url);
    const scheme = protocol.slice(0, -1);
    return session.schemes.has(scheme) ? `https://${host}.${scheme}${suffix}${pathname || '/'}${search}${hash}` : url;
  };
  const inward = (url) => {
    if (!URL.canParse(url)) return url;
    const { host, pathname, search, hash } = new URL(url);
    const found = /^(.+)\.([a-z][a-z0-9+-]*)\.stand-in\.invalid$/u.exec(host);
    return found ? `${found[2]}://${found[1]}${pathname}${search}${hash}` : url;
  };

  class WebContents extends EventEmitter {
    constructor(window, preferences) {
      super();
      this.window = window;
      this.preferences = preferences;
      this.id = ++lastId;
      this.session = session;
      this.url = '';
      const contents = this;
      this.mainFrame = {
        get url() {
          return contents.url;
        },
        get origin() {
          return contents.url === '' ? 'null' : new URL(contents.url).origin;
        },
      };
      this.kept = [];
    }
    isDestroyed() {
      return this.window.isDestroyed();
    }
    getURL() {
      return this.url;
    }
    getLastWebPreferences() {
      return { ...this.preferences };
    }
    setWindowOpenHandler(handler) {
      this.openHandler = handler;
    }
    close() {
      this.window.close();
    }
    reload() {
      this.expected = outward(this.url);
      void this.ask('Page.reload');
    }
    openDevTools() {}
    send(channel, ...args) {
      structuredClone(args); // the real one throws here on what cannot be cloned
      this.deliver({ channel, args });
    }
    ask(method, params) {
      return state.devtools.ask(method, params, this.sessionId);
    }
    hear(method, listener) {
      state.devtools.hear(this.sessionId, method, listener);
    }
    async executeJavaScript(expression) {
      const { result } = await this.ask('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
      return result.value;
    }

    async open({ width = 800, height = 600 }) {
      const { devtools } = state;
      const { targetId } = await devtools.ask('Target.createTarget', { url: 'about:blank', newWindow: true, width, height });
      this.targetId = targetId;
      ({ sessionId: this.sessionId } = await devtools.ask('Target.attachToTarget', { targetId, flatten: true }));
      this.listen();
      const preload = this.preferences.preload ? fs.readFileSync(this.preferences.preload, 'utf8') : '';
      const isolated = `if (window === window.top) { ${read('preload-world.js')}\n(function (require, module, exports, process) {\n${preload}\n})(standInRequire, { exports: {} }, {}, standInProcess); }`;
      await Promise.all([
        this.ask('Page.enable'),
        this.ask('Runtime.enable'),
        this.ask('Runtime.addBinding', { name: 'standInPost', executionContextName: world }),
        this.ask('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
        this.ask('Page.addScriptToEvaluateOnNewDocument', { source: read('page-world.js') }),
        this.ask('Page.addScriptToEvaluateOnNewDocument', { worldName: world, source: `{${isolated}}` }),
      ]);
    }

    listen() {
      const { devtools } = state;
      this.hear('Runtime.executionContextCreated', ({ context }) => {
        if (context.name !== world || context.auxData.frameId !== this.targetId) return;
        this.context = context.uniqueId;
        for (const message of this.kept.splice(0)) this.deliver(message);
      });
      this.hear('Runtime.executionContextsCleared', () => (this.context = undefined));
      this.hear('Runtime.bindingCalled', ({ name, payload }) => {
        if (name !== 'standInPost') return;
        const { channel, args } = unpack(payload);
        ipcMain.emit(channel, { sender: this, senderFrame: this.mainFrame, reply: (to, ...values) => this.send(to, ...values) }, ...args);
      });
      this.hear('Page.frameNavigated', ({ frame }) => {
        if (frame.parentId !== undefined || frame.url === 'about:blank') return;
        this.url = inward(frame.url);
        this.emit('did-navigate', {}, this.url);
      });
      this.hear('Page.loadEventFired', () => {
        if (this.url === '') return;
        this.emit('did-finish-load');
        this.window.emit('ready-to-show');
      });
      this.hear('Inspector.targetCrashed', () => this.emit('render-process-gone', {}, { reason: 'crashed' }));
      this.hear('Fetch.requestPaused', (event) => void this.answer(event).catch(() => undefined));
      devtools.on(' Target.targetCreated', ({ targetInfo }) => {
        if (targetInfo.openerId !== this.targetId) return;
        const { action } = this.openHandler?.({ url: inward(targetInfo.url) }) ?? { action: 'allow' };
        if (action === 'deny') void devtools.ask('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined);
      });
      devtools.on(' Target.targetDestroyed', ({ targetId }) => {
        if (targetId === this.targetId) this.window.gone();
      });
    }

    deliver(message) {
      if (this.context === undefined) {
        this.kept.push(message);
        return;
      }
      const expression = `standInDeliver(${JSON.stringify(pack(message))})`;
      void this.ask('Runtime.evaluate', { uniqueContextId: this.context, expression, silent: true }).catch(() => undefined);
    }

    /** Every request of the page: navigations ask `will-navigate`, all ask the session, ours are answered by the scheme. */
    async answer({ requestId, request, resourceType, frameId }) {
      const refuse = (errorReason) => this.ask('Fetch.failRequest', { requestId, errorReason });
      const url = inward(request.url);
      if (url.startsWith(`${inward(new URL('/stand-in/open', request.url).href)}?`)) {
        const wanted = inward(new URL(request.url).searchParams.get('url'));
        const { action } = this.openHandler?.({ url: wanted }) ?? { action: 'allow' };
        const body = Buffer.from(action).toString('base64');
        return this.ask('Fetch.fulfillRequest', { requestId, responseCode: 200, body });
      }
      if (resourceType === 'Document' && frameId === this.targetId && request.url !== this.expected && url !== this.url) {
        const event = Object.assign(new state.PreventableEvent(), { url });
        this.emit('will-navigate', event, url);
        if (event.defaultPrevented) return refuse('Aborted');
      }
      const verdict = await new Promise((resolve) =>
        session.beforeRequest ? session.beforeRequest({ url, method: request.method, resourceType }, resolve) : resolve({}),
      );
      if (verdict.cancel) return refuse('BlockedByClient');
      const handler = session.answers.get(new URL(url).protocol.slice(0, -1));
      if (!handler) return this.ask('Fetch.continueRequest', { requestId });
      const parts = (request.postDataEntries ?? []).map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'));
      const body = parts.length > 0 ? Buffer.concat(parts) : undefined;
      const answer = await handler(new Request(url, { method: request.method, headers: request.headers, ...(body ? { body } : {}) }));
      return this.ask('Fetch.fulfillRequest', {
        requestId,
        responseCode: answer.status,
        responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
      });
    }

    async load(url) {
      this.expected = outward(url);
      const origin = new URL(this.expected).origin;
      if (session.permissionCheck)
        for (const [name, permission] of Object.entries(permissions)) {
          const details = { isMainFrame: true, requestingUrl: url, ...(name === 'media' ? { mediaType: 'audio' } : {}) };
          const granted = session.permissionCheck(this, name, `${new URL(url).protocol}//${new URL(url).host}/`, details);
          await state.devtools.ask('Browser.setPermission', {
            origin,
            permission: { name: permission },
            setting: granted ? 'granted' : 'denied',
          });
        }
      const loaded = new Promise((resolve) => this.once('did-finish-load', resolve));
      const { errorText } = await this.ask('Page.navigate', { url: this.expected });
      if (errorText) throw new Error(`${errorText} loading '${url}'`);
      await loaded;
    }
  }

  class BrowserWindow extends EventEmitter {
    static getAllWindows() {
      return [...all];
    }
    static fromWebContents(contents) {
      return contents?.window ?? null;
    }
    static getFocusedWindow() {
      return [...all][0] ?? null;
    }
    constructor(options = {}) {
      super();
      this.options = options;
      this.id = lastId + 1;
      this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
      this.visible = options.show !== false;
      this.webContents = new WebContents(this, options.webPreferences ?? {});
      this.opened = this.webContents.open(options);
      this.opened.catch((error) => console.error(error));
      all.add(this);
    }
    async loadURL(url) {
      await this.opened;
      await this.webContents.load(url);
    }
    close() {
      const event = new state.PreventableEvent();
      this.emit('close', event);
      if (event.defaultPrevented) return;
      void this.opened.then(() => state.devtools.ask('Target.closeTarget', { targetId: this.webContents.targetId })).catch(() => undefined);
    }
    destroy() {
      this.close();
    }
    gone() {
      if (!all.delete(this)) return;
      this.emit('closed');
      if (all.size === 0) state.app.lastWindowClosed();
    }
    isDestroyed() {
      return !all.has(this);
    }
    show() {
      this.visible = true;
    }
    hide() {
      this.visible = false;
    }
    isVisible() {
      return this.visible;
    }
    focus() {
      this.emit('focus');
    }
    getBounds() {
      return this.bounds;
    }
    getNormalBounds() {
      return this.bounds;
    }
    setBounds(bounds) {
      this.bounds = { ...this.bounds, ...bounds };
      this.emit('resize');
    }
    isMaximized() {
      return false;
    }
    maximize() {}
    isMinimized() {
      return false;
    }
    restore() {}
    getTitle() {
      return this.options.title ?? '';
    }
  }

  const webContents = {
    getAllWebContents: () => [...all].map((window) => window.webContents),
    fromDevToolsTargetId: (targetId) => [...all].find((window) => window.webContents.targetId === targetId)?.webContents,
  };
  return { BrowserWindow, webContents };
}

module.exports = { createWindows };
