import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { errorCode, replaceFile } from '../../infra/files.ts';
import type { SecretStore } from '../../infra/platform.ts';
import { secret } from '../../infra/secrets/secret.ts';

/**
 * Keys sealed by Electron's `safeStorage`, one file each in the profile. On Linux its backend is looked at: `basic_text` seals with a
 * password that everybody knows, and counts as no store at all.
 */
export function safeStorageSecrets(profileDirectory: string): SecretStore {
  const directory = join(profileDirectory, 'keys');
  const pathOf = (name: string): string => join(directory, createHash('sha256').update(name).digest('hex'));
  const available = async (): Promise<boolean> => {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
    return process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
  };
  return {
    get: async (name) => {
      const sealed = await readFile(pathOf(name)).catch((thrown: unknown) => {
        if (errorCode(thrown) === 'ENOENT') return undefined;
        throw thrown;
      });
      if (sealed === undefined) return undefined;
      if (!(await available())) throw new Error('The system’s secret store is not there any more.');
      return secret((await safeStorage.decryptStringAsync(sealed)).result);
    },
    set: async (name, key) => {
      if (!(await available())) throw new Error('The system has no secret store.');
      const sealed = await safeStorage.encryptStringAsync(key.reveal());
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      replaceFile(pathOf(name), sealed);
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    available,
  };
}
