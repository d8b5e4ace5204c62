import { makeReceipts, type PaidOperation, type Receipts } from '#shared/masters/receipts.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Ledger, LedgerEntry } from '../../paid-requests/ledger/types.ts';

type ReadableLedger = Pick<Ledger, 'list' | 'sum' | 'paid'>;
type Found = PaidOperation & Pick<LedgerEntry, 'state' | 'fingerprint'>;

/** Operations that one question to the ledger answers with. */
const page = 200;

/** The operations that made the takes of a project, from as many ledgers as there are. */
export class PaidOperations {
  readonly #projectId: string;
  readonly #connectionId: string;
  /** By the ids of their requests, the service's and ours, and by the work. */
  readonly #known = new Map<string, Found>();
  /** What the ledgers have for the project, altogether. */
  readonly #sum = { operations: 0, credits: 0 };

  constructor(projectId: string, connectionId: string) {
    this.#projectId = projectId;
    this.#connectionId = connectionId;
  }

  /** Fails as the ledger does. `takes`: what is not found under the project is looked for by its work, which another project may have bought. */
  async read(ledger: ReadableLedger, takes: readonly Take[], signal: AbortSignal): Promise<void> {
    const query = { projectId: this.#projectId, limit: page };
    const { operations, credits, inDoubt } = await ledger.sum(query);
    this.#sum.operations += operations;
    this.#sum.credits += credits + inDoubt;
    for (let before: string | undefined; ;) {
      signal.throwIfAborted();
      const entries = await ledger.list({ ...query, ...(before !== undefined && { before }) });
      for (const entry of entries) this.#add(entry, true);
      before = entries.at(-1)?.operationId;
      if (entries.length < page) break;
    }
    for (const take of takes) {
      if (take.source === 'recording' || take.derivedFrom !== undefined || this.#find(take) !== undefined) continue;
      signal.throwIfAborted();
      const entry = await ledger.paid(take.fingerprint, this.#connectionId);
      if (entry) this.#add(entry, entry.purpose?.projectId === this.#projectId);
    }
  }

  /** The operation that made a take; `undefined` where no ledger has it. */
  #find(take: Take): PaidOperation | undefined {
    const found = (take.requestId === null ? undefined : this.#known.get(`request:${take.requestId}`)) ?? this.#known.get(workKey(take));
    if (!found) return undefined;
    const { operationId, origin, creditsUsed, isOfProject, modelId } = found;
    return { operationId, origin, creditsUsed, isOfProject, modelId };
  }

  /** Receipts of files that were made of these takes. */
  receiptsOf(
    title: string,
    files: Parameters<typeof makeReceipts>[1],
    { takes, nameOfVoice }: { takes: readonly Take[]; nameOfVoice: (voiceId: string) => string | undefined },
  ): Receipts {
    const byId = new Map(takes.map((take) => [take.id, take]));
    return makeReceipts(title, files, {
      find: (takeId) => byId.get(takeId),
      findOperation: (take) => this.#find(take),
      nameOfVoice,
      project: this.#sum,
    });
  }

  #add(entry: LedgerEntry, isOfProject: boolean): void {
    const { operationId, origin, creditsUsed, state, fingerprint, serviceRequestId, requestId, modelId } = entry;
    const found = { operationId, origin, creditsUsed, isOfProject, modelId, state, fingerprint };
    for (const id of [serviceRequestId, requestId]) if (id !== null) this.#known.set(`request:${id}`, found);
    const key = workKey(entry);
    // What is done made the take; one that failed before it did not.
    if (this.#known.get(key)?.state !== 'done') this.#known.set(key, found);
  }
}

const workKey = ({ fingerprint }: { fingerprint: string }): string => `work:${fingerprint}`;
