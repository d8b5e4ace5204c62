import { type Context } from 'hono';
import { headers } from '#shared/wire/common.ts';
import { type Env } from './app.ts';
import { type Charge } from './charges.ts';
import { transaction } from './database.ts';
import { type Service } from './service.ts';
import { type SpeechPlan } from './speech-plan.ts';

/** `Idempotency-Key`, else (as a temporary compatibility, interface "Versioning") an `X-Request-Id` that the client sent itself. */
export function requestIdentity(c: Context<Env>): string | undefined {
  return c.req.header(headers.idempotencyKey) ?? c.get('sentRequestId');
}

/** A sync or aligned call that holds a reservation. Repeating any of these is harmless. */
export interface PaidCall {
  charge: Charge;
  /** The charge stands; the call goes on. */
  settle: () => void;
  /** The charge stands and the call is over. */
  complete: () => void;
  /** The call is over and the charge is given back, settled or not. */
  refund: () => void;
}

/** Claims the request id and reserves the charge, both or none. Throws the 409s and 402. */
export function beginPaidCall(service: Service, c: Context<Env>, plan: SpeechPlan, fingerprint: string): PaidCall {
  const account = c.get('account');
  const id = requestIdentity(c);
  const charge = transaction(service.database, () => {
    if (id !== undefined) service.requestIds.check(account, id, fingerprint);
    const reserved = service.charges.reserve(account, `${c.req.method} ${c.req.path}`, id ?? c.get('requestId'), plan.price);
    if (id !== undefined) service.requestIds.claim(account, id, fingerprint, reserved.id);
    return reserved;
  });
  return {
    charge,
    settle: () => transaction(service.database, () => service.charges.settle(charge.id)),
    complete: () =>
      transaction(service.database, () => {
        service.charges.settle(charge.id);
        service.requestIds.finish(charge.id, 'completed');
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
