import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { KnownBucket, TypedBucket } from '#shared/operations/bucket.ts';
import { attempt } from '../../core/host/attempt.ts';
import { studio } from '../../core/host/host.ts';

/** The bucket for local files, as Account shows and changes it. Nothing of its secret is kept on this side of the wire. */
export const useBucket = create<{
  /** `null` where none is set; undefined while that is not known. */
  bucket: KnownBucket | null | undefined;
  failure: Failure | undefined;
}>(() => ({ bucket: undefined, failure: undefined }));

export async function loadBucket(): Promise<void> {
  const answer = await attempt(() => studio().run('bucket.read', null));
  useBucket.setState(answer.ok ? { bucket: answer.value.bucket, failure: undefined } : { failure: answer.failure });
}

async function change(work: () => Promise<unknown>): Promise<Failure | undefined> {
  const answer = await attempt(work);
  await loadBucket();
  return answer.ok ? undefined : answer.failure;
}

export const setBucket = (typed: TypedBucket): Promise<Failure | undefined> => change(() => studio().run('bucket.set', typed));

/** What jobs under way have in it stays there. */
export const removeBucket = (): Promise<Failure | undefined> => change(() => studio().run('bucket.remove', { leave: true }));

/** Writes, reads and removes a small file with what is typed, or with what is kept. Changes no setting. */
export const testBucket = (typed: TypedBucket, signal: AbortSignal) => attempt(() => studio().run('bucket.test', typed, { signal }));
