import type { Failure } from '#shared/failure.ts';
import type { AudioFormat } from '#shared/wire/common.ts';

/** Endpoint families; each has its row in the failure rules. */
export const families = ['aligned', 'speech', 'job'] as const;
export type OperationFamily = (typeof families)[number];

/**
 * `sending`: may be on its way, or was when the program ended. `waiting`: a job that the service has taken. `unknown`: sent,
 * and nobody here can say how it ended; the same operation may be sent again by the family's rule. `done` and `failed` are
 * final, and the database itself refuses to change them.
 */
export const operationStates = ['sending', 'waiting', 'unknown', 'done', 'failed'] as const;
export type OperationState = (typeof operationStates)[number];

/** What is written, and synced, before a byte of the request leaves. Never the key. */
export interface NewOperation {
  operationId: string;
  family: OperationFamily;
  /** The stable name of the service, and the account there; an operation never moves to another. */
  connectionId: string;
  accountId: string;
  origin: string;
  method: 'POST';
  path: string;
  /** Exactly what is sent, on every attempt. */
  body: Uint8Array;
  idempotencyKey: string;
  requestId: string;
  fingerprint: string;
  /** The model that answers, where it is known, and the characters: what the price is learned from. */
  modelId: string | null;
  characters: number;
  format: AudioFormat;
  purpose: { projectId: string; chapterId: string; blockId: string };
}

/** What is known of the end of an operation. */
export interface Outcome {
  status?: number | undefined;
  code?: string | undefined;
  creditsUsed?: number | undefined;
  quotaRemaining?: number | undefined;
  /** The service's own id of the request, to be quoted to its support. */
  serviceRequestId?: string | undefined;
  failure?: Failure | undefined;
}

export interface LedgerEntry extends NewOperation {
  state: OperationState;
  taskId: string | null;
  attempts: number;
  /** Unix milliseconds. */
  createdAt: number;
  firstSentAt: number;
  lastSentAt: number;
  updatedAt: number;
  /** From the last send to the last change of state, in milliseconds. */
  latencyMs: number | null;
  status: number | null;
  code: string | null;
  creditsUsed: number | null;
  quotaRemaining: number | null;
  serviceRequestId: string | null;
  failure: Failure | null;
}

export interface Price {
  creditsPerCharacter: number;
  /** How many finished operations it was learned from. */
  samples: number;
}

/** Every answer means: it is in the file and synced. All fail with `disk-full`, `damaged` or `file-failed`. */
export interface LedgerStore {
  begin(operation: NewOperation): void;
  /** One more attempt of an operation that is `sending` or `unknown`. */
  resending(operationId: string): void;
  accepted(operationId: string, taskId: string, outcome: Outcome): void;
  settle(operationId: string, state: 'done' | 'failed' | 'unknown', outcome: Outcome): void;
  entry(operationId: string): LedgerEntry | undefined;
  /** What is `sending` or `waiting`, oldest first. */
  pending(): LedgerEntry[];
  /** `unknown` and not stopped by hand, while nothing later was sent for the same block; newest first, 200 at most. */
  unsettled(): LedgerEntry[];
  /** The newest operation of this work on this account that is not final, to go on with instead of paying anew. */
  open(fingerprint: string, connectionId: string, accountId: string): LedgerEntry | undefined;
  price(connectionId: string, modelId: string): Price | undefined;
}

type Async<T> = { [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never };

export interface Ledger extends Async<LedgerStore> {
  close(): Promise<void>;
}
