import { fail } from '#shared/failure.ts';
import type { Services } from '#shared/operations.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { ConnectionKeeper } from './connection.ts';
import type { Dubbing } from './dubbing.ts';
import type { Ledger, LedgerEntry } from './ledger/types.ts';
import type { PaidDesk } from './paid-work/desk.ts';
import { plain } from './paid-work/work.ts';

type Jobs = Pick<
  Services,
  | 'jobs.list'
  | 'jobs.show'
  | 'jobs.follow'
  | 'jobs.retry'
  | 'jobs.lookUp'
  | 'jobs.adopt'
  | 'jobs.salvage'
  | 'jobs.stopWaiting'
  | 'jobs.elsewhere'
  | 'jobs.price'
>;
type Shown = Awaited<ReturnType<Services['jobs.show']>>;

/** Characters of a request that are shown. */
const maximumShown = 16_000;

/** The ledger's operations as a person sees them, and what may be done with each by the failure rules. */
export function createJobs(options: { ledger: Ledger; desk: PaidDesk; dubbing: Dubbing; connection: ConnectionKeeper }): Jobs {
  const { ledger, desk, dubbing, connection } = options;

  const entryOf = async (operationId: string): Promise<LedgerEntry> => {
    const entry = await ledger.entry(operationId);
    if (entry === undefined) throw fail('not-found', 'The ledger has no such operation.', { field: 'operationId' });
    return entry;
  };

  /** What the service calls the things that operations of this family are known to have made. */
  const knownOf = async (families: readonly LedgerEntry['family'][]): Promise<Map<string, string>> => {
    const known = new Map<string, string>();
    for (const entry of await ledger.list({ families, limit: 200 })) {
      const made = entry.taskId ?? entry.result?.['voiceId'];
      if (typeof made === 'string') known.set(made, entry.operationId);
    }
    return known;
  };

  return {
    'jobs.list': async (query) => {
      const { states, families, projectId, before, limit } = query;
      const entries = await ledger.list({
        ...(states !== undefined && { states }),
        ...(families !== undefined && { families }),
        ...(projectId !== undefined && { projectId }),
        ...(before !== undefined && { before }),
        limit,
      });
      return { operations: entries.map((entry) => desk.shown(entry)) };
    },
    'jobs.show': async ({ operationId }) => {
      const entry = await entryOf(operationId);
      const events = (await ledger.events(operationId)).map((event) => plain(event) as Shown['events'][number]);
      const { method, path, contentType, body } = entry;
      const isText = contentType.startsWith('application/json');
      const text = isText ? Buffer.from(body).toString('utf8').slice(0, maximumShown) : null;
      return { operation: desk.shown(entry), events, request: { method, path, contentType, bytes: body.byteLength, text } };
    },
    'jobs.follow': async ({ operationId }, { emit, signal }): Promise<PaidOperation> => desk.untilOver(operationId, signal, emit),
    'jobs.retry': async ({ operationId }, { signal }) => desk.retry(await entryOf(operationId), signal),
    'jobs.lookUp': async ({ operationId }, { signal }) => {
      const entry = await entryOf(operationId);
      const work = desk.workOf(entry);
      if (work?.lookUp === undefined || entry.state !== 'unknown')
        throw fail('conflict', 'Only something whose outcome is not known is looked up, where the service has a list to look in.');
      const known = await knownOf([entry.family]);
      const found = await work.lookUp(entry, await desk.toolsFor(entry, signal));
      return { candidates: found.filter(({ id }) => !known.has(id)) };
    },
    'jobs.adopt': async ({ operationId, id }, { signal }) => {
      const entry = await entryOf(operationId);
      const owner = (await knownOf([entry.family])).get(id);
      if (owner !== undefined && owner !== operationId)
        throw fail('conflict', 'That came of another operation of this studio.', { field: 'id' });
      return desk.adopt(entry, id, signal);
    },
    'jobs.salvage': async ({ operationId }, { signal }) => desk.shown(await dubbing.salvage(await entryOf(operationId), signal)),
    'jobs.stopWaiting': async ({ operationId }) => desk.stopWaiting(await entryOf(operationId)),
    'jobs.elsewhere': async (query, { signal }) => {
      const client = await connection.ready(signal);
      const { page, limit } = query;
      if (query.kind === 'speech') {
        const known = await knownOf(['job', 'job-v1']);
        const { items, total } = await client.jobs({ page, limit, ...(query.status !== undefined && { status: query.status }) }, signal);
        const jobs = items.map(({ task, creditsUsed }) => ({
          ...{ taskId: task.taskId, status: task.status, createdAt: task.createdAt ?? null, creditsUsed: creditsUsed ?? null },
          operationId: known.get(task.taskId) ?? null,
        }));
        return { jobs, total: total ?? null };
      }
      const known = await knownOf(['lip-sync']);
      const found = await client.lipSync.list({ page, limit, ...(query.status !== undefined && { status: query.status }) }, signal);
      const jobs = found.jobs.map(({ id, status, createdAt, creditsUsed }) => ({
        ...{ taskId: id, status, createdAt: createdAt ?? null, creditsUsed: creditsUsed ?? null, operationId: known.get(id) ?? null },
      }));
      return { jobs, total: found.total ?? null };
    },
    'jobs.price': async (of) => {
      const connectionId = connection.current().id;
      return (await ledger.price(connectionId, of)) ?? null;
    },
  };
}
