import { join } from 'node:path';
import { fail, FailureError, toFailure } from '#shared/failure.ts';
import { liveLimits, type LiveEvent, type LiveInput, type LiveKept, type LiveSend } from '#shared/live.ts';
import { newId } from '#shared/ids.ts';
import type { Services } from '#shared/operations/index.ts';
import { livePaths } from '#shared/wire/realtime.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import { PartlyPaidError } from '../../paid-requests/engine.ts';
import { sendPaid, sendPaidAgain, type Paid, type SendCall } from '../../paid-requests/send.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { boundsOfSession, controlsToSend, readLiveCapabilities } from './capabilities.ts';
import { Feed } from './feed.ts';
import { keepSound, soundPath } from './save.ts';
import { LiveLog } from './log.ts';
import { createLiveRecovery, planOfEntry } from './recovery.ts';
import { LiveRequest, type RequestEnd, type RequestPlan } from './request.ts';
import type { Log } from '../../infra/platform.ts';
import { cleanText } from '../../service-client/answers.ts';
import { sleepOnTimer } from '../../service-client/exchange.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

export interface Live {
  services: Pick<Services, 'live.capabilities' | 'live.speak' | 'live.resume'>;
  /** The operations that are being spoken now. */
  readonly running: ReadonlySet<string>;
  /** Settles what an earlier run of the program left open, as far as that costs nothing; can be asked again. */
  recover(): Promise<void>;
  /** What `live.resume` does, with nobody to listen: what comes is kept. */
  retry(operationId: string, signal: AbortSignal): Promise<LiveKept>;
  close(): Promise<void>;
}

export interface LiveOptions {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  profileDirectory: string;
  log: Log;
  clock?: Clock;
  patienceMs?: number;
}

