import type { FailureError } from '#shared/failure.ts';
import type { ReceivedEvent } from '../../service-client/realtime/socket.ts';

/** How a request ended that did not fail. `more`: the service ended it, and what waits goes into another. */
export interface RequestEnd {
  reason: 'completed' | 'more' | 'quota';
  failure?: FailureError;
  /** Why there is more to come in another one. */
  because?: 'draining' | 'timeout' | 'units';
}

/** How one connection of a request ended. */
export type ConversationEnd =
  | {
      kind: 'finished';
      reason: RequestEnd['reason'];
      failure?: FailureError;
      because?: NonNullable<RequestEnd['because']>;
      /** The service said so on this connection: what it has not accepted by now, it never got. */
      orderly?: boolean;
    }
  /** It may go on over another connection. `came`: a phrase came through on this one. */
  | { kind: 'lost'; failure: FailureError; came: boolean }
  /** The service knows the request, which is to be started again over another connection: tried again where it failed, else asked for after a while. */
  | { kind: 'again'; status: Extract<ReceivedEvent, { event: 'request_status' }>; retryFailed: boolean }
  | { kind: 'failed'; failure: FailureError };
