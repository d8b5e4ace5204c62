import { fail, type Charged, type FailureError, type FailureKind, type NextStep } from '#shared/failure.ts';
import { EndedError } from '../../paid-requests/attempts.ts';
import type { RealtimeCode } from '#shared/wire/realtime.ts';
import type { ErrorEvent, RequestStatusEvent } from '../../service-client/realtime/server-events.ts';

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

/** Where an error does not say whether it may be tried again: these pass by themselves. */
const passing: ReadonlySet<string> = new Set<RealtimeCode>([
  'client_backpressure',
  'provider_unavailable',
  'provider_timeout',
  'connection_closed',
  'internal_error',
]);
export const mayRetry = ({ code, retryable }: Pick<ErrorEvent, 'code' | 'retryable'>): boolean => retryable ?? passing.has(code);

/** The failure that an `error` event stands for; its words were cleaned by the caller. */
export function failureOfError(error: Omit<ErrorEvent, 'event'>, message: string, charged: Charged): FailureError {
  const known: Meaning = Object.hasOwn(meanings, error.code)
    ? meanings[error.code as RealtimeCode]
    : [mayRetry(error) ? 'service-unavailable' : 'service-failed', 'The service refused'];
  const [kind, words, next] = known;
  return fail(kind, message === '' ? `${words}.` : `${words}: ${message}`, {
    charged,
    ...(error.code !== '' && { code: error.code.slice(0, 100) }),
    ...(next !== undefined && { next }),
    ...(error.requestId !== undefined && { requestId: error.requestId.slice(0, 128) }),
    ...(error.path !== undefined && { field: error.path.slice(0, 100) }),
  });
}

/**
 * Why a request that the service knows does not go on: it runs elsewhere, or failed for good. What failed for good is final, so its charge is
 * known: the units that the service counts, else whether any of its sound came (interface, "Realtime TTS v2": quota is committed with the first frame).
 */
export function failureOfStatus(
  status: Pick<RequestStatusEvent, 'state' | 'units'>,
  request: { plan: { requestId: string }; charged: Charged; hasSound: boolean; isReliable: boolean },
): FailureError {
  const { requestId } = request.plan;
  const charged = request.charged === 'no' ? 'unknown' : request.charged;
  if (status.state === 'failed_retryable' && request.isReliable)
    return fail('service-failed', 'The request failed, and trying again did not help.', { charged, requestId, next: 'retry' });
  if (status.state === 'failed_terminal' || status.state === 'failed_retryable') {
    const words = 'The request failed, and the service does not try it again.';
    const known = status.units === undefined ? undefined : status.units > 0 ? 'yes' : 'no';
    const paid = known ?? (request.hasSound ? 'yes' : 'unknown');
    return new EndedError(fail('service-failed', words, { charged: paid, requestId, next: 'generate-anew' }).failure);
  }
  return fail('conflict', 'The request is still running elsewhere.', { charged, requestId, next: 'wait' });
}
