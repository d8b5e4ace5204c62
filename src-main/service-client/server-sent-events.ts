import { createParser } from 'eventsource-parser';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';

/** An event of a stream. `name` is `message` where the stream names none. */
export interface ServerSentEvent {
  name: string;
  data: string;
  id: string | undefined;
}

export interface EventDecoder {
  /** Takes the next bytes, however they are cut, and tells the events that they complete, in order. */
  push(bytes: Uint8Array): void;
  /** Milliseconds, where the stream has said how long to wait before a new connection. */
  readonly retryMs: number | undefined;
}

/** Characters of one line, and of the data of one event, at most. A longer one fails the stream. */
export const maximumEventCharacters = 32 * 1024 * 1024;

/**
 * An incremental decoder of `text/event-stream`. The grammar is `eventsource-parser`'s; this adds the step from bytes to
 * text, for a character may be cut between two chunks, and the bound. An event that the end of the stream cuts off is none.
 */
export function createEventDecoder(onEvent: (event: ServerSentEvent) => void, maximum = maximumEventCharacters): EventDecoder {
  // The parser takes off the one byte order mark that may lead; the text decoder must not take a second.
  const text = new TextDecoder('utf-8', { ignoreBOM: true });
  let retryMs: number | undefined;
  let tooLong = false;
  const parser = createParser({
    maxBufferSize: maximum,
    onEvent: ({ event, data, id }) => {
      if (data.length > maximum) tooLong = true;
      if (!tooLong) onEvent({ name: event ?? 'message', data, id });
    },
    onRetry: (milliseconds) => (retryMs = milliseconds),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') tooLong = true;
    },
  });
  return {
    push: (bytes) => {
      if (!tooLong) parser.feed(text.decode(bytes, { stream: true }));
      if (tooLong) throw fail('bad-response', message('service.eventTooLong'), { charged: 'unknown' });
    },
    get retryMs() {
      return retryMs;
    },
  };
}
