import { createHash } from 'node:crypto';
import type { SecretStore } from '../../infra/platform.ts';
import { secret } from '../../infra/secrets/secret.ts';

/** A locked keyring asks its person to unlock it; who does not answer in this time goes on without. */
const patienceMs = 60_000;

/**
 * The system's keyring: Keychain, Credential Manager, or on Linux the Secret Service, never the kernel's keyring, which a restart
 * empties. The package is native and may be missing for a system: then nothing is kept, and `set` says so.
 */
export function keyringSecrets(profileDirectory: string): SecretStore {
  const profile = createHash('sha256').update(profileDirectory).digest('hex').slice(0, 16);
  const entry = async (name: string) => {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry('Voicewright', `${name} (profile ${profile})`, { linux: { store: 'secret-service' } });
  };
  const patience = (): AbortSignal => AbortSignal.timeout(patienceMs);
  return {
    get: async (name) => {
      const value = await (await entry(name)).getPassword(patience());
      return value === null ? undefined : secret(value);
    },
    set: async (name, key) => (await entry(name)).setPassword(key.reveal(), patience()),
    remove: async (name) => {
      await (await entry(name)).deleteCredential(patience());
    },
    available: async () => {
      try {
        await (await entry('probe')).getPassword(patience());
        return true;
      } catch {
        return false;
      }
    },
  };
}
