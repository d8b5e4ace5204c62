import type { CallContext } from '#shared/rpc.ts';

/** The context in which one service calls an operation of another and wants its result only: no events, nothing sent. */
export const internalCall = (signal: AbortSignal): CallContext<never> => ({
  signal,
  emit: () => undefined,
  sends: (async function* () {
    // nothing is sent
  })(),
});
