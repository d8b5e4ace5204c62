import { fail, type Charged, type FailureError, type FailureKind, type NextStep } from '#shared/failure.ts';
import { EndedError } from '../../paid-requests/attempts.ts';
import type { RealtimeCode } from '#shared/wire/realtime.ts';
import type { ErrorEvent, RequestStatusEvent } from '../../service-client/realtime/server-events.ts';
import { message, type Message } from '#shared/messages/message.ts';

type Meaning = [kind: FailureKind, why: Message, next?: NextStep];

/** Interface, "Errors": what each code of a realtime `error` means for a person. */
export const meanings: Readonly<Record<RealtimeCode, Meaning>> = {
  authentication_failed: ['unauthorized', message('service.keyNotAccepted')],
  authentication_required: ['unauthorized', message('service.keyMissing')],
  already_authenticated: ['bad-response', message('live.speakerMismatch')],
  permission_denied: ['forbidden', message('service.notAllowed')],
  invalid_message: ['invalid-input', message('service.inputNotAccepted')],
  invalid_messagepack: ['bad-response', message('service.inputUnreadable')],
  invalid_state: ['bad-response', message('live.positionMismatch')],
  idempotency_conflict: ['conflict', message('live.requestSeenBefore'), 'generate-again'],
  empty_segment: ['invalid-input', message('live.textMissing')],
  segment_too_large: ['too-large', message('live.phraseTooLongForService')],
  session_limit_exceeded: ['overloaded', message('live.serviceSessionLimit'), 'wait'],
  quota_exceeded: ['payment-required', message('service.creditsUsedUp')],
  client_backpressure: ['overloaded', message('live.tooFarAhead')],
  unsupported_parameter: ['invalid-input', message('live.settingNotTaken')],
  voice_not_found: ['not-found', message('live.noSuchVoice'), 'choose-voice'],
  model_not_found: ['not-found', message('live.noModelForVoice'), 'choose-model'],
  provider_unavailable: ['service-unavailable', message('live.modelUnreachable')],
  provider_timeout: ['service-timeout', message('live.modelTimeout')],
  generation_failed: ['service-failed', message('live.speechFailed')],
  billing_failed: ['service-failed', message('live.chargeNotSettled')],
  connection_closed: ['stream-interrupted', message('live.connectionEnded'), 'retry'],
  internal_error: ['service-failed', message('service.failed')],
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
export function failureOfError(error: Omit<ErrorEvent, 'event'>, said: string, charged: Charged): FailureError {
  const known: Meaning = Object.hasOwn(meanings, error.code)
    ? meanings[error.code as RealtimeCode]
    : [mayRetry(error) ? 'service-unavailable' : 'service-failed', message('live.refused')];
  const [kind, why, next] = known;
  return fail(kind, said === '' ? message('service.sentence', why) : message('service.sentenceWithReason', why, said), {
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
    return fail('service-failed', message('live.retryFailed'), { charged, requestId, next: 'retry' });
  if (status.state === 'failed_terminal' || status.state === 'failed_retryable') {
    const known = status.units === undefined ? undefined : status.units > 0 ? 'yes' : 'no';
    const paid = known ?? (request.hasSound ? 'yes' : 'unknown');
    return new EndedError(fail('service-failed', message('live.notRetried'), { charged: paid, requestId, next: 'generate-again' }).failure);
  }
  return fail('conflict', message('live.runningElsewhere'), { charged, requestId, next: 'wait' });
}
