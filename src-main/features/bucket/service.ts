import { fail } from '#shared/failure.ts';
import { bucketCode, bucketSettingsSchema, type BucketSettings, type KnownBucket, type TypedBucket } from '#shared/operations/bucket.ts';
import type { Services } from '#shared/operations/index.ts';
import { bucketKeyName, formatPlace, type OwnBucket } from './own-bucket.ts';
import { tryBucket } from './trial.ts';
import type { TemporaryUploads } from './uploads.ts';
import { bucketOrigin } from '../../service-client/addresses.ts';
import type { Keys } from '../../infra/secrets/keys.ts';
import type { Secret, SecretStore } from '../../infra/platform.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import { secret } from '../../infra/secrets/secret.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Sets the person's bucket for local files, and tries it. */
export function createBucketServices(options: {
  bucket: OwnBucket;
  uploads: Pick<TemporaryUploads, 'sweep' | 'forget'>;
  keys: Keys;
  secrets: SecretStore;
}): Pick<Services, 'bucket.read' | 'bucket.set' | 'bucket.remove' | 'bucket.test'> {
  const { bucket, uploads, keys, secrets } = options;

  const toKnown = async (settings: BucketSettings): Promise<KnownBucket> => ({
    ...settings,
    secret: await keys.place(bucketKeyName),
    files: await uploads.sweep(),
  });

  /** Fails with `conflict` while jobs under way use its files. */
  const checkUnused = async (): Promise<void> => {
    const files = await uploads.sweep(true);
    if (files > 0) throw fail('conflict', message('bucket.filesInUse', files), { next: 'wait', code: `${bucketCode}IN_USE` });
  };

  return {
    'bucket.read': async () => {
      const settings = bucket.settings();
      return { bucket: settings === null ? null : await toKnown(settings), keepsKeys: await secrets.available() };
    },
    'bucket.set': async (typed) => {
      const next = settingsOf(typed);
      const before = bucket.settings();
      const moved = before !== null && formatPlace(before) !== formatPlace(next);
      const given = typed.secretAccessKey === undefined ? undefined : secretOf(typed.secretAccessKey);
      if (given === undefined && (before === null || (await keys.place(bucketKeyName)) === 'none')) throw noSecret();
      if (moved) await checkUnused();
      bucket.set(next);
      if (given !== undefined) await keys.set(bucketKeyName, given);
      return toKnown(next);
    },
    'bucket.remove': async ({ leave = false }) => {
      if (leave) await uploads.sweep(true);
      else await checkUnused();
      bucket.set(null);
      await keys.remove(bucketKeyName);
      await uploads.forget();
      return null;
    },
    'bucket.test': async (typed, { signal }) => {
      const wanted = settingsOf(typed);
      const secret = typed.secretAccessKey === undefined ? await keys.get(bucketKeyName) : secretOf(typed.secretAccessKey);
      if (secret === undefined) throw noSecret();
      await tryBucket(bucket.connect(wanted, secret), wanted.prefix, signal);
      return { here: isOnThisMachine(wanted.endpoint) };
    },
  };
}

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
