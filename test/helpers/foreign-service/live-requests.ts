import { stableJson } from './fields.ts';
import type { Account, Charge } from './ledger.ts';
import { LiveError } from './live-error.ts';
import type { LiveOrder } from './live-order.ts';

export interface LiveSegment {
  id: string;
  text: string;
  units: number;
  charge: Charge | undefined;
  audio: Buffer | undefined;
}

/** One realtime request, for as long as the service runs. */
export interface LiveRequest {
  id: string;
  account: Account;
  mode: 'simple' | 'reliable';
  order: LiveOrder;
  fingerprint: string;
  state: 'running' | 'completed' | 'failed_retryable' | 'failed_terminal';
  /** The texts of a reliable request in sequence. */
  texts: string[];
  segments: LiveSegment[];
}

/** All realtime requests. An id is an idempotency key within its account. */
export class LiveRequests {
  private readonly requests = new Map<string, LiveRequest>();

  find(account: Account, id: string): LiveRequest | undefined {
    return this.requests.get(`${account.userId} ${id}`);
  }

  /** The request to work on, or the one that exists and is only to be reported. Throws `idempotency_conflict`. */
  open(
    account: Account,
    asked: { id: string; mode: LiveRequest['mode']; order: LiveOrder; raw: unknown; retry: boolean },
  ): { request: LiveRequest; work: boolean } {
    const fingerprint = stableJson([asked.mode, asked.raw]);
    const known = this.find(account, asked.id);
    if (known !== undefined) {
      if (known.fingerprint !== fingerprint)
        throw new LiveError('idempotency_conflict', 'This request id was used with other parameters.', { terminal: true });
      const again = asked.retry && known.state === 'failed_retryable';
      if (again) known.state = 'running';
      return { request: known, work: again };
    }
    const request: LiveRequest = {
      id: asked.id,
      account,
      mode: asked.mode,
      order: asked.order,
      fingerprint,
      state: 'running',
      texts: [],
      segments: [],
    };
    this.requests.set(`${account.userId} ${asked.id}`, request);
    return { request, work: true };
  }
}

export function countUnits(request: LiveRequest): number {
  return request.segments.reduce((sum, segment) => sum + (segment.charge?.refunded === false ? segment.units : 0), 0);
}
