import type { z } from 'zod';

/** What this window remembers over a reload, for example of its language, and no longer. May be lost without harm. */
export function keptInWindow<T>(key: string, schema: z.ZodType<T>) {
  return {
    get(): T | undefined {
      try {
        return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''));
      } catch {
        return undefined;
      }
    },
    set(value: T | undefined): void {
      try {
        if (value === undefined) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // There is no room for it: it is lost with the reload.
      }
    },
  };
}
