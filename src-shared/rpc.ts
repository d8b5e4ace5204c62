import type { z } from 'zod';
import type { Failure } from './failure.ts';

/**
 * The contract between renderer and main. One call has one shape, `in → event* (← send*) → out | failure`, carried by
 * seven frames and by the wire's own close. Both wires (Electron IPC, WebSocket with MessagePack) carry the same values.
 */
export type Payload = null | boolean | number | string | Uint8Array | readonly Payload[] | { readonly [key: string]: Payload | undefined };

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

export interface Operation<
  In extends z.core.$ZodType,
  Event extends z.core.$ZodType,
  Send extends z.core.$ZodType,
  Out extends z.core.$ZodType,
> {
  in: In;
  event: Event;
  send: Send;
  out: Out;
  /** Values that `in` may hold, where that is more than `rpcLimits.maxValues`. */
  maxValues?: number;
}
export type AnyOperation = Operation<z.core.$ZodType, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType>;
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
export type Handler<O extends AnyOperation> = (input: Parsed<O>, context: CallContext<O>) => Promise<Out<O>>;
export type Services<M extends OperationMap> = { readonly [K in keyof M]: Handler<M[K]> };

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
