import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Candidate, PaidOperation } from '#shared/operations/paid.ts';
import type { Out } from '#shared/rpc.ts';
import { attempt } from '../host/attempt.ts';
import { fits, fitsElsewhere, mergeRows, noFilter, queryOf, type ElsewhereJob, type JobsFilter } from './jobs-filter.ts';
import { findNamed, type Named } from './row-names.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { WindowStore } from '../window/window-store.ts';
import type { HostStore } from '../host/host-store.ts';
import type { StudioFiles } from '../files/studio-files.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { VoicesStore } from '../voices/voices-store.ts';

export type ShownJob = Out<Operations['jobs.show']>;

type JobsExport = Out<Operations['jobs.export']>;

export interface JobsState {
  filter: JobsFilter;
  /** The ledger's, newest first, as far as they are read. */
  operations: readonly PaidOperation[];
  /** Of everything that the filter finds. */
  sum: { operations: number; credits: number; quota: number; estimate: number; possible: number } | undefined;
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
  projects: readonly { projectId: string; projectName?: string | undefined; operations: number }[];
  /** The row whose timeline is open: an operation's id, or `kind:task` of one made elsewhere. */
  opened: string | undefined;
  /** Operations whose group of a book is open. */
  openGroups: ReadonlySet<string>;
  shown: ShownJob | undefined;
  shownFailure: Failure | undefined;
  /** What is under way, in every panel. */
  running: ReadonlyMap<string, PaidOperation>;
}

export interface JobsDependencies {
  client: StudioClient;
  window: Pick<WindowStore, 'store'>;
  host: Pick<HostStore, 'store' | 'whenOpened'>;
  files: Pick<StudioFiles, 'download'>;
  studio: Pick<StudioStore, 'onOperation' | 'store'>;
  project: Pick<ProjectStore, 'store'>;
  voices: Pick<VoicesStore, 'store'>;
}

