import { z } from 'zod';
import type { Operation } from './rpc.ts';

const nothing = z.null();

/** One entry of the contract: what is left out is nothing. */
export function operation<
  In extends z.ZodType = typeof nothing,
  Event extends z.ZodType = z.ZodNever,
  Send extends z.ZodType = z.ZodNever,
  Out extends z.ZodType = typeof nothing,
>(shape: { in?: In; event?: Event; send?: Send; out?: Out }): Operation<In, Event, Send, Out> {
  return {
    in: shape.in ?? (nothing as z.ZodType as In),
    event: shape.event ?? (z.never() as z.ZodType as Event),
    send: shape.send ?? (z.never() as z.ZodType as Send),
    out: shape.out ?? (nothing as z.ZodType as Out),
  };
}
