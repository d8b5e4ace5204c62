import { fail, FailureError, toFailure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { EndedError } from '../../paid-requests/attempts.ts';
import { backoff } from '../../service-client/exchange.ts';
import type { RealtimeSocket } from '../../service-client/realtime/socket.ts';
import { Conversation } from './conversation.ts';
import { failureOfStatus } from './refusals.ts';
import type { ConversationEnd, RequestEnd } from './request-end.ts';
import type { LiveRequest } from './request.ts';

/** Connections that may be lost one after another without a single phrase coming through. */
const maximumLosses = 5;
/** How often a request that is still running elsewhere is asked for. */
const maximumRunning = 30;
/** How often what failed is tried again without a single phrase coming through. */
const maximumRetries = 5;

/** Takes one request to its end, over as many connections as it needs (failure rules, "realtime simple" and "realtime reliable"). */
export class RequestRun {
  readonly #request: LiveRequest;
  #losses = 0;
  #running = 0;
  #retries = 0;

  constructor(request: LiveRequest) {
    this.#request = request;
  }

  /** Settles when the request is over. Throws `FailureError`, whose `charged` counts all that was sent. */
  async run(): Promise<RequestEnd> {
    for (;;) {
      this.#request.throwIfStopped();
      const end = await this.#converse();
      if (end.kind === 'finished') {
        await this.#request.mend();
        await this.#tellUnspoken();
        const { reason, failure, because } = end;
        return { reason, ...(failure !== undefined && { failure }), ...(because !== undefined && { because }) };
      }
      this.#request.throwIfStopped();
      if (end.kind === 'failed') throw await this.#concluded(end.failure);
      if (end.kind === 'again') await this.#beforeAgain(end);
      else await this.#afterLoss(end);
    }
  }

  async #converse(): Promise<ConversationEnd> {
    let socket: RealtimeSocket;
    try {
      await this.#request.tell([{ type: 'state', state: this.#request.started ? 'reconnecting' : 'connecting' }]);
      socket = await this.#request.tools.realtime.open(this.#request.plan.version, this.#request.signal);
    } catch (thrown) {
      if (!this.#request.started) throw thrown;
      const failure = toFailure(thrown);
      const passes = ['unreachable', 'rate-limited', 'service-failed', 'service-unavailable', 'service-timeout'].includes(failure.kind);
      const error = new FailureError({ ...failure, charged: this.#request.charged }, { cause: thrown });
      return passes ? { kind: 'lost', failure: error, came: false } : { kind: 'failed', failure: error };
    }
    for (const segment of this.#request.segments) await segment.again(this.#request.log);
    const conversation = new Conversation(this.#request, socket, this.#request.attempt++);
    return conversation.hold();
  }

  async #beforeAgain({ status, retryFailed }: Extract<ConversationEnd, { kind: 'again' }>): Promise<void> {
    this.#request.retryFailed = retryFailed;
    const count = retryFailed ? ++this.#retries : ++this.#running;
    if (count > (retryFailed ? maximumRetries : maximumRunning)) throw await this.#concluded(failureOfStatus(status, this.#request));
    // The first retry follows at once.
    if (!retryFailed || count > 1) await this.#sleep(backoff(Math.min(count, 3)));
  }

  async #sleep(milliseconds: number): Promise<void> {
    try {
      await this.#request.tools.clock.sleep(milliseconds, this.#request.signal);
    } catch {
      throw fail('cancelled', message('failures.stopped'), { charged: this.#request.charged });
    }
  }

  /** A connection was lost. A reliable request waits a little and connects again; a simple one is over. */
  async #afterLoss({ failure, came }: Extract<ConversationEnd, { kind: 'lost' }>): Promise<void> {
    const { charged } = this.#request;
    const over = (): FailureError => new FailureError({ ...failure.failure, charged: charged === 'no' ? 'no' : 'unknown' });
    if (!this.#request.isReliable) {
      if (charged === 'no') throw over();
      throw new FailureError({ ...failure.failure, charged: 'unknown', next: 'generate-again' }, { cause: failure });
    }
    this.#losses = came ? 1 : this.#losses + 1;
    if (came) this.#retries = 0;
    if (this.#losses > maximumLosses) throw over();
    this.#request.tools.log.info('a realtime connection was lost', {
      operationId: this.#request.plan.operationId,
      losses: this.#losses,
      kind: failure.failure.kind,
    });
    await this.#request.tell([{ type: 'state', state: 'reconnecting', failure: { ...failure.failure, charged } }]);
    await this.#sleep(failure.failure.retryAfterMs ?? backoff(this.#losses));
  }

  /**
   * A reliable request that failed: what the service has stored of it is fetched, and where the service says that it failed for good, that is
   * its end. Otherwise it may be gone on with, and `failure` is what is known.
   */
  async #concluded(failure: FailureError): Promise<FailureError> {
    if (!this.#request.isReliable || !this.#request.started || this.#request.segments.length === 0 || this.#request.signal.aborted)
      return failure;
    const status = await this.#request.status();
    if (status === undefined) return failure;
    await this.#request.fetchStored(status);
    if (status.state !== 'failed_terminal') return failure;
    const { charged } = failureOfStatus(status, this.#request).failure;
    return new EndedError({ ...failure.failure, charged, next: 'generate-again' });
  }

  /** The service said that it is done, and never that these are: no loss is silent. */
  async #tellUnspoken(): Promise<void> {
    for (const segment of this.#request.segments) {
      if (segment.state === 'complete') continue;
      const { phraseId: id, segmentId } = segment.logged;
      segment.state = 'complete';
      await this.#request.tell([{ type: 'completed', id, segmentId, bytes: segment.arrived, whole: false }]);
    }
  }
}
