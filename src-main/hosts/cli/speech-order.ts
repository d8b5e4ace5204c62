import { createHash } from 'node:crypto';
import { cutText } from '#shared/cut-text.ts';
import type { SpeechRequest } from '#shared/wire/speech.ts';
import type { Order } from '../../paid-requests/engine.ts';
import type { Work } from './run.ts';

/** The paid request for a speech: `where` says by which endpoint. Its fingerprint is the SHA-256 of the body. */
export function toSpeechOrder(where: Pick<Order, 'family' | 'path'>, request: SpeechRequest, { common }: Pick<Work, 'common'>): Order {
  const body = Buffer.from(JSON.stringify(request));
  return {
    ...where,
    body,
    summary: cutText(request.text, 80),
    amount: request.text.length,
    unit: 'character',
    modelId: request.modelId ?? null,
    fingerprint: createHash('sha256').update(body).digest('hex'),
    ...(common.idempotencyKey !== undefined && { idempotencyKey: common.idempotencyKey }),
  };
}
