import { fail, readText, type Failure } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { message, type Message } from '#shared/messages/message.ts';

type Lost = Pick<PaidOperation, 'failure' | 'requestId' | 'serviceRequestId'>;

/**
 * The failure of a clone whose answer was lost. `sent` says so, `found` says that and what was found of it. Where looking or adopting failed
 * itself (`since`), that is the reason and its next step; what the clone cost is no better known for it. Its outcome is unknown, whatever cut it off.
 */
export function explainLost(operation: Lost, since: Failure | undefined, sent: Message, found: Message): Failure {
  return fail('outcome-unknown', since ? message('failures.sentences', sent, readText(since)) : found, {
    charged: 'unknown',
    ...operation.failure,
    next: since?.next ?? 'none',
    requestId: operation.serviceRequestId ?? operation.requestId,
  }).failure;
}
