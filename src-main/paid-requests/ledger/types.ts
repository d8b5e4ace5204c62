import type { UsageEntry } from '#shared/operations/account.ts';
import type { Failure } from '#shared/failure.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import type { OperationFamily, OperationState, SpeechFamily, Unit } from '#shared/paid-work.ts';
import { isSpeechFamily } from '../family-rules.ts';

export { operationStates, type OperationState, type Unit } from '#shared/paid-work.ts';

/** The block that a sound is made for. */
export interface Purpose {
  projectId: string;
  chapterId: string;
  blockId: string;
}

/** The dub that a line is spoken for, and what it is called then. */
export interface DubPurpose {
  id: string;
  name: string;
}

/** What is written, and synced, before a byte of the request leaves. Never the key. */
export interface NewOperation {
  operationId: string;
  family: OperationFamily;
  /** The stable name of the service, and the account there; an operation never moves to another. */
  connectionId: string;
  accountId: string;
  origin: string;
  method: 'POST' | 'DELETE';
  path: string;
  contentType: string;
  /** Exactly what is sent, on every attempt. */
  body: Uint8Array;
  idempotencyKey: string;
  requestId: string;
  fingerprint: string;
  /** What it is, in words that a person knows it by. */
  summary: string;
  /** The model that answers, where it is known, and how many of which unit: what the price is learned from. */
  modelId: string | null;
  amount: number;
  unit: Unit;
  /** Of the sound, where it is one. */
  format: AudioFormat | null;
  /** The block that it is for, where it is for one. */
  purpose: Purpose | null;
  /** The dub that it is for, where it is for one. */
  dub?: DubPurpose | undefined;
}

/** What is known of the end of an operation. */
export interface Outcome {
  status?: number | undefined;
  code?: string | undefined;
  creditsUsed?: number | undefined;
  /** How many units it took, where only the answer tells. */
  amount?: number | undefined;
  quotaRemaining?: number | undefined;
  /** The service's own id of the request, to be quoted to its support. */
  serviceRequestId?: string | undefined;
  failure?: Failure | undefined;
  /** What came of it, to find it again: ids and addresses, nothing secret, at most 64 KiB as JSON. */
  result?: Record<string, unknown> | undefined;
}

/** One line of an operation's timeline. */
export interface OperationEvent {
  /** Unix milliseconds. */
  at: number;
  /** `begun`, `sent again`, `accepted`, `done`, `failed`, `unknown`, or what a caller noted. */
  event: string;
  facts: Record<string, unknown>;
}

export interface OperationQuery {
  states?: readonly OperationState[];
  families?: readonly OperationFamily[];
  /** With `families`: what is for a dub is found too, whatever its family. */
  forDubs?: boolean;
  projectId?: string;
  connectionId?: string;
  /** Begun at or after, and before, in Unix milliseconds. */
  from?: number;
  to?: number;
  /** What it cost: credits from and to, both included, or `unknown` where nobody said. */
  cost?: { from: number; to: number } | 'unknown';
  /** Found in its summary, in its ids and code, in its dub's name, or in the text that was sent; without case and accents. */
  text?: string;
  /** With `text`: work with one of these voices, or for one of these projects, is found too. */
  voiceIds?: readonly string[];
  projectIds?: readonly string[];
  /** These alone, and all but these. */
  operationIds?: readonly string[];
  exceptIds?: readonly string[];
  /** Only what was begun before this operation: the next page. */
  before?: string;
  /** 200 at most. */
  limit: number;
}

export interface LedgerEntry extends NewOperation {
  /**
   * Of a large body, a clone's form for one, the ledger keeps after the end only how many bytes it had and their SHA-256 in hex; `body` is
   * empty then. Else both are null.
   */
  bodyBytes: number | null;
  bodyDigest: string | null;
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
  result: Record<string, unknown> | null;
}

/** An operation that makes the sound of a block. */
export type SpeechEntry = LedgerEntry & { family: SpeechFamily; purpose: Purpose; format: AudioFormat };
export const isSpeech = (entry: LedgerEntry): entry is SpeechEntry =>
  isSpeechFamily(entry.family) && entry.purpose !== null && entry.format !== null;

export interface Price {
  creditsPerUnit: number;
  /** How many finished operations it was learned from; 0 for a price of the service's own list. */
  samples: number;
}

/** Work of one price whose charge nobody has reported, `amount` units of it. */
export interface Unreported {
  connectionId: string;
  family: OperationFamily;
  modelId: string | null;
  unit: Unit;
  amount: number;
  operations: number;
  /** Whether it was charged at all is not known. */
  isInDoubt: boolean;
}

/**
 * What a query finds, altogether. `credits`: that were charged; `inDoubt`: that the service named, of work of which it is not known whether it was charged;
 * `quota`: the API quota that images and videos used; `unreported`: of what is over.
 */
interface Sum {
  operations: number;
  credits: number;
  inDoubt: number;
  quota: number;
  unreported: Unreported[];
}

/** What the work of a day, family and project was charged, and what of it nobody has reported the charge of. */
interface Usage extends Omit<UsageEntry, 'estimate' | 'possible' | 'unreported'> {
  /** Credits that the service named, of work of which it is not known whether it was charged. */
  inDoubt: number;
  unreported: Unreported[];
}

