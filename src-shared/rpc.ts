import type { z } from 'zod';
import { fail, invalidInput, isAbort, toFailure, type Failure, FailureError } from './failure.ts';
import { BoundedQueue, findPayloadFault, rpcLimits, type PayloadFault, type RpcLimits } from './rpc-bounds.ts';
import { message } from './messages/message.ts';
import { messages } from './messages/index.ts';

/**
 * The contract between renderer and main. One call has one shape, `in → event* (← send*) → out | failure`, carried by
 * seven frames and by the wire's own close. Both wires (Electron IPC, WebSocket with MessagePack) carry the same values.
 */
type Payload = null | boolean | number | string | Uint8Array | readonly Payload[] | { readonly [key: string]: Payload | undefined };

export type Frame =
  | { t: 'open'; id: number; op: string; in: Payload }
  | { t: 'send'; id: number; value: Payload }
  | { t: 'end'; id: number }
  | { t: 'cancel'; id: number }
  | { t: 'event'; id: number; value: Payload }
  | { t: 'done'; id: number; out: Payload }
  | { t: 'fail'; id: number; failure: Failure };

export interface Wire {
  send(frame: Frame): void;
  /** At most one listener of each kind; frames that come before a listener is set are kept in order. */
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: (reason: string) => void): void;
  close(reason: string): void;
  /** Bytes handed to the transport that it has not yet taken; 0 where the transport cannot tell. */
  buffered(): number;
}

export interface Operation<In extends z.ZodType, Event extends z.ZodType, Send extends z.ZodType, Out extends z.ZodType> {
  in: In;
  event: Event;
  send: Send;
  out: Out;
  /** Values that `in` may hold, where that is more than `rpcLimits.maxValues`. */
  maxValues?: number;
}
export type AnyOperation = Operation<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
export type OperationMap = Readonly<Record<string, AnyOperation>>;

export type In<O extends AnyOperation> = z.input<O['in']>;
export type Parsed<O extends AnyOperation> = z.output<O['in']>;
export type Event<O extends AnyOperation> = z.output<O['event']>;
type Send<O extends AnyOperation> = z.output<O['send']>;
export type Out<O extends AnyOperation> = z.output<O['out']>;

/** What a handler is given besides its input. */
export interface CallContext<O extends AnyOperation> {
  /** Aborted when the call is cancelled, fails, or its window is lost. */
  signal: AbortSignal;
  emit(this: void, event: Event<O>): void;
  /** What the caller sends, until it ends its side. */
  sends: AsyncIterable<Send<O>>;
}
type Handler<O extends AnyOperation> = (input: Parsed<O>, context: CallContext<O>) => Promise<Out<O>>;
export type Services<M extends OperationMap> = { readonly [K in keyof M]: Handler<M[K]> };

interface ServeOptions<M extends OperationMap> {
  operations: M;
  services: Services<M>;
  limits?: RpcLimits;
  /** Hears what was thrown and is not a failure: the log's side of `internal`. */
  onUnexpected?: (op: string, thrown: unknown) => void;
}

interface ServedCall {
  op: string;
  operation: AnyOperation;
  controller: AbortController;
  sends: BoundedQueue<unknown>;
}

/**
 * Answers a wire's calls with `services`. Every call of the wire is aborted when it closes. Whatever a frame makes go wrong fails its own
 * call, or ends the wire where there is none; nothing is thrown to the wire.
 */
