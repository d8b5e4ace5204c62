import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { fail } from '../../../src-shared/failure.ts';
import type { Services } from '../../../src-shared/rpc.ts';
import { said } from '../../helpers/said.ts';

/** Operations that do one thing each that a wire must carry. */
export const operations = {
  echo: { in: z.unknown(), event: z.never(), send: z.never(), out: z.unknown() },
  strict: { in: z.strictObject({ count: z.int().min(1), name: z.string() }), event: z.never(), send: z.never(), out: z.null() },
  count: { in: z.object({ to: z.int() }), event: z.int(), send: z.never(), out: z.string() },
  sum: { in: z.null(), event: z.int(), send: z.int(), out: z.int() },
  hang: { in: z.null(), event: z.string(), send: z.int(), out: z.null() },
  flood: { in: z.object({ bytes: z.int(), items: z.int() }), event: z.instanceof(Uint8Array), send: z.never(), out: z.null() },
  refuse: { in: z.null(), event: z.never(), send: z.never(), out: z.null() },
  badSchema: {
    in: z.unknown().refine(() => {
      throw new Error('a rule that fails');
    }),
    event: z.never(),
    send: z.never(),
    out: z.null(),
  },
  throw: { in: z.null(), event: z.never(), send: z.never(), out: z.null() },
  unsendable: { in: z.null(), event: z.never(), send: z.never(), out: z.unknown() },
  deaf: { in: z.null(), event: z.string(), send: z.instanceof(Uint8Array), out: z.null() },
} as const;

/** Their services; `onAbort` is told which of the two that never end was aborted. */
export const servicesOf = (onAbort: (operation: 'hang' | 'deaf') => void): Services<typeof operations> => ({
  echo: (value) => Promise.resolve(value),
  strict: () => Promise.resolve(null),
  badSchema: () => Promise.resolve(null),
  count: async ({ to }, { emit }) => {
    for (let value = 1; value <= to; value++) {
      emit(value);
      if (value % 7 === 0) await nextTurn();
    }
    return 'counted';
  },
  sum: async (_input, { sends, emit }) => {
    let total = 0;
    for await (const value of sends) emit((total += value));
    return total;
  },
  hang: async (_input, { signal, emit }) => {
    emit('started');
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
    onAbort('hang');
    return null;
  },
  flood: async ({ bytes, items }, { emit, signal }) => {
    for (let item = 0; item < items && !signal.aborted; item++) emit(new Uint8Array(bytes));
    await nextTurn();
    return null;
  },
  refuse: () => Promise.reject(fail('payment-required', said('The credits are spent.'), { charged: 'no', requestId: 'r-1', status: 402 })),
  throw: () => Promise.reject(new Error('a stack with local-key-123')),
  unsendable: () => Promise.resolve({ method: () => 1 }),
  deaf: async (_input, { signal, emit }) => {
    emit('started');
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
    onAbort('deaf');
    return null;
  },
});
