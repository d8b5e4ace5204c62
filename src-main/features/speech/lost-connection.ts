import { fail, toFailure } from '#shared/failure.ts';
import { serviceInUse } from '#shared/operations/connections.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import { backoff } from '../../service-client/exchange.ts';
import { UnmadeError, type Repeat } from './operation.ts';
import { message } from '#shared/messages/message.ts';

/** How the request of a block that failed may follow by itself where the connection was lost. */
export function repeatAfter(thrown: unknown): Repeat {
  if (thrown instanceof UnmadeError) return thrown.repeat;
  return toFailure(thrown).charged === 'no' ? 'unsent' : 'never';
}

/** What one run knows of its connection: blocks wait while it is lost, and all of them share one look for the service. */
export class RunConnection {
  readonly #connection: Pick<ConnectionKeeper, 'current' | 'onChange' | 'ready'>;
  readonly #clock: Clock;
  readonly #id: string;
  readonly #stopCounting: () => void;
  #isReached: boolean;
  #epoch = 0;
  #back: Promise<void> | undefined;

  /** `isReached`: the service has answered before this run. */
  constructor(connection: Pick<ConnectionKeeper, 'current' | 'onChange' | 'ready'>, clock: Clock, isReached: boolean) {
    this.#connection = connection;
    this.#clock = clock;
    this.#isReached = isReached;
    this.#id = connection.current().id;
    this.#stopCounting = connection.onChange(({ state }) => {
      if (state === 'ready') this.#epoch += 1;
    });
  }

  /** The service answered: from here on, not reaching it means that the connection was lost. */
  answered(): void {
    this.#isReached = true;
  }

  /** How often the connection has become ready so far; see `isLoss`. */
  epoch(): number {
    return this.#epoch;
  }

  /**
   * Whether work that began at this `epoch` failed because the connection was lost, and may be repeated without paying twice.
   * `wasRepeated`: its request was repeated after it had left.
   */
  async isLoss(thrown: unknown, epoch: number, wasRepeated: boolean, signal: AbortSignal): Promise<boolean> {
    const repeat = repeatAfter(thrown);
    if (signal.aborted || repeat === 'never' || (repeat === 'once' && wasRepeated) || this.#isOther()) return false;
    const { kind } = toFailure(thrown);
    const isBroken = this.#epoch !== epoch || this.#connection.current().state === 'starting';
    if (kind === 'unreachable') return this.#isReached || isBroken;
    // It left, and no answer came: the service may be there, and slow.
    return kind === 'outcome-unknown' && (isBroken || !(await this.#answers(signal).catch(() => true)));
  }

  /** Settles when the service answers again. Rejects when the signal aborts, or with `conflict` where another service was connected instead. */
  untilBack(signal: AbortSignal): Promise<void> {
    this.#back ??= this.#lookUntilBack(signal).finally(() => (this.#back = undefined));
    return this.#back;
  }

  close(): void {
    this.#stopCounting();
  }

  #isOther(): boolean {
    return serviceInUse(this.#connection.current()).id !== this.#id;
  }

  async #lookUntilBack(signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries++) {
      await this.#untilReady(signal);
      if (await this.#answers(signal)) return;
      await this.#clock.sleep(backoff(tries), signal);
    }
  }

  /** A free read; whatever is answered, it is an answer. */
  async #answers(signal: AbortSignal): Promise<boolean> {
    if (this.#connection.current().state !== 'ready') return false;
    try {
      const client = await this.#connection.ready(signal);
      await client.profile(signal);
      return true;
    } catch (thrown) {
      signal.throwIfAborted();
      return toFailure(thrown).kind !== 'unreachable';
    }
  }

  #untilReady(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        stop();
        signal.removeEventListener('abort', onAbort);
        settle();
      };
      const onAbort = (): void => end(() => reject(fail('cancelled', message('failures.stopped'))));
      const look = (): void => {
        if (this.#isOther()) end(() => reject(otherService()));
        else if (this.#connection.current().state === 'ready') end(resolve);
      };
      const stop = this.#connection.onChange(look);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      else look();
    });
  }
}

const otherService = () => fail('conflict', message('speech.otherServiceConnected'), { next: 'retry' });
