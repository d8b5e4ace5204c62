import { inspect } from 'node:util';
import type { Secret } from '../platform.ts';

/** Wraps a key so that no log line, error, inspection or JSON shows it; only `reveal` does, and only the transport calls that. */
export function secret(value: string): Secret {
  const shown = '[secret]';
  return Object.freeze({
    reveal: () => value,
    toString: () => shown,
    toJSON: () => shown,
    [inspect.custom]: () => shown,
  });
}
