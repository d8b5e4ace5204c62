import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultProfileDirectory } from './folders.ts';
import { messages } from '#shared/messages/index.ts';

const hostChoices = ['auto', 'electron', 'served'] as const;
type HostChoice = (typeof hostChoices)[number];

export interface HostOptions {
  host: HostChoice;
  /** 0 takes a free one. */
  port: number;
  /** Whether a window is opened; without, the address is printed. */
  open: boolean;
  profileDirectory: string;
  /** The profile was named on the command line; its projects then stay inside it. */
  profileNamed: boolean;
}

/** What was typed cannot be understood; the message says which option, and what it takes. */
export class UsageError extends Error {}

export const formatUsage = (): string => messages.host.usage(defaultProfileDirectory());

/** Reads a host's command line. Throws `UsageError`; `help` when the usage was asked for. */
export function parseHostOptions(argv: readonly string[]): HostOptions | 'help' {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        host: { type: 'string', default: 'auto' },
        port: { type: 'string', default: '0' },
        'no-open': { type: 'boolean', default: false },
        profile: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown));
  }
  if (values.help) return 'help';
  const host = hostChoices.find((choice) => choice === values.host);
  if (!host) throw new UsageError(messages.host.unknownHost(hostChoices.join(', '), values.host));
  const port = /^\d{1,5}$/u.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(messages.host.invalidPort(values.port));
  if (values.profile === '') throw new UsageError(messages.host.profileEmpty);
  return {
    host,
    port,
    open: !values['no-open'],
    profileDirectory: resolve(values.profile ?? defaultProfileDirectory()),
    profileNamed: values.profile !== undefined,
  };
}