/** An operation that left files of the profile's store. */
export interface Holding {
  operationId: string;
  family: OperationFamily;
  state: OperationState;
  /** Whether it is the sound of a block. */
  forBlock: boolean;
  /** Unix milliseconds. */
  updatedAt: number;
  /** As the store calls them. */
  names: string[];
}

/** A balance that the service reported, from which on the ledger's own sums are held against it. */
interface Checkpoint {
  /** Unix milliseconds. */
  at: number;
  credits: number;
}

export interface Spent {
  credits: number;
  /** Credits that the service named, of work of which it is not known whether it was charged. */
  inDoubt: number;
  /** Work whose charge nobody has reported: it is open, or done, or it failed after it may have been charged. */
  open: {
    family: OperationFamily;
    modelId: string | null;
    unit: Unit;
    /** `charged`: it failed, and was charged. `failed`: it failed, and may have been. */
    standing: 'open' | 'done' | 'charged' | 'failed';
    amount: number;
    operations: number;
  }[];
}

/** Every answer means: it is in the file and synced. All fail with `disk-full`, `damaged` or `file-failed`. */
export interface LedgerStore {
  begin(operation: NewOperation): void;
  /** One more attempt of an operation that is `sending` or `unknown`. */
  resending(operationId: string): void;
  accepted(operationId: string, taskId: string, outcome: Outcome): void;
  /** One that is `sending` has taken so many units by now; any other, or one of more, stays as it is. */
  grown(operationId: string, amount: number): void;
  settle(operationId: string, state: 'done' | 'failed' | 'unknown', outcome: Outcome): void;
  entry(operationId: string): LedgerEntry | undefined;
  entryOfKey(idempotencyKey: string): LedgerEntry | undefined;
  /** What is `sending` or `waiting`, oldest first. */
  pending(): LedgerEntry[];
  /** `unknown` and not stopped by a person, while nothing later was sent for the same block or work; newest first, 200 at most. */
  unsettled(): LedgerEntry[];
  /** Which of these have an unknown outcome, and were requested again since. */
  requestedAgain(operationIds: readonly string[]): string[];
  /** The newest operation of this work on this account that is not final, to go on with instead of paying again. */
  open(fingerprint: string, connectionId: string, accountId: string): LedgerEntry | undefined;
  /** Of these works, the newest operations on this account, or on any of the service, whose outcome is unknown. */
  unknown(fingerprints: readonly string[], connectionId: string, accountId: string | undefined): LedgerEntry[];
  /** The newest operation of this work on this service that is done: it is paid for. */
  paid(fingerprint: string, connectionId: string): LedgerEntry | undefined;
  /** Of these works, those whose newest operation on this service failed after it was charged: sent again, they are charged again. */
  chargedInVain(fingerprints: readonly string[], connectionId: string): string[];
  /** Learned from what is done; of a family as a whole where it has no models, and then from the balance where the service reports no charge. */
  price(connectionId: string, of: { unit: Unit; modelId: string } | { unit: Unit; family: OperationFamily }): Price | undefined;
  /** What an account's operations since then cost: credits that were reported, and the work whose charge was not, by price. */
  spent(connectionId: string, accountId: string, since: number): Spent;
  /** Newest first. */
  list(query: OperationQuery): LedgerEntry[];
  /** Of everything that a query finds, whatever its `before` and `limit`. */
  sum(query: OperationQuery): Sum;
  /** Which of these jobs and voices, by the service's ids, operations of this ledger are known to have made: id and operation. */
  made(ids: readonly string[]): { id: string; operationId: string }[];
  /** The projects and dubs that operations were for, dubs with their name, the one that was worked on last first; 500 at most. */
  projects(): { projectId: string; projectName?: string; operations: number; lastAt: number }[];
  /** What operations since then were charged, by day of this machine's calendar, family and project; newest day first. Profile updates are no work. */
  usage(connectionId: string, since: number, limit: number): Usage[];
  /** What is not over, by id; and what left files. */
  holdings(): { open: string[]; holdings: Holding[] };
  checkpoint(connectionId: string, accountId: string): Checkpoint | undefined;
  /** Takes a balance as the base of the sums, and answers whether it may be: not while something is under way whose charge may be in it. */
  setCheckpoint(connectionId: string, accountId: string, checkpoint: Checkpoint): boolean;
  /**
   * Notes by how much the balance fell from before an operation to after it, as what it cost, and answers whether it may be: not where the charge is
   * reported, and not where something else of the account was under way or changed since `since`, in Unix milliseconds.
   */
  balanceFell(operationId: string, fall: { since: number; credits: number }): boolean;
  /** The timeline of an operation, oldest first, 1,000 lines at most. */
  events(operationId: string): OperationEvent[];
  /** Adds a line to a timeline; an operation that has its 1,000 is left as it is. */
  note(operationId: string, event: string, facts: Record<string, unknown>): void;
}

type Async<T> = { [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never };

export interface Ledger extends Async<LedgerStore> {
  close(): Promise<void>;
}
