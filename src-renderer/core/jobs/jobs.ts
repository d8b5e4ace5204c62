import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Candidate, PaidOperation } from '#shared/operations/paid.ts';
import type { Out } from '#shared/rpc.ts';
import { download } from '../files/files.ts';
import { attempt } from '../host/attempt.ts';
import { studio, useHost, whenOpened } from '../host/host.ts';
import { fits, noFilter, queryOf, type ElsewhereJob, type JobsFilter } from './jobs-filter.ts';
import { onOperation, useStudio } from '../studio/studio.ts';
import { useWindow } from '../window/window.ts';
import { messages } from '#shared/messages/index.ts';

export type ShownJob = Out<Operations['jobs.show']>;
export type JobsExport = Out<Operations['jobs.export']>;

interface JobsState {
  filter: JobsFilter;
  /** The ledger's, newest first, as far as they are read. */
  operations: readonly PaidOperation[];
  /** Of everything that the filter finds. */
  sum: { operations: number; credits: number } | undefined;
  /** True when there are no older ones. */
  whole: boolean;
  reading: 'first' | 'more' | undefined;
  failure: Failure | undefined;
  /** What the service lists besides, newest first, as far as it is read. */
  elsewhere: readonly ElsewhereJob[];
  elsewhereFailure: Failure | undefined;
  /** How many of the service's lists are not read yet. */
  elsewhereLeft: number;
  readingElsewhere: boolean;
  projects: readonly { projectId: string; operations: number }[];
  /** The row whose timeline is open: an operation's id, or `kind:task` of one made elsewhere. */
  opened: string | undefined;
  shown: ShownJob | undefined;
  shownFailure: Failure | undefined;
  /** What is under way, in every panel. */
  running: ReadonlyMap<string, PaidOperation>;
}

export const useJobs = create<JobsState>(() => ({
  filter: noFilter,
  operations: [],
  sum: undefined,
  whole: false,
  reading: undefined,
  failure: undefined,
  elsewhere: [],
  elsewhereFailure: undefined,
  elsewhereLeft: 0,
  readingElsewhere: false,
  projects: [],
  opened: undefined,
  shown: undefined,
  shownFailure: undefined,
  running: new Map(),
}));

const pageSize = 100;
/** Rows kept in the window; narrower filters reach the others. */
const maximumRows = 20_000;
/** Of each of the service's lists at a time, as many as it gives. */
const elsewherePage = 100;
let reading = 0;

/** The first page anew, and the sums. */
async function readFirst(): Promise<void> {
  const own = ++reading;
  const { filter } = useJobs.getState();
  useJobs.setState({ reading: 'first' });
  const answer = await attempt(() => studio().run('jobs.list', { ...queryOf(filter, Date.now()), limit: pageSize }));
  if (own !== reading) return;
  if (!answer.ok) {
    useJobs.setState({ reading: undefined, failure: answer.failure });
    return;
  }
  const { operations, sum } = answer.value;
  useJobs.setState({ operations, sum: sum ?? undefined, whole: operations.length < pageSize, reading: undefined, failure: undefined });
}

/** The next page; nothing while one is being read. */
export async function readMore(): Promise<void> {
  const { filter, operations, whole, reading: busy } = useJobs.getState();
  const last = operations.at(-1);
  if (whole || busy !== undefined || last === undefined || operations.length >= maximumRows) return;
  const own = ++reading;
  useJobs.setState({ reading: 'more' });
  const query = { ...queryOf(filter, Date.now()), before: last.operationId, limit: pageSize };
  const answer = await attempt(() => studio().run('jobs.list', query));
  if (own !== reading) return;
  if (!answer.ok) useJobs.setState({ reading: undefined, failure: answer.failure });
  else {
    const known = new Set(useJobs.getState().operations.map(({ operationId }) => operationId));
    const more = answer.value.operations.filter(({ operationId }) => !known.has(operationId));
    const isWhole = answer.value.operations.length < pageSize;
    useJobs.setState({ operations: [...useJobs.getState().operations, ...more], whole: isWhole, reading: undefined });
  }
}

export function narrow(change: Partial<JobsFilter>): void {
  useJobs.setState({ filter: { ...useJobs.getState().filter, ...change } });
  void readFirst();
}

