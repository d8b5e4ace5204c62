import { receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { fail, FailureError, type Failure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';

/**
 * Calls into a worker thread: one request, one answer, failures as data. (Comlink would flatten a failure into an `Error`
 * with a name and a stack; here it arrives as it was thrown, with its next step.)
 */
// Method parameters are compared bivariantly, so that any object of functions fits.
// oxlint-disable-next-line typescript/no-explicit-any -- the one place where arguments are not known
export type Methods = Record<string, (...args: any[]) => unknown>;

interface Request {
  id: number;
  method: string;
  args: unknown[];
}
type Answer = { id: number; value: unknown } | { id: number; failure: Failure } | { id: number; unexpected: string };

/** The thread's side. A result that is bytes of its own buffer is moved, not copied. */
export function serveThread(port: MessagePort, methods: Methods): void {
  port.on('message', (request: Request) => {
    const run = async (): Promise<void> => {
      try {
        const value: unknown = await methodOf(methods, request)(...request.args);
        port.postMessage({ id: request.id, value } satisfies Answer, ownBuffer(value));
      } catch (thrown) {
        port.postMessage(refusal(request, thrown));
      }
    };
    void run();
  });
}

/** Requests that are taken together at most. */
const mostTogether = 64;

/**
 * The thread's side where all that waits is done at once and answered after that, as a disk makes a group of writes safe in the time of
 * one. `together` wraps the group: what it throws is the answer to each of them. The methods must not be asynchronous.
 */
export function serveTogether(port: MessagePort, methods: Methods, together: (run: () => void) => void): void {
  port.on('message', (first: Request) => {
    const requests = [first];
    while (requests.length < mostTogether) {
      const next: { message: Request } | undefined = receiveMessageOnPort(port);
      if (next === undefined) break;
      requests.push(next.message);
    }
    const answers: Answer[] = [];
    const run = (): void => {
      for (const request of requests) {
        try {
          answers.push({ id: request.id, value: methodOf(methods, request)(...request.args) });
        } catch (thrown) {
          answers.push(refusal(request, thrown));
        }
      }
    };
    try {
      together(run);
    } catch (thrown) {
      answers.splice(0, answers.length, ...requests.map((request) => refusal(request, thrown)));
    }
    for (const answer of answers) port.postMessage(answer);
  });
}

function methodOf(methods: Methods, { method }: Request): Methods[string] {
  const found = methods[method];
  if (!found) throw new Error(`no method ${method}`);
  return found;
}

function refusal({ id }: Request, thrown: unknown): Answer {
  if (thrown instanceof FailureError) return { id, failure: thrown.failure };
  return { id, unexpected: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
}

function ownBuffer(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength && value.byteLength > 0 ? [value.buffer] : [];
}

export interface ThreadOptions {
  name: string;
  /** Hears what a thread threw that is not a failure, and that it died: the log's side of `internal`. */
  onUnexpected(message: string, facts: Record<string, unknown>): void;
  /** A thread that leaves a call unanswered this long is ended: it hangs in foreign code, and holds up everybody else's calls. */
  patienceMs?: number;
  /** Megabytes of JavaScript values that the thread may hold; beyond that it ends. */
  memoryMegabytes?: number;
}

/** How long a thread may take to end, in milliseconds. Native code (SQLite) cannot be interrupted. */
const endingMs = 2000;

interface Pending {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  timer: NodeJS.Timeout | undefined;
}

/** The caller's side; owns the thread and must be closed. */
export class ThreadClient<M extends Methods> {
  readonly #worker: Worker;
  readonly #options: ThreadOptions;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #gone: string | undefined;
  /** Settles when the thread takes no more calls, for whatever reason. */
  readonly lost: Promise<void>;
  readonly #resolveLost: () => void;

  constructor(entry: URL, options: ThreadOptions) {
    this.#options = options;
    let resolveLost = (): void => undefined;
    this.lost = new Promise((resolve) => (resolveLost = resolve));
    this.#resolveLost = () => resolveLost();
    const { memoryMegabytes } = options;
    const resourceLimits = memoryMegabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes } };
    this.#worker = new Worker(entry, { name: options.name, ...resourceLimits });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => options.onUnexpected('a thread failed', { thread: options.name, error: String(error) }));
    this.#worker.on('exit', (code) => this.#lost(`ended with code ${code}`));
  }

  get alive(): boolean {
    return this.#gone === undefined;
  }

  /** Calls that are not answered yet. */
  get pending(): number {
    return this.#pending.size;
  }

  call<K extends keyof M & string>(method: K, ...args: Parameters<M[K]>): Promise<Awaited<ReturnType<M[K]>>> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== undefined) {
        reject(threadLost());
        return;
      }
      const id = this.#nextId++;
      const patience = this.#options.patienceMs;
      const timer = patience === undefined ? undefined : setTimeout(() => this.#hangs(method), patience).unref();
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
      this.#worker.postMessage({ id, method, args } satisfies Request);
    });
  }

  /** Ends the thread. One that hangs in native code is left behind, and can then not keep the program from ending. */
  async close(): Promise<void> {
    this.#lost('closed');
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), endingMs);
    const ended = await Promise.race([this.#worker.terminate(), late]);
    clearTimeout(timer);
    if (ended !== 'late') return;
    this.#options.onUnexpected('a thread could not be ended', { thread: this.#options.name });
    endWithThreads();
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    this.#pending.delete(answer.id);
    clearTimeout(pending.timer);
    if ('failure' in answer) pending.reject(new FailureError(answer.failure));
    else if ('unexpected' in answer) {
      this.#options.onUnexpected('a thread could not do what it was asked', { thread: this.#options.name, error: answer.unexpected });
      pending.reject(new Error(`${this.#options.name}: ${answer.unexpected.split('\n', 1)[0] ?? ''}`));
    } else pending.resolve(answer.value);
  }

  #hangs(method: string): void {
    this.#options.onUnexpected('a thread hangs and is ended', { thread: this.#options.name, method });
    void this.close();
  }

  #lost(reason: string): void {
    this.#gone ??= reason;
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
      pending.reject(threadLost());
    }
    this.#pending.clear();
    this.#resolveLost();
  }
}

let endsWithThreads = false;

/** Node waits at its exit for every thread, and would wait forever for one that hangs in native code. */
function endWithThreads(): void {
  if (endsWithThreads) return;
  endsWithThreads = true;
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
}

function threadLost(): FailureError {
  return fail('internal', message('studio.threadEnded'), { next: 'retry' });
}