export function serve<M extends OperationMap>(wire: Wire, options: ServeOptions<M>): void {
  const limits = options.limits ?? rpcLimits;
  const calls = new Map<number, ServedCall>();

  const settle = (id: number, frame: Frame): void => {
    const call = calls.get(id);
    if (!call) return;
    calls.delete(id);
    call.sends.end();
    try {
      wire.send(frame);
    } catch (thrown) {
      // A result that no wire carries (a function, say) must not leave its caller waiting for ever.
      options.onUnexpected?.(call.op, thrown);
      wire.send({ t: 'fail', id, failure: toFailure(thrown) });
    } finally {
      call.controller.abort(abortError(messages.studio.callEnded));
    }
  };
  const failCall = (id: number, failure: Failure): void => {
    settle(id, { t: 'fail', id, failure });
  };

  const open = (id: number, op: string, input: unknown): void => {
    const refuse = (failure: Failure): void => {
      wire.send({ t: 'fail', id, failure });
    };
    if (!Object.hasOwn(options.operations, op)) {
      refuse(fail('invalid-input', message('studio.noSuchOperation', op.slice(0, 80).toWellFormed()), { field: 'op' }).failure);
      return;
    }
    if (calls.size >= limits.maxOpenCalls) {
      refuse(fail('overloaded', message('studio.tooMuchUnderWay')).failure);
      return;
    }
    const operation = options.operations[op] as AnyOperation;
    const fault = findPayloadFault(input, { ...limits, maxValues: Math.max(limits.maxValues, operation.maxValues ?? 0) });
    if (fault) {
      refuse(payloadFailure(fault, op).failure);
      return;
    }
    const parsed = operation.in.safeParse(input);
    if (!parsed.success) {
      refuse(invalidInput(parsed.error, op).failure);
      return;
    }
    const call: ServedCall = { op, operation, controller: new AbortController(), sends: new BoundedQueue(limits) };
    calls.set(id, call);
    const emit = (value: unknown): void => {
      if (!calls.has(id)) return;
      if (wire.buffered() > limits.maxBufferedBytes) {
        failCall(id, fail('overloaded', message('studio.windowTooSlow'), { charged: 'unknown' }).failure);
        return;
      }
      wire.send({ t: 'event', id, value: value as Payload });
    };
    const handler = options.services[op] as Handler<AnyOperation>;
    const run = async (): Promise<void> => {
      try {
        const out = await handler(parsed.data, { signal: call.controller.signal, emit, sends: call.sends });
        settle(id, { t: 'done', id, out: (out ?? null) as Payload });
      } catch (thrown) {
        if (!(thrown instanceof FailureError) && !isAbort(thrown)) options.onUnexpected?.(op, thrown);
        failCall(id, toFailure(thrown));
      }
    };
    run().catch((thrown: unknown) => {
      options.onUnexpected?.(op, thrown);
      wire.close(messages.studio.wentWrong);
    });
  };

  const answerFrame = (frame: ClientFrame): void => {
    const call = calls.get(frame.id);
    if (frame.t === 'open') {
      if (call) wire.close(messages.studio.callIdInUse);
      else open(frame.id, frame.op, frame.in);
      return;
    }
    if (!call) return; // late frames of a call that is over
    if (frame.t === 'cancel') failCall(frame.id, fail('cancelled', message('failures.stopped')).failure);
    else if (frame.t === 'end') call.sends.end();
    else {
      const fault = findPayloadFault(frame.value, limits);
      if (fault) {
        failCall(frame.id, payloadFailure(fault, call.op).failure);
        return;
      }
      const parsed = call.operation.send.safeParse(frame.value);
      if (!parsed.success) failCall(frame.id, invalidInput(parsed.error).failure);
      else if (!call.sends.push(parsed.data))
        failCall(frame.id, fail('overloaded', message('studio.tooMuchSent'), { charged: 'unknown' }).failure);
    }
  };

  wire.onFrame((raw) => {
    const frame = clientFrame(raw);
    if (!frame) {
      wire.close(messages.studio.frameUnknown);
      return;
    }
    try {
      answerFrame(frame);
    } catch (thrown) {
      options.onUnexpected?.('A frame', thrown);
      if (calls.has(frame.id)) failCall(frame.id, toFailure(thrown));
      // No handler was reached.
      else wire.send({ t: 'fail', id: frame.id, failure: { ...toFailure(thrown), charged: 'no' } });
    }
  });
  wire.onClose((reason) => {
    for (const call of calls.values()) {
      call.sends.end();
      call.controller.abort(new WireClosedError(reason));
    }
    calls.clear();
  });
}

function payloadFailure({ kind, field, reason }: PayloadFault, op: string): FailureError {
  return field === ''
    ? fail(kind, message('studio.sentInvalid', op, reason))
    : fail(kind, message('failures.inField', op, field, reason), { field });
}

class WireClosedError extends Error {
  override readonly name = 'AbortError';
}

/** Whether a call was aborted because its window was lost, and not by its caller's wish. */
export const isWireClosed = ({ reason }: AbortSignal): boolean => reason instanceof WireClosedError;

function abortError(message: string): Error {
  const error = new Error(message);
  error.name = 'AbortError';
  return error;
}

type ClientFrame = Extract<Frame, { t: 'open' | 'send' | 'end' | 'cancel' }>;

function clientFrame(raw: unknown): ClientFrame | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { t, id, op } = raw as Record<string, unknown>;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return undefined;
  if (t === 'open' && typeof op === 'string') return raw as ClientFrame;
  return t === 'send' || t === 'end' || t === 'cancel' ? (raw as ClientFrame) : undefined;
}

