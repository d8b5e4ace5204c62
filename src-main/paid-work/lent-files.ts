import { withAddress } from '../reachable.ts';
import { untilLeft } from './ends.ts';

/**
 * Buys work for which the service fetches files of this machine: each has an address until the service has answered, also when who asked for it
 * leaves meanwhile. `begun` is to be called when the ledger has it; before that, leaving stops it.
 */
export function buyWithFiles<T>(
  paths: readonly string[],
  signal: AbortSignal,
  buy: (addresses: readonly string[], signal: AbortSignal, begun: () => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let left = false;
  const lend = (rest: readonly string[], addresses: readonly string[]): Promise<T> => {
    const [path, ...others] = rest;
    if (path === undefined) return buy(addresses, controller.signal, () => (left = true));
    return withAddress(path, /[^.]+$/u.exec(path)?.[0] ?? 'bin', (address) => lend(others, [...addresses, address]));
  };
  signal.throwIfAborted();
  return untilLeft(lend(paths, []), signal, () => {
    if (!left) controller.abort();
    return left;
  });
}
