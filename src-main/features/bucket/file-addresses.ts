import type { Uploading } from '#shared/operations/bucket.ts';
import type { Lending, LentFile } from './uploads.ts';
import { withAddress } from './reachable.ts';
import { untilLeft } from '../../paid-requests/failures.ts';

/**
 * Buys work for which the service fetches files of this machine. With `lending`, which a service elsewhere needs, they go into the person's bucket;
 * else each has an address here until the service has answered, also when who asked for it leaves meanwhile. `noted` is to be called when the
 * ledger has it; before that, leaving stops it.
 */
export function buyWithFiles<T>(
  files: readonly LentFile[],
  {
    signal,
    lending,
    tell = () => undefined,
  }: { signal: AbortSignal; lending?: Lending | undefined; tell?: (uploading: Uploading) => void },
  buy: (addresses: readonly string[], signal: AbortSignal, noted: (operationId: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (lending !== undefined && files.length > 0)
    return lending.lend(files, { signal, tell }, (addresses, noted) => buy(addresses, signal, noted));
  const controller = new AbortController();
  let left = false;
  const noted = (): Promise<void> => {
    left = true;
    return Promise.resolve();
  };
  const lend = (rest: readonly LentFile[], addresses: readonly string[]): Promise<T> => {
    const [file, ...others] = rest;
    if (file === undefined) return buy(addresses, controller.signal, noted);
    return withAddress(file.path, /[^.]+$/u.exec(file.name)?.[0] ?? 'bin', (address) => lend(others, [...addresses, address]));
  };
  signal.throwIfAborted();
  return untilLeft(lend(files, []), signal, () => {
    if (!left) controller.abort();
    return left;
  });
}
