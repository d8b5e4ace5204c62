import { fail } from '#shared/failure.ts';
import { bucketCode, bucketSettingsSchema, type BucketSettings, type KnownBucket, type TypedBucket } from '#shared/operations/bucket.ts';
import type { Services } from '#shared/operations/index.ts';
import { bucketStore, type BucketStore, type Sleep } from './store.ts';
import { tryBucket } from './trial.ts';
import { bucketOrigin } from '../../service-client/addresses.ts';
import type { ConnectionBook } from '../connections/store.ts';
import type { Keys } from '../../infra/secrets/keys.ts';
import type { Log, Secret, SecretStore } from '../../infra/platform.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { secret } from '../../infra/secrets/secret.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** What the secret of the bucket is kept by. No connection has such an id. */
const keptAs = 'bucket';

/** The bucket as it is set now. */
export interface OwnBucket {
  services: Pick<Services, 'bucket.read' | 'bucket.set' | 'bucket.remove' | 'bucket.test'>;
  settings(): BucketSettings | null;
  /** Throws where none is set, or its secret is nowhere. */
  open(): Promise<{ settings: BucketSettings; store: BucketStore }>;
}

export function createBucket(options: {
  book: ConnectionBook;
  keys: Keys;
  secrets: SecretStore;
  sleep: Sleep;
  log: Log;
  /** How many files in it jobs under way are made of. `whole`: once what is in use no more is removed. */
  inUse: (whole?: boolean) => Promise<number>;
  /** Forgets what is in it. */
  forget: () => Promise<void>;
}): OwnBucket {
  const { book, keys, sleep, log, inUse } = options;
  const settings = (): BucketSettings | null => book.read().bucket;

  const known = async (kept: BucketSettings): Promise<KnownBucket> => ({ ...kept, secret: await keys.place(keptAs), files: await inUse() });

  const leaves = async (evenInUse = false): Promise<void> => {
    const files = await inUse(true);
    if (files > 0 && !evenInUse) throw fail('conflict', message('bucket.filesInUse', files), { next: 'wait', code: `${bucketCode}IN_USE` });
  };

  return {
    settings,
    open: async () => {
      const kept = settings();
      if (kept === null) throw fail('conflict', message('bucket.notSet'), { next: 'none' });
      const known = await keys.get(keptAs);
      if (known === undefined)
        throw fail('unauthorized', message('bucket.secretNotStored'), {
          field: 'secretAccessKey',
          code: `${bucketCode}NO_SECRET`,
          next: 'none',
        });
      return { settings: kept, store: bucketStore(kept, known, { sleep, log }) };
    },
    services: {
      'bucket.read': async () => {
        const kept = settings();
        return { bucket: kept === null ? null : await known(kept), keepsKeys: await options.secrets.available() };
      },
      'bucket.set': async (typed) => {
        const next = settingsOf(typed);
        const before = settings();
        const moved = before !== null && placeOf(before) !== placeOf(next);
        const given = typed.secretAccessKey === undefined ? undefined : secretOf(typed.secretAccessKey);
        if (given === undefined && (before === null || (await keys.place(keptAs)) === 'none')) throw noSecret();
        if (moved) await leaves();
        book.write({ ...book.read(), bucket: next });
        if (given !== undefined) await keys.set(keptAs, given);
        return known(next);
      },
      'bucket.remove': async ({ leave = false }) => {
        await leaves(leave);
        book.write({ ...book.read(), bucket: null });
        await keys.remove(keptAs);
        await options.forget();
        return null;
      },
      'bucket.test': async (typed, { signal }) => {
        const wanted = settingsOf(typed);
        const used = typed.secretAccessKey === undefined ? await keys.get(keptAs) : secretOf(typed.secretAccessKey);
        if (used === undefined) throw noSecret();
        await tryBucket(bucketStore(wanted, used, { sleep, log }), wanted.prefix, signal);
        return { here: isOnThisMachine(wanted.endpoint) };
      },
    },
  };
}

/** Where files are in it: another place is another bucket. */
export const placeOf = ({ endpoint, bucket }: BucketSettings): string => `${endpoint}/${bucket}`;

const names = {
  endpoint: message('bucket.endpoint'),
  region: message('bucket.region'),
  bucket: message('bucket.bucketName'),
  prefix: message('bucket.prefix'),
  pathStyle: message('bucket.addressStyle'),
  accessKeyId: message('bucket.accessKeyId'),
  hours: message('bucket.addressLifetime'),
} satisfies Record<keyof BucketSettings, Message>;

function settingsOf(typed: TypedBucket): BucketSettings {
  const parsed = bucketSettingsSchema.safeParse(typed);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = String(issue?.path[0]) as keyof BucketSettings;
    throw fail('invalid-input', message('bucket.settingInvalid', names[field], issue?.message ?? message('failures.notValid')), { field });
  }
  const { prefix, ...rest } = parsed.data;
  const endpoint = bucketOrigin(rest.endpoint, 'endpoint');
  const host = new URL(endpoint).hostname;
  if (!rest.pathStyle && (isOnThisMachine(endpoint) || /^[\d.]+$|^\[/u.test(host)))
    throw fail('invalid-input', message('bucket.hostTakesNoBucketName', host), { field: 'pathStyle' });
  return { ...rest, endpoint, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` };
}

function secretOf(typed: string): Secret {
  const trimmed = typed.trim();
  if (!/^[\x21-\x7e]{1,1024}$/u.test(trimmed))
    throw fail('invalid-input', message('bucket.secretNotAscii'), {
      field: 'secretAccessKey',
    });
  return secret(trimmed);
}

const noSecret = (): Error => fail('invalid-input', message('bucket.enterSecret'), { field: 'secretAccessKey' });
