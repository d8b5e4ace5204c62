import { fail } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { KeptFile, PaidOperation } from '#shared/operations/paid.ts';
import { withoutSignatures } from '#shared/signed-address.ts';
import type { Budget } from '../../paid-requests/budget/budget.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Dubbing } from '../dubbing/service.ts';
import { csvHead, csvRow } from './csv.ts';
import { isSpeech, type Ledger, type LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { Exports } from '../../library/exports.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import type { LibraryService } from '../../library/library.ts';
import type { Live } from '../live/service.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { plain } from '../../paid-requests/family.ts';
import type { Speech } from '../speech/service.ts';
import { removedEvent } from '../storage/unused-results/unused-results.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';

type Jobs = Pick<
  Services,
  | 'jobs.list'
  | 'jobs.projects'
  | 'jobs.export'
  | 'jobs.show'
  | 'jobs.follow'
  | 'jobs.retry'
  | 'jobs.lookUp'
  | 'jobs.adopt'
  | 'jobs.salvage'
  | 'jobs.stopWaiting'
  | 'jobs.giveUp'
  | 'jobs.elsewhere'
  | 'jobs.price'
>;
type Shown = Awaited<ReturnType<Services['jobs.show']>>;

/** Characters of a request that are shown. */
const maximumShown = 16_000;

/** What Jobs needs of the way that the sound of blocks has for itself. */
export type SpeechJobs = Pick<Speech, 'askAgain' | 'stop'> & Pick<LibraryService, 'paidSound'>;

/** The ledger's operations as a person sees them, and what may be done with each by the failure rules. */
export function createJobs(options: {
  ledger: Ledger;
  coordinator: PaidCoordinator;
  dubbing: Dubbing;
  connection: ConnectionKeeper;
  kept: Pick<KeptFiles, 'has'>;
  /** What has a way of its own: the sound of blocks, live sessions, and files for a person. */
  speech?: SpeechJobs | undefined;
  live?: Pick<Live, 'retry'> | undefined;
  exports?: Pick<Exports, 'text'> | undefined;
  estimates?: Budget['estimates'] | undefined;
}): Jobs & { shown: (entry: LedgerEntry) => Promise<PaidOperation> } {
  const { ledger, coordinator, dubbing, connection, kept, speech, live } = options;

  const shown = (entry: LedgerEntry): PaidOperation => {
    const operation = coordinator.shown(entry);
    const isAsked =
      coordinator.workOf(entry) !== undefined ||
      (speech !== undefined && isSpeech(entry)) ||
      (live !== undefined && entry.family === 'realtime-reliable');
    return isAsked ? operation : { ...operation, actions: [] };
  };

  /** With an estimate where no charge was told. */
  const priced = async (entries: readonly LedgerEntry[]): Promise<PaidOperation[]> => {
    const estimates = await options.estimates?.(entries);
    return entries.map((entry) => {
      const creditsEstimate = estimates?.get(entry.operationId);
      return creditsEstimate === undefined ? shown(entry) : { ...shown(entry), creditsEstimate };
    });
  };

  const pricedOne = async (entry: LedgerEntry): Promise<PaidOperation> => (await priced([entry]))[0] ?? shown(entry);

  const entryOf = async (operationId: string): Promise<LedgerEntry> => {
    const entry = await ledger.entry(operationId);
    if (entry === undefined) throw fail('not-found', message('jobs.noSuchOperation'), { field: 'operationId' });
    return entry;
  };

  /** Which operation is known to have made each of these things of the service; those that none has are not in it. */
  const knownOf = async (ids: readonly string[]): Promise<Map<string, string>> =>
    new Map((await ledger.made(ids)).map(({ id, operationId }) => [id, operationId]));

  return {
    shown: pricedOne,
    'jobs.list': async (query) => {
      const wanted = withoutUndefined(query);
      const sum = query.before === undefined ? await ledger.sum(wanted) : null;
      return { operations: await priced(await ledger.list(wanted)), sum };
    },
    'jobs.projects': async () => ({ projects: await ledger.projects() }),
    'jobs.export': async ({ path, overwrite, ...query }, { signal }) => {
      if (options.exports === undefined) throw fail('internal', message('jobs.nothingToExport'));
      const found = withoutUndefined(query);
      const count = { rows: 0 };
      async function* content(): AsyncGenerator<Uint8Array, void> {
        yield Buffer.from(csvHead);
        for (let before: string | undefined; ;) {
          const page = await ledger.list({ ...found, limit: 200, ...(before !== undefined && { before }) });
          before = page.at(-1)?.operationId;
          if (before === undefined) return;
          count.rows += page.length;
          yield Buffer.from(page.map((entry) => csvRow(shown(entry))).join(''));
        }
      }
      const name = messages.jobs.exportFileName(new Date().toISOString().slice(0, 10));
      const file = await options.exports.text({ name, type: 'text/csv; charset=utf-8', path, overwrite }, content(), signal);
      return { ...file, rows: count.rows };
    },
    'jobs.show': async ({ operationId }) => {
      const entry = await entryOf(operationId);
      const events = (await ledger.events(operationId)).map((event) => plain(event) as Shown['events'][number]);
      const { method, path, contentType, body, bodyBytes, idempotencyKey, requestId } = entry;
      const isText = contentType.startsWith('application/json') && bodyBytes === null;
      const text = isText ? withoutSignatures(Buffer.from(body).toString('utf8')).slice(0, maximumShown) : null;
      const bytes = bodyBytes ?? body.byteLength;
      const sound = isSpeech(entry) ? await speech?.paidSound(operationId) : undefined;
      const headers = [
        { name: 'Authorization', value: messages.jobs.bearerHidden },
        ...(bytes > 0 ? [{ name: 'Content-Type', value: contentType }] : []),
        { name: 'Idempotency-Key', value: idempotencyKey },
        { name: 'X-Request-Id', value: requestId },
      ];
      const operation = await pricedOne(entry);
      // What was bought again since then may have the same bytes.
      const removal = events.findLast(({ event }) => event === removedEvent);
      const files: KeptFile[] = sound === undefined ? [] : [sound];
      for (const file of operation.files) if (removal === undefined || (await kept.has(file))) files.push(file);
      return {
        operation: { ...operation, files },
        removedAt: removal === undefined || files.length > 0 ? null : removal.at,
        events,
        request: { method, path, contentType, bytes, text, headers },
        block: entry.purpose,
      };
    },
    'jobs.follow': async ({ operationId }, { emit, signal }): Promise<PaidOperation> => coordinator.untilOver(operationId, signal, emit),
    'jobs.retry': async ({ operationId }, { signal }) => {
      const entry = await entryOf(operationId);
      const isLive = live !== undefined && entry.family === 'realtime-reliable';
      if (!isLive && (speech === undefined || !isSpeech(entry))) return coordinator.retry(entry, signal);
      if (entry.state === 'done' || entry.state === 'failed') throw fail('conflict', message('jobs.operationOver'));
      if (isLive) await live.retry(operationId, signal);
      else if (isSpeech(entry)) await speech?.askAgain(entry, signal);
      return shown(await entryOf(operationId));
    },
    'jobs.lookUp': async ({ operationId }, { signal }) => {
      const entry = await entryOf(operationId);
      const work = coordinator.workOf(entry);
      if (work?.lookUp === undefined || entry.state !== 'unknown') throw fail('conflict', message('jobs.cannotLookUp'));
      const found = await work.lookUp(entry, await coordinator.toolsFor(entry, signal));
      const known = await knownOf(found.map(({ id }) => id));
      return { candidates: found.filter(({ id }) => !known.has(id)) };
    },
    'jobs.adopt': async ({ operationId, id }, { signal }) => {
      const entry = await entryOf(operationId);
      const owner = (await knownOf([id])).get(id);
      if (owner !== undefined && owner !== operationId) throw fail('conflict', message('jobs.resultOfAnother'), { field: 'id' });
      return coordinator.adopt(entry, id, signal);
    },
    'jobs.salvage': async ({ operationId }, { signal }) => coordinator.shown(await dubbing.salvage(await entryOf(operationId), signal)),
    'jobs.stopWaiting': async ({ operationId }) => {
      const entry = await entryOf(operationId);
      if (isSpeech(entry)) await speech?.stop(entry);
      await coordinator.stopWaiting(entry);
      return shown(await entryOf(operationId));
    },
    'jobs.giveUp': async ({ operationId }) => coordinator.giveUp(await entryOf(operationId)),
    'jobs.elsewhere': async (query, { signal }) => {
      const client = await connection.ready(signal);
      const { page, limit } = query;
      if (query.kind === 'speech') {
        const { items, total } = await client.jobs({ page, limit, ...(query.status !== undefined && { status: query.status }) }, signal);
        const known = await knownOf(items.map(({ task }) => task.taskId));
        const jobs = items.map(({ task, creditsUsed }) => ({
          taskId: task.taskId,
          status: task.status,
          createdAt: task.createdAt ?? null,
          creditsUsed: creditsUsed ?? null,
          operationId: known.get(task.taskId) ?? null,
        }));
        return { jobs, total: total ?? null };
      }
      const { status: wanted } = query;
      // The interface names no other filter; of the other states those are picked out that a page has.
      const found = await client.lipSync.list({ page, limit, ...(wanted === 'completed' && { status: wanted }) }, signal);
      const items = wanted === undefined ? found.items : found.items.filter(({ status }) => status === wanted);
      const known = await knownOf(items.map(({ id }) => id));
      const jobs = items.map(({ id, status, createdAt, creditsUsed }) => ({
        taskId: id,
        status,
        createdAt: createdAt ?? null,
        creditsUsed: creditsUsed ?? null,
        operationId: known.get(id) ?? null,
      }));
      return { jobs, total: found.total ?? null };
    },
    'jobs.price': async (of) => {
      const connectionId = connection.current().id;
      return (await ledger.price(connectionId, of)) ?? null;
    },
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };
/** A query as the ledger takes it: without what was left open. */
const withoutUndefined = <T extends object>(query: T): Defined<T> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Defined<T>;
