import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { admissionLimits } from './admission.ts';

/**
 * The sessions of a profile across runs of its host, so that a window which is still open can connect again after a restart and
 * save what it holds. Only hashes are kept: who reads the file cannot come in by it.
 */
export interface KeptSessions {
  readonly hashes: readonly string[];
  keep(hashes: readonly string[]): void;
}

export const noSessions: KeptSessions = { hashes: [], keep: () => undefined };

export function sessionsOf(profileDirectory: string): KeptSessions {
  const file = join(profileDirectory, 'sessions.json');
  return {
    hashes: read(file),
    keep: (hashes) => {
      try {
        writeFileSync(file, JSON.stringify(hashes), { mode: 0o600 });
      } catch {
        // A window then needs a new address after a restart, as it would without this.
      }
    },
  };
}

function read(file: string): string[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const hashes = Array.isArray(kept) ? kept.filter((hash) => typeof hash === 'string' && hash.length === 44) : [];
    return (hashes as string[]).slice(-admissionLimits.maxSessions);
  } catch {
    return []; // none yet, or not one of ours
  }
}
