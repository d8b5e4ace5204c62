import { fail, FailureError } from './failure.ts';
import { message } from './messages/message.ts';
import { messages } from './messages/index.ts';
import { BoundedQueue, rpcLimits, type RpcLimits } from './rpc-bounds.ts';
import type { AnyOperation, Call, Client, Frame, OperationMap, Payload, Wire } from './rpc.ts';

/** The caller's side of a wire. */
export function connect<M extends OperationMap>(wire: Wire, limits: RpcLimits = rpcLimits): Client<M> {
  const client = new RpcClient(wire, limits);
  const closeListeners: ((reason: string) => void)[] = [];
  wire.onFrame((raw) => client.receive(raw));
  wire.onClose((reason) => {
    client.close(reason);
    for (const listener of closeListeners) listener(reason);
  });
  return {
    call: (op, input, options) => client.start(op, input, true, options?.signal),
    run: (op, input, options) => client.start(op, input, false, options?.signal).result as Promise<never>,
    onClose: (listener) => {
      closeListeners.push(listener);
    },
    close: () => {
      wire.close(messages.studio.closedHere);
    },
  };
}

interface OpenCall {
  readonly events: BoundedQueue<unknown> | undefined;
  done(out: unknown): void;
  fail(failure: FailureError): void;
}

/** The calls that one wire's caller has open. */
class RpcClient {
  readonly #wire: Wire;
  readonly #limits: RpcLimits;
  readonly #calls = new Map<number, OpenCall>();
  #nextId = 1;
  /** Why the wire closed. */
  #closed: string | undefined;

  constructor(wire: Wire, limits: RpcLimits) {
    this.#wire = wire;
    this.#limits = limits;
  }

  receive(raw: unknown): void {
    if (typeof raw !== 'object' || raw === null) return;
    const frame = raw as Frame;
    const call = this.#calls.get(frame.id);
    if (!call) return;
    if (frame.t === 'event') {
      if (call.events?.push(frame.value) !== false) return;
      this.#wire.send({ t: 'cancel', id: frame.id });
      this.#fail(frame.id, fail('overloaded', message('studio.tooMuchArrived'), { charged: 'unknown' }));
    } else if (frame.t === 'done') {
      this.#calls.delete(frame.id);
      call.done(frame.out);
    } else if (frame.t === 'fail') this.#fail(frame.id, new FailureError(frame.failure));
  }

  close(reason: string): void {
    this.#closed = reason;
    for (const id of [...this.#calls.keys()]) this.#fail(id, wireLost(reason));
  }

  start(op: string, input: unknown, withEvents: boolean, signal?: AbortSignal): Call<AnyOperation> {
    const id = this.#nextId++;
    const events = withEvents ? new BoundedQueue<unknown>(this.#limits) : undefined;
    const cancel = (): void => this.#cancel(id);
    const result = this.#register(id, events, () => signal?.removeEventListener('abort', cancel));
    signal?.addEventListener('abort', cancel);
    this.#open(id, op, input, signal?.aborted === true);
    return {
      result,
      send: (value) => {
        if (this.#calls.has(id)) this.#wire.send({ t: 'send', id, value: value as Payload });
      },
      end: () => {
        if (this.#calls.has(id)) this.#wire.send({ t: 'end', id });
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
  }

  /** The call's outcome, once there is one; `release` runs then. */
  #register(id: number, events: BoundedQueue<unknown> | undefined, release: () => void): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    promise.catch(() => undefined); // read through the iterator or `result`, whichever the caller took
    this.#calls.set(id, {
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
    return promise;
  }

  #open(id: number, op: string, input: unknown, isStopped: boolean): void {
    if (this.#closed !== undefined) this.#fail(id, wireLost(this.#closed));
    else if (isStopped) this.#fail(id, fail('cancelled', message('failures.stopped')));
    else
      try {
        this.#wire.send({ t: 'open', id, op, in: input as Payload });
      } catch (thrown) {
        this.#fail(id, fail('invalid-input', message('studio.cannotBeSent', op), { cause: thrown }));
      }
  }

  #cancel(id: number): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    this.#wire.send({ t: 'cancel', id });
    call.fail(fail('cancelled', message('failures.stopped')));
  }

  #fail(id: number, failure: FailureError): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    call?.fail(failure);
  }
}

const wireLost = (reason: string): FailureError => fail('disconnected', message('studio.connectionLost', reason), { charged: 'unknown' });
