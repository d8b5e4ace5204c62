import { cutText } from '#shared/cut-text.ts';
import { fail } from '#shared/failure.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { KeptFile, PaidOperation } from '#shared/operations/paid.ts';
import type { Out, Parsed } from '#shared/rpc.ts';
import { withoutSignatures } from '#shared/signed-address.ts';
import type { Budget } from '../../paid-requests/budget/budget.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Dubbing } from '../dubbing/service.ts';
import { csvOfJobs } from './csv.ts';
import { findOwners, JobsElsewhere } from './elsewhere.ts';
import { isSpeech, type Ledger, type LedgerEntry, type OperationQuery } from '../../paid-requests/ledger/types.ts';
import type { Exports } from '../../library/exports.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import type { RemovedResults } from '../../library/removed-results.ts';
import type { LibraryService } from '../../library/library.ts';
import type { Live } from '../live/service.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { plain } from '../../paid-requests/family.ts';
import type { Speech } from '../speech/service.ts';
import { removedEvent } from '../storage/unused-results/unused-results.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';

type JobServices = Pick<
  Services,
  | 'jobs.list'
  | 'results.setRemoved'
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
type Shown = Out<Operations['jobs.show']>;

/** Characters of a request that are shown. */
const maximumShown = 16_000;
/** Operations that an export, or a list without those that were removed, reads of the ledger at once. */
const rowsAtOnce = 200;

/** What Jobs needs of the sound of blocks, which is sent and stored in its own way. */
export type SpeechJobs = Pick<Speech, 'askAgain' | 'stop'> & Pick<LibraryService, 'paidSound'>;

interface Options {
  ledger: Ledger;
  coordinator: PaidCoordinator;
  dubbing: Dubbing;
  connection: ConnectionKeeper;
  kept: Pick<KeptFiles, 'has'>;
  /** What is sent and stored in its own way: the sound of blocks, live sessions, and files for a person. */
  speech?: SpeechJobs | undefined;
  live?: Pick<Live, 'retry'> | undefined;
  exports?: Pick<Exports, 'text'> | undefined;
  /** What a project is called, where that is known. */
  projectTitle?: ((projectId: string) => string | undefined) | undefined;
  budget?: Pick<Budget, 'estimates' | 'estimateUnreported'> | undefined;
  removed?: RemovedResults | undefined;
}

/** The ledger's operations as a person sees them, and what may be done with each by the failure rules. */
export class Jobs {
  readonly #options: Options;
  readonly #elsewhere: JobsElsewhere;

  constructor(options: Options) {
    this.#options = options;
    this.#elsewhere = new JobsElsewhere(options.connection, options.ledger);
  }

