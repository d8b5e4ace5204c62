import { fail, type Charged, type FailureError, type FailureKind, type NextStep } from '#shared/failure.ts';
import type { RealtimeCode, Said } from '#shared/wire/realtime.ts';

type Meaning = [kind: FailureKind, words: string, next?: NextStep];

/** Interface, "Errors": what each code of a realtime `error` means for a person. */
export const meanings: Readonly<Record<RealtimeCode, Meaning>> = {
  authentication_failed: ['unauthorized', 'The service did not accept the key'],
  authentication_required: ['unauthorized', 'The service asks for a key'],
  already_authenticated: ['bad-response', 'The service and the studio do not agree on who is speaking'],
  permission_denied: ['forbidden', 'This account may not do that'],
  invalid_message: ['invalid-input', 'The service did not accept what was sent'],
  invalid_messagepack: ['bad-response', 'The service could not read what was sent'],
  invalid_state: ['bad-response', 'The service and the studio do not agree on where they are'],
  idempotency_conflict: ['conflict', 'The service has seen this request before, with other words or settings', 'generate-anew'],
  empty_segment: ['invalid-input', 'There was nothing to say'],
  segment_too_large: ['too-large', 'The phrase is too long for the service'],
  session_limit_exceeded: ['overloaded', 'A limit of the service for sessions is reached', 'wait'],
  quota_exceeded: ['payment-required', 'The credits or the quota of the account are used up'],
  client_backpressure: ['overloaded', 'What is spoken was too far ahead of what is heard, and the service did not wait for it'],
  unsupported_parameter: ['invalid-input', 'The model does not take one of the settings'],
  voice_not_found: ['not-found', 'The service does not have this voice', 'choose-voice'],
  model_not_found: ['not-found', 'The service does not have this model for this voice', 'choose-model'],
  provider_unavailable: ['service-unavailable', 'The speech model cannot be reached at the moment'],
  provider_timeout: ['service-timeout', 'The speech model took too long'],
  generation_failed: ['service-failed', 'The speech could not be made'],
  billing_failed: ['service-failed', 'The service could not settle the charge'],
  connection_closed: ['stream-interrupted', 'The service ended the connection', 'retry'],
  internal_error: ['service-failed', 'The service failed'],
};

/** The failure that an `error` event stands for; its words were cleaned by the caller. */
export function failureOfError(error: Extract<Said, { event: 'error' }>, said: string, charged: Charged): FailureError {
  const known: Meaning = Object.hasOwn(meanings, error.code)
    ? meanings[error.code as RealtimeCode]
    : [error.retryable ? 'service-unavailable' : 'service-failed', 'The service refused'];
  const [kind, words, next] = known;
  return fail(kind, said === '' ? `${words}.` : `${words}: ${said}`, {
    charged,
    code: error.code.slice(0, 100),
    ...(next !== undefined && { next }),
    ...(error.requestId !== undefined && { requestId: error.requestId.slice(0, 128) }),
    ...(error.path !== undefined && { field: error.path.slice(0, 100) }),
  });
}

/** Why a request that the service knows does not go on: it runs elsewhere, or failed for good. `charged`: what is known of it here. */
export function failureOfStatus(status: Extract<Said, { event: 'request_status' }>, requestId: string, charged: Charged): FailureError {
  const runs = status.state === 'running';
  const words = runs ? 'The request is still running elsewhere.' : 'The request failed, and the service does not try it again.';
  const unpaid = status.state === 'failed_terminal' && status.units === 0;
  return fail(runs ? 'conflict' : 'service-failed', words, {
    charged: unpaid ? 'no' : charged === 'no' ? 'unknown' : charged,
    ...{ requestId, next: runs ? 'wait' : 'generate-anew' },
  });
}