const lists = ['speech', 'lip-sync'] as const;
/** How many pages of each of the service's lists are read, how many rows that were, and how many it has besides: at least one where it does not say. */
let listed: Record<(typeof lists)[number], { pages: number; rows: number; left: number }>;
let readingLists = 0;

/** What the service lists and the ledger does not have: the first page of each list anew, or the next of those that go on. */
async function readElsewhere(which: 'first' | 'next'): Promise<void> {
  const own = ++readingLists;
  if (which === 'first') listed = { speech: { pages: 0, rows: 0, left: 1 }, 'lip-sync': { pages: 0, rows: 0, left: 1 } };
  useJobs.setState({ readingElsewhere: true });
  const answers = await Promise.all(
    lists
      .filter((kind) => listed[kind].left > 0)
      .map(async (kind) => {
        const query = { kind, page: listed[kind].pages + 1, limit: elsewherePage };
        return { kind, answer: await attempt(() => studio().run('jobs.elsewhere', query)) };
      }),
  );
  if (own !== readingLists) return;
  // One that was added meanwhile pushes another onto two pages.
  const jobs = new Map((which === 'first' ? [] : useJobs.getState().elsewhere).map((job) => [`${job.kind}:${job.taskId}`, job]));
  let failure: Failure | undefined;
  for (const { kind, answer } of answers) {
    const list = listed[kind];
    if (!answer.ok) {
      list.left = 0;
      if (answer.failure.kind !== 'not-found' && answer.failure.kind !== 'forbidden') failure = answer.failure;
      continue;
    }
    list.pages++;
    list.rows += answer.value.jobs.length;
    const isLast = answer.value.jobs.length < elsewherePage || list.rows >= Math.min(answer.value.total ?? Infinity, maximumRows);
    list.left = isLast ? 0 : Math.max(1, (answer.value.total ?? 0) - list.rows);
    for (const { operationId, createdAt, ...job } of answer.value.jobs)
      if (operationId === null) jobs.set(`${kind}:${job.taskId}`, { ...job, kind, createdAt: Date.parse(createdAt ?? '') || 0 });
  }
  useJobs.setState({
    elsewhere: [...jobs.values()].sort((one, other) => other.createdAt - one.createdAt),
    elsewhereFailure: failure,
    elsewhereLeft: lists.reduce((sum, kind) => sum + listed[kind].left, 0),
    readingElsewhere: false,
  });
}

/** The next page of what the service lists; nothing while one is being read. */
export async function readMoreElsewhere(): Promise<void> {
  const { elsewhereLeft, readingElsewhere } = useJobs.getState();
  if (elsewhereLeft > 0 && !readingElsewhere) await readElsewhere('next');
}

async function readProjects(): Promise<void> {
  const answer = await attempt(() => studio().run('jobs.projects', null));
  if (answer.ok) useJobs.setState({ projects: answer.value.projects });
}

/** Reads everything anew: the ledger, the service's lists, and the row that is open. */
export async function refreshJobs(): Promise<void> {
  const { opened } = useJobs.getState();
  await Promise.all([readFirst(), readElsewhere('first'), readProjects(), ...(opened === undefined ? [] : [readShown(opened)])]);
}

let showing = 0;
async function readShown(id: string): Promise<void> {
  const own = ++showing;
  if (id.includes(':')) return; // made elsewhere: its row says all there is
  const answer = await attempt(() => studio().run('jobs.show', { operationId: id }));
  if (own !== showing || useJobs.getState().opened !== id) return;
  useJobs.setState(answer.ok ? { shown: answer.value, shownFailure: undefined } : { shown: undefined, shownFailure: answer.failure });
}

/** Opens the timeline of a row; `undefined` closes it. */
export function openJob(id: string | undefined): void {
  if (id !== useJobs.getState().opened) useJobs.setState({ opened: id, shown: undefined, shownFailure: undefined });
  if (id !== undefined) void readShown(id);
}

/** Goes to Jobs, with a row open or the list narrowed. */
export function goToJobs(to: { operationId?: string; filter?: Partial<JobsFilter> }): void {
  useWindow.setState({ panel: 'jobs' });
  useJobs.setState({ filter: { ...noFilter, ...to.filter } });
  openJob(to.operationId);
  void readFirst();
}

/** Goes to the job of a request by either of its ids. */
export async function goToRequest(requestId: string): Promise<void> {
  const answer = await attempt(() => studio().run('jobs.list', { text: requestId, limit: 1 }));
  const found = answer.ok ? answer.value.operations[0]?.operationId : undefined;
  goToJobs(found === undefined ? { filter: { text: requestId } } : { operationId: found });
}