  readonly services: JobServices = {
    'jobs.list': async (query) => {
      const { removed, ...wanted } = withoutUndefined(query);
      const sum = query.before === undefined ? await this.#sum(wanted) : null;
      return { operations: await this.#describeAll(await this.#list(wanted, removed)), sum };
    },
    'results.setRemoved': ({ id, removed }) => {
      if (this.#options.removed === undefined) throw fail('internal', message('removal.listOfRemoved'));
      this.#options.removed.set(id, removed);
      return Promise.resolve(null);
    },
    'jobs.projects': async () => ({ projects: await this.#options.ledger.projects() }),
    'jobs.export': (query, { signal }) => this.#export(query, signal),
    'jobs.show': ({ operationId }) => this.#show(operationId),
    'jobs.follow': async ({ operationId }, { emit, signal }): Promise<PaidOperation> =>
      this.#options.coordinator.untilOver(operationId, signal, emit),
    'jobs.retry': async ({ operationId }, { signal }) => this.#retry(await this.#find(operationId), signal),
    'jobs.lookUp': async ({ operationId }, { signal }) => this.#lookUp(await this.#find(operationId), signal),
    'jobs.adopt': async ({ operationId, id }, { signal }) => {
      const { coordinator, ledger } = this.#options;
      const entry = await this.#find(operationId);
      const owner = (await findOwners(ledger, [id])).get(id);
      if (owner !== undefined && owner !== operationId) throw fail('conflict', message('jobs.resultOfAnother'), { field: 'id' });
      return coordinator.adopt(entry, id, signal);
    },
    'jobs.salvage': async ({ operationId }, { signal }) => {
      const { coordinator, dubbing } = this.#options;
      return coordinator.shown(await dubbing.salvage(await this.#find(operationId), signal));
    },
    'jobs.stopWaiting': async ({ operationId }) => {
      const { coordinator, speech } = this.#options;
      const entry = await this.#find(operationId);
      if (isSpeech(entry)) await speech?.stop(entry);
      await coordinator.stopWaiting(entry);
      return this.#describeWithoutEstimate(await this.#find(operationId));
    },
    'jobs.giveUp': async ({ operationId }) => this.#options.coordinator.giveUp(await this.#find(operationId)),
    'jobs.elsewhere': (query, { signal }) => this.#elsewhere.list(query, signal),
    'jobs.price': async (of) => {
      const { connection, ledger } = this.#options;
      return (await ledger.price(connection.current().id, of)) ?? null;
    },
  };

  /** An operation as windows show it, with an estimate where no charge was reported. */
  async describe(entry: LedgerEntry): Promise<PaidOperation> {
    return (await this.#describeAll([entry]))[0] ?? this.#describeWithoutEstimate(entry);
  }

  /** Up to the limit, of those that were removed from their list, of the others, or of both. */
  async #list(query: OperationQuery & { limit: number }, isRemoved: boolean | undefined): Promise<LedgerEntry[]> {
    const { ledger, removed } = this.#options;
    if (isRemoved === undefined || removed === undefined) return ledger.list(query);
    const found: LedgerEntry[] = [];
    for (let before = query.before; ;) {
      const page = await ledger.list({ ...query, limit: rowsAtOnce, ...(before !== undefined && { before }) });
      found.push(...page.filter(({ operationId }) => removed.has(operationId) === isRemoved));
      before = page.at(-1)?.operationId;
      if (found.length >= query.limit || page.length < rowsAtOnce) return found.slice(0, query.limit);
    }
  }

  async #sum(query: OperationQuery): Promise<Out<Operations['jobs.list']>['sum']> {
    const { ledger, budget } = this.#options;
    const { operations, credits, inDoubt, quota, unreported } = await ledger.sum(query);
    const estimated = await budget?.estimateUnreported(unreported);
    return { operations, credits, quota, estimate: estimated?.estimate ?? 0, possible: inDoubt + (estimated?.possible ?? 0) };
  }

  async #describeAll(entries: readonly LedgerEntry[]): Promise<PaidOperation[]> {
    const { budget, ledger } = this.#options;
    const estimates = await budget?.estimates(entries);
    const unknown = entries.flatMap(({ state, operationId }) => (state === 'unknown' ? [operationId] : []));
    const again = new Set(unknown.length === 0 ? [] : await ledger.requestedAgain(unknown));
    return entries.map((entry) => {
      const creditsEstimate = estimates?.get(entry.operationId);
      return {
        ...this.#describeWithoutEstimate(entry),
        ...(creditsEstimate !== undefined && { creditsEstimate }),
        ...(again.has(entry.operationId) && { isRequestedAgain: true as const }),
      };
    });
  }

  #describeWithoutEstimate(entry: LedgerEntry): PaidOperation {
    const { coordinator, speech, live } = this.#options;
    const operation = coordinator.shown(entry);
    const canBeAsked =
      coordinator.workOf(entry) !== undefined ||
      (speech !== undefined && isSpeech(entry)) ||
      (live !== undefined && entry.family === 'realtime-reliable');
    return canBeAsked ? operation : { ...operation, actions: [] };
  }

  async #find(operationId: string): Promise<LedgerEntry> {
    const entry = await this.#options.ledger.entry(operationId);
    if (entry === undefined) throw fail('not-found', message('jobs.noSuchOperation'), { field: 'operationId' });
    return entry;
  }

  async #export(
    { path, overwrite, ...query }: Parsed<Operations['jobs.export']>,
    signal: AbortSignal,
  ): Promise<Out<Operations['jobs.export']>> {
    const { exports } = this.#options;
    if (exports === undefined) throw fail('internal', message('jobs.nothingToExport'));
    let rows = 0;
    const content = this.#writeRows(withoutUndefined(query), (count) => (rows += count));
    const name = messages.jobs.exportFileName(new Date().toISOString().slice(0, 10));
    const file = await exports.text({ name, type: 'text/csv; charset=utf-8', path, overwrite }, content, signal);
    return { ...file, rows };
  }

  async *#writeRows(query: Omit<OperationQuery, 'limit' | 'before'>, onRows: (count: number) => void): AsyncGenerator<Uint8Array, void> {
    const { ledger, projectTitle } = this.#options;
    // A project by its title now; a dub, and what is not among the recent projects, by its name of then.
    const names = new Map((await ledger.projects()).map(({ projectId, projectName }) => [projectId, projectName]));
    const csv = csvOfJobs((projectId) => projectTitle?.(projectId) ?? names.get(projectId));
    yield Buffer.from(csv.head);
    for (let before: string | undefined; ;) {
      const page = await ledger.list({ ...query, limit: rowsAtOnce, ...(before !== undefined && { before }) });
      before = page.at(-1)?.operationId;
      if (before === undefined) return;
      onRows(page.length);
      yield Buffer.from(page.map((entry) => csv.row(this.#describeWithoutEstimate(entry))).join(''));
    }
  }

  async #show(operationId: string): Promise<Shown> {
    const { ledger } = this.#options;
    const entry = await this.#find(operationId);
    const events = (await ledger.events(operationId)).map((event) => plain(event) as Shown['events'][number]);
    const operation = await this.describe(entry);
    // What was paid for again since then may have the same bytes.
    const removal = events.findLast(({ event }) => event === removedEvent);
    const files = await this.#findFiles(entry, operation, removal !== undefined);
    return {
      operation: { ...operation, files },
      removedAt: removal === undefined || files.length > 0 ? null : removal.at,
      events,
      request: describeRequest(entry),
      block: entry.purpose,
    };
  }

  async #findFiles(entry: LedgerEntry, operation: PaidOperation, wereRemoved: boolean): Promise<KeptFile[]> {
    const { speech, kept } = this.#options;
    const sound = isSpeech(entry) ? await speech?.paidSound(entry.operationId) : undefined;
    const files: KeptFile[] = sound === undefined ? [] : [sound];
    for (const file of operation.files) if (!wereRemoved || (await kept.has(file))) files.push(file);
    return files;
  }

  async #retry(entry: LedgerEntry, signal: AbortSignal): Promise<PaidOperation> {
    const { coordinator, speech, live } = this.#options;
    const isLive = live !== undefined && entry.family === 'realtime-reliable';
    if (!isLive && (speech === undefined || !isSpeech(entry))) return coordinator.retry(entry, signal);
    if (entry.state === 'done' || entry.state === 'failed') throw fail('conflict', message('jobs.operationOver'));
    if (isLive) await live.retry(entry.operationId, signal);
    else if (isSpeech(entry)) await speech?.askAgain(entry, signal);
    return this.#describeWithoutEstimate(await this.#find(entry.operationId));
  }

