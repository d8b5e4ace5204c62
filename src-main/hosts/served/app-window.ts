import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { SessionCookie } from './admission.ts';
import { messages } from '#shared/messages/index.ts';

/** A window of an installed Chromium that shows the studio and nothing else. */
export interface AppWindow {
  /** Settles when the window was closed; with words, when the browser could not be started. */
  readonly closed: Promise<string | undefined>;
  /** Opens a session in the browser; false when it could not be. */
  readonly give: (cookie: SessionCookie) => Promise<boolean>;
  readonly toFront: () => void;
  readonly close: () => Promise<void>;
}

const limits = { closeMs: 3000, maxReplyBytes: 1024 * 1024 } as const;

const flags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-background-mode',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  '--no-first-run',
  '--no-default-browser-check',
  '--autoplay-policy=no-user-gesture-required',
];

interface AppWindowOptions {
  browser: string;
  profileDirectory: string;
  /** The studio's address; nothing secret stands in it, as others can list arguments. */
  url: string;
}

/**
 * Opens the window with a browser profile of its own, so that the browser ends with it. The debugging pipe has three uses: it
 * gives the browser its session, it brings the window to the front, and Chromium ends when the pipe does, however this process ended.
 */
export function openAppWindow({ browser, profileDirectory, url }: AppWindowOptions): AppWindow {
  const folder = join(profileDirectory, 'window');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const userData = join(folder, 'chromium');
  const root = process.getuid?.() === 0;
  const child = spawn(
    browser,
    [
      `--app=${url}`,
      `--user-data-dir=${userData}`,
      // From the second time on Chromium knows where the window was.
      ...(existsSync(userData) ? [] : ['--window-size=1280,832']),
      '--remote-debugging-pipe',
      ...flags,
      // Chromium refuses to run as root with its sandbox.
      ...(root ? ['--no-sandbox', '--test-type'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], windowsHide: true },
  );
  child.stderr?.resume();
  const closed = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => {
      resolve(messages.host.windowNotOpened(browser, error.message));
    });
    child.once('exit', () => {
      resolve(undefined);
    });
  });
  const pipe = debuggingPipe(child);
  return {
    closed,
    give: async (cookie) => {
      const cookies = [{ ...cookie, httpOnly: true, sameSite: 'Strict' }];
      return (await pipe.ask('Storage.setCookies', { cookies })) !== undefined;
    },
    toFront: () => {
      void pipe.ask('Target.getTargets').then((reply) => {
        const target = firstPage(reply);
        if (target !== undefined) void pipe.ask('Target.activateTarget', { targetId: target });
      });
    },
    close: async () => {
      void pipe.ask('Browser.close');
      const late = setTimeout(() => child.kill('SIGKILL'), limits.closeMs);
      await closed;
      clearTimeout(late);
    },
  };
}

interface DebuggingPipe {
  /** The reply's `result`, or `undefined` when the browser refuses or is gone. */
  ask(method: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

/** Chromium's devtools protocol over its pipe: JSON messages that each end with a zero byte. */
function debuggingPipe(child: ChildProcess): DebuggingPipe {
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const waiting = new Map<number, (result: unknown) => void>();
  let nextId = 1;
  let text = '';
  const end = (): void => {
    for (const settle of waiting.values()) settle(undefined);
    waiting.clear();
  };
  input.on('error', end);
  output.on('error', end);
  output.on('close', end);
  output.setEncoding('utf8');
  output.on('data', (part: string) => {
    text += part;
    for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0')) {
      const { id, result } = readReply(text.slice(0, at));
      text = text.slice(at + 1);
      if (id === undefined) continue;
      waiting.get(id)?.(result);
      waiting.delete(id);
    }
    if (text.length > limits.maxReplyBytes) text = '';
  });
  return {
    ask: (method, parameters = {}) =>
      new Promise((resolve) => {
        if (input.destroyed || child.exitCode !== null) {
          resolve(undefined);
          return;
        }
        const id = nextId++;
        waiting.set(id, resolve);
        input.write(`${JSON.stringify({ id, method, params: parameters })}\0`);
      }),
  };
}

function readReply(text: string): { id?: number; result?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { id?: number; result?: unknown };
  } catch {
    return {}; // its question is answered by the end of the pipe
  }
}

function firstPage(reply: unknown): string | undefined {
  const { targetInfos = [] } = (reply ?? {}) as { targetInfos?: { type: string; targetId: string }[] };
  return targetInfos.find(({ type }) => type === 'page')?.targetId;
}
