import { fail } from '#shared/failure.ts';
import type { Log, Secret, SecretStore } from '../platform.ts';
import { secret } from './secret.ts';
import { message } from '#shared/messages/message.ts';

/** Where the key of a connection is: in the system's store, in this process alone, or nowhere. */
type KeyPlace = 'system' | 'session' | 'none';

/** The keys of the hosted connections, each bound to its origin. They come in, and only the transport sees them again. */
export interface Keys {
  get(origin: string): Promise<Secret | undefined>;
  place(origin: string): Promise<KeyPlace>;
  /** Answers where it is kept from now on; `session` where the system has no store that can be trusted with it. */
  set(origin: string, key: Secret): Promise<KeyPlace>;
  remove(origin: string): Promise<void>;
}

export function createKeys(store: SecretStore, log: Log): Keys {
  const session = new Map<string, Secret>();
  const kept = async (origin: string): Promise<Secret | undefined> => {
    try {
      return await store.get(origin);
    } catch (thrown) {
      log.warn('The system’s secret store could not be read.', { error: String(thrown) });
      return undefined;
    }
  };
  return {
    get: async (origin) => session.get(origin) ?? (await kept(origin)),
    place: async (origin) => (session.has(origin) ? 'session' : (await kept(origin)) === undefined ? 'none' : 'system'),
    set: async (origin, key) => {
      try {
        await store.set(origin, key);
        session.delete(origin);
        return 'system';
      } catch (thrown) {
        log.info('The key is kept for this session only.', { why: String(thrown) });
        // An older one that the store may still hold must not come back with the next start.
        await store.remove(origin).catch(() => undefined);
        session.set(origin, key);
        return 'session';
      }
    },
    remove: async (origin) => {
      session.delete(origin);
      await store.remove(origin).catch((thrown: unknown) => {
        log.warn('The key could not be taken out of the system’s secret store.', { error: String(thrown) });
      });
    },
  };
}

/** A key as a person types or pastes it. Throws `invalid-input` without a letter of it. */
export function readKey(typed: string): Secret {
  const key = typed.trim();
  if (!/^[\x21-\x7e]{1,4096}$/u.test(key)) throw fail('invalid-input', message('connections.keyNotAscii'), { field: 'key' });
  return secret(key);
}
