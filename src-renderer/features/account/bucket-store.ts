import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { KnownBucket, TypedBucket } from '#shared/operations/bucket.ts';
import { attempt } from '../../core/host/attempt.ts';
import type { StudioClient } from '../../core/host/client.ts';

export interface BucketDependencies {
  client: StudioClient;
}

/** The bucket for local files, as Account shows and changes it. Nothing of its secret is kept on this side of the wire. */
export class BucketStore {
  /** The bucket for local files, as Account shows and changes it. Nothing of its secret is kept on this side of the wire. */
  readonly store = create<{
    /** `null` where none is set; undefined while that is not known. */
    bucket: KnownBucket | null | undefined;
    failure: Failure | undefined;
  }>(() => ({ bucket: undefined, failure: undefined }));
  readonly #deps: BucketDependencies;

  constructor(dependencies: BucketDependencies) {
    this.#deps = dependencies;
  }

  readonly loadBucket = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('bucket.read', null));
    this.store.setState(answer.ok ? { bucket: answer.value.bucket, failure: undefined } : { failure: answer.failure });
  };

  async #change(work: () => Promise<unknown>): Promise<Failure | undefined> {
    const answer = await attempt(work);
    await this.loadBucket();
    return answer.ok ? undefined : answer.failure;
  }

  readonly setBucket = (typed: TypedBucket): Promise<Failure | undefined> => this.#change(() => this.#deps.client.run('bucket.set', typed));

  /** What jobs under way have in it stays there. */
  readonly removeBucket = (): Promise<Failure | undefined> => this.#change(() => this.#deps.client.run('bucket.remove', { leave: true }));

  /** Writes, reads and removes a small file with what is typed, or with what is kept. Changes no setting. */
  readonly testBucket = (typed: TypedBucket, signal: AbortSignal) => attempt(() => this.#deps.client.run('bucket.test', typed, { signal }));
}
