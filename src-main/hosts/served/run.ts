import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeConnectionEnvironment, turnCoreDumpsOff } from '../shared/environment.ts';
import { rendererDirectory } from '../shared/folders.ts';
import type { HostOptions } from '../shared/options.ts';
import { heldExitCode, holdProfile, secondStartMessage } from '../shared/profile-hold.ts';
import { type AppWindow, openAppWindow } from './app-window.ts';
import { findBrowser, hasDisplay } from './browser.ts';
import { openSessionStore } from './session-store.ts';
import { type Listener, openListener } from './listener.ts';
import { messages } from '#shared/messages/index.ts';

/** Everything that is open is given this long to end; then the process does. */
const shutdownMs = 15_000;

interface RunOptions extends Pick<HostOptions, 'port' | 'open' | 'profileDirectory' | 'profileNamed'> {
  /** Where the one line of JSON goes. */
  stdout?: { write(text: string): unknown };
}

/** Runs the served host until its window is closed or a signal ends it. Answers the exit code. */
export async function runServed(options: RunOptions): Promise<number> {
  const environment = takeConnectionEnvironment();
  const { profileDirectory } = options;
  if (!existsSync(join(rendererDirectory(), 'index.html'))) {
    say(messages.host.windowNotBuilt);
    return 1;
  }
  const ending = endOfRun();
  let listener: Listener | undefined;
  let window: AppWindow | undefined;
  let focus = (): void => undefined;
  const held = await holdProfile({
    profileDirectory,
    onSecondStart: () => {
      window?.toFront();
      focus();
      const url = window ? undefined : listener?.admission.newUrl();
      return { running: messages.host.servedHost, pid: process.pid, front: window !== undefined, ...(url === undefined ? {} : { url }) };
    },
  });
  if ('heldBy' in held) {
    say(secondStartMessage(profileDirectory, held.heldBy));
    return heldExitCode;
  }
  /** From what was opened last to what was opened first. */
  const closers: (() => Promise<void> | void)[] = [
    () => {
      held.hold.release();
    },
  ];
  try {
    turnCoreDumpsOff();
    listener = await openProfilePort(profileDirectory, options.port);
    const { admission, server } = listener;
    closers.unshift(() => {
      server.close();
      server.closeAllConnections();
    });
    const browser = options.open && hasDisplay() ? findBrowser() : undefined;
    if (browser !== undefined) {
      window = openAppWindow({ browser, profileDirectory, url: admission.origin });
      admission.admitWindow(window.give);
      void window.closed.then((because) => {
        if (because !== undefined) say(because);
        ending.end();
      });
    }
    // Loaded while the browser starts: what a window needs first is open already.
    const { startCore } = await import('./core.ts');
    const core = await startCore({
      profileDirectory,
      profileNamed: options.profileNamed,
      environment,
      listener,
      windowFirst: window !== undefined,
    });
    closers.unshift(core.close);
    if (window) closers.unshift(window.close);
    focus = core.focus;
    await core.ready;
    (options.stdout ?? process.stdout).write(`${JSON.stringify({ url: admission.newUrl() })}\n`);
    if (options.open && !window) {
      say(messages.host.openAddressInBrowser(hasDisplay() ? messages.host.noBrowserFound : messages.host.thereIsNoDisplay));
    }
    await ending.ended;
    return 0;
  } catch (thrown) {
    say(startFailure(thrown, options.port));
    return 1;
  } finally {
    const late = setTimeout(() => process.exit(1), shutdownMs);
    for (const close of closers)
      try {
        await close();
      } catch {
        // The others are to end all the same; the core has written its own log.
      }
    clearTimeout(late);
    ending.release();
  }
}

/**
 * The port that was asked for; without one, that of this profile's last run where it is free: the browser then knows the
 * origin again, and with it what it has compiled and kept.
 */
async function openProfilePort(profileDirectory: string, wanted: number): Promise<Listener> {
  const sessions = openSessionStore(profileDirectory);
  if (wanted !== 0) return openListener(wanted, sessions);
  const file = join(profileDirectory, 'port');
  const last = Number(await readFile(file, 'utf8').catch(() => '0'));
  const known = Number.isInteger(last) && last > 1023 && last < 65_536 ? last : 0;
  const listener = await openListener(known, sessions).catch(() => openListener(0, sessions));
  if (listener.port !== known) await writeFile(file, String(listener.port)).catch(() => undefined);
  return listener;
}

function say(text: string): void {
  process.stderr.write(`voicewright: ${text}\n`);
}

/** The end that a signal, the loss of the process that started this, or a closed window asks for. */
function endOfRun(): { ended: Promise<void>; end: () => void; release: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  process.on('disconnect', end);
  return {
    ended,
    end,
    release: () => {
      for (const signal of signals) process.off(signal, end);
      process.off('disconnect', end);
    },
  };
}

function startFailure(thrown: unknown, port: number): string {
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown) {
    if (thrown.code === 'EADDRINUSE') return messages.host.portInUse(port);
    if (thrown.code === 'EACCES') return messages.host.portNotAllowed(port);
  }
  return messages.host.couldNotStart(thrown instanceof Error ? thrown.message : messages.host.logHasDetails);
}
