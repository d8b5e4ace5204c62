import { fail, toFailure } from '#shared/failure.ts';
import type { LiveEvent, LiveKept } from '#shared/live.ts';
import type { Log } from '../../infra/platform.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { PartlyPaidError } from '../../paid-requests/engine.ts';
import type { Paid, Send, SendCall } from '../../paid-requests/send.ts';
import { cleanText } from '../../service-client/answers.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import type { Feed } from './feed.ts';
import { LiveLog } from './log.ts';
import type { RequestEnd } from './request-end.ts';
import { RequestRun } from './request-run.ts';
import { LiveRequest, type RequestPlan } from './request.ts';
import { keepSound, soundPath } from './save.ts';
import { message } from '#shared/messages/message.ts';

/** How a request ended, and what of it is on the disk. */
export interface LiveEnd {
  end: RequestEnd;
  kept: LiveKept;
}

interface Parts {
  client: ServiceClient;
  account: AccountKeeper;
  ledger: Pick<Ledger, 'grown'>;
  /** Where the sound is kept. */
  directory: string;
  log: Log;
  clock: Clock;
  /** The operations that are being spoken now. */
  running: Set<string>;
  planFor: (operationId: string, requestId: string) => RequestPlan;
  feed: Feed;
  /** Settles when there is room for more; `undefined` where there is. */
  onEvent: (event: LiveEvent) => Promise<void> | undefined;
}

/** One realtime request by the rules of the ledger: what was spoken is kept, whatever comes of it. */
export class PaidLiveRequest {
  readonly #parts: Parts;
  #operationId = '';
  #request: LiveRequest | undefined;
  #run: RequestRun | undefined;
  #file: LiveLog | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `begin` sends it as a new request, or an earlier one again. */
  async run(begin: (send: Send<LiveEnd>, call: SendCall) => Promise<Paid<LiveEnd>>, signal: AbortSignal): Promise<LiveEnd> {
    const { running } = this.#parts;
    const onBegun = (operationId: string): void => {
      this.#operationId = operationId;
      running.add(operationId);
    };
    try {
      const { value } = await begin((sent, inner) => this.#attempt(sent.requestId, inner), { signal, onBegun });
      if (value.kept.whole) await this.#file?.remove();
      return value;
    } catch (thrown) {
      await this.#keepAfterFailure();
      throw thrown;
    } finally {
      running.delete(this.#operationId);
      await this.#file?.close();
    }
  }

  async #attempt(requestId: string, signal: AbortSignal): Promise<Paid<LiveEnd>> {
    const request = await this.#open(requestId, signal);
    this.#run ??= new RequestRun(request);
    const end = await this.#run.run().catch(async (thrown: unknown): Promise<RequestEnd> => {
      const failure = toFailure(thrown);
      // The window went away, or the program ends: where all that was sent was spoken, that ends it like a person would.
      if (failure.kind === 'cancelled' && request.isSpoken) return { reason: 'completed' };
      if (failure.charged !== 'yes' || !request.hasSound) throw thrown;
      throw new PartlyPaidError(failure, { result: { ...(await this.#keep()) } });
    });
    const kept = await this.#keep();
    const { quotaRemaining } = request;
    return {
      value: { end, kept },
      facts: quotaRemaining === undefined ? {} : { quotaRemaining },
      amount: kept.units,
      result: { ...kept },
    };
  }

  /** Another attempt goes on with the same request. */
  async #open(requestId: string, signal: AbortSignal): Promise<LiveRequest> {
    const { client, directory, log, clock, planFor, feed } = this.#parts;
    this.#file ??= await LiveLog.open(directory, this.#operationId);
    this.#request ??= new LiveRequest({
      plan: planFor(this.#operationId, requestId),
      log: this.#file,
      feed,
      tell: (event) => this.#emit(event),
      signal,
      tools: { realtime: client.realtime, log, clock, clean: (text) => cleanText(text, client.key) },
    });
    return this.#request;
  }

  #emit(event: LiveEvent): Promise<void> | undefined {
    // Credits went with it, which the event does not name.
    if (event.type === 'usage') {
      this.#parts.account.paid({ quotaRemaining: event.quotaRemaining });
      void this.#noteAmount();
    }
    return this.#parts.onEvent(event);
  }

  /** What it cost so far is reckoned from it while it goes on. Its end is written down whether this could be or not. */
  async #noteAmount(): Promise<void> {
    const { ledger, log } = this.#parts;
    const units = this.#request?.units ?? 0;
    try {
      await ledger.grown(this.#operationId, units);
    } catch (thrown) {
      log.warn('how much a live session took so far could not be written down', {
        operationId: this.#operationId,
        kind: toFailure(thrown).kind,
      });
    }
  }

  async #keep(): Promise<LiveKept> {
    if (this.#request === undefined || this.#file === undefined) throw fail('internal', message('live.notStarted'));
    const { plan, units, format, segments, isReliable } = this.#request;
    const { bytes, whole, durationMs } = await keepSound(this.#file, format, !isReliable);
    return {
      operationId: this.#operationId,
      requestId: plan.requestId,
      segments: segments.length,
      units,
      bytes,
      whole,
      ...(durationMs !== undefined && { durationMs }),
      path: bytes === 0 ? null : soundPath(this.#parts.directory, this.#operationId, format),
    };
  }

  /** A full disk keeps its log, out of which the sound is made later. */
  async #keepAfterFailure(): Promise<void> {
    if (this.#request === undefined || this.#request.segments.length === 0) return;
    await this.#keep().catch((reason: unknown) =>
      this.#parts.log.error('what was spoken live could not be put together yet', {
        operationId: this.#operationId,
        kind: toFailure(reason).kind,
      }),
    );
  }
}
