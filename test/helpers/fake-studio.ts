import { fail, FailureError, toFailure } from '#shared/failure.ts';
import { operations, type OperationName, type Operations } from '#shared/operations/index.ts';
import type { In } from '#shared/rpc.ts';
import { BoundedQueue, rpcLimits } from '#shared/rpc-bounds.ts';
import { said } from './said.ts';

/**
 * Main as the window's stores see it, for unit tests. What is asked is held against the operation's own schema, so that a test cannot pass with
 * an input that main would refuse. `createFakeStores()` of `fake-stores.ts` makes stores over it; `await stores.host.connectHost()` opens its wire.
 */
interface Answering {
  signal: AbortSignal | undefined;
  /** An event of a call. */
  emit(this: void, event: unknown): void;
  /** What the window sends into a call. */
  sent: Record<string, unknown>[];
}
type Answers = { [Name in OperationName]?: (input: In<Operations[Name]>, answering: Answering) => unknown };

/** Nothing was bought before, unless a test says so. */
const none = () => ({ operationId: null });
const nothingBefore: Answers = { 'designs.earlier': none, 'dubbing.earlier': none, 'lipSync.earlier': none, 'media.earlier': none };

export const fakeStudio = {
  asked: [] as { name: string; input: Record<string, unknown> }[],
  /** By operation; what has no answer here fails with `not-found`, except `nothingBefore`. */
  answers: {} as Answers,
  announced: [] as string[],
  toasts: [] as string[],
  /** What the last toast with a way back does when it is taken. */
  offered: undefined as (() => void) | undefined,
  /** What the last offer is about, until it is withdrawn. */
  offeredAbout: undefined as string | undefined,
  /** The inputs of one operation, in the order in which they were asked for. */
  inputs: (name: OperationName): Record<string, unknown>[] => fakeStudio.asked.filter((one) => one.name === name).map(({ input }) => input),
  reset: (answers: Answers = {}): void => {
    for (const list of [fakeStudio.asked, fakeStudio.announced, fakeStudio.toasts]) list.length = 0;
    fakeStudio.answers = answers;
    fakeStudio.offered = undefined;
    fakeStudio.offeredAbout = undefined;
  },
};

/** An answer that a test gives when it wants to. */
export function heldAnswer<T = unknown>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  promise.catch(() => undefined);
  return { answer: () => promise, resolve, reject };
}

export const refuse =
  (kind: Parameters<typeof fail>[0], details: Parameters<typeof fail>[2] = {}): (() => never) =>
  () => {
    throw fail(kind, said(`It failed: ${kind}.`), details);
  };

function start(name: OperationName, input: unknown, signal: AbortSignal | undefined) {
  const events = new BoundedQueue<unknown>(rpcLimits);
  const sent: Record<string, unknown>[] = [];
  const answer = async (): Promise<unknown> => {
    fakeStudio.asked.push({ name, input: structuredClone(input) as Record<string, unknown> });
    if (signal?.aborted) throw fail('cancelled', said('Stopped.'));
    const parsed = operations[name].in.safeParse(input);
    if (!parsed.success) throw fail('invalid-input', said(`${name}: ${parsed.error.message}`));
    const work = (fakeStudio.answers[name] ?? nothingBefore[name]) as ((input: unknown, answering: Answering) => unknown) | undefined;
    if (!work) {
      if (name === 'studio.start') return { version: '', host: {} };
      throw fail('not-found', said(`The test has no answer for ${name}.`));
    }
    const stopped = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(fail('cancelled', said('Stopped.'))));
    });
    stopped.catch(() => undefined); // also where it had its answer before
    await Promise.resolve();
    return Promise.race([stopped, work(input, { signal, sent, emit: (event) => void events.push(event) })]);
  };
  const result = answer();
  result.then(
    () => events.end(),
    (thrown: unknown) => events.end(new FailureError(toFailure(thrown))),
  );
  return { result, sent, [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](), send: (value: never) => void sent.push(value) };
}

const client = {
  run: (name: OperationName, input: unknown, options?: { signal?: AbortSignal }) => start(name, input, options?.signal).result,
  call: (name: OperationName, input: unknown, options?: { signal?: AbortSignal }) => start(name, input, options?.signal),
  onClose: () => undefined,
};

export const hostModule = { openHost: () => Promise.resolve(client) };
export const liveRegionModule = { announce: (text: string) => void fakeStudio.announced.push(text) };
export const toastModule = {
  toast: (title: string) => void fakeStudio.toasts.push(title),
  toastFailure: ({ kind }: { kind: string }) => {
    fakeStudio.toasts.push(kind);
    return (): void => undefined;
  },
  toastOffer: (title: string, _message: string, _label: string, act: () => void, about?: string) => {
    fakeStudio.toasts.push(title);
    fakeStudio.offeredAbout = about;
    fakeStudio.offered = act;
  },
  toastLasting: (title: string) => void fakeStudio.toasts.push(title),
  toastEnd: ({ message }: { message: string }) => void fakeStudio.toasts.push(message),
  toastProgress: (title: string) => {
    fakeStudio.toasts.push(title);
    return { report: () => undefined, hide: () => undefined };
  },
  withdrawOffer: (about: string) => {
    if (fakeStudio.offeredAbout === about) fakeStudio.offeredAbout = undefined;
  },
  toastReplay: (title: string) => void fakeStudio.toasts.push(title),
  withdrawReplay: () => undefined,
  withdrawUndo: () => undefined,
  toastReason: (title: string) => void fakeStudio.toasts.push(title),
};