/** One call as its caller sees it. Leaving the event loop early cancels the call. */
export interface Call<O extends AnyOperation> extends AsyncIterable<Event<O>> {
  readonly result: Promise<Out<O>>;
  send(value: Send<O>): void;
  end(): void;
  cancel(): void;
}

export interface Client<M extends OperationMap> {
  /** Starts a call whose events are wanted. Fails, never throws: read `result` or iterate. */
  call<K extends keyof M & string>(op: K, input: In<M[K]>, options?: { signal?: AbortSignal }): Call<M[K]>;
  /** Starts a call for its outcome alone; its events are dropped. */
  run<K extends keyof M & string>(op: K, input: In<M[K]>, options?: { signal?: AbortSignal }): Promise<Out<M[K]>>;
  onClose(listener: (reason: string) => void): void;
  close(): void;
}

interface OpenCall {
  events: BoundedQueue<unknown> | undefined;
  done(out: unknown): void;
  fail(failure: FailureError): void;
}

/** The caller's side of a wire. */
export function connect<M extends OperationMap>(wire: Wire, limits: RpcLimits = rpcLimits): Client<M> {
  const calls = new Map<number, OpenCall>();
  const closeListeners: ((reason: string) => void)[] = [];
  let nextId = 1;
  let closed: string | undefined;

  const lost = (reason: string): FailureError => fail('disconnected', message('studio.coreUnreachable', reason), { charged: 'unknown' });

  wire.onFrame((raw) => {
    if (typeof raw !== 'object' || raw === null) return;
    const frame = raw as Frame;
    const call = calls.get(frame.id);
    if (!call) return;
    if (frame.t === 'event') {
      if (call.events && !call.events.push(frame.value)) {
        wire.send({ t: 'cancel', id: frame.id });
        calls.delete(frame.id);
        call.fail(fail('overloaded', message('studio.tooMuchArrived'), { charged: 'unknown' }));
      }
    } else if (frame.t === 'done') {
      calls.delete(frame.id);
      call.done(frame.out);
    } else if (frame.t === 'fail') {
      calls.delete(frame.id);
      call.fail(new FailureError(frame.failure));
    }
  });
  wire.onClose((reason) => {
    closed = reason;
    for (const call of calls.values()) call.fail(lost(reason));
    calls.clear();
    for (const listener of closeListeners) listener(reason);
  });

  const start = (op: string, input: unknown, withEvents: boolean, signal?: AbortSignal): Call<AnyOperation> => {
    const id = nextId++;
    const events = withEvents ? new BoundedQueue<unknown>(limits) : undefined;
    const result = new Promise<unknown>((resolve, reject) => {
      const release = (): void => {
        signal?.removeEventListener('abort', cancel);
      };
      calls.set(id, {
        events,
        done: (out) => {
          release();
          events?.end();
          resolve(out);
        },
        fail: (failure) => {
          release();
          events?.end(failure);
          reject(failure);
        },
      });
    });
    result.catch(() => undefined); // read through the iterator or `result`, whichever the caller took
    const cancel = (): void => {
      const call = calls.get(id);
      if (!call) return;
      calls.delete(id);
      wire.send({ t: 'cancel', id });
      call.fail(fail('cancelled', message('failures.stopped')));
    };
    if (closed !== undefined) {
      calls.get(id)?.fail(lost(closed));
      calls.delete(id);
    } else if (signal?.aborted === true) {
      calls.get(id)?.fail(fail('cancelled', message('failures.stopped')));
      calls.delete(id);
    } else {
      signal?.addEventListener('abort', cancel);
      try {
        wire.send({ t: 'open', id, op, in: input as Payload });
      } catch (thrown) {
        calls.get(id)?.fail(fail('invalid-input', message('studio.cannotBeSent', op), { cause: thrown }));
        calls.delete(id);
      }
    }
    return {
      result,
      send: (value) => {
        if (calls.has(id)) wire.send({ t: 'send', id, value: value as Payload });
      },
      end: () => {
        if (calls.has(id)) wire.send({ t: 'end', id });
      },
      cancel,
      async *[Symbol.asyncIterator]() {
        try {
          if (events) yield* events;
        } finally {
          cancel();
        }
      },
    };
  };

  return {
    call: (op, input, options) => start(op, input, true, options?.signal),
    run: (op, input, options) => start(op, input, false, options?.signal).result as Promise<never>,
    onClose: (listener) => {
      closeListeners.push(listener);
    },
    close: () => {
      wire.close(messages.studio.closedHere);
    },
  };
}
