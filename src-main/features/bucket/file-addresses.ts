import type { Uploading } from '#shared/operations/bucket.ts';
import type { FileToUpload, TemporaryUploads } from './uploads.ts';
import { withAddress } from './reachable.ts';
import { untilLeft } from '../../paid-requests/giving-up.ts';

/**
 * Sends a request for which the service fetches files of this machine. With `uploads`, which a service elsewhere needs, they go into the person's bucket;
 * else each has an address here until the service has answered, also when who asked for it leaves meanwhile. `noted` is to be called when the
 * ledger has it; before that, leaving stops it.
 */
export function sendWithFiles<T>(
  files: readonly FileToUpload[],
  {
    signal,
    uploads,
    onProgress = () => undefined,
  }: { signal: AbortSignal; uploads?: TemporaryUploads | undefined; onProgress?: (uploading: Uploading) => void },
  send: (addresses: readonly string[], signal: AbortSignal, noted: (operationId: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (uploads !== undefined && files.length > 0)
    return uploads.send(files, { signal, onProgress }, (addresses, noted) => send(addresses, signal, noted));
  const controller = new AbortController();
  let left = false;
  const noted = (): Promise<void> => {
    left = true;
    return Promise.resolve();
  };
  const sendWith = (rest: readonly FileToUpload[], addresses: readonly string[]): Promise<T> => {
    const [file, ...others] = rest;
    if (file === undefined) return send(addresses, controller.signal, noted);
    return withAddress(file.path, /[^.]+$/u.exec(file.name)?.[0] ?? 'bin', (address) => sendWith(others, [...addresses, address]));
  };
  signal.throwIfAborted();
  return untilLeft(sendWith(files, []), signal, () => {
    if (!left) controller.abort();
    return left;
  });
}