/** Speaking live (interface, "Realtime TTS v3" and "v2"): what is typed is spoken, kept, and paid for once. */
export function createLive(options: LiveOptions): Live {
  const { connection, ledger, account, log } = options;
  const clock: Clock = options.clock ?? { now: Date.now, sleep: sleepOnTimer };
  const directory = join(options.profileDirectory, 'live');
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const live = new Set<string>();

  const tracked = async <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  };

  /** Runs one request by the ledger's rules; what was heard is kept whatever comes of it. */
  const speakOnce = async (
    client: ServiceClient,
    begin: (send: Parameters<typeof sendPaid<LiveEnd>>[2], call: SendCall) => Promise<Paid<LiveEnd>>,
    planOf: (operationId: string, requestId: string) => RequestPlan,
    feed: Feed,
    tell: (event: LiveEvent) => Promise<void> | undefined,
    signal: AbortSignal,
  ): Promise<LiveEnd> => {
    const telling = (event: LiveEvent): Promise<void> | undefined => {
      if (event.type === 'usage' && event.quotaRemaining !== undefined) account.quota(event.quotaRemaining);
      return tell(event);
    };
    let operationId = '';
    let request: LiveRequest | undefined;
    let file: LiveLog | undefined;
    const keep = async (): Promise<LiveKept> => {
      if (request === undefined || file === undefined) throw fail('internal', message('live.notStarted'));
      const { plan, units, format } = request;
      const manifest = await keepSound(file, format, !request.isReliable);
      return {
        ...{
          operationId,
          requestId: plan.requestId,
          segments: request.segments.length,
          units,
          bytes: manifest.bytes,
          whole: manifest.whole,
        },
        path: manifest.bytes === 0 ? null : soundPath(directory, operationId, format),
      };
    };
    try {
      const { value } = await begin(
        async (sent, inner) => {
          file ??= await LiveLog.open(directory, operationId);
          request ??= new LiveRequest({
            ...{ plan: planOf(operationId, sent.requestId), log: file, feed, tell: telling, signal: inner },
            tools: { realtime: client.realtime, log, clock, clean: (said) => cleanText(said, client.key) },
          });
          const end = await request.run().catch(async (thrown: unknown) => {
            const { failure } = new FailureError(toFailure(thrown));
            if (failure.charged !== 'yes' || !request?.hasSound) throw thrown;
            throw new PartlyPaidError(failure, { result: { ...(await keep()) } });
          });
          const kept = await keep();
          const { quotaRemaining } = request;
          return {
            value: { end, kept },
            facts: quotaRemaining === undefined ? {} : { quotaRemaining },
            amount: kept.units,
            result: { ...kept },
          };
        },
        {
          signal,
          onBegun: (id) => {
            operationId = id;
            live.add(id);
          },
        },
      );
      if (value.kept.whole) await file?.remove();
      return value;
    } catch (thrown) {
      // What had come is kept all the same; a full disk keeps its log, out of which it is made later.
      if (request !== undefined && request.segments.length > 0)
        await keep().catch((reason: unknown) =>
          log.error('what was spoken live could not be put together yet', { operationId, kind: toFailure(reason).kind }),
        );
      throw thrown;
    } finally {
      live.delete(operationId);
      await file?.close();
    }
  };

  const speak = async (
    input: LiveInput,
    sends: AsyncIterable<LiveSend>,
    emit: (event: LiveEvent) => void,
    signal: AbortSignal,
  ): Promise<{ requests: LiveKept[] }> => {
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
    const heard = createHeard(input.acknowledges, signal);
    const tell = (event: LiveEvent): Promise<void> | undefined => {
      emit(event);
      return event.type === 'audio' || event.type === 'header' ? heard.told(event.bytes.byteLength) : undefined;
    };
    void readSends(sends, feed, heard, limits.segmentCharacters, emit).catch((thrown: unknown) => {
      if (toFailure(thrown).kind === 'internal') log.error('what was said could not be read', { error: String(thrown) });
      feed.end();
    });

    const requests: LiveKept[] = [];
    const session = newId();
    const { version, mode, voiceId, modelId, format } = input;
    const request = { voiceId, modelId, format, ...controls };
    try {
      for (;;) {
        await feed.some(signal);
        if (signal.aborted) throw fail('cancelled', message('failures.stopped'));
        if (feed.ended) return { requests };
        const payment = {
          ...{ family: `realtime-${mode}` as const, path: livePaths[version], summary: summaryOf(feed.first ?? ''), modelId },
          ...{ body: Buffer.from(JSON.stringify({ version, mode, session, request })), fingerprint: newId() },
          // Of a reliable request more phrases may follow: how many it took in all is written down with its end.
          ...{ amount: (feed.first ?? '').length, unit: 'character' as const },
        };
        const { end, kept } = await speakOnce(
          client,
          (send, call) => sendPaid({ client, ledger, account, clock, log }, payment, send, call),
          (operationId, requestId) => ({ ...{ operationId, requestId, version, mode, request, ...limits }, ...patience(options) }),
          feed,
          tell,
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
  };

  const resume = async (operationId: string, emit: (event: LiveEvent) => void, signal: AbortSignal): Promise<LiveKept> => {
    const entry = await ledger.entry(operationId);
    if (entry?.family !== 'realtime-reliable' || entry.state !== 'unknown' || live.has(operationId))
      throw fail('conflict', message('live.nothingToResume'), { field: 'operationId' });
    if (!LiveLog.exists(directory, operationId))
      throw fail('file-missing', message('live.soundGone'), { next: 'none', charged: 'unknown' });
    const client = await connection.ready(signal);
    const feed = new Feed();
    feed.end();
    const { kept } = await speakOnce(
      client,
      (send, call) => sendPaidAgain({ client, ledger, account, clock, log }, entry, send, call),
      () => ({ ...planOfEntry(entry), ...patience(options) }),
      feed,
      (event) => {
        emit(event);
        return undefined;
      },
      signal,
    );
    return kept;
  };

  const recovery = createLiveRecovery({ connection, ledger, account, directory, log, live, clock });

  return {
    services: {
      'live.capabilities': async ({ version }, { signal }) => readLiveCapabilities(await connection.ready(signal), version, log, signal),
      'live.speak': (input, { sends, emit, signal }) => tracked(speak(input, sends, emit, AbortSignal.any([signal, closing.signal]))),
      'live.resume': ({ operationId }, { emit, signal }) => tracked(resume(operationId, emit, AbortSignal.any([signal, closing.signal]))),
    },
    running: live,
    retry: (operationId, signal) => tracked(resume(operationId, () => undefined, AbortSignal.any([signal, closing.signal]))),
    recover: () => tracked(recovery.recover(closing.signal)),
    close: async () => {
      closing.abort();
      await Promise.allSettled([...running]);
    },
  };
}

interface LiveEnd {
  end: RequestEnd;
  kept: LiveKept;
}

const patience = ({ patienceMs }: LiveOptions) => (patienceMs === undefined ? {} : { patienceMs });

/** What a phrase of a session is known by in lists. */
function summaryOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return messages.live.ofText(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}

interface Heard {
  /** Settles when there is room for more; `undefined` where there is. */
  told(bytes: number): Promise<void> | undefined;
  heard(bytes: number): void;
  end(): void;
}

/** Holds the service back while a caller that acknowledges has not taken in what it was told. */
function createHeard(acknowledges: boolean, signal: AbortSignal): Heard {
  let told = 0;
  let taken = acknowledges ? 0 : Infinity;
  let wake: () => void = () => undefined;
  signal.addEventListener('abort', () => wake(), { once: true });
  const isFull = (): boolean => told - taken > liveLimits.unheardBytes && !signal.aborted;
  const room = async (): Promise<void> => {
    while (isFull()) await new Promise<void>((resolve) => (wake = resolve));
  };
  return {
    told: (bytes) => {
      told += bytes;
      return isFull() ? room() : undefined;
    },
    heard: (bytes) => {
      taken = Math.max(taken, bytes);
      wake();
    },
    end: () => {
      taken = Infinity;
      wake();
    },
  };
}

async function readSends(
  sends: AsyncIterable<LiveSend>,
  feed: Feed,
  heard: Heard,
  segmentCharacters: number,
  emit: (event: LiveEvent) => void,
): Promise<void> {
  const act = (send: LiveSend): void => {
    if (send.type === 'say' || send.type === 'edit') {
      try {
        if (send.text.length > segmentCharacters)
          throw fail('too-large', message('live.phraseLimit', segmentCharacters), { field: 'text' });
        if (send.type === 'edit') feed.edit(send);
        else {
          feed.say({ id: send.id, text: send.text });
          emit({ type: 'queued', id: send.id });
        }
      } catch (thrown) {
        emit({ type: 'refused', id: send.id, failure: toFailure(thrown) });
        if (!(thrown instanceof FailureError)) throw thrown;
      }
    } else if (send.type === 'drop') for (const id of feed.drop(send.ids)) emit({ type: 'dropped', id });
    else if (send.type === 'heard') heard.heard(send.bytes);
    else feed.end();
  };
  for await (const send of sends) act(send);
  feed.end();
  heard.end();
}