/** What an operation became, in the list and in its timeline. */
function told(operation: PaidOperation): void {
  const { operations, filter, opened, running, sum } = useJobs.getState();
  const { operationId, state } = operation;
  const isRunning = state === 'sending' || state === 'waiting';
  if (isRunning || running.has(operationId)) {
    const next = new Map(running);
    if (isRunning) next.set(operationId, operation);
    else next.delete(operationId);
    useJobs.setState({ running: next });
  }
  const at = operations.findIndex((one) => one.operationId === operationId);
  const belongs = fits(operation, filter, Date.now());
  if (at >= 0) useJobs.setState({ operations: belongs ? operations.with(at, operation) : operations.toSpliced(at, 1) });
  else if (belongs && sum !== undefined && operation.createdAt >= (operations[0]?.createdAt ?? 0))
    useJobs.setState({ operations: [operation, ...operations] });
  if (opened === operationId) void readShown(operationId);
  if (sum !== undefined) sumSoon();
}

let summing: ReturnType<typeof setTimeout> | undefined;
/** Many may change at once: the sums are read when it is quiet for a moment, in milliseconds. */
const sumAfterMs = 400;
function sumSoon(): void {
  if (summing !== undefined) return;
  summing = setTimeout(() => {
    summing = undefined;
    const { filter } = useJobs.getState();
    void attempt(() => studio().run('jobs.list', { ...queryOf(filter, Date.now()), limit: 1 })).then((answer) => {
      if (answer.ok && filter === useJobs.getState().filter) useJobs.setState({ sum: answer.value.sum ?? undefined });
    });
  }, sumAfterMs);
}

type Act = 'jobs.retry' | 'jobs.salvage' | 'jobs.stopWaiting' | 'jobs.giveUp';
/** What the rules allow, by hand. Answers with why it failed; what it became is told of like everything else. */
export async function act(name: Act, operationId: string): Promise<Failure | undefined> {
  const answer = await attempt(() => studio().run(name, { operationId }));
  if (answer.ok) told(answer.value);
  else if (useJobs.getState().opened === operationId) await readShown(operationId);
  return answer.ok ? undefined : answer.failure;
}

export const lookUp = (operationId: string) =>
  attempt(async (): Promise<readonly Candidate[]> => (await studio().run('jobs.lookUp', { operationId })).candidates);

export async function adopt(operationId: string, id: string): Promise<Failure | undefined> {
  const answer = await attempt(() => studio().run('jobs.adopt', { operationId, id }));
  if (answer.ok) told(answer.value);
  return answer.ok ? undefined : answer.failure;
}

/** What a second of lip sync has cost so far; `null` while nothing is learned. */
export const salvagePrice = () => attempt(() => studio().run('jobs.price', { unit: 'second', family: 'lip-sync' }));

/** What the filter finds, as a file where the person chooses, or as a download. `undefined` when the dialog was closed. */
export async function exportJobs() {
  return attempt(async (): Promise<JobsExport | undefined> => {
    const { host } = useHost.getState();
    const query = queryOf(useJobs.getState().filter, Date.now());
    if (host?.nativeDialogs !== true || !host.writesToChosenPath) {
      const file = await studio().run('jobs.export', query);
      if (file.url !== null) download(file.url, file.name);
      return file;
    }
    const chosen = await studio().run('files.choose', {
      purpose: 'export',
      suggestedName: messages.jobs.voicewrightJobs,
      extension: 'csv',
    });
    if (chosen.path === null) return undefined;
    // The system's own dialog has asked before a file is written over.
    return studio().run('jobs.export', { ...query, path: chosen.path, overwrite: true });
  });
}

export function watchJobs(): void {
  onOperation(told);
  whenOpened((client) => {
    void attempt(() => client.run('jobs.list', { states: ['sending', 'waiting'], limit: 200 })).then((answer) => {
      if (answer.ok) useJobs.setState({ running: new Map(answer.value.operations.map((one) => [one.operationId, one])) });
    });
  });
  useStudio.subscribe((now, before) => {
    // What another service lists is another account's.
    if (now.connection?.id !== before.connection?.id) useJobs.setState({ elsewhere: [], elsewhereFailure: undefined, elsewhereLeft: 0 });
  });
}
