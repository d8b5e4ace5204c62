import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ElectronApplication, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { electronPath, launchElectron } from '../../helpers/electron-app.ts';
// The page's side says what it finds at `window`.
import type {} from '../../../src-renderer/core/host/wire.ts';

/**
 * A wiring test: the main and preload bundles, unmodified, as Electron would run them. Without Electron's binary the
 * stand-in shows which calls and options main passes; it shows nothing about what Electron then enforces.
 */
const profile = mkdtempSync(join(tmpdir(), 'electron-test-'));
let app: ElectronApplication;
let page: Page;

beforeAll(async () => {
  app = await launchElectron(profile);
  page = await app.firstWindow();
  await page.waitForURL(/voicewright/u);
});
afterAll(async () => {
  await app.close();
  rmSync(profile, { recursive: true, force: true });
});

declare global {
  interface Window {
    closedReasons: string[];
  }
}

/** The last frame of a call of its own, asked for in the page through what the preload exposes. */
function call(op: string, input: unknown, id: number): Promise<{ t: string; out?: unknown; failure?: { kind: string } }> {
  return page.evaluate(
    ([name, value, callId]) =>
      new Promise((resolve) => {
        window.voicewright?.listen((frame) => {
          const answer = frame as { t: string; id: number };
          if (answer.id === callId && answer.t !== 'event') resolve(answer);
        });
        window.voicewright?.post({ t: 'open', id: callId, op: name, in: value });
      }),
    [op, input, id] as const,
  );
}

test('the renderer is loaded over app:// with its policy', async () => {
  const url = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());
  expect(url).toBe('app://voicewright/');
  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/]{24}'; /u);
  expect(policy).not.toMatch(/unsafe|\*|https?:/u);
});

test('main asks for a sandboxed, isolated window without Node', async () => {
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('the page sees the wire and nothing of Node or Electron', async () => {
  const seen = await page.evaluate(() => ({
    wire: Object.keys(window.voicewright ?? {}).sort(),
    node: ['require', 'process', 'module', 'global', 'Buffer', 'electron'].filter((name) => name in window),
  }));
  expect(seen).toEqual({ wire: ['closed', 'listen', 'post'], node: [] });
});

describe('an operation', () => {
  test('travels through preload and main, and back', async () => {
    const answer = await call('studio.start', null, 1_000_001);
    expect(answer).toMatchObject({ t: 'done', out: { host: { kind: 'electron', nativeDialogs: true } } });
  });

  test('is checked in main', async () => {
    expect(await call('settings.update', { theme: 'loud' }, 1_000_002)).toMatchObject({
      t: 'fail',
      failure: { kind: 'invalid-input', field: 'theme' },
    });
    expect(await call('no.such', null, 1_000_003)).toMatchObject({ t: 'fail', failure: { kind: 'invalid-input' } });
  });

  test('reaches the system’s dialog', async () => {
    await app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ['/chosen/by/hand.voicewright'] });
    });
    const answer = await call('files.choose', { purpose: 'open-project', suggestedName: '', extension: '.voicewright' }, 1_000_004);
    expect(answer).toMatchObject({ t: 'done', out: { path: '/chosen/by/hand.voicewright' } });
    // What is proposed has its ending: the system asks before that very file is written over.
    await app.evaluate(({ dialog }) => {
      dialog.showSaveDialog = (...given: unknown[]) =>
        Promise.resolve({ canceled: false, filePath: (given.at(-1) as { defaultPath: string }).defaultPath });
    });
    const proposed = await call('files.choose', { purpose: 'export', suggestedName: 'A/B (dubbed, en)', extension: 'mp4' }, 1_000_005);
    expect(proposed).toMatchObject({ t: 'done', out: { path: expect.stringMatching(/[/\\]A B \(dubbed, en\)\.mp4$/u) as string } });
  });
});

test('the page cannot lead its window anywhere else', async () => {
  for (const target of ['https://example.com/', 'http://127.0.0.1:1/', 'file:///etc/passwd'])
    await page.evaluate((url) => {
      location.href = url;
    }, target);
  // A call answers after whatever those started.
  expect(await call('studio.start', null, 1_000_010)).toMatchObject({ t: 'done' });
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())).toBe('app://voicewright/');
});

