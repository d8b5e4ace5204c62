import { z } from 'zod';
import type { Operation } from '../rpc.ts';
import { messages } from '../messages/index.ts';

const nothing = z.null();

/** One entry of the contract: what is left out is nothing. */
export function operation<
  In extends z.ZodType = typeof nothing,
  Event extends z.ZodType = z.ZodNever,
  Send extends z.ZodType = z.ZodNever,
  Out extends z.ZodType = typeof nothing,
>(shape: { in?: In; event?: Event; send?: Send; out?: Out; maxValues?: number }): Operation<In, Event, Send, Out> {
  return {
    in: shape.in ?? (nothing as z.ZodType as In),
    event: shape.event ?? (z.never() as z.ZodType as Event),
    send: shape.send ?? (z.never() as z.ZodType as Send),
    out: shape.out ?? (nothing as z.ZodType as Out),
    ...(shape.maxValues !== undefined && { maxValues: shape.maxValues }),
  };
}

/**
 * A path of this machine from its root, as POSIX or Windows write it. A relative one would be read from the folder that the program was
 * started in, which nobody at a window knows.
 */
export const absolutePath = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^(?:\/|\\\\|[A-Za-z]:[\\/])/u, messages.files.wholePath);

type Json = z.infer<ReturnType<typeof z.json>>;

/**
 * JSON that main reads with a schema of its own. `z.json()` tries six schemas at every value and collects what each of them says: a chapter
 * took seconds, and a wrong one gigabytes.
 */
export const jsonValue = z.custom<Json>(isJson, messages.failures.isNotJson);

function isJson(value: unknown): value is Json {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next === 'string' || typeof next === 'boolean') continue;
    if (typeof next === 'number') {
      if (!Number.isFinite(next)) return false;
    } else if (Array.isArray(next)) for (const inside of next as unknown[]) open.push(inside);
    else if (typeof next !== 'object' || ArrayBuffer.isView(next)) return false;
    else for (const inside of Object.values(next)) open.push(inside);
  }
  return true;
}
