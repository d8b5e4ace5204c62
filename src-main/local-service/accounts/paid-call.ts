import { type Context } from 'hono';
import { headers } from '#shared/wire/common.ts';
import { type Env } from '../http/environment.ts';
import { type Service } from '../service.ts';
import { type SpeechPlan } from '../speech/speech-plan.ts';
import { transaction } from '../storage/database.ts';
import { type Charge } from './charges.ts';

/** `Idempotency-Key`, else (as a temporary compatibility, interface "Versioning") an `X-Request-Id` that the client sent itself. */
export function requestIdentity(c: Context<Env>): string | undefined {
  return c.req.header(headers.idempotencyKey) ?? c.get('sentRequestId');
}

/** Of v1 and v2 sync: there `X-Request-Id` is the key (interface, "TTS v1"). */
export function legacyIdentity(c: Context<Env>): string | undefined {
  return c.get('sentRequestId') ?? c.req.header(headers.idempotencyKey);
}

/** A sync or aligned call that holds a reservation. Repeating any of these is harmless. */
export interface PaidCall {
  charge: Charge;
  /** The plan's, as it is to be spoken. */
  order: SpeechPlan['order'];
  /** The charge stands; the call goes on. */
  settle: () => void;
  /** The charge stands and the call is over. What `keep` kept in the same transaction answers a repeated request. */
  complete: (keep?: () => string) => void;
  /** The call is over and the charge is given back, settled or not. */
  refund: () => void;
}

/** Claims the request id, if there is one, and reserves the charge, both or none. Throws the 409s and 402. */
export function beginPaidCall(service: Service, c: Context<Env>, plan: SpeechPlan, id: string | undefined, fingerprint: string): PaidCall {
  const account = c.get('account');
  const { charge, order } = transaction(service.database, () => {
    if (id !== undefined) service.requestIds.check(account, id, fingerprint);
    const reserved = service.charges.reserve(account, `${c.req.method} ${c.req.path}`, id ?? c.get('requestId'), plan.price);
    if (id !== undefined) service.requestIds.claim(account, id, fingerprint, reserved.id);
    return { charge: reserved, order: service.repeats.take(account, plan.order) };
  });
  return {
    charge,
    order,
    settle: () => transaction(service.database, () => service.charges.settle(charge.id)),
    complete: (keep) =>
      transaction(service.database, () => {
        service.charges.settle(charge.id);
        service.requestIds.finish(charge.id, 'completed', keep?.());
      }),
    refund: () =>
      transaction(service.database, () => {
        if (service.charges.refund(charge.id)) service.requestIds.finish(charge.id, 'refunded');
      }),
  };
}

/** Headers of a successful paid answer. */
export function paidHeaders(plan: SpeechPlan, charge: Charge): Record<string, string> {
  return {
    [headers.quotaRemaining]: String(charge.quotaRemaining),
    [headers.creditsUsed]: String(charge.credits),
    ...(plan.ignored.length > 0 && { [headers.ignoredParameters]: plan.ignored.join(', ') }),
  };
}