  /** What the service has that may be the operation's result, without what other operations are known to have made. */
  async #lookUp(entry: LedgerEntry, signal: AbortSignal): Promise<Out<Operations['jobs.lookUp']>> {
    const { coordinator, ledger } = this.#options;
    const work = coordinator.workOf(entry);
    if (work?.lookUp === undefined || entry.state !== 'unknown') throw fail('conflict', message('jobs.cannotLookUp'));
    const found = await work.lookUp(entry, await coordinator.toolsFor(entry, signal));
    const owners = await findOwners(
      ledger,
      found.map(({ id }) => id),
    );
    return { candidates: found.filter(({ id }) => !owners.has(id)) };
  }
}

/** The request as it was sent: a text only where it is one, and no key. */
function describeRequest(entry: LedgerEntry): Shown['request'] {
  const { method, path, contentType, body, bodyBytes, idempotencyKey, requestId } = entry;
  const isText = contentType.startsWith('application/json') && bodyBytes === null;
  const text = isText ? cutText(withoutSignatures(Buffer.from(body).toString('utf8')), maximumShown) : null;
  const bytes = bodyBytes ?? body.byteLength;
  const headers = [
    { name: 'Authorization', value: messages.jobs.bearerHidden },
    ...(bytes > 0 ? [{ name: 'Content-Type', value: contentType }] : []),
    { name: 'Idempotency-Key', value: idempotencyKey },
    { name: 'X-Request-Id', value: requestId },
  ];
  return { method, path, contentType, bytes, text, headers };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };
/** A query as the ledger takes it: without what was left open. */
const withoutUndefined = <T extends object>(query: T): Defined<T> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Defined<T>;
