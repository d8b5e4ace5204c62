import { fail } from '#shared/failure.ts';
import { bucketCode, type BucketSettings } from '#shared/operations/bucket.ts';
import type { Log, Secret } from '../../infra/platform.ts';
import type { Keys } from '../../infra/secrets/keys.ts';
import type { ConnectionStore } from '../connections/store.ts';
import { bucketStore, type BucketStore, type Sleep } from './store.ts';
import { message } from '#shared/messages/message.ts';

/** What the secret of the bucket is kept by. No connection has such an id. */
export const bucketKeyName = 'bucket';

/** The person's bucket for local files, as it is set now. */
export class OwnBucket {
  readonly #store: ConnectionStore;
  readonly #keys: Keys;
  readonly #tools: { sleep: Sleep; log: Log };

  constructor({ store, keys, sleep, log }: { store: ConnectionStore; keys: Keys; sleep: Sleep; log: Log }) {
    this.#store = store;
    this.#keys = keys;
    this.#tools = { sleep, log };
  }

  settings(): BucketSettings | null {
    return this.#store.read().bucket;
  }

  /** `null`: none is set from now on. */
  set(bucket: BucketSettings | null): void {
    this.#store.write({ ...this.#store.read(), bucket });
  }

  /** Fails with `conflict` where none is set, and `unauthorized` where its secret is nowhere. */
  async open(): Promise<{ settings: BucketSettings; store: BucketStore }> {
    const settings = this.settings();
    if (settings === null) throw fail('conflict', message('bucket.notSet'), { next: 'none' });
    const secret = await this.#keys.get(bucketKeyName);
    if (secret === undefined)
      throw fail('unauthorized', message('bucket.secretNotStored'), {
        field: 'secretAccessKey',
        code: `${bucketCode}NO_SECRET`,
        next: 'none',
      });
    return { settings, store: this.connect(settings, secret) };
  }

  /** A bucket that need not be the one that is set. */
  connect(settings: BucketSettings, secret: Secret): BucketStore {
    return bucketStore(settings, secret, this.#tools);
  }
}

/** Where files are in it: another place is another bucket. */
export const formatPlace = ({ endpoint, bucket }: BucketSettings): string => `${endpoint}/${bucket}`;
