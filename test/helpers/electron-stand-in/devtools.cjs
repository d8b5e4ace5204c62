// Starts Chromium and speaks its devtools protocol.
const { spawn } = require('node:child_process');
const { EventEmitter } = require('node:events');
const { WebSocket } = require('ws');

async function startChromium({ userData, switches }) {
  const headless = !process.env.DISPLAY || process.env.STAND_IN_HEADLESS;
  const flags = [
    '--remote-debugging-port=0',
    '--no-startup-window',
    `--user-data-dir=${userData}`,
    '--no-sandbox',
    '--test-type',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...(headless ? ['--headless', '--disable-gpu'] : []),
  ];
  const child = spawn(process.env.VOICEWRIGHT_BROWSER || 'chromium', [...new Set([...flags, ...switches])], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  const address = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (part) => {
      text = (text + part).slice(-20_000);
      const found = /DevTools listening on (ws:\/\/\S+)/u.exec(text);
      if (found) resolve(found[1]);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Chromium ended with code ${code}:\n${text}`)));
  });
  // Who drives Electron reads this line from its stderr.
  process.stderr.write(`\nDevTools listening on ${address}\n`);
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 512 * 1024 * 1024 });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return new Devtools(socket, child);
}

class Devtools extends EventEmitter {
  constructor(socket, child) {
    super();
    this.setMaxListeners(0);
    this.child = child;
    this.socket = socket;
    this.waiting = new Map();
    this.lastId = 0;
    socket.on('message', (data) => {
      const message = JSON.parse(data);
      if (message.id === undefined) {
        this.emit(`${message.sessionId ?? ''} ${message.method}`, message.params);
        return;
      }
      const { resolve, reject, method } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) reject(new Error(`${method}: ${message.error.message}`));
      else resolve(message.result);
    });
  }
  ask(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.waiting.set(id, { resolve, reject, method });
      this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }
  hear(sessionId, method, listener) {
    this.on(`${sessionId} ${method}`, listener);
  }
}

module.exports = { startChromium };
