import { randomBytes } from 'node:crypto';
import { Failure } from './failure.ts';

export interface Account {
  readonly userId: string;
  tier: string;
  credits: number;
  apiQuota: number;
  webhookUrl: string | null;
}

/** One amount that was taken. A refund gives it back once and leaves it in the list. */
export interface Charge {
  readonly id: number;
  readonly userId: string;
  /** What was paid for, such as `speech` or `image`. */
  readonly kind: string;
  readonly credits: number;
  readonly quota: number;
  /** The request id or idempotency key under which it was paid. */
  readonly key: string | undefined;
  readonly at: number;
  refunded: boolean;
}

/** The accounts, their keys and all that was charged to them. */
export class Ledger {
  readonly charges: Charge[] = [];
  private readonly accounts = new Map<string, Account>();
  private readonly revoked = new Set<string>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Opens an account and returns its API key. */
  open(start: { key?: string; credits: number; apiQuota: number; tier: string }): { key: string; account: Account } {
    const key = start.key ?? `fk-${randomBytes(18).toString('hex')}`;
    const account: Account = {
      userId: `user-${this.accounts.size + 1}`,
      tier: start.tier,
      credits: start.credits,
      apiQuota: start.apiQuota,
      webhookUrl: null,
    };
    this.accounts.set(key, account);
    return { key, account };
  }

  revoke(key: string): void {
    this.revoked.add(key);
  }

  /** The account of an `Authorization` header. Throws 401. */
  authenticate(header: string | undefined): Account {
    const key = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
    const account = key === undefined || this.revoked.has(key) ? undefined : this.accounts.get(key);
    if (account === undefined) throw new Failure(401, 'ERR_UNAUTHORIZED', 'The API key is missing, malformed or revoked.');
    return account;
  }

  /** Takes an amount from an account. Throws 402, and takes nothing, where it is not covered. */
  charge(account: Account, kind: string, amount: { credits?: number; quota?: number }, key?: string): Charge {
    const credits = amount.credits ?? 0;
    const quota = amount.quota ?? 0;
    if (credits > account.credits) throw new Failure(402, 'ERR_INSUFFICIENT_CREDITS', 'The account has too few credits.');
    if (quota > account.apiQuota) throw new Failure(402, 'ERR_INSUFFICIENT_QUOTA', 'The account has too little API quota.');
    account.credits -= credits;
    account.apiQuota -= quota;
    const charge: Charge = {
      id: this.charges.length + 1,
      userId: account.userId,
      kind,
      credits,
      quota,
      key,
      at: this.now(),
      refunded: false,
    };
    this.charges.push(charge);
    return charge;
  }

  refund(account: Account, charge: Charge): void {
    if (charge.refunded) return;
    charge.refunded = true;
    account.credits += charge.credits;
    account.apiQuota += charge.quota;
  }
}