test('the page cannot open another window', async () => {
  // Refused, it is `null` or closed at once; opened, it would stay.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opened = window.open('/', '_blank');
        const look = (): void => {
          if (opened === null || opened.closed) resolve();
          else setTimeout(look, 10);
        };
        look();
      }),
  );
  expect(app.windows()).toEqual([page]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('every permission is denied but the microphone’s, which the page itself asks for', async () => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi'] as PermissionName[];
    return Promise.all(names.map(async (name) => [name, (await navigator.permissions.query({ name })).state]));
  });
  expect(states.filter(([name, state]) => name !== 'microphone' && state === 'granted')).toEqual([]);
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
});

test('the microphone is for sound alone, and it and the clipboard are for the studio’s own page alone', async () => {
  const answers = await app.evaluate(({ BrowserWindow, session }) => {
    const kept = session.defaultSession as unknown as {
      permissionRequest?: (contents: unknown, permission: string, answer: (granted: boolean) => void, details: object) => void;
    };
    // The real Electron does not hand out what was set; there the journeys that record show it.
    const handler = kept.permissionRequest;
    if (!handler) return undefined;
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const own = { isMainFrame: true, requestingUrl: 'app://voicewright/', mediaTypes: ['audio'] };
    const asked: [string, object][] = [
      ['media', own],
      ['media', { ...own, mediaTypes: ['audio', 'video'] }],
      ['media', { ...own, mediaTypes: [] }],
      ['media', { ...own, isMainFrame: false }],
      ['media', { ...own, requestingUrl: 'https://example.com/' }],
      ['clipboard-read', own],
      ['clipboard-read', { ...own, isMainFrame: false }],
      ['clipboard-read', { ...own, requestingUrl: 'https://example.com/' }],
      ['clipboard-sanitized-write', own],
      ['geolocation', own],
    ];
    return asked.map(([permission, details]) => {
      let granted: boolean | undefined;
      handler(contents, permission, (answer) => (granted = answer), details);
      return granted;
    });
  });
  if (answers !== undefined) expect(answers).toEqual([true, false, false, false, false, true, false, false, true, false]);
});

test('nothing of the page reaches another origin', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.setHeader('access-control-allow-origin', '*').end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.evaluate(async (other) => {
    const image = new Image();
    const failed = new Promise((resolve) => (image.onerror = resolve));
    image.src = `${other}/image`;
    const socket = new Promise((resolve) => {
      try {
        new WebSocket(other.replace('http', 'ws')).onerror = resolve;
      } catch {
        resolve(undefined);
      }
    });
    await Promise.all([fetch(other).catch(() => undefined), failed, socket]);
  }, origin);
  server.close();
  expect(requests).toBe(0);
});

test('bytes are answered by the studio, and nothing lies outside', async () => {
  const statuses = await page.evaluate(() =>
    Promise.all(['/bytes/no-such', '/%2e%2e/package.json', '/no-such.js'].map(async (path) => (await fetch(path)).status)),
  );
  expect(statuses).toEqual([404, 404, 404]);
});

test('a frame that is not one of the contract closes the wire, and the page learns it', async () => {
  const reason = await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.voicewright?.closed(resolve);
        window.voicewright?.post({ t: 'nonsense' });
      }),
  );
  expect(reason).toMatch(/not one of the contract/u);
});

test('a page that is loaded again gets a wire of its own', async () => {
  await page.reload();
  expect(await call('studio.start', null, 1_000_020)).toMatchObject({ t: 'done' });
});

test('a second start on the profile ends, and says that the first one runs', async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const second = spawn(electronPath(), ['--no-sandbox', root, `--profile=${profile}`], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  second.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(second, 'exit')) as [number];
  expect({ code, said }).toMatchObject({ code: 3, said: expect.stringContaining('already running on this profile') as string });
});

test('closing the window ends the program and what it started', async () => {
  const other = mkdtempSync(join(tmpdir(), 'electron-test-'));
  const closing = await launchElectron(other);
  const exited = once(closing.process(), 'exit');
  await (await closing.firstWindow()).close();
  await exited;
  expect(existsSync(join(other, 'held.json'))).toBe(false);
  rmSync(other, { recursive: true, force: true });
});
