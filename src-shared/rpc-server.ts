import { safeParse } from 'zod';
import { fail, FailureError, invalidInput, isAbort, toFailure, type Failure } from './failure.ts';
import { message } from './messages/message.ts';
import { messages } from './messages/index.ts';
import { BoundedQueue, findPayloadFault, rpcLimits, type PayloadFault, type RpcLimits } from './rpc-bounds.ts';
import type { AnyOperation, Frame, Handler, OperationMap, Payload, Services, Wire } from './rpc.ts';

interface ServeOptions<M extends OperationMap> {
  operations: M;
  services: Services<M>;
  limits?: RpcLimits;
  /** Hears what was thrown and is not a failure: the log's side of `internal`. */
  onUnexpected?: (op: string, thrown: unknown) => void;
}

/**
 * Answers a wire's calls with `services`. Every call of the wire is aborted when it closes. Whatever a frame makes go wrong fails its own
 * call, or ends the wire where there is none; nothing is thrown to the wire.
 */
export function serve<M extends OperationMap>(wire: Wire, options: ServeOptions<M>): void {
  const server = new RpcServer(wire, { limits: rpcLimits, onUnexpected: () => undefined, ...options });
  wire.onFrame((raw) => server.receive(raw));
  wire.onClose((reason) => server.close(reason));
}

interface ServedCall {
  readonly id: number;
  readonly op: string;
  readonly operation: AnyOperation;
  readonly controller: AbortController;
  readonly sends: BoundedQueue<unknown>;
}

/** The calls of one wire. */
class RpcServer {
  readonly #wire: Wire;
  readonly #options: Required<ServeOptions<OperationMap>>;
  readonly #calls = new Map<number, ServedCall>();

  constructor(wire: Wire, options: Required<ServeOptions<OperationMap>>) {
    this.#wire = wire;
    this.#options = options;
  }

  receive(raw: unknown): void {
    const frame = readClientFrame(raw);
    if (!frame) {
      this.#wire.close(messages.studio.frameUnknown);
      return;
    }
    try {
      this.#answer(frame);
    } catch (thrown) {
      this.#options.onUnexpected('A frame', thrown);
      if (this.#calls.has(frame.id)) this.#fail(frame.id, toFailure(thrown));
      // No handler was reached.
      else this.#refuse(frame.id, { ...toFailure(thrown), charged: 'no' });
    }
  }

  close(reason: string): void {
    for (const call of this.#calls.values()) {
      call.sends.end();
      call.controller.abort(new WireClosedError(reason));
    }
    this.#calls.clear();
  }

  #answer(frame: ClientFrame): void {
    const call = this.#calls.get(frame.id);
    if (frame.t === 'open') {
      if (call) this.#wire.close(messages.studio.callIdInUse);
      else this.#open(frame.id, frame.op, frame.in);
      return;
    }
    if (!call) return; // late frames of a call that is over
    if (frame.t === 'cancel') this.#fail(frame.id, fail('cancelled', message('failures.stopped')).failure);
    else if (frame.t === 'end') call.sends.end();
    else this.#takeSent(call, frame.value);
  }

  #open(id: number, op: string, input: unknown): void {
    if (!Object.hasOwn(this.#options.operations, op)) {
      this.#refuse(id, fail('invalid-input', message('studio.noSuchOperation', op.slice(0, 80).toWellFormed()), { field: 'op' }).failure);
      return;
    }
    if (this.#calls.size >= this.#options.limits.maxOpenCalls) {
      this.#refuse(id, fail('overloaded', message('studio.tooMuchUnderWay')).failure);
      return;
    }
    const operation = this.#options.operations[op] as AnyOperation;
    const fault = findPayloadFault(input, {
      ...this.#options.limits,
      maxValues: Math.max(this.#options.limits.maxValues, operation.maxValues ?? 0),
    });
    if (fault) {
      this.#refuse(id, payloadFailure(fault, op).failure);
      return;
    }
    const parsed = safeParse(operation.in, input);
    if (!parsed.success) {
      this.#refuse(id, invalidInput(parsed.error, op).failure);
      return;
    }
    const call: ServedCall = { id, op, operation, controller: new AbortController(), sends: new BoundedQueue(this.#options.limits) };
    this.#calls.set(id, call);
    this.#handle(call, parsed.data).catch((thrown: unknown) => {
      this.#options.onUnexpected(op, thrown);
      this.#wire.close(messages.studio.wentWrong);
    });
  }

  async #handle({ id, op, controller, sends }: ServedCall, input: unknown): Promise<void> {
    const handler = this.#options.services[op] as Handler<AnyOperation>;
    try {
      const out = await handler(input, { signal: controller.signal, emit: (event) => this.#emit(id, event), sends });
      this.#settle(id, { t: 'done', id, out: (out ?? null) as Payload });
    } catch (thrown) {
      if (!(thrown instanceof FailureError) && !isAbort(thrown)) this.#options.onUnexpected(op, thrown);
      this.#fail(id, toFailure(thrown));
    }
  }

  #emit(id: number, value: unknown): void {
    if (!this.#calls.has(id)) return;
    if (this.#wire.buffered() > this.#options.limits.maxBufferedBytes) {
      this.#fail(id, fail('overloaded', message('studio.windowTooSlow'), { charged: 'unknown' }).failure);
      return;
    }
    this.#wire.send({ t: 'event', id, value: value as Payload });
  }

  #takeSent({ id, op, operation, sends }: ServedCall, value: Payload): void {
    const fault = findPayloadFault(value, this.#options.limits);
    if (fault) {
      this.#fail(id, payloadFailure(fault, op).failure);
      return;
    }
    const parsed = safeParse(operation.send, value);
    if (!parsed.success) this.#fail(id, invalidInput(parsed.error).failure);
    else if (!sends.push(parsed.data)) this.#fail(id, fail('overloaded', message('studio.tooMuchSent'), { charged: 'unknown' }).failure);
  }

  /** Answers a call that never began. */
  #refuse(id: number, failure: Failure): void {
    this.#wire.send({ t: 'fail', id, failure });
  }

  #fail(id: number, failure: Failure): void {
    this.#settle(id, { t: 'fail', id, failure });
  }

  #settle(id: number, frame: Frame): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.sends.end();
    try {
      this.#wire.send(frame);
    } catch (thrown) {
      // A result that no wire carries (a function, say) must not leave its caller waiting forever.
      this.#options.onUnexpected(call.op, thrown);
      this.#refuse(id, toFailure(thrown));
    } finally {
      call.controller.abort(abortError(messages.studio.callEnded));
    }
  }
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

function readClientFrame(raw: unknown): ClientFrame | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { t, id, op } = raw as Record<string, unknown>;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return undefined;
  if (t === 'open' && typeof op === 'string') return raw as ClientFrame;
  return t === 'send' || t === 'end' || t === 'cancel' ? (raw as ClientFrame) : undefined;
}
