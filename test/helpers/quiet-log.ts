import type { Log } from '../../src-main/infra/platform.ts';

/** A log that keeps what it was told, for tests that look. */
export function quietLog(): Log & { lines: { level: string; message: string; facts?: Record<string, unknown> }[] } {
  const lines: { level: string; message: string; facts?: Record<string, unknown> }[] = [];
  const keep = (level: string) => (message: string, facts?: Record<string, unknown>) => {
    lines.push({ level, message, ...(facts ? { facts } : {}) });
  };
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}
