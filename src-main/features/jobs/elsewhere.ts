import type { Operations } from '#shared/operations/index.ts';
import type { Out, Parsed } from '#shared/rpc.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';

type Query = Parsed<Operations['jobs.elsewhere']>;
type SpeechQuery = Extract<Query, { kind: 'speech' }>;
type LipSyncQuery = Extract<Query, { kind: 'lip-sync' }>;
type Listed = Out<Operations['jobs.elsewhere']>;
type Found = Omit<Listed['jobs'][number], 'operationId'>;

/** Which operation of the ledger is known to have made each of these things of the service; those that none has are not in it. */
export async function findOwners(ledger: Pick<Ledger, 'made'>, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await ledger.made(ids)).map(({ id, operationId }) => [id, operationId]));
}

/** Jobs as the service lists them, also those that other programs made. */
export class JobsElsewhere {
  readonly #connection: ConnectionKeeper;
  readonly #ledger: Pick<Ledger, 'made'>;

  constructor(connection: ConnectionKeeper, ledger: Pick<Ledger, 'made'>) {
    this.#connection = connection;
    this.#ledger = ledger;
  }

  async list(query: Query, signal: AbortSignal): Promise<Listed> {
    const { found, total } = query.kind === 'speech' ? await this.#listSpeech(query, signal) : await this.#listLipSync(query, signal);
    const owners = await findOwners(
      this.#ledger,
      found.map(({ taskId }) => taskId),
    );
    return { jobs: found.map((job) => ({ ...job, operationId: owners.get(job.taskId) ?? null })), total: total ?? null };
  }

  async #listSpeech({ page, limit, status }: SpeechQuery, signal: AbortSignal): Promise<{ found: Found[]; total: number | undefined }> {
    const client = await this.#connection.ready(signal);
    const { items, total } = await client.jobs({ page, limit, ...(status !== undefined && { status }) }, signal);
    const found = items.map(({ task, creditsUsed }) => ({
      taskId: task.taskId,
      status: task.status,
      createdAt: task.createdAt ?? null,
      creditsUsed: creditsUsed ?? null,
    }));
    return { found, total };
  }

  async #listLipSync(
    { page, limit, status: wanted }: LipSyncQuery,
    signal: AbortSignal,
  ): Promise<{ found: Found[]; total: number | undefined }> {
    const client = await this.#connection.ready(signal);
    // The interface names no other filter; of the other states those are picked out that a page has.
    const listed = await client.lipSync.list({ page, limit, ...(wanted === 'completed' && { status: wanted }) }, signal);
    const items = wanted === undefined ? listed.items : listed.items.filter(({ status }) => status === wanted);
    const found = items.map(({ id, status, createdAt, creditsUsed }) => ({
      taskId: id,
      status,
      createdAt: createdAt ?? null,
      creditsUsed: creditsUsed ?? null,
    }));
    return { found, total: listed.total };
  }
}