/** What the ledger and the service list of paid requests, as Jobs shows it. */
export class JobsStore {
  readonly store = create<JobsState>(() => ({
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
    openGroups: new Set(),
    shown: undefined,
    shownFailure: undefined,
    running: new Map(),
  }));
  readonly #deps: JobsDependencies;
  #reading = 0;
  /** How many pages of each of the service's lists are read, how many rows that were, and how many it has besides: at least one where it does not say. */
  #listed = unreadLists();
  #readingLists = 0;
  #showing = 0;
  /** The voices and projects whose names have the text of the search, and what they were worked out of. */
  #named: { of: readonly unknown[]; found: Named } | undefined;
  /** Those that the list was read with last. */
  #readNamed: Named | undefined;
  #summing: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: JobsDependencies) {
    this.#deps = dependencies;
  }

  #unsettled(): string[] {
    return this.#deps.studio.store.getState().unsettled.map(({ operationId }) => operationId);
  }

  readonly #queryOf = (filter: JobsFilter) => queryOf(filter, Date.now(), this.#unsettled(), this.#findNamed(filter));

  /** Worked out once for each change of what it is made of: every operation that changes is judged by it. */
  #findNamed({ text }: JobsFilter): Named {
    const { projects } = this.store.getState();
    const { recent, voiceNames } = this.#deps.studio.store.getState();
    const { marks } = this.#deps.voices.store.getState();
    const { projectId, title } = this.#deps.project.store.getState().details ?? {};
    const of = [text, projects, recent, voiceNames, marks, projectId, title];
    if (this.#named === undefined || of.some((one, at) => one !== this.#named?.of[at])) {
      // A dub is found by the name that its operations have.
      const projectIds = projects.flatMap((one) => (one.projectName === undefined ? one.projectId : []));
      const found = findNamed(text, { marks, voiceNames, recent, open: { projectId, title }, projectIds });
      this.#named = { of, found };
    }
    return this.#named.found;
  }

  /** Reads the list again where a name that came, or changed, has the text of the search, or has it no more. */
  readonly #followNames = (): void => {
    if (this.#readNamed === undefined) return;
    const found = this.#findNamed(this.store.getState().filter);
    if (JSON.stringify(found) !== JSON.stringify(this.#readNamed)) void this.#readFirst();
  };

  /** The first page again, and the sums. */
  async #readFirst(): Promise<void> {
    const own = ++this.#reading;
    const { filter } = this.store.getState();
    this.#readNamed = this.#findNamed(filter);
    this.store.setState({ reading: 'first' });
    const answer = await attempt(() => this.#deps.client.run('jobs.list', { ...this.#queryOf(filter), limit: pageSize }));
    if (own !== this.#reading) return;
    if (!answer.ok) {
      this.store.setState({ reading: undefined, failure: answer.failure });
      return;
    }
    const { operations, sum } = answer.value;
    this.store.setState({ operations, sum: sum ?? undefined, whole: operations.length < pageSize, reading: undefined, failure: undefined });
  }

  /** The next page; nothing while one is being read. */
  readonly readMore = async (): Promise<void> => {
    const { filter, operations, whole, reading: busy } = this.store.getState();
    const last = operations.at(-1);
    if (whole || busy !== undefined || last === undefined || operations.length >= maximumRows) return;
    const own = ++this.#reading;
    this.store.setState({ reading: 'more' });
    const query = { ...this.#queryOf(filter), before: last.operationId, limit: pageSize };
    const answer = await attempt(() => this.#deps.client.run('jobs.list', query));
    if (own !== this.#reading) return;
    if (!answer.ok) this.store.setState({ reading: undefined, failure: answer.failure });
    else {
      const known = new Set(this.store.getState().operations.map(({ operationId }) => operationId));
      const more = answer.value.operations.filter(({ operationId }) => !known.has(operationId));
      const isWhole = answer.value.operations.length < pageSize;
      this.store.setState({ operations: [...this.store.getState().operations, ...more], whole: isWhole, reading: undefined });
    }
  };

  readonly narrow = (change: Partial<JobsFilter>): void => {
    this.store.setState({ filter: { ...this.store.getState().filter, ...change } });
    void this.#readFirst().then(() => this.#closeLeftOut());
  };

  /** Closes the timeline of a row that the filter leaves out. */
  #closeLeftOut(): void {
    const { opened, operations, elsewhere, filter, whole, reading } = this.store.getState();
    if (opened === undefined || reading !== undefined || !whole) return;
    const fitting = elsewhere.filter((job) => fitsElsewhere(job, filter, Date.now()));
    if (!mergeRows(operations, fitting, whole).some(({ id }) => id === opened)) this.openJob(undefined);
  }

  /** What the service lists and the ledger does not have: the first page of each list again, or the next of those that go on. */
  async #readElsewhere(which: 'first' | 'next'): Promise<void> {
    const own = ++this.#readingLists;
    if (which === 'first') this.#listed = unreadLists();
    this.store.setState({ readingElsewhere: true });
    const answers = await Promise.all(
      lists
        .filter((kind) => this.#listed[kind].left > 0)
        .map(async (kind) => {
          const query = { kind, page: this.#listed[kind].pages + 1, limit: elsewherePage };
          return { kind, answer: await attempt(() => this.#deps.client.run('jobs.elsewhere', query)) };
        }),
    );
    if (own !== this.#readingLists) return;
    // One that was added meanwhile pushes another onto two pages.
    const jobs = new Map((which === 'first' ? [] : this.store.getState().elsewhere).map((job) => [`${job.kind}:${job.taskId}`, job]));
    let failure: Failure | undefined;
    for (const { kind, answer } of answers) {
      const list = this.#listed[kind];
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
    this.store.setState({
      elsewhere: [...jobs.values()].sort((one, other) => other.createdAt - one.createdAt),
      elsewhereFailure: failure,
      elsewhereLeft: lists.reduce((sum, kind) => sum + this.#listed[kind].left, 0),
      readingElsewhere: false,
    });
  }

  /** The next page of what the service lists; nothing while one is being read. */
  readonly readMoreElsewhere = async (): Promise<void> => {
    const { elsewhereLeft, readingElsewhere } = this.store.getState();
    if (elsewhereLeft > 0 && !readingElsewhere) await this.#readElsewhere('next');
  };

  async #readProjects(): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('jobs.projects', null));
    if (!answer.ok) return;
    this.store.setState({ projects: answer.value.projects });
    this.#followNames();
  }

  /** Reads everything again: the ledger, the service's lists, and the row that is open. */
  readonly refreshJobs = async (): Promise<void> => {
    const { opened } = this.store.getState();
    await Promise.all([
      this.#readFirst(),
      this.#readElsewhere('first'),
      this.#readProjects(),
      ...(opened === undefined ? [] : [this.#readShown(opened)]),
    ]);
  };

  async #readShown(id: string): Promise<void> {
    const own = ++this.#showing;
    if (id.includes(':')) return; // made elsewhere: its row says all there is
    const answer = await attempt(() => this.#deps.client.run('jobs.show', { operationId: id }));
    if (own !== this.#showing || this.store.getState().opened !== id) return;
    this.store.setState(answer.ok ? { shown: answer.value, shownFailure: undefined } : { shown: undefined, shownFailure: answer.failure });
  }

  /** Opens the timeline of a row; `undefined` closes it. */
  readonly openJob = (id: string | undefined): void => {
    if (id !== this.store.getState().opened) this.store.setState({ opened: id, shown: undefined, shownFailure: undefined });
    if (id !== undefined) void this.#readShown(id);
  };

  /** Opens or folds a book's requests; folded, none of them has its timeline open. */
  readonly toggleGroup = (operationIds: readonly string[], open: boolean): void => {
    const openGroups = new Set(this.store.getState().openGroups);
    for (const id of operationIds) {
      if (open) openGroups.add(id);
      else openGroups.delete(id);
    }
    this.store.setState({ openGroups });
    if (!open && operationIds.includes(this.store.getState().opened ?? '')) this.openJob(undefined);
  };

  /** Goes to Jobs, with a row open or the list narrowed. */
  readonly goToJobs = (to: { operationId?: string; filter?: Partial<JobsFilter> }): void => {
    this.#deps.window.store.setState({ panel: 'jobs' });
    this.store.setState({ filter: { ...noFilter, ...to.filter } });
    this.openJob(to.operationId);
    void this.#readFirst();
  };

  /** Goes to the job of a request by either of its ids. */
  readonly goToRequest = async (requestId: string): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.list', { text: requestId, limit: 1 }));
    const found = answer.ok ? answer.value.operations[0]?.operationId : undefined;
    this.goToJobs(found === undefined ? { filter: { text: requestId } } : { operationId: found });
  };

  /** What an operation became, in the list and in its timeline. */
  readonly #takeOver = (operation: PaidOperation): void => {
    const { operations, filter, opened, running, sum } = this.store.getState();
    const { operationId, state } = operation;
    const isRunning = state === 'sending' || state === 'waiting';
    if (isRunning || running.has(operationId)) {
      const next = new Map(running);
      if (isRunning) next.set(operationId, operation);
      else next.delete(operationId);
      this.store.setState({ running: next });
    }
    const at = operations.findIndex((one) => one.operationId === operationId);
    const belongs = fits(operation, filter, Date.now(), this.#unsettled(), this.#findNamed(filter));
    if (at >= 0) this.store.setState({ operations: belongs ? operations.with(at, operation) : operations.toSpliced(at, 1) });
    else if (belongs && sum !== undefined && operation.createdAt >= (operations[0]?.createdAt ?? 0))
      this.store.setState({ operations: [operation, ...operations] });
    if (opened === operationId) void this.#readShown(operationId);
    if (sum !== undefined) this.#sumSoon();
  };

  #sumSoon(): void {
    if (this.#summing !== undefined) return;
    this.#summing = setTimeout(() => {
      this.#summing = undefined;
      const { filter } = this.store.getState();
      void attempt(() => this.#deps.client.run('jobs.list', { ...this.#queryOf(filter), limit: 1 })).then((answer) => {
        if (answer.ok && filter === this.store.getState().filter) this.store.setState({ sum: answer.value.sum ?? undefined });
      });
    }, sumAfterMs);
  }

  /** What the rules allow a person to do. Answers with why it failed; what it became is announced like every change. */
  readonly act = async (name: Act, operationId: string): Promise<Failure | undefined> => {
    const answer = await attempt(() => this.#deps.client.run(name, { operationId }));
    if (answer.ok) this.#takeOver(answer.value);
    else if (this.store.getState().opened === operationId) await this.#readShown(operationId);
    return answer.ok ? undefined : answer.failure;
  };

  readonly lookUp = (operationId: string) =>
    attempt(async (): Promise<readonly Candidate[]> => (await this.#deps.client.run('jobs.lookUp', { operationId })).candidates);

  readonly adopt = async (operationId: string, id: string): Promise<Failure | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.adopt', { operationId, id }));
    if (answer.ok) this.#takeOver(answer.value);
    return answer.ok ? undefined : answer.failure;
  };

  /** What a second of lip sync has cost so far; `null` while nothing is learned. */
  /** Of a second of lip sync; undefined while it is not known. */
  readonly salvagePrice = async (signal: AbortSignal): Promise<{ creditsPerUnit: number; samples: number } | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.price', { unit: 'second', family: 'lip-sync' }, { signal }));
    return (answer.ok ? answer.value : null) ?? undefined;
  };

  /** What the filter finds, as a file where the person chooses, or as a download. `undefined` when the dialog was closed. */
  readonly exportJobs = async () => {
    return attempt(async (): Promise<JobsExport | undefined> => {
      const { host } = this.#deps.host.store.getState();
      const query = this.#queryOf(this.store.getState().filter);
      if (host?.nativeDialogs !== true || !host.writesToChosenPath) {
        const file = await this.#deps.client.run('jobs.export', query);
        if (file.url !== null) this.#deps.files.download(file.url, file.name);
        return file;
      }
      const chosen = await this.#deps.client.run('files.choose', {
        purpose: 'export',
        suggestedName: messages.jobs.voicewrightJobs,
        extension: 'csv',
      });
      if (chosen.path === null) return undefined;
      // The system's own dialog has asked before a file is written over.
      return this.#deps.client.run('jobs.export', { ...query, path: chosen.path, overwrite: true });
    });
  };

  readonly watchJobs = (): void => {
    this.#deps.studio.onOperation(this.#takeOver);
    this.#deps.host.whenOpened((client) => {
      void attempt(() => client.run('jobs.list', { states: ['sending', 'waiting'], limit: 200 })).then((answer) => {
        if (answer.ok) this.store.setState({ running: new Map(answer.value.operations.map((one) => [one.operationId, one])) });
      });
    });
    this.#deps.studio.store.subscribe((now, before) => {
      // What another service lists is another account's.
      if (now.connection?.id !== before.connection?.id)
        this.store.setState({ elsewhere: [], elsewhereFailure: undefined, elsewhereLeft: 0 });
      const { filter } = this.store.getState();
      if (now.unsettled !== before.unsettled && (filter.state === 'unknown' || filter.state === 'left')) void this.#readFirst();
      else if (now.recent !== before.recent || now.voiceNames !== before.voiceNames) this.#followNames();
    });
    this.#deps.voices.store.subscribe((now, before) => {
      if (now.marks !== before.marks) this.#followNames();
    });
    this.#deps.project.store.subscribe((now, before) => {
      if (now.details !== before.details) this.#followNames();
    });
  };
}

const pageSize = 100;

/** Rows kept in the window; narrower filters reach the others. */
const maximumRows = 20_000;

/** Of each of the service's lists at a time, as many as it gives. */
const elsewherePage = 100;

const lists = ['speech', 'lip-sync'] as const;
const unreadLists = (): Record<(typeof lists)[number], { pages: number; rows: number; left: number }> => ({
  speech: { pages: 0, rows: 0, left: 1 },
  'lip-sync': { pages: 0, rows: 0, left: 1 },
});

/** Many may change at once: the sums are read when it is quiet for a moment, in milliseconds. */
const sumAfterMs = 400;

type Act = 'jobs.retry' | 'jobs.salvage' | 'jobs.stopWaiting' | 'jobs.giveUp';
