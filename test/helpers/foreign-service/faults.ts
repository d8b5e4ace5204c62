/** What to do instead of answering, or after answering, one HTTP request. */
interface HttpFault {
  method?: string;
  path: string | RegExp;
  /** How many requests it meets. Default 1. */
  times?: number;
  /** Answer with this error, before anything is read or charged. */
  status?: number;
  code?: string;
  message?: string;
  /** Instead of the usual error body. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Cut the connection: `before` the request takes effect, or `after` it has and before the answer goes out. */
  drop?: 'before' | 'after';
  /** Hold the answer until this settles. */
  until?: Promise<unknown>;
}

/**
 * Where work of the service can be made to fail once:
 * `generation` a synchronous speech request, `aligned` a stream that has started, `alignment` timing that stays partial, `task` and
 * `partial` a TTS job, `lipSync`, `dubbing`, `lipSyncCreation` the second half of a dubbing creation, `image`, `video`,
 * `live` a realtime segment (retryable), `liveTerminal` the same (not retryable), `liveDrop` a connection cut in the middle of a segment.
 */
type FaultKind =
  | 'generation'
  | 'aligned'
  | 'alignment'
  | 'task'
  | 'partial'
  | 'lipSync'
  | 'dubbing'
  | 'lipSyncCreation'
  | 'image'
  | 'video'
  | 'live'
  | 'liveTerminal'
  | 'liveDrop';

/** Faults that a test asks for. Each is used up by what it meets. */
export class Faults {
  private readonly waiting: HttpFault[] = [];
  private readonly failures = new Map<FaultKind, number>();

  http(fault: HttpFault): void {
    this.waiting.push({ times: 1, ...fault });
  }

  failNext(kind: FaultKind, times = 1): void {
    this.failures.set(kind, (this.failures.get(kind) ?? 0) + times);
  }

  /** Forgets all that has not been used. */
  clear(): void {
    this.waiting.length = 0;
    this.failures.clear();
  }

  take(kind: FaultKind): boolean {
    const left = this.failures.get(kind) ?? 0;
    if (left > 0) this.failures.set(kind, left - 1);
    return left > 0;
  }

  takeHttp(method: string, path: string): HttpFault | undefined {
    const index = this.waiting.findIndex((fault) => matches(fault, method, path));
    const fault = this.waiting[index];
    if (fault === undefined) return undefined;
    fault.times = (fault.times ?? 1) - 1;
    if (fault.times <= 0) this.waiting.splice(index, 1);
    return fault;
  }
}

function matches(fault: HttpFault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  return typeof fault.path === 'string' ? fault.path === path : fault.path.test(path);
}
