import { fail, FailureError } from '#shared/failure.ts';
import type { TimedWord } from '#shared/narration/alignment.ts';
import { alignedEvents } from '#shared/wire/speech.ts';
import type { Secret } from '../platform.ts';
import { cleanText, parseJson } from './answers.ts';
import { createEventDecoder, maximumEventCharacters, type ServerSentEvent } from './server-sent-events.ts';

/** What an aligned stream says when it is whole (interface, "v3 aligned streaming"). */
export interface AlignedCompletion {
  requestId: string;
  generationId: string | undefined;
  /** Timing is complete only when this is `complete`. */
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
    const read = eventOf(event, options.key);
    if (read !== undefined) arrived.push(read);
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
  throw fail('stream-interrupted', 'The service ended the stream before the sound was whole.', { charged: 'unknown' });
}

function eventOf(event: ServerSentEvent, key: Secret | undefined): AlignedEvent | undefined {
  switch (event.name) {
    case 'audio':
      return { type: 'audio', bytes: audioOf(parseJson(event.data)) };
    case 'alignment_snapshot': {
      const snapshot = alignedEvents.alignment_snapshot.safeParse(parseJson(event.data));
      if (!snapshot.success || snapshot.data.units !== 'milliseconds') return { type: 'timing-lost' };
      return { type: 'snapshot', chunkSeq: snapshot.data.chunkSeq, words: snapshot.data.words };
    }
    case 'alignment_invalidated': {
      const invalidated = alignedEvents.alignment_invalidated.safeParse(parseJson(event.data));
      return invalidated.success ? { type: 'invalidated', chunkSeq: invalidated.data.chunkSeq } : { type: 'timing-lost' };
    }
    case 'completed': {
      const completed = alignedEvents.completed.safeParse(parseJson(event.data, key));
      if (!completed.success) throw unreadable('its last event');
      const { requestId, generationId, alignmentStatus, quotaRemaining, creditsUsed, ignoredParameters } = completed.data;
      return {
        type: 'completed',
        completion: { requestId, generationId, alignmentStatus, quotaRemaining, creditsUsed, ignoredParameters: ignoredParameters ?? [] },
      };
    }
    case 'error':
      throw errorOf(event.data, key);
    default:
      return undefined; // a name of a later version of the interface
  }
}

/** By hand and not by schema: these are most of a stream, and this is its hot path. */
function audioOf(data: unknown): Buffer {
  const base64 = typeof data === 'object' && data !== null && 'audioBase64' in data ? data.audioBase64 : undefined;
  if (typeof base64 !== 'string') throw unreadable('a piece of its sound');
  const bytes = Buffer.from(base64, 'base64');
  // `Buffer.from` skips what is not Base64 in silence; a piece that came out short is damaged sound.
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  if (bytes.byteLength !== Math.floor(((base64.length - padding) * 3) / 4)) throw unreadable('a piece of its sound');
  return bytes;
}

function errorOf(data: string, key: Secret | undefined): FailureError {
  const parsed = alignedEvents.error.safeParse(parseJson(data));
  const said = parsed.success && parsed.data.message !== undefined ? `: ${cleanText(parsed.data.message, key)}` : '.';
  return fail('service-failed', `The service failed while it was speaking${said}`, {
    charged: 'unknown',
    next: 'generate-anew',
    ...(parsed.success ? { code: cleanText(parsed.data.code, key) } : {}),
    ...(parsed.success && parsed.data.requestId !== undefined ? { requestId: cleanText(parsed.data.requestId, key) } : {}),
  });
}

function unreadable(what: string): FailureError {
  return fail('bad-response', `The service's stream cannot be read: ${what} is not what it should be.`, { charged: 'unknown' });
}
