import { fail, FailureError } from '#shared/failure.ts';
import type { TimedWord } from '#shared/narration/alignment.ts';
import { codes } from '#shared/wire/common.ts';
import type { Secret } from '../infra/platform.ts';
import { cleanText, parseJson, reportsRefund } from './answers.ts';
import { asId, asNumber, asRecord, asText } from './reading/fields.ts';
import { readWords } from './reading/speech-jobs.ts';
import { createEventDecoder, maximumEventCharacters, type ServerSentEvent } from './server-sent-events.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** What an aligned stream says when it is whole (interface, "v3 aligned streaming"). */
export interface AlignedCompletion {
  requestId: string | undefined;
  generationId: string | undefined;
  /** Timing is complete only when this is `complete`; empty where the service does not say. */
  alignmentStatus: string;
  quotaRemaining: number | undefined;
  creditsUsed: number | undefined;
  ignoredParameters: string[];
}

export type AlignedEvent =
  | { type: 'audio'; bytes: Buffer }
  | { type: 'snapshot'; chunkSeq: number; words: readonly TimedWord[] }
  | { type: 'invalidated'; chunkSeq: number }
  /** Timing that could not be read: the sound is whole, its timing is not. */
  | { type: 'timing-lost' }
  | { type: 'completed'; completion: AlignedCompletion };

/**
 * Reads an aligned stream up to its `completed`. Each value is what one piece of the network's bytes completed, in order, so
 * that a reader pays for a turn of the event loop once a piece and not once an event. What arrived is handed out before
 * anything is thrown: `service-failed` for the stream's `error`, `stream-interrupted` for an end without `completed`,
 * `bad-response` for what cannot be read. All of these may have been charged.
 */
export async function* readAligned(
  body: AsyncIterable<Uint8Array>,
  options: { key?: Secret | undefined; maximum?: number } = {},
): AsyncGenerator<AlignedEvent[], void, undefined> {
  const arrived: AlignedEvent[] = [];
  const isCompleted = (): boolean => arrived.at(-1)?.type === 'completed';
  const decoder = createEventDecoder((event) => {
    if (isCompleted()) return; // nothing after the end counts
    readEvent(event, options.key, arrived);
  }, options.maximum ?? maximumEventCharacters);
  for await (const bytes of body) {
    let failure: FailureError | undefined;
    try {
      decoder.push(bytes);
    } catch (thrown) {
      if (!(thrown instanceof FailureError)) throw thrown;
      failure = thrown;
    }
    const whole = isCompleted();
    if (arrived.length > 0) yield arrived.splice(0);
    if (whole) return;
    if (failure !== undefined) throw failure;
  }
  throw fail('stream-interrupted', message('service.streamEndedEarly'), { charged: 'unknown' });
}

/** Appends what an event says. Without a schema: this is the hot path of a stream. */
function readEvent(event: ServerSentEvent, key: Secret | undefined, arrived: AlignedEvent[]): void {
  switch (event.name) {
    case 'audio':
      arrived.push({ type: 'audio', bytes: audioOf(parseJson(event.data)) });
      return;
    case 'alignment_snapshot': {
      const { chunkSeq, units, words } = asRecord(parseJson(event.data)) ?? {};
      const chunk = asNumber(chunkSeq);
      const isInMilliseconds = units === undefined || units === null || units === 'milliseconds';
      const read = Array.isArray(words) && isInMilliseconds ? readWords(words) : undefined;
      if (chunk !== undefined && read !== undefined) arrived.push({ type: 'snapshot', chunkSeq: chunk, words: read.words });
      if (chunk === undefined || read?.isWhole !== true) arrived.push({ type: 'timing-lost' });
      return;
    }
    case 'alignment_invalidated': {
      const chunk = asNumber(asRecord(parseJson(event.data))?.['chunkSeq']);
      arrived.push(chunk === undefined ? { type: 'timing-lost' } : { type: 'invalidated', chunkSeq: chunk });
      return;
    }
    case 'completed':
      // Its name says that the sound is whole, whatever its data say.
      arrived.push({ type: 'completed', completion: completionOf(parseJson(event.data, key)) });
      return;
    case 'error':
      throw errorOf(event.data, key);
    default: // a name of a later version of the interface
  }
}

function completionOf(data: unknown): AlignedCompletion {
  const { requestId, generationId, alignmentStatus, quotaRemaining, creditsUsed, ignoredParameters } = asRecord(data) ?? {};
  return {
    requestId: asId(requestId),
    generationId: asId(generationId),
    alignmentStatus: asText(alignmentStatus) ?? '',
    quotaRemaining: asNumber(quotaRemaining),
    creditsUsed: asNumber(creditsUsed),
    ignoredParameters: Array.isArray(ignoredParameters) ? ignoredParameters.flatMap((name) => asText(name) ?? []) : [],
  };
}

function audioOf(data: unknown): Buffer {
  const base64 = typeof data === 'object' && data !== null && 'audioBase64' in data ? data.audioBase64 : undefined;
  if (typeof base64 !== 'string') throw unreadable(message('service.pieceOfSound'));
  const bytes = Buffer.from(base64, 'base64');
  // `Buffer.from` skips what is not Base64 in silence; a piece that came out short is damaged sound.
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  if (bytes.byteLength !== Math.floor(((base64.length - padding) * 3) / 4)) throw unreadable(message('service.pieceOfSound'));
  return bytes;
}

function errorOf(data: string, key: Secret | undefined): FailureError {
  const body = asRecord(parseJson(data)) ?? {};
  const [known, id, why] = [asText(body['code']), asId(body['requestId']), asText(body['message'])];
  const said = why === undefined ? undefined : cleanText(why, key);
  const isPlain = said === undefined || known === codes.generationFailed;
  return fail('service-failed', message('service.failedWhileSpeaking', isPlain ? '.' : `: ${said}`), {
    charged: 'unknown',
    next: 'generate-again',
    ...(isPlain && said !== undefined && { detail: said }),
    ...(reportsRefund(why ?? '') && { refunded: true }),
    ...(known !== undefined && { code: cleanText(known, key) }),
    ...(id !== undefined && { requestId: cleanText(id, key) }),
  });
}

function unreadable(what: Message): FailureError {
  return fail('bad-response', message('service.streamUnreadable', what), { charged: 'unknown' });
}
