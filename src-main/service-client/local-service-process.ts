import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import type { LocalServiceProcess, Log } from '../infra/platform.ts';
import { priceListSchema } from '../infra/price-list.ts';
import { secret } from '../infra/secrets/secret.ts';
import { threadUrl } from '../infra/threads.ts';
import { message, type Message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';

const localServiceLimits = { startMs: 30_000, stopMs: 3000, maxLineLength: 16_384, maxLoggedLines: 2000 } as const;

/** A process that a host has started: Node's child process, or Electron's utility process. */
export interface ServiceChild {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  /** Asks it to end. */
  end(): void;
  /** Ends it at once. */
  kill(): void;
  /** At most one listener; called once, also when the process could not be started. */
  onExit(listener: (how: string) => void): void;
}

export interface ServiceCommand {
  entry: string;
  arguments: string[];
  env: NodeJS.ProcessEnv;
}

interface LocalServiceOrder {
  dataDirectory: string;
  /** Where added voices, and the package for models, lie: shared with another service. In the data directory without them. */
  added?: string;
  packages?: string;
  signal: AbortSignal;
}

const announcementSchema = z.object({ base_url: z.url(), realtime_url: z.url(), api_key: z.string().min(1), prices: priceListSchema });

/**
 * Starts the local service and waits until it says where it listens. Its key comes from that line and stands in no
 * argument list; the key of a hosted account is not among what it inherits.
 */
export async function startLocalService(
  { dataDirectory, added, packages, signal }: LocalServiceOrder,
  { log, start = startWithNode }: { log: Log; start?: (command: ServiceCommand) => ServiceChild },
): Promise<LocalServiceProcess> {
  signal.throwIfAborted();
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const env = { ...process.env };
  delete env['VOICEWRIGHT_API_KEY'];
  const folders = { '--data': dataDirectory, '--added': added, '--packages': packages };
  const named = Object.entries(folders).flatMap(([option, folder]) => (folder === undefined ? [] : [option, folder]));
  const child = start({ entry: fileURLToPath(threadUrl('local-service')), arguments: ['--port', '0', '--prices', ...named], env });

  const exited = new Promise<string>((resolve) => {
    child.onExit(resolve);
  });
  logLines(child.stderr, log);
  const stop = async (): Promise<void> => {
    child.end();
    const late = setTimeout(() => {
      child.kill();
    }, localServiceLimits.stopMs);
    await exited;
    clearTimeout(late);
  };
  try {
    const announced = await firstLine(child, exited, signal);
    const { base_url: baseUrl, realtime_url: realtimeUrl, api_key: key, prices } = announced;
    return { baseUrl, realtimeUrl, apiKey: secret(key), prices, exited, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** Its stdin is a pipe that closes with this process, however this one ends: `--exit-with-parent` has it end then too. */
function startWithNode({ entry, arguments: args, env }: ServiceCommand): ServiceChild {
  const child = spawn(process.execPath, [entry, ...args, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // In a group of its own: Ctrl-C is for the host, which then ends the service in order.
    detached: process.platform !== 'win32',
    env,
    windowsHide: true,
  });
  child.stdin.on('error', () => undefined);
  return {
    stdout: child.stdout,
    stderr: child.stderr,
    end: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
    onExit: (listener) => {
      child.once('error', (error) => {
        listener(messages.connections.couldNotBeStarted(error.message));
      });
      child.once('exit', (code, signalName) => {
        listener(
          signalName === null ? messages.connections.endedWithCode(code ?? 'unknown') : messages.connections.endedBySignal(signalName),
        );
      });
    },
  };
}

async function firstLine(child: ServiceChild, exited: Promise<string>, signal: AbortSignal): Promise<z.infer<typeof announcementSchema>> {
  const notStarted = (why: Message): Error =>
    fail('service-unavailable', message('connections.localNotStartedBecause', why), { next: 'restart-local-service' });
  const lines = child.stdout ? createInterface({ input: child.stdout }) : undefined;
  let release = (): void => undefined;
  try {
    return await new Promise((resolve, reject) => {
      lines?.once('line', (line) => {
        const parsed = announcementSchema.safeParse(parseJson(line.slice(0, localServiceLimits.maxLineLength)));
        if (parsed.success) resolve(parsed.data);
        else reject(notStarted(message('connections.localNamesNoAddress')));
      });
      void exited.then((how) => {
        reject(notStarted(message('connections.localEnded', how)));
      });
      const late = setTimeout(() => {
        reject(notStarted(message('connections.localSilent', localServiceLimits.startMs / 1000)));
      }, localServiceLimits.startMs);
      const aborted = (): void => {
        reject(fail('cancelled', message('failures.stopped')));
      };
      signal.addEventListener('abort', aborted, { once: true });
      release = () => {
        clearTimeout(late);
        signal.removeEventListener('abort', aborted);
      };
    });
  } finally {
    release();
    lines?.close();
    child.stdout?.resume(); // what it may still print must not fill the pipe
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function logLines(stream: Readable | null, log: Log): void {
  if (!stream) return;
  let left: number = localServiceLimits.maxLoggedLines;
  createInterface({ input: stream }).on('line', (line) => {
    left -= 1;
    if (left >= 0) log.info('local service', { line: line.slice(0, localServiceLimits.maxLineLength) });
  });
}
