import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { threadUrl } from '#main/infra/threads.ts';

const announcement = z.object({ base_url: z.string(), realtime_url: z.string(), api_key: z.string() });

const ledger = z.object({
  account: z.string(),
  balance: z.object({ quota: z.int(), credits: z.int() }),
  entries: z.array(
    z.object({
      id: z.string(),
      operation: z.string(),
      requestId: z.string(),
      characters: z.int(),
      credits: z.int(),
      state: z.enum(['granted', 'reserved', 'settled', 'refunded']),
      createdAt: z.string(),
      changedAt: z.string(),
    }),
  ),
});
export type Ledger = z.infer<typeof ledger>;

/** One fault, as `POST /_faults` takes it: `on` ("POST /api/open/v3/speech/tts"), `kind`, and what that kind needs. */
export interface FaultOrder {
  on: string;
  kind: string;
  nth?: number;
  times?: number;
  status?: number;
  code?: string;
  message?: string;
  retryAfterSeconds?: number;
  ms?: number;
  bytes?: number;
  events?: number;
  segments?: number;
  mediaKind?: 'video' | 'audio' | 'image';
  stage?: 'address' | 'download' | 'inspect';
  retryable?: boolean;
  effect?: string;
  chunk?: number;
}

export interface LocalServiceOptions {
  /** Bearer; without it the service makes one. */
  key?: string;
  /** Kept after the service ended when given; else a temporary folder that is removed. */
  dataDirectory?: string;
  port?: number;
  /** What a new account begins with. */
  quota?: number;
  credits?: number;
  threads?: number;
  /** Times and numbers of the realtime part, as `--realtime` takes them. */
  realtime?: Record<string, number>;
  /** How long previews of voice designs are kept, in seconds. */
  previewLifetime?: number;
  /** How long the service waits for remote media. */
  importSeconds?: number;
  /** A program that transcribes, or `none`. Without it, the service looks for an installed one. */
  recogniser?: string;
  /** Where added voices lie, and where the package for models is looked for; inside the data folder without them. */
  added?: string;
  packages?: string;
  /** Where the service finds programs, instead of where this process does. */
  path?: string;
  /** What may wait in line, and how long a request may take to arrive. */
  queue?: number;
  /** Speeches that one thread works on at a time. */
  places?: number;
  requestSeconds?: number;
  /** The program to start; without it, the built one where the tests use the build, else the sources. */
  program?: string;
}

export interface LocalService {
  baseUrl: string;
  realtimeUrl: string;
  apiKey: string;
  process: ChildProcess;
  setFaults(faults: readonly FaultOrder[]): Promise<void>;
  clearFaults(): Promise<void>;
  /** Lets go on what the fault `hold` keeps. */
  releaseFaults(): Promise<void>;
  /** The charge book of the service's own key, or of another one. */
  charges(key?: string): Promise<Ledger>;
  /** SIGTERM; resolves with the exit code when the process has ended and its temporary folder is removed. */
  stop(): Promise<number | null>;
  /** SIGKILL; the data folder stays only when it was given. */
  kill(): Promise<void>;
}

/** The local service in a process of its own, spoken to over a real socket. */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const folder = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'voicewright-service-')));
  const numbers = {
    '--quota': options.quota,
    '--credits': options.credits,
    '--threads': options.threads ?? 1,
    '--preview-lifetime': options.previewLifetime,
    '--import-seconds': options.importSeconds,
    '--recogniser': options.recogniser,
    '--added': options.added,
    '--packages': options.packages,
    '--queue': options.queue,
    '--places': options.places,
    '--request-seconds': options.requestSeconds,
  };
  const more = Object.entries(numbers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  for (const [name, number] of Object.entries(options.realtime ?? {})) more.push('--realtime', `${name}=${number}`);
  const child = spawn(
    process.execPath,
    [
      options.program ?? fileURLToPath(threadUrl('local-service')),
      '--port',
      String(options.port ?? 0),
      '--data',
      folder,
      '--exit-with-parent',
      ...more,
    ],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...(options.path !== undefined && { PATH: options.path }),
        ...(options.key !== undefined && { VOICEWRIGHT_SERVICE_KEY: options.key }),
      },
    },
  );
  let complaints = '';
  child.stderr.on('data', (bytes: Buffer) => (complaints = `${complaints}${bytes.toString()}`.slice(-20_000)));
  const ended = once(child, 'exit');
  const line = await firstLine(child).catch((error: unknown) => {
    throw new Error(`The local service did not start: ${complaints || String(error)}`);
  });
  const { base_url: baseUrl, realtime_url: realtimeUrl, api_key: apiKey } = announcement.parse(JSON.parse(line));

  const call = async (method: string, path: string, key: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const endWith = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = (await ended) as [number | null];
    if (options.dataDirectory === undefined) await rm(folder, { recursive: true, force: true });
    return code;
  };
  return {
    baseUrl,
    realtimeUrl,
    apiKey,
    process: child,
    setFaults: async (faults) => {
      await call('POST', '/_faults', apiKey, { faults });
    },
    releaseFaults: async () => {
      await call('POST', '/_faults/release', apiKey);
    },
    clearFaults: async () => {
      await call('DELETE', '/_faults', apiKey);
    },
    charges: async (key = apiKey) => ledger.parse(await call('GET', '/_ledger', key)),
    stop: () => endWith('SIGTERM'),
    kill: async () => {
      await endWith('SIGKILL');
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once('exit', (code) => reject(new Error(`ended with code ${code ?? 'none'}`)));
    child.once('error', reject);
  });
}
