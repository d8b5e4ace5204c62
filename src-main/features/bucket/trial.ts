import { createHash, randomBytes } from 'node:crypto';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { doing } from './refusals.ts';
import type { BucketStore } from './store.ts';
import { message } from '#shared/messages/message.ts';

/** Seconds that the address is good for. */
const lives = 300;

/** Writes a small file, reads it back without credentials as a service would, and removes it. Throws at the first step that fails. */
export async function tryBucket(store: BucketStore, prefix: string, signal: AbortSignal): Promise<void> {
  const key = `${prefix}voicewright-test-${newId()}.txt`;
  const body = Buffer.from(`Voicewright tries whether it can use this bucket. ${randomBytes(16).toString('hex')}\n`);
  const digest = createHash('sha256').update(body).digest('hex');
  await store.put({ key, body, digest, contentType: 'text/plain' }, signal);
  const goes = (): Promise<void> => store.remove(key, AbortSignal.timeout(30_000));
  try {
    const read = await store.fetch(await store.address(key, lives), signal);
    if (!read.equals(body))
      throw fail('bad-response', message('bucket.otherBytesRead', doing.read), { field: 'endpoint', next: 'fix-input' });
  } catch (thrown) {
    // Why it could not be read says more than what comes of the removal.
    await goes().catch(() => undefined);
    throw thrown;
  }
  await goes();
}
