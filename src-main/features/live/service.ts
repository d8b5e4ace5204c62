import { shortenToLine } from '#shared/cut-text.ts';
import { join } from 'node:path';
import { fail, toFailure } from '#shared/failure.ts';
import type { LiveEvent, LiveInput, LiveKept, LiveSend } from '#shared/live.ts';
import { newId } from '#shared/ids.ts';
import type { Services } from '#shared/operations/index.ts';
import { livePaths } from '#shared/wire/realtime.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { EngineTools, Order } from '../../paid-requests/engine.ts';
import { sendPaid, sendPaidAgain } from '../../paid-requests/send.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { boundsOfSession, controlsToSend, readLiveCapabilities } from './capabilities.ts';
import { Feed } from './feed.ts';
import { FlowControl } from './flow-control.ts';
import { LiveLog } from './log.ts';
import { PaidLiveRequest } from './paid-request.ts';
import { createLiveRecovery, planOfEntry } from './recovery.ts';
import type { RequestPlan } from './request.ts';
import { readSends } from './sends.ts';
import type { Log } from '../../infra/platform.ts';
import { sleepOnTimer } from '../../service-client/exchange.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

interface LiveOptions {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  profileDirectory: string;
  log: Log;
  clock?: Clock;
  /** Milliseconds without a word of what is waited for, after which a connection counts as lost. */
  patienceMs?: number;
}

/** Speaking live (interface, "Realtime TTS v3" and "v2"): what is typed is spoken, kept, and paid for once. */
export class Live {
  readonly #options: LiveOptions;
  readonly #clock: Clock;
  readonly #directory: string;
  readonly #recovery: ReturnType<typeof createLiveRecovery>;
  readonly #closing = new AbortController();
  readonly #work = new Set<Promise<unknown>>();
  readonly #running = new Set<string>();

