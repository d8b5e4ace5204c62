import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Log } from './platform.ts';

export const logLimits = {
  /** One file; `maxFiles` of them are kept. */
  maxFileBytes: 4 * 1024 * 1024,
  maxFiles: 3,
  maxStringLength: 4000,
  maxDepth: 6,
  maxEntries: 100,
} as const;

export interface ProfileLog extends Log {
  close(): void;
}

/**
 * The log of one run: everything into `logs/studio.log` of the profile, warnings and errors in short on `stderr` too.
 * Whatever looks like a secret, by its name or by its form, is not written.
 */
export function createLog(profileDirectory: string, stderr: { write(text: string): unknown } = process.stderr): ProfileLog {
  const directory = join(profileDirectory, 'logs');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'studio.log');
  rotateIfLong(path);
  const destination = pino.destination({ dest: path, sync: true, mode: 0o600 });
  // A full disk must not end the program by way of its log.
  destination.on('error', () => undefined);
  let written = size(path);
  let closed = false;
  const stream = {
    write: (line: string): void => {
      if (closed) return; // what ends late has nowhere to tell it
      written += Buffer.byteLength(line);
      destination.write(line);
      if (written < logLimits.maxFileBytes) return;
      rotate(path);
      destination.reopen();
      written = 0;
    },
  };
  const file = pino({ level: 'debug', base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const say = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, facts?: Record<string, unknown>) => {
    const text = redactText(message);
    file[level](facts === undefined ? {} : (redact(facts) as object), text);
    if (level === 'warn' || level === 'error') stderr.write(`voicewright: ${text}\n`);
  };
  return {
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    close: () => {
      closed = true;
      try {
        destination.end();
      } catch {
        // Nothing was written, or the disk is gone.
      }
    },
  };
}

const secretName = /key$|token|secret|authorization|cookie|password|credential|signature/iu;
/** A bearer, a key of the local service, a long-lived key by its usual prefix, a query that signs an address. */
const secretForms = [
  /\bBearer\s+[^\s"',]+/giu,
  /\blocal-(?!service\b)[A-Za-z0-9_-]{2,}/gu,
  /\b(?:sk|pk|key|api)[-_][A-Za-z0-9_-]{12,}/giu,
  /(?<=[?&#](?:[a-z0-9_-]*(?:signature|token|key|credential))=)[^&\s"']+/giu,
];

function redactText(text: string): string {
  let out = text.length > logLimits.maxStringLength ? `${text.slice(0, logLimits.maxStringLength)}…` : text;
  for (const form of secretForms) out = out.replace(form, '[secret]');
  return out;
}

/** A copy of `value` that is fit to be logged: bounded, without secrets, errors by name, message, stack and cause. */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value;
  if (depth >= logLimits.maxDepth) return '[…]';
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    const failure = 'failure' in value ? { failure: redact(value.failure, depth + 1) } : {};
    const because = cause === undefined ? {} : { cause: redact(cause, depth + 1) };
    return { name, message: redactText(message), stack: redactText(stack ?? ''), ...failure, ...because };
  }
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof URL) return redactText(value.href);
  if (Array.isArray(value)) return value.slice(0, logLimits.maxEntries).map((item) => redact(item, depth + 1));
  if ('toJSON' in value && typeof value.toJSON === 'function') return redact((value.toJSON as () => unknown)(), depth + 1);
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value).slice(0, logLimits.maxEntries))
    copy[name] = secretName.test(name) && item !== undefined ? '[secret]' : redact(item, depth + 1);
  return copy;
}

function size(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function rotateIfLong(path: string): void {
  if (size(path) >= logLimits.maxFileBytes) rotate(path);
}

function rotate(path: string): void {
  const numbered = (number: number): string => path.replace(/\.log$/u, `.${number}.log`);
  try {
    rmSync(numbered(logLimits.maxFiles - 1), { force: true });
    for (let number = logLimits.maxFiles - 2; number >= 1; number--)
      if (size(numbered(number)) > 0) renameSync(numbered(number), numbered(number + 1));
    renameSync(path, numbered(1));
  } catch {
    // A log that cannot be turned over goes on in its file.
  }
}