  constructor(options: LiveOptions) {
    const { connection, ledger, account, log } = options;
    this.#options = options;
    this.#clock = options.clock ?? { now: Date.now, sleep: sleepOnTimer };
    this.#directory = join(options.profileDirectory, 'live');
    this.#recovery = createLiveRecovery({
      connection,
      ledger,
      account,
      directory: this.#directory,
      log,
      live: this.#running,
      clock: this.#clock,
    });
  }

  readonly services: Pick<Services, 'live.capabilities' | 'live.speak' | 'live.resume'> = {
    'live.capabilities': async ({ version }, { signal }) => {
      const { connection, log } = this.#options;
      return readLiveCapabilities(await connection.ready(signal), version, log, signal);
    },
    'live.speak': (input, { sends, emit, signal }) => this.#tracked((closing) => this.#speak(input, sends, emit, closing), signal),
    'live.resume': ({ operationId }, { emit, signal }) => this.#tracked((closing) => this.#resume(operationId, emit, closing), signal),
  };

  /** The operations that are being spoken now. */
  get running(): ReadonlySet<string> {
    return this.#running;
  }

  /** What `live.resume` does, without events: what comes is kept. */
  retry(operationId: string, signal: AbortSignal): Promise<LiveKept> {
    return this.#tracked((closing) => this.#resume(operationId, () => undefined, closing), signal);
  }

  /** Settles what an earlier run of the program left open, as far as that costs nothing; can be asked again. */
  recover(): Promise<void> {
    return this.#tracked((closing) => this.#recovery.recover(closing));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#work]);
  }

  /** Closing stops the work, and waits for it. */
  async #tracked<T>(start: (signal: AbortSignal) => Promise<T>, caller?: AbortSignal): Promise<T> {
    const closing = this.#closing.signal;
    const work = start(caller === undefined ? closing : AbortSignal.any([caller, closing]));
    this.#work.add(work);
    try {
      return await work;
    } finally {
      this.#work.delete(work);
    }
  }

  async #speak(
    input: LiveInput,
    sends: AsyncIterable<LiveSend>,
    emit: (event: LiveEvent) => void,
    signal: AbortSignal,
  ): Promise<{ requests: LiveKept[] }> {
    const { connection, log } = this.#options;
    const client = await connection.ready(signal);
    const capabilities = await readLiveCapabilities(client, input.version, log, signal);
    const limits = boundsOfSession(capabilities, input);
    const { controls, left } = controlsToSend(capabilities, input);
    for (const name of left)
      emit({
        type: 'warning',
        code: 'not_sent',
        message: message('live.settingNotSent', name),
        path: name,
      });
    const feed = new Feed();
    const flow = new FlowControl(input.acknowledges, signal);
    void readSends(sends, feed, flow, limits.segmentCharacters, emit).catch((thrown: unknown) => {
      if (toFailure(thrown).kind === 'internal') log.error('what a window sent could not be read', { error: String(thrown) });
      feed.end();
    });
    const onEvent = (event: LiveEvent): Promise<void> | undefined => {
      emit(event);
      return event.type === 'audio' || event.type === 'header' ? flow.send(event.bytes.byteLength) : undefined;
    };

    const { version, mode, voiceId, modelId, format } = input;
    const session = { version, mode, session: newId(), request: { voiceId, modelId, format, ...controls } };
    const requests: LiveKept[] = [];
    try {
      for (;;) {
        await feed.some(signal);
        if (signal.aborted) throw fail('cancelled', message('failures.stopped'));
        if (feed.ended) return { requests };
        const order = orderOf(session, feed.first ?? '');
        const planFor = (operationId: string, requestId: string): RequestPlan =>
          this.#withPatience({ operationId, requestId, version, mode, request: session.request, ...limits });
        const { end, kept } = await this.#paidRequest(client, planFor, feed, onEvent).run(
          (send, call) => sendPaid(this.#tools(client), order, send, call),
          signal,
        );
        requests.push(kept);
        if (end.failure !== undefined) throw end.failure;
        emit({ type: 'state', state: 'idle', ...(end.because !== undefined && { because: end.because }) });
      }
    } catch (thrown) {
      emit({ type: 'unsent', ids: feed.ids });
      throw thrown;
    }
  }

  async #resume(operationId: string, emit: (event: LiveEvent) => void, signal: AbortSignal): Promise<LiveKept> {
    const { connection, ledger } = this.#options;
    const entry = await ledger.entry(operationId);
    if (entry?.family !== 'realtime-reliable' || entry.state !== 'unknown' || this.#running.has(operationId))
      throw fail('conflict', message('live.nothingToResume'), { field: 'operationId' });
    if (!LiveLog.exists(this.#directory, operationId))
      throw fail('file-missing', message('live.soundGone'), { next: 'none', charged: 'unknown' });
    const client = await connection.ready(signal);
    const feed = new Feed();
    feed.end();
    const onEvent = (event: LiveEvent): undefined => {
      emit(event);
      return undefined;
    };
    const { kept } = await this.#paidRequest(client, () => this.#withPatience(planOfEntry(entry)), feed, onEvent).run(
      (send, call) => sendPaidAgain(this.#tools(client), entry, send, call),
      signal,
    );
    return kept;
  }

  #paidRequest(
    client: ServiceClient,
    planFor: (operationId: string, requestId: string) => RequestPlan,
    feed: Feed,
    onEvent: (event: LiveEvent) => Promise<void> | undefined,
  ): PaidLiveRequest {
    const { account, ledger, log } = this.#options;
    return new PaidLiveRequest({
      client,
      account,
      ledger,
      directory: this.#directory,
      log,
      clock: this.#clock,
      running: this.#running,
      planFor,
      feed,
      onEvent,
    });
  }

  #tools(client: ServiceClient): EngineTools {
    const { ledger, account, log } = this.#options;
    return { client, ledger, account, clock: this.#clock, log };
  }

  #withPatience(plan: RequestPlan): RequestPlan {
    const { patienceMs } = this.#options;
    return patienceMs === undefined ? plan : { ...plan, patienceMs };
  }
}

/** What the ledger holds of a request of a session that begins with the phrase `first`. */
function orderOf(session: Pick<RequestPlan, 'version' | 'mode' | 'request'> & { session: string }, first: string): Order {
  return {
    family: `realtime-${session.mode}`,
    path: livePaths[session.version],
    summary: summaryOf(first),
    modelId: session.request.modelId,
    body: Buffer.from(JSON.stringify(session)),
    fingerprint: newId(),
    // Of a reliable request more phrases may follow: how many it took in all is written down with its end.
    amount: first.length,
    unit: 'character',
  };
}

/** What a phrase of a session is known by in lists. */
function summaryOf(text: string): string {
  return messages.live.ofText(shortenToLine(text));
}
